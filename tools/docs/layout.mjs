// What surrounds the text of a page of the documentation: its contents, an outline, previous and next. No script is needed for any of it.

import { between } from '../site/addresses.mjs'
import { frame } from '../site/frame.mjs'
import { escapeHtml, wordsOf } from './html.mjs'

/**
 * @typedef {object} Page
 * @property {string} address
 * @property {string} title
 * @property {string} label its name in the navigation
 * @property {string} html
 * @property {readonly import('./headings.mjs').Heading[]} headings
 */

/** Pages with fewer headings are seen at a glance. */
const LONG = 4

/**
 * @param {Page} page
 * @param {readonly { title: string, pages: readonly Page[] }[]} groups
 * @param {string} assets the folder of scripts and styles, seen from the root of the site
 */
export function layout(page, groups, assets) {
  const to = (/** @type {string} */ address) => between(page.address, address)
  const pages = groups.flatMap((group) => group.pages)
  const at = pages.indexOf(page)
  const navigation = navigationHtml(page, groups)
  const headings = page.headings.filter(({ level }) => level === 2 || level === 3)
  const outline = headings.length >= LONG ? outlineHtml(headings) : ''
  return frame({
    address: `docs/${page.address}`,
    title: `${page.title} · inbounds`,
    description: descriptionOf(page),
    assets,
    bundle: 'docs',
    body: `  <details class="pocket contents-pocket">
    <summary>All pages of the documentation</summary>
    <nav aria-label="All pages">${navigation}</nav>
  </details>
  <div class="columns">
    <nav class="contents" aria-label="Documentation">${navigation}</nav>
    <main id="content" tabindex="-1">
      <article>
${withOutline(page.html, outline)}
      </article>
      ${neighboursHtml(pages[at - 1], pages[at + 1], to)}
    </main>
    ${outline && `<nav class="outline" aria-label="On this page"><p>On this page</p>${outline}</nav>`}
  </div>`,
    footer: `    <p>No cookies, no tracking, nothing from elsewhere. Formulas are set in STIX Two Math where a system has no font for them (<a href="${to(`../${assets}/stix-two-math-licence.txt`)}">licence</a>).</p>`
  })
}

/** @param {Page} page @param {readonly { title: string, pages: readonly Page[] }[]} groups */
function navigationHtml(page, groups) {
  const item = (/** @type {Page} */ one) => {
    const current = one === page ? ' aria-current="page"' : ''
    return `<li><a href="${between(page.address, one.address)}"${current}>${escapeHtml(one.label)}</a></li>`
  }
  return groups.map(({ title, pages }) => `<p class="group">${title}</p><ul>${pages.map(item).join('')}</ul>`).join('')
}

/** @param {readonly import('./headings.mjs').Heading[]} headings */
function outlineHtml(headings) {
  const items = headings.map(
    ({ level, id, html }) => `<li class="level-${level}"><a href="#${escapeHtml(id)}">${withoutLinks(html)}</a></li>`
  )
  return `<ul>${items.join('')}</ul>`
}

/** On narrow screens the table of contents stands below the title, collapsed. @param {string} html @param {string} outline */
function withOutline(html, outline) {
  if (outline === '') return html
  const pocket = `<details class="pocket outline-pocket"><summary>On this page</summary><nav aria-label="On this page">${outline}</nav></details>`
  return html.replace('</h1>', `</h1>\n${pocket}`)
}

/** @param {Page | undefined} previous @param {Page | undefined} next @param {(address: string) => string} to */
function neighboursHtml(previous, next, to) {
  const link = (/** @type {Page | undefined} */ page, /** @type {string} */ rel, /** @type {string} */ words) =>
    page ? `<a rel="${rel}" href="${to(page.address)}"><span>${words}</span> ${escapeHtml(page.label)}</a>` : ''
  return `<nav class="neighbours" aria-label="Previous and next page">${link(previous, 'prev', 'Previous')}${link(next, 'next', 'Next')}</nav>`
}

/** @param {string} html */
function withoutLinks(html) {
  return html.replace(/<\/?a\b[^>]*>/g, '').replace(/ (tabindex|role|aria-label)="[^"]*"/g, '')
}

/** The first paragraph, as far as it fits. @param {Page} page */
function descriptionOf({ html, title }) {
  const words = wordsOf(/<p>([\s\S]*?)<\/p>/.exec(html)?.[1] ?? title).replace(/\s+/g, ' ')
  return words.length <= 160 ? words : `${words.slice(0, 160).replace(/\s\S*$/, '')} ...`
}
