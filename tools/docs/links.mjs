// Links of a source, which lead to other files of the repository, become links between pages. Whatever leads nowhere is an error.

import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { between } from '../site/addresses.mjs'
import { VIEWS } from '../site/views.mjs'

/** The views of the page. */
const ELSEWHERE = Object.fromEntries(VIEWS.map(({ name, address }) => [`web/${name}/view.html`, `../${address}`]))
export const README = 'README.md'

/**
 * @typedef {object} Place
 * @property {string} source the file that a page is made of
 * @property {string} address
 */

export class Links {
  /** @type {string} */ #root
  /** @type {readonly Place[]} */ #pages
  /** @type {Place} */ #guide
  /** @type {{ source: string, target: string, address: string, anchor: string }[]} */ #anchors = []

  /**
   * @param {string} root the folder that sources are seen from
   * @param {readonly Place[]} pages
   * @param {Place} guide where links to the README lead: its sections have no counterpart here
   */
  constructor(root, pages, guide) {
    this.#root = root
    this.#pages = pages
    this.#guide = guide
  }

  /**
   * The address of a link's target as seen from the page that the source becomes. Undefined for files of the repository
   * that are no page: their names are worth reading all the same, so the words stay.
   * @param {string} target
   * @param {string} source
   * @returns {string | undefined}
   */
  resolve(target, source) {
    if (/^(https?|mailto):/.test(target)) return target
    const [path, anchor] = target.split('#')
    const file = path === '' ? source : posix.join(posix.dirname(source), decodeURI(path))
    const from = this.#pages.find((page) => page.source === source)
    if (from === undefined) throw new Error(`${source} is no page`)
    if (ELSEWHERE[file]) return between(from.address, ELSEWHERE[file])
    if (file === README) {
      if (anchor !== undefined) this.#anchors.push({ source, target, address: README, anchor })
      return between(from.address, this.#guide.address)
    }
    const page = this.#pages.find((one) => one.source === file)
    if (page === undefined) {
      if (existsSync(posix.join(this.#root, file))) return undefined
      throw new Error(`${source} links to ${target}, and there is no such file`)
    }
    if (anchor === undefined) return between(from.address, page.address)
    this.#anchors.push({ source, target, address: page.address, anchor: decodeURIComponent(anchor) })
    return page === from ? `#${anchor}` : `${between(from.address, page.address)}#${anchor}`
  }

  /**
   * To be called when all pages are made.
   * @param {Map<string, Set<string>>} anchors of each address, and of the README
   */
  check(anchors) {
    const broken = this.#anchors.filter(({ address, anchor }) => !anchors.get(address)?.has(anchor))
    if (broken.length === 0) return
    const sentences = broken.map(({ source, target }) => `${source} links to ${target}, and there is no such heading`)
    throw new Error(sentences.join('\n'))
  }
}
