// What the package offers, read off the same JSDoc that its types are made of. TypeDoc does the reading; here its answer is cut
// down to what a reader of the reference asks for: names, members, types and sentences.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Application, Comment, Converter, ReflectionKind } from 'typedoc'
import ts from 'typescript'

/**
 * The modules whose exports are public. The other entry points (for Node, with the WebAssembly inside) export the same, and that
 * of the collector exports its types beside those of the main one.
 */
const PUBLIC = ['index', 'testing', 'collector-types', 'budget']
const ALIKE = /^((testing-)?(node|inline).*|collector(-node|-inline)?|budget-node)\.js$/

/** What `load()` hands out besides classes is documented where its type is. */
const HANDED_OUT = {
  compare: 'Inbounds',
  privatiseRecords: 'Inbounds',
  estimate: 'Collecting',
  tallyQuery: 'Collecting',
  reportsNeeded: 'Collecting',
  errorOf: 'Collecting'
}

/**
 * @typedef {object} Signature
 * @property {{ name: string, optional: boolean, type: any, text: string }[]} parameters
 * @property {any} returns its type
 * @property {string} returnsText
 *
 * @typedef {object} Member
 * @property {string} name
 * @property {string} text
 * @property {boolean} isStatic
 * @property {boolean} optional
 * @property {any} type
 * @property {Signature[]} [signatures] of a function
 */

/** @param {string} root */
export async function readApi(root) {
  const folder = join(root, 'bindings/js')
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.js') && !ALIKE.test(name))
  const app = await Application.bootstrap({
    entryPoints: files.map((name) => join(folder, name)),
    tsconfig: join(folder, 'tsconfig.json'),
    excludePrivate: true,
    disableGit: true,
    disableSources: true,
    readme: 'none',
    sort: ['source-order'],
    skipErrorChecking: true, // the build of the package checks them
    logLevel: 'Warn'
  })
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, takeWordsAbove)
  const project = await app.convert()
  if (project === undefined || app.logger.hasErrors()) throw new Error('TypeDoc could not read bindings/js (see above)')
  return new Api(app.serializer.projectToObject(project, root))
}

/**
 * The words above a @typedef are about it. TypeDoc only looks behind its name.
 * @param {import('typedoc').Context} context
 * @param {import('typedoc').DeclarationReflection} reflection
 */
function takeWordsAbove(context, reflection) {
  const [tag] = context.getSymbolFromReflection(reflection)?.declarations ?? []
  if (tag === undefined || !ts.isJSDocTypedefTag(tag) || reflection.comment?.hasVisibleComponent()) return
  const words = ts.getTextOfJSDocComment(tag.parent.comment)
  if (words) reflection.comment = new Comment([{ kind: 'text', text: words }])
}

export class Api {
  /** @type {Map<number, any>} */ #byId = new Map()
  /** @type {any[]} */ #declarations
  /** What users can import, or get from `load()`. @type {readonly string[]} */ names

  /** @param {any} project as TypeDoc writes it */
  constructor(project) {
    this.#declarations = project.children.flatMap(({ children = [] }) => children)
    for (const declaration of this.#declarations) this.#byId.set(declaration.id, declaration)
    const modules = project.children.filter(({ name }) => PUBLIC.includes(name))
    // An entry of its own has its own copy of what all of them export, such as ParameterError.
    this.names = [
      ...new Set(modules.flatMap(({ children }) => children.map(({ name }) => name))),
      ...Object.keys(HANDED_OUT)
    ]
  }

  /**
   * The declaration of a name. Where several files have a name for the same thing, the one that says most about it.
   * @param {string} name
   */
  find(name) {
    const owner = HANDED_OUT[name]
    if (owner) return this.#spellOut(this.find(owner).children.find((child) => child.name === name))
    const [best] = this.#declarations
      .filter((one) => one.name === name && one.variant === 'declaration')
      .sort((a, b) => weight(b) - weight(a))
    if (best === undefined) throw new Error(`bindings/js declares no ${name}`)
    return best
  }

  /** A function whose type has a name of its own, with what is said of that type. @param {any} child */
  #spellOut(child) {
    const named = child.type.type === 'reference' ? this.#byId.get(child.type.target) : undefined
    if (named?.type?.declaration?.signatures === undefined) return child
    const summary = [child, named].flatMap(({ comment }) => [...(comment?.summary ?? []), { kind: 'text', text: ' ' }])
    return { ...child, type: named.type, comment: { summary } }
  }

  /** @param {string} name */
  isClass(name) {
    return this.find(name).kind === ReflectionKind.Class
  }

