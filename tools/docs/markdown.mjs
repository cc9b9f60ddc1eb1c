// From Markdown to the HTML of a page's text. The sources also read well on a code host; nothing here is a dialect of our own.

import MarkdownIt from 'markdown-it'
import { codeBlock } from './code.mjs'
import { withFigures } from './figures.mjs'
import { Headings } from './headings.mjs'
import { escapeHtml, wordsOf } from './html.mjs'
import { withMath } from './math.mjs'

/**
 * What a text is rendered with.
 * @typedef {object} Setting
 * @property {string} source the file that it is from, for links and for sentences about mistakes
 * @property {Headings} headings
 * @property {(target: string, source: string) => string | undefined} resolve the address of a link, or undefined to leave its words alone
 * @property {(code: string) => string | undefined} [addressOf] the address of what a piece of code names
 * @property {(target: string, source: string) => { src: string, width: number, height: number }} [picture] where a picture is, and its size
 */

const md = new MarkdownIt({ html: true })
withMath(md)
withFigures(md)
const { rules } = md.renderer

/**
 * @param {string} text
 * @param {Omit<Setting, 'headings'>} setting
 * @returns {{ html: string, title: string, headings: import('./headings.mjs').Heading[] }} the title is that of the first heading
 */
export function page(text, setting) {
  const headings = new Headings()
  const html = block(text, { ...setting, headings })
  const [first] = headings.list
  if (first?.level !== 1) throw new Error(`${setting.source} must begin with a heading of the first level: its title`)
  return { html, title: wordsOf(first.html), headings: headings.list }
}

/** @param {string} text @param {Setting} setting */
export function block(text, setting) {
  return md.render(text, setting)
}

/** Words without paragraphs. @param {string} text @param {Setting} setting */
export function inline(text, setting) {
  return md.renderInline(text, setting)
}

// A heading is rendered whole, where it opens: its anchor is made of its words.
rules.heading_open = (tokens, at, options, env) => {
  const { children } = tokens[at + 1]
  const html = md.renderer.renderInline(children ?? [], options, env)
  tokens[at + 1].children = []
  return env.headings.add(Number(tokens[at].tag.slice(1)), html)
}
rules.heading_close = () => '\n'

rules.fence = (tokens, at) => codeBlock(tokens[at].content, tokens[at].info.trim())
rules.code_block = (tokens, at) => codeBlock(tokens[at].content)

rules.code_inline = (tokens, at, _, env) => {
  const { content } = tokens[at]
  const html = `<code>${escapeHtml(content)}</code>`
  const address = env.addressOf?.(content)
  return address ? `<a href="${escapeHtml(address)}">${html}</a>` : html
}

rules.table_open = () => '<div class="scroll table" tabindex="0" role="group" aria-label="Table"><table>\n'
rules.table_close = () => '</table></div>\n'
rules.th_open = (tokens, at, options, _, self) => {
  tokens[at].attrSet('scope', 'col')
  return withClassOfAlignment(tokens, at, options, self)
}
rules.td_open = (tokens, at, options, _, self) => withClassOfAlignment(tokens, at, options, self)

/** The policy of the site has no room for the style attribute that the Markdown library writes. */
function withClassOfAlignment(tokens, at, options, self) {
  const token = tokens[at]
  const style = token.attrGet('style')
  if (style) {
    token.attrs = token.attrs.filter(([name]) => name !== 'style')
    token.attrJoin('class', style.replace('text-align:', ''))
  }
  return self.renderToken(tokens, at, options)
}

// Where a statement is used and tested is for those who look it up: it must not stand in the way of the others.
rules.paragraph_open = (tokens, at, options, _, self) => {
  if (tokens[at + 1].content.startsWith('*Used:* ')) tokens[at].attrJoin('class', 'uses')
  return self.renderToken(tokens, at, options)
}

rules.link_open = (tokens, at, options, env, self) => {
  const address = env.resolve(tokens[at].attrGet('href'), env.source)
  if (address !== undefined) {
    tokens[at].attrSet('href', address)
    return self.renderToken(tokens, at, options)
  }
  const close = tokens.findIndex((token, index) => index > at && token.type === 'link_close')
  tokens[close].hidden = true
  return ''
}
rules.link_close = (tokens, at) => (tokens[at].hidden ? '' : '</a>')

rules.html_block = onlyComments
rules.html_inline = onlyComments

/** Comments are for those who edit a text. Other HTML would be shown as it stands, or not at all, depending on the reader. */
function onlyComments(tokens, at, _, env) {
  const { content } = tokens[at]
  if (/^\s*<!--[\s\S]*-->\s*$/.test(content)) return ''
  throw new Error(`${env.source}: only Markdown is understood here, not HTML: ${content.trim()}`)
}
