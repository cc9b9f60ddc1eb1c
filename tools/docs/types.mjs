// A type as it is written, with links to what is documented here.

import { escapeHtml } from './html.mjs'

/**
 * @param {any} type as TypeDoc writes it
 * @param {(name: string) => string | undefined} addressOf
 * @returns {string} HTML
 */
export function typeHtml(type, addressOf) {
  const inner = (/** @type {any} */ one) => typeHtml(one, addressOf)
  const write = WRITERS[type.type]
  if (write === undefined) throw new Error(`the reference cannot write types of the kind ${type.type} yet`)
  return write(type, inner, addressOf)
}

/** @type {Record<string, (type: any, inner: (type: any) => string, addressOf: (name: string) => string | undefined) => string>} */
const WRITERS = {
  intrinsic: ({ name }) => escapeHtml(name),
  literal: ({ value }) => escapeHtml(typeof value === 'string' ? `'${value}'` : String(value)),
  array: ({ elementType }, inner) => `${group(elementType, inner)}[]`,
  tuple: ({ elements = [] }, inner) => `[${elements.map(inner).join(', ')}]`,
  union: ({ types }, inner) => types.map((one) => group(one, inner, ['reflection'])).join(' | '),
  intersection: ({ types }, inner) => types.map((one) => group(one, inner)).join(' &amp; '),
  typeOperator: ({ operator, target }, inner) => `${operator} ${inner(target)}`,
  query: ({ queryType }, inner) => `typeof ${inner(queryType)}`,
  predicate: ({ name }) => escapeHtml(name),
  reflection: ({ declaration }, inner) => objectOrFunction(declaration, inner),
  reference: referenceHtml
}

/** @param {any} type @param {(type: any) => string} inner @param {(name: string) => string | undefined} addressOf */
function referenceHtml({ name, typeArguments = [] }, inner, addressOf) {
  const address = addressOf(name)
  const html = address ? `<a href="${escapeHtml(address)}">${escapeHtml(name)}</a>` : escapeHtml(name)
  // Which buffer lies behind a typed array is of no interest here, nor what an iterator gives besides.
  const shown = typeArguments.filter((/** @type {any} */ one) => !['ArrayBufferLike', 'any'].includes(one.name))
  return shown.length === 0 ? html : `${html}&lt;${shown.map(inner).join(', ')}&gt;`
}

/** @param {any} declaration @param {(type: any) => string} inner */
function objectOrFunction({ signatures, children = [] }, inner) {
  if (signatures) {
    const [{ parameters = [], type }] = signatures
    return `(${parameters.map((/** @type {any} */ one) => nameAndType(one, inner)).join(', ')}) =&gt; ${inner(type)}`
  }
  return `{ ${children.map((/** @type {any} */ one) => nameAndType(one, inner)).join(', ')} }`
}

/** @param {any} one @param {(type: any) => string} inner */
export function nameAndType({ name, flags, type }, inner) {
  return `${escapeHtml(name)}${flags?.isOptional ? '?' : ''}: ${inner(type)}`
}

/** In brackets where it would otherwise be read wrongly. @param {any} type @param {(type: any) => string} inner */
function group(type, inner, kinds = ['union', 'intersection', 'reflection', 'typeOperator', 'query']) {
  const isObject = type.type === 'reflection' && !type.declaration.signatures
  return kinds.includes(type.type) && !isObject ? `(${inner(type)})` : inner(type)
}