  /** What a declaration says of itself, without what is said of parameters. @param {any} declaration */
  textOf(declaration) {
    const comments = [...this.#signaturesOf(declaration), declaration].map(({ comment }) => textFrom(comment?.summary))
    return comments.find((text) => text !== '') ?? ''
  }

  /** The public members of a class. @param {any} declaration @returns {Member[]} */
  membersOf(declaration) {
    return declaration.children
      .filter(({ name, kind }) => !name.startsWith('[') && kind !== ReflectionKind.Constructor)
      .filter(({ inheritedFrom, overwrites }) => !/^(Range)?Error\./.test((inheritedFrom ?? overwrites)?.name ?? ''))
      .map((child) => this.memberFrom(child, declaration.name))
  }

  /** @param {any} child @param {string} [owner] the class that it is a member of @returns {Member} */
  memberFrom(child, owner) {
    const signatures = this.#signaturesOf(child)
    const isProperty = signatures.length === 0 || child.getSignature !== undefined
    return {
      name: child.name,
      text: this.textOf(child),
      isStatic: child.flags.isStatic === true,
      optional: child.flags.isOptional === true,
      type: this.inline(child.type ?? child.getSignature?.type ?? { type: 'reflection', declaration: child }),
      ...(!isProperty && { signatures: signatures.map((one) => signatureFrom(one, owner)) })
    }
  }

  /**
   * A type in which unions that only have a name inside the package are spelled out.
   * @param {any} type
   * @returns {any}
   */
  inline(type) {
    if (type.type === 'array') return { ...type, elementType: this.inline(type.elementType) }
    if (type.type === 'typeOperator') return { ...type, target: this.inline(type.target) }
    if (type.type === 'union')
      return { ...type, types: type.types.flatMap((/** @type {any} */ one) => this.#parts(one)) }
    return type
  }

  /** @param {any} type @returns {any[]} */
  #parts(type) {
    const target = type.type === 'reference' && !this.names.includes(type.name) && this.#byId.get(type.target)
    const named = target ? (target.variant === 'reference' ? this.find(type.name) : target).type : undefined
    return named?.type === 'union' ? this.inline(named).types : [this.inline(type)]
  }

  /** How a class is constructed. @param {any} declaration @returns {Signature} */
  constructorOf(declaration) {
    const { signatures } = declaration.children.find(({ kind }) => kind === ReflectionKind.Constructor)
    return signatureFrom(signatures[0], declaration.name)
  }

  /**
   * The properties of an object type, those of its parts included; undefined for other types.
   * @param {any} type a type, or the declaration of one
   * @returns {Member[] | undefined}
   */
  propertiesOf(type) {
    if (type.children) return type.children.filter(isPossible).map((child) => this.memberFrom(child))
    if (type.variant === 'declaration') return type.type && this.propertiesOf(type.type)
    if (type.type === 'reflection') return type.declaration.signatures ? undefined : this.propertiesOf(type.declaration)
    if (type.type === 'reference') return this.#propertiesOfReference(type)
    if (type.type !== 'intersection' && type.type !== 'union') return undefined
    const parts = type.types.map((/** @type {any} */ part) => this.propertiesOf(part))
    if (parts.includes(undefined)) return undefined
    if (type.type === 'intersection') return parts.flat()
    const all = parts.flatMap(asAlternative)
    return all.filter(({ name }, at) => all.findIndex((one) => one.name === name) === at)
  }

  /** @param {any} type */
  #propertiesOfReference(type) {
    if (type.name === 'Omit') {
      const [whole, left] = type.typeArguments
      const names = (left.types ?? [left]).map(({ value }) => value)
      return this.propertiesOf(whole)?.filter(({ name }) => !names.includes(name))
    }
    const target = this.#byId.get(type.target)
    if (target === undefined || target.kind === ReflectionKind.Class) return undefined
    return this.propertiesOf(target.variant === 'reference' ? this.find(type.name) : target)
  }

  /** @param {any} declaration @returns {any[]} */
  #signaturesOf(declaration) {
    const { signatures, getSignature, type } = declaration
    return signatures ?? (getSignature ? [getSignature] : (type?.declaration?.signatures ?? []))
  }
}

/** @param {any} declaration */
function weight(declaration) {
  return (
    (declaration.kind === ReflectionKind.Class ? 4 : 0) + (declaration.comment ? 2 : 0) + (declaration.children ? 1 : 0)
  )
}

/** Options that exclude each other are written as properties that must be undefined: nothing to tell. @param {any} property */
function isPossible({ type }) {
  return !(type?.type === 'intrinsic' && type.name === 'undefined')
}

/** @param {any} signature @param {string} [owner] @returns {Signature} */
function signatureFrom({ comment, parameters = [], type, typeParameters = [] }, owner) {
  const written = parameters.filter((/** @type {any} */ { name }) => name !== 'this')
  return {
    parameters: written.map((/** @type {any} */ parameter) => ({
      name: parameter.name,
      optional: parameter.flags.isOptional === true,
      type: parameter.type,
      text: textFrom(parameter.comment?.summary)
    })),
    returns: type.refersToTypeParameter ? standsFor(type, typeParameters, owner) : type,
    returnsText: textFrom(comment?.blockTags?.find((/** @type {any} */ { tag }) => tag === '@returns')?.content)
  }
}

/**
 * What a type parameter stands for: the class that a static method is called on, or what it may be.
 * @param {any} type @param {readonly any[]} typeParameters @param {string} [owner]
 */
function standsFor(type, typeParameters, owner) {
  if (owner !== undefined) return { type: 'reference', name: owner }
  return typeParameters.find(({ name }) => name === type.name).type
}

/** What one way to say it requires is not required for whoever says it another way. */
function asAlternative(/** @type {Member[]} */ part, /** @type {number} */ at, /** @type {Member[][]} */ parts) {
  const others = parts.filter((_, index) => index !== at).flat()
  const unless = others.filter(({ optional }) => !optional).map(({ name }) => `\`${name}\``)
  const verb = unless.length === 1 ? 'is' : 'are'
  return part.map((member) =>
    member.optional
      ? member
      : { ...member, text: `${member.text}. Required, unless ${unless.join(' and ')} ${verb} given` }
  )
}

/** @param {{ text: string }[]} [parts] */
function textFrom(parts = []) {
  return parts
    .map(({ text }) => text)
    .join('')
    .trim()
}
