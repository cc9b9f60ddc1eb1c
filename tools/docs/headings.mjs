// Headings, and the anchors by which they are linked to: the same ones that code hosts make, so that a link works in both places.

import { escapeHtml, wordsOf } from './html.mjs'

/** @typedef {{ level: number, id: string, html: string }} Heading */

/** @param {string} words */
export function slugOf(words) {
  return words
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
}

/** The headings of a page as they come, each under an anchor of its own. */
export class Headings {
  /** @type {Heading[]} */ list = []
  /** @type {Set<string>} */ #taken = new Set()

  /** @param {string} words */
  freeId(words) {
    const slug = slugOf(words)
    let id = slug
    for (let count = 1; this.#taken.has(id); count += 1) id = `${slug}-${count}`
    return id
  }

  /** The HTML of a heading. @param {number} level @param {string} html @param {string} [id] */
  add(level, html, id = this.freeId(wordsOf(html))) {
    if (this.#taken.has(id)) throw new Error(`two headings have the anchor #${id}`)
    this.#taken.add(id)
    this.list.push({ level, id, html })
    if (level === 1) return `<h1 id="${escapeHtml(id)}">${html}</h1>`
    const name = `Link to “${wordsOf(html)}”`
    // The link stands beside the heading: inside, screen readers would read it as a part of its words.
    return [
      `<div class="heading"><h${level} id="${escapeHtml(id)}">${html}</h${level}>`,
      `<a class="anchor" href="#${escapeHtml(id)}" aria-label="${escapeHtml(name)}"><span aria-hidden="true">#</span></a></div>`
    ].join('')
  }
}
