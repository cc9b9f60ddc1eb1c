// Rows of benchmarks (tests/bench/rows.mjs) as Markdown, and the table of the README that `npm run bench -- --write` makes of
// those that are marked for it.

import { fileURLToPath } from 'node:url'
import { readPart, writePart } from './built-part.mjs'

const page = fileURLToPath(new URL('../README.md', import.meta.url))
const START = '<!-- made by npm run bench -- --write -->'
const END = '<!-- end -->'

export const columns = ['ratio', 'what', 'value', 'bar', 'verdict']

/** A table whose columns are straight on a terminal, too; what was skipped in sentences below. */
export function tableOf(rows) {
  const measured = rows.filter(({ skipped }) => skipped === undefined)
  const sentences = rows.filter(({ skipped }) => skipped !== undefined).map(({ skipped }) => skipped)
  const cells = [columns, ...measured.map(cellsOf)]
  const widths = columns.map((_, at) => Math.max(3, ...cells.map((row) => row[at].length)))
  const lineOf = (row) => `| ${row.map((cell, at) => (at === 0 ? cell.padStart(widths[0]) : cell.padEnd(widths[at]))).join(' | ')} |` // biome-ignore format: one line
  const rule = widths.map((width, at) => (at === 0 ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)))
  const [titles, ...lines] = cells.map(lineOf)
  return measured.length === 0 ? sentences : [titles, lineOf(rule), ...lines, ...sentences.flatMap((one) => ['', one])]
}

function cellsOf({ what, value, ratio, speedup, exponent, bar = '', pass }) {
  return [ratioOf({ ratio, speedup, exponent }), what, value, bar, bar === '' ? '' : pass ? 'met' : 'MISSED']
}

/** How something compares: as a ratio, as a speed, or as a power of n. */
function ratioOf({ ratio, speedup, exponent }) {
  if (exponent !== undefined) return `n^${exponent.toFixed(2)}`
  if (speedup !== undefined) return `${threeDigits(speedup)}x as fast`
  return ratio === undefined ? '' : `${threeDigits(ratio)}x`
}

function threeDigits(number) {
  return Math.abs(number) >= 100 ? number.toFixed(0) : number.toPrecision(3)
}

/**
 * What the README shows: marked rows of all benchmarks in one table, then what was skipped, and where it was measured.
 * @param {{ name: string, marked: string[], rows: any[] }[]} results
 * @param {string} machine
 */
export function readmeLines(results, machine) {
  const skipped = results.filter(isSkipped).map(({ name }) => name)
  return [
    ...tableOf(results.flatMap(({ marked, rows }) => rows.filter(({ what }) => marked.includes(what)))),
    '',
    ...skipped.flatMap((name) => [skippedSentence(name), '']),
    `Measured on ${machine}.`
  ]
}

const isSkipped = ({ marked, rows }) => marked.length > 0 && rows.every(({ skipped }) => skipped !== undefined)

/** The reason may name somebody's folders, so the README has none. */
export const skippedSentence = (name) =>
  `Not measured on this machine: ${name}; \`npm run bench -- ${name}\` says what it needs.`

/** A mark without a row, or with two of them, is a mistake of the benchmark: the README would lack it, or have it twice. */
export function checkMarks({ name, marked, rows }) {
  if (isSkipped({ marked, rows })) return
  for (const mark of marked) {
    const count = rows.filter(({ what }) => what === mark).length
    if (count !== 1) throw new Error(`${name} has ${count} rows, and should have one, of the README's “${mark}”`)
  }
}

export async function linesOfReadme() {
  return (await readPart(page, START, END)).split('\n')
}

export function writeReadme(lines) {
  return writePart(page, START, END, lines.join('\n'))
}
