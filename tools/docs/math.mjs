// Formulas: $...$ within a line, $$...$$ on lines of their own, typeset as MathML, which browsers draw without a style
// sheet, a font or a script, and screen readers read.

import { tex } from '@mdit/plugin-tex'
import katex from 'katex'
import { scrollBox, wordsOf } from './html.mjs'

/** Formulas with more signs than this may be wider than a phone. */
const SHORT = 22
const DOLLAR = 0x24

/** @param {import('markdown-it').default} md */
export function withMath(md) {
  md.use(tex, {
    delimiters: 'dollars',
    render: (formula, display, env) => typeset(formula.trim(), display, env.source)
  })
  md.inline.ruler.before('math_inline_dollar', 'plain_dollar', plainDollar)
  md.core.ruler.after('inline', 'punctuation_at_formulas', keepPunctuation)
  const formula = md.renderer.rules.math_inline
  md.renderer.rules.math_inline = (tokens, at, ...rest) => {
    const { before = '', after = '' } = tokens[at].meta ?? {}
    const html = formula(tokens, at, ...rest)
    return before + after === '' ? html : `<span class="together">${before}${html}${after}</span>`
  }
}

/**
 * Browsers would break a line between a formula and the full stop behind it, or the bracket before it.
 * @type {import('markdown-it/lib/parser_core.mjs').RuleCore}
 */
function keepPunctuation({ tokens }) {
  for (const { children } of tokens) {
    children?.forEach((token, at) => {
      if (token.type !== 'math_inline') return
      const [previous, next] = [children[at - 1], children[at + 1]]
      token.meta = { before: take(previous, /[([“]+$/), after: take(next, /^[.,;:!?)\]”’]+/) }
    })
  }
}

/** Cuts it off the text. @param {import('markdown-it').Token | undefined} token @param {RegExp} punctuation */
function take(token, punctuation) {
  if (token?.type !== 'text') return ''
  const [found = ''] = punctuation.exec(token.content) ?? []
  token.content = token.content.replace(punctuation, '')
  return found
}

/** @param {string} formula @param {boolean} display @param {string} source */
function typeset(formula, display, source) {
  const math = mathML(formula, display, source)
  if (display) return `${scrollBox('div', 'formula', 'Formula', math)}\n`
  return wordsOf(math).length <= SHORT ? math : scrollBox('span', 'formula', 'Formula', math)
}

/** @param {string} formula @param {boolean} displayMode @param {string} source */
function mathML(formula, displayMode, source) {
  try {
    const html = katex.renderToString(formula, { output: 'mathml', displayMode, throwOnError: true, strict: 'error' })
    return html.replace(/^<span class="katex">/, '').replace(/<\/span>$/, '')
  } catch (error) {
    throw new Error(`${source}: the formula ${formula} cannot be typeset: ${error.message}`)
  }
}

/**
 * A dollar that is money or a variable of a shell, and no formula: one that stands at a letter or digit where a formula
 * would begin or end, as in US$5, $HOME/$USER or $5 to $10.
 * @type {import('markdown-it/lib/parser_inline.mjs').RuleInline}
 */
function plainDollar(state, silent) {
  const { src, pos } = state
  if (src.charCodeAt(pos) !== DOLLAR) return false
  if (src.charCodeAt(pos + 1) === DOLLAR) {
    throw new Error(`${state.env.source}: $$ stands within a line; a displayed formula has lines of its own`)
  }
  const end = closing(src, pos + 1)
  const isWord = (/** @type {number} */ at) => /[\p{L}\p{N}]/u.test(src[at] ?? '')
  if (end > 0 && !isWord(pos - 1) && !isWord(end + 1)) return false
  if (!silent) state.pending += '$'
  state.pos += 1
  return true
}

/** The next dollar that is not escaped. @param {string} text @param {number} from */
function closing(text, from) {
  const found = /(?<!\\)(?:\\\\)*\$/.exec(text.slice(from))
  return found ? from + found.index + found[0].length - 1 : -1
}
