// The pages of the reference, made of the JSDoc of the package.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { between } from '../site/addresses.mjs'
import { codeBlock } from './code.mjs'
import { CONTENTS } from './contents.mjs'
import { Headings } from './headings.mjs'
import { escapeHtml } from './html.mjs'
import { block, inline } from './markdown.mjs'
import { functionHtml, memberTable, parametersHtml } from './members.mjs'
import { membersInOrder } from './reading-order.mjs'
import { typeHtml } from './types.mjs'

/** @typedef {import('./contents.mjs').Entry} Entry */
/** @typedef {import('./members.mjs').Setting} Setting */

const ENTRY_POINTS = {
  '.': 'for browsers, workers and Node; the WebAssembly is a file of its own, which bundlers find',
  './inline': 'the same exports with the WebAssembly inside the JavaScript, for where no second file can be loaded',
  './collector': 'all of this, and what turns reports into statistics, for servers and analysts; its file is larger',
  './budget':
    'what a person may give away in all: budgets, where they are kept, and answers that are given again; no WebAssembly',
  './testing': 'the same classes with a fixed sequence of bits, for tests and figures; never for real values'
}
/** What stands before the dot of a method. */
const RECEIVERS = { Tally: 'tally', PrivacyBudget: 'budget', Memo: 'memo' }
const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five']
const LAPLACE = ['`ReflectedLaplace`', '`BoundedLaplace`', '`ClampedLaplace`']

const entries = CONTENTS.flatMap(({ pages }) => pages).filter(({ names }) => names !== undefined)

export class Reference {
  /** @type {import('./api.mjs').Api} */ #api
  /** @type {string} */ #root

  /** @param {import('./api.mjs').Api} api @param {string} root */
  constructor(api, root) {
    this.#api = api
    this.#root = root
    const shown = entries.flatMap(({ names }) => names)
    const missing = api.names.filter((name) => !shown.includes(name))
    if (missing.length > 0) throw new Error(`tools/docs/contents.mjs has no page for ${missing.join(', ')}`)
    const unknown = shown.filter((name) => !api.names.includes(name))
    if (unknown.length > 0) throw new Error(`the package does not export ${unknown.join(', ')}`)
  }

