// Formulas in Markdown: `$...$` within a line, or `$$` on lines of their own. Where they are, and what is wrong with
// them for the two that render them: KaTeX, and a code host, which reads Markdown first and formulas after that.

import katex from 'katex'

/** What looks like a formula, where there should be none but between dollars. */
const symbols = [
  [/[\u0370-\u03ff]/, 'a Greek letter'],
  [/[²³½¼√∞∑∫≤≥±·∪∈₀-₉]/, 'a mathematical sign'],
  [/[\w)\]]\^[\w({-]/, 'a power'],
  [/<=|>=| -> /, 'a comparison or an arrow'],
  [/(?<![.\w])(?:ln|cosh|sinh|arccosh|floor|ceil)\(/, 'a function'],
  [/(?<![\w/.])[A-Za-z]_[A-Za-z0-9](?!\w)/, 'an index']
]
const magnitude = [/(?<!\|)\|[^|]+\|(?!\|)/, 'a magnitude'] // in prose, it might be a table

/** What code there is in proofs: names and paths, `name: 'value'`, a command, a call. */
const codeInProofs =
  /^(?:(?:[a-z]{2,}\/)*[A-Za-z]{2}[A-Za-z_][\w.-]*(?:::\w+)?|\w{3,}: '\w+'|npm run [\w -]+|[A-Z][a-z]+\.\w+\(.*\))$/

/**
 * All that is wrong with the formulas of a document, as sentences that name the line.
 * @param {string} text Markdown
 * @param {{ proof?: boolean }} options of a proof: there every symbol is a formula, in prose too, and no code is indented
 */
export function complaints(text, { proof = false } = {}) {
  const problems = {
    formula: errorOfFormula,
    unbalanced: () => 'has a $ without its partner',
    code: ({ content }) => leftover(content, [...symbols, magnitude]) ?? (proof && strangeInProof(content)),
    prose: ({ content }) => proof && leftover(content, symbols),
    indented: () => proof && 'is indented like code: formulas stand between $$'
  }
  return pieces(text)
    .map((piece) => [piece, problems[piece.kind](piece)])
    .filter(([, problem]) => problem)
    .map(([{ line, content }, problem]) => `line ${line}: ${shorten(content)} ${problem}`)
}

/** How many formulas a document has. */
export function formulasIn(text) {
  return pieces(text).filter(({ kind }) => kind === 'formula').length
}

function shorten(content) {
  const words = content.trim().replaceAll(/\s+/g, ' ')
  return words.length > 80 ? `${words.slice(0, 77)}...` : words
}

function leftover(text, patterns) {
  const [, what] = patterns.find(([pattern]) => pattern.test(text)) ?? []
  return what && `has ${what}, which belongs between $`
}

function strangeInProof(code) {
  return !codeInProofs.test(code) && 'is no name, path, option or call: a formula belongs between $'
}

const asMoney = 'at once: a code host takes its $ for money'

function errorOfFormula({ content, before, after }) {
  if (/[\p{L}\p{N}*_-]$/u.test(before)) return `follows a letter, a digit or a mark ${asMoney}`
  if (/^[\p{L}\p{N}*_]/u.test(after)) return `is followed by a letter, a digit or a mark ${asMoney}`
  if (/^ | $/.test(content)) return 'has a space beside its $'
  const [escaped] = content.match(/\\[^a-zA-Z]/) ?? []
  if (escaped) return `has a ${escaped} whose backslash Markdown takes away: write \\thinspace, \\lbrace, \\cr`
  if (/<[a-z/!]/i.test(content)) return 'has a < that Markdown takes for a tag: put a space after it'
  if (content.includes('](')) return 'has brackets that Markdown takes for a link'
  if (/^\s*\|/.test(before) && content.includes('|')) return 'has a | that ends its cell: write \\vert'
  const displayMode = content.includes('\n')
  try {
    katex.renderToString(content, { displayMode, output: 'mathml', throwOnError: true, strict: 'error' })
  } catch (error) {
    return `is no formula: ${error.message}`
  }
}

/** A document in pieces: formulas, code, prose, each with its line. Fenced code is left out. */
function pieces(text) {
  const found = []
  const lines = text.split('\n')
  let fence = false
  let display // what has been read of it, and since which line
  lines.forEach((content, index) => {
    const line = index + 1
    if (/^\s*```/.test(content)) fence = !fence
    else if (fence) return
    else if (/^\*Used:\* /.test(content))
      return // names of code and of tests, which `proof-links.test.mjs` holds
    else if (content.trim() === '$$') {
      if (display) found.push({ line: display.line, kind: 'formula', content: display.content, before: '', after: '' })
      display = display ? undefined : { line, content: '\n' }
    } else if (display) display.content += `${content}\n`
    else if (/^ {4}/.test(content) && (lines[index - 1] ?? '').trim() === '')
      found.push({ line, kind: 'indented', content })
    else found.push(...piecesOf(content).map((piece) => ({ line, ...piece })))
  })
  if (display) found.push({ line: display.line, kind: 'unbalanced', content: '$$' })
  return found
}

/** Of one line. */
function piecesOf(line) {
  const found = []
  let from = 0
  const prose = (content) => {
    if (content.includes('$')) found.push({ kind: 'unbalanced', content: line })
    else if (content) found.push({ kind: 'prose', content: content.replaceAll(/\]\([^)]*\)/g, ']') })
  }
  for (const match of line.matchAll(/`([^`]+)`|\$([^$`]+)\$/g)) {
    const before = line.slice(0, match.index)
    prose(before.slice(from))
    from = match.index + match[0].length
    const [, code, formula] = match
    found.push(
      code === undefined
        ? { kind: 'formula', content: formula, before, after: line.slice(from) }
        : { kind: 'code', content: code }
    )
  }
  prose(line.slice(from))
  return found
}
