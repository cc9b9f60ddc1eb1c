// The code of the documents. A fence of JavaScript is a program of its own; fences with a title are the files of a program,
// one program for each folder that the titles name. A program with a page in it is for a browser, any other for Node.

import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

const RUN = ['js', 'html']
const SHOWN = ['sh', 'json', 'csv', 'text'] // what a reader types or sees; nothing to run

/** The documents whose code is run. */
export const documents = [
  'README.md',
  'CHANGELOG.md',
  ...readdirSync(join(root, 'web/docs'), { recursive: true })
    .map((name) => posix.join('web/docs', name.replaceAll('\\', '/')))
    .filter((name) => name.endsWith('.md'))
    .sort()
]

export const fences = documents.flatMap((document) => fencesOf(document, readFileSync(join(root, document), 'utf8')))

/**
 * @param {string} document its path, for messages
 * @param {string} text
 */
export function fencesOf(document, text) {
  const found = []
  let open
  for (const [at, line] of text.split('\n').entries()) {
    const [, before, marks, info] = /^([\s>*+\-\d.]*)(`{3,}|~{3,})(.*)$/.exec(line) ?? []
    if (open === undefined) {
      if (marks === undefined) continue
      open = { where: `${document}:${at + 1}`, document, marks, isPlain: before === '' && marks === '```', lines: [] }
      const [, language, title] = /^(\w+)(?: title="([\w./-]+)")?$/.exec(info) ?? []
      Object.assign(open, { info, language, title })
    } else if (marks?.startsWith(open.marks) && info.trim() === '') {
      const { lines, ...fence } = open
      found.push({ ...fence, code: `${lines.join('\n')}\n` })
      open = undefined
    } else open.lines.push(line)
  }
  if (open !== undefined) found.push({ ...open, isPlain: false, code: '' })
  return found
}

/** Why nobody would run a fence, in sentences. */
export function problemsOf(list) {
  const titles = new Set()
  return list.flatMap(({ where, document, isPlain, info, language, title, code }) => {
    const problems = []
    const known = [...RUN, ...SHOWN]
    if (!isPlain) problems.push('a fence starts at the margin with three backticks, and ends')
    if (!known.includes(language))
      problems.push(`nobody runs '${info}': it takes ${known.join(', ')}, or a file's title`)
    if (language === 'html' && title === undefined) problems.push('a page needs a title, and a test that opens it')
    if (titles.has(`${document} ${title}`) && title !== undefined) problems.push(`there are two files ${title}`)
    if (title !== undefined && posix.normalize(title).startsWith('.')) problems.push(`${title} is outside its folder`)
    if (language === 'html' && code.includes('// =>')) problems.push('values in a page are not compared')
    if (language === 'js') problems.push(...mergeLines(code))
    titles.add(`${document} ${title}`)
    return problems.map((problem) => `${where}: ${problem}`)
  })
}

/** Without semicolons, a statement that starts with a bracket belongs to the one before it; comparisons would hide that. */
function mergeLines(code) {
  const lines = code.split('\n').map((line) => line.replace(/\s*\/\/ .*$/, ''))
  return lines
    .filter((line, at) => /^\s*[[(`]/.test(line) && /[\w)\]'"`]$/.test(lines[at - 1] ?? ''))
    .map((line) => `'${line.trim()}' goes on with the line before it`)
}

/** Fences that are whole programs for Node. */
export const snippets = fences.filter(({ language, title }) => language === 'js' && title === undefined)

/** The programs that are made of files. */
export const programs = programsOf(fences)

export function programsOf(list) {
  const groups = new Map()
  for (const { document, language, title, code } of list) {
    if (title === undefined) continue
    const folder = posix.dirname(title)
    const name = folder === '.' ? document : `${document} ${folder}/`
    groups.set(name, [...(groups.get(name) ?? []), { path: posix.basename(title), language, code }])
  }
  return [...groups]
    .filter(([, files]) => files.some(({ language }) => RUN.includes(language)))
    .map(([name, files]) => ({
      name,
      files,
      place: files.some(({ language }) => language === 'html') ? 'browser' : 'node'
    }))
}

/** What a line that ends in `// => value` says is compared with what it gives. */
export function compareValues(code) {
  const lines = []
  const checked = code.split('\n').map((line, at) => {
    const [, expression, value] = /^(.*?)\s*\/\/ => (.*)$/.exec(line) ?? []
    if (expression === undefined) return line
    lines.push(at + 1)
    return `checkLine(${at + 1}, ${expression.replace(/;$/, '')}, ${value})`
  })
  if (lines.length === 0) return code
  const checks = JSON.stringify(new URL('checks.mjs', import.meta.url))
  const start = `import { checkerOf } from ${checks}; const checkLine = checkerOf([${lines}]);` // line numbers stay
  return start + checked.join('\n')
}
