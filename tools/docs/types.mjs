// A type as it is written, with links to what is documented here.

import { escaped } from './html.mjs'

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
  intrinsic: ({ name }) => escaped(name),
  literal: ({ value }) => escaped(typeof value === 'string' ? `'${value}'` : String(value)),
  array: ({ elementType }, inner) => `${grouped(elementType, inner)}[]`,
  tuple: ({ elements = [] }, inner) => `[${elements.map(inner).join(', ')}]`,
  union: ({ types }, inner) => types.map((one) => grouped(one, inner, ['reflection'])).join(' | '),
  intersection: ({ types }, inner) => types.map((one) => grouped(one, inner)).join(' &amp; '),
  typeOperator: ({ operator, target }, inner) => `${operator} ${inner(target)}`,
  query: ({ queryType }, inner) => `typeof ${inner(queryType)}`,
  predicate: ({ name }) => escaped(name),
  reflection: ({ declaration }, inner) => objectOrFunction(declaration, inner),
  reference: referenceHtml
}

/** @param {any} type @param {(type: any) => string} inner @param {(name: string) => string | undefined} addressOf */
function referenceHtml({ name, typeArguments = [] }, inner, addressOf) {
  const address = addressOf(name)
  const html = address ? `<a href="${escaped(address)}">${escaped(name)}</a>` : escaped(name)
  // Which buffer lies behind a typed array is of no interest here, nor what an iterator gives besides.
  const shown = typeArguments.filter((/** @type {any} */ one) => !['ArrayBufferLike', 'any'].includes(one.name))
  return shown.length === 0 ? html : `${html}&lt;${shown.map(inner).join(', ')}&gt;`
}

/** @param {any} declaration @param {(type: any) => string} inner */
function objectOrFunction({ signatures, children = [] }, inner) {
  if (signatures) {
    const [{ parameters = [], type }] = signatures
    return `(${parameters.map((/** @type {any} */ one) => named(one, inner)).join(', ')}) =&gt; ${inner(type)}`
  }
  return `{ ${children.map((/** @type {any} */ one) => named(one, inner)).join(', ')} }`
}

/** @param {any} one @param {(type: any) => string} inner */
export function named({ name, flags, type }, inner) {
  return `${escaped(name)}${flags?.isOptional ? '?' : ''}: ${inner(type)}`
}

/** In brackets where it would otherwise be read wrongly. @param {any} type @param {(type: any) => string} inner */
function grouped(type, inner, kinds = ['union', 'intersection', 'reflection', 'typeOperator', 'query']) {
  const isObject = type.type === 'reflection' && !type.declaration.signatures
  return kinds.includes(type.type) && !isObject ? `(${inner(type)})` : inner(type)
}
