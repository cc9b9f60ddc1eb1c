import { Headings } from '../../tools/docs/headings.mjs'
import { block } from '../../tools/docs/markdown.mjs'

/** The HTML of a piece of Markdown, with links as they are. @param {string} text */
export function render(text) {
  return block(text, { source: 'text.md', headings: new Headings(), resolve: (target) => target })
}