  /**
   * @param {Entry} entry
   * @param {(target: string, source: string) => string | undefined} resolve
   */
  page(entry, resolve) {
    const headings = new Headings()
    const addressOf = (/** @type {string} */ name) => addressFrom(entry.address, name)
    /** @type {Setting} */
    const setting = { source: entry.source, headings, resolve, addressOf }
    const [first, ...others] = entry.names
    const isNamed = isNamedAfter(entry, first)
    const title = headings.add(1, isNamed ? codeHtml(entry.title) : escapeHtml(entry.title), 'top')
    const code = entry.code ? codeBlock(entry.code, 'js') : ''
    const body =
      first === undefined
        ? [this.#overview(setting)]
        : [
            isNamed ? this.#alone(first, setting) : this.#section(first, setting),
            ...others.map((name) => this.#section(name, setting))
          ]
    return { html: [title, code, ...body].join('\n'), title: entry.title, headings: headings.list }
  }

  /** Everything there is, in a sentence each. @param {Setting} setting */
  #overview(setting) {
    const { exports } = JSON.parse(readFileSync(join(this.#root, 'package.json'), 'utf8'))
    const points = Object.keys(exports).filter((key) => exports[key].types)
    const rows = points.map((key) => {
      if (ENTRY_POINTS[key] === undefined)
        throw new Error(`tools/docs/reference.mjs has no sentence for the entry point ${key}`)
      return `| \`${key.replace('.', 'inbounds')}\` | ${ENTRY_POINTS[key]} |`
    })
    const headings = new Set(entries.filter(({ names }) => names.length > 0).map(headingOf))
    return [
      block(`Made of the comments in the source, as the types are. ${NUMBERS[points.length]} entry points:`, setting),
      block(`| import from | what it is |\n| --- | --- |\n${rows.join('\n')}`, setting),
      ...Array.from(headings, (heading) => this.#listing(heading, setting))
    ].join('\n')
  }

  /** @param {string} heading @param {Setting} setting */
  #listing(heading, setting) {
    const names = entries.filter((entry) => headingOf(entry) === heading).flatMap((entry) => entry.names)
    const items = names.map((name) => {
      const link = `<a href="${setting.addressOf(name)}">${codeHtml(name)}</a>`
      const sentence = firstSentence(this.#api.textOf(this.#api.find(name)))
      return `<div><dt>${link}</dt><dd>${inline(sentence, setting)}</dd></div>`
    })
    return `${setting.headings.add(2, escapeHtml(heading))}<dl class="names">${items.join('')}</dl>`
  }

  /** What a page is named after. @param {string} name @param {Setting} setting */
  #alone(name, setting) {
    const declaration = this.#api.find(name)
    if (!this.#api.isClass(name)) return functionHtml(name, this.#api.memberFrom(declaration), setting)
    const { headings, addressOf } = setting
    const { parameters } = this.#api.constructorOf(declaration)
    const list = parameters.map((one) => `${one.name}${one.optional ? '?' : ''}: ${typeHtml(one.type, addressOf)}`)
    const options = parameters.find((one) => one.name === 'options')
    const described = parameters.filter((one) => one.text !== '')
    const { properties, methods, statics } = this.#membersOf(declaration)
    const idOf = (/** @type {string} */ member) => member
    return [
      block(this.#api.textOf(declaration), setting),
      headings.add(2, 'Constructor', 'constructor'),
      `<p class="signature"><code>new ${name}(${list.join(', ')})</code></p>`,
      parametersHtml(described, setting),
      memberTable(this.#api.propertiesOf(options.type), setting, { name: `Options of ${name}`, withDefaults: true }),
      headings.add(2, 'Methods', 'methods'),
      methodsHtml(methods, RECEIVERS[name] ?? 'mechanism', idOf, setting),
      headings.add(2, 'Static methods', 'static-methods'),
      methodsHtml(statics, name, idOf, setting),
      headings.add(2, 'Properties', 'properties'),
      '<p>All of them are read-only.</p>',
      memberTable(properties, setting, { name: `Properties of ${name}`, idOf })
    ].join('\n')
  }

  /** One name of several on a page. @param {string} name @param {Setting} setting */
  #section(name, setting) {
    const { headings, addressOf } = setting
    const declaration = this.#api.find(name)
    const itself = this.#api.memberFrom(declaration)
    const isFunction = itself.signatures !== undefined && !this.#api.isClass(name)
    const head = headings.add(2, codeHtml(isFunction ? `${name}()` : name), name)
    if (isFunction) return head + functionHtml(name, itself, setting)

    const text = block(itself.text, setting)
    const idOf = (/** @type {string} */ member) => `${name}.${member}`
    const table = { name: `Properties of ${name}`, idOf, withDefaults: name.endsWith('Options') }
    if (name === 'LaplaceMechanism') return head + text + block(`One of ${LAPLACE.join(', ')}.`, setting)
    if (this.#api.isClass(name)) {
      const { properties, methods } = this.#membersOf(declaration)
      const shown = properties.length > 0 ? memberTable(properties, setting, table) : ''
      return head + text + shown + methodsHtml(methods, 'law', idOf, setting)
    }
    const properties = this.#api.propertiesOf(declaration)
    if (properties) return head + text + memberTable(properties, setting, table)
    return `${head}<p class="signature"><code>${typeHtml(this.#api.inline(declaration.type), addressOf)}</code></p>${text}`
  }

  /** @param {any} declaration */
  #membersOf(declaration) {
    const members = membersInOrder(this.#api.membersOf(declaration))
    return {
      properties: members.filter(({ signatures }) => signatures === undefined),
      methods: members.filter(({ signatures, isStatic }) => signatures !== undefined && !isStatic),
      statics: members.filter(({ signatures, isStatic }) => signatures !== undefined && isStatic)
    }
  }
}

/**
 * @param {readonly import('./api.mjs').Member[]} methods
 * @param {string} owner what stands before the dot
 * @param {(member: string) => string} idOf
 * @param {Setting} setting
 */
function methodsHtml(methods, owner, idOf, setting) {
  const sections = methods.map((one) => {
    const head = setting.headings.add(3, codeHtml(`${one.name}()`), idOf(one.name))
    return head + functionHtml(`${owner}.${one.name}`, one, setting)
  })
  return sections.join('\n')
}

/** The page, or the place on it, where a name is explained. @param {string} from @param {string} name */
function addressFrom(from, name) {
  const entry = entries.find(({ names }) => names.includes(name))
  if (entry === undefined) return undefined
  const page = between(from, entry.address)
  if (isNamedAfter(entry, name)) return page
  return entry.address === from ? `#${name}` : `${page}#${name}`
}

/** @param {Entry} entry @param {string} name */
function isNamedAfter({ title }, name) {
  return title === name || title === `${name}()`
}

/** @param {Entry} entry */
function headingOf({ heading, title }) {
  return heading ?? title
}

/** "et al." ends none. @param {string} text */
function firstSentence(text) {
  return /^[\s\S]*?(?<!\bal)\.(?=\s|$)/.exec(text)?.[0] ?? text
}

/** @param {string} code */
function codeHtml(code) {
  return `<code>${escapeHtml(code)}</code>`
}
