// The tables and figures of the technical report, web/docs/report.md, by the very entries of `npm run reproduce`: `node tools/report-parts.mjs --write`
// puts the tables into the text and the figures beside it, without it they are printed. Tests compare: what was written once cannot drift from what
// the package computes.

import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { significant } from '../web/wording/figures.js'
import { accuracyOnPage } from './accuracy-table.mjs'
import { readParts, writePart } from './built-part.mjs'
import { chooseEntries } from './reproduce/choose.mjs'
import { columnsOf } from './reproduce/data-files.mjs'
import { chartSvg } from './reproduce/plot/svg.mjs'
import { figureNames, SEED } from './reproduce/run.mjs'

const page = fileURLToPath(new URL('../web/docs/report.md', import.meta.url))
export const FIGURES = new URL('../web/docs/figures/', import.meta.url)
const startOf = (/** @type {string} */ name) => `<!-- made by tools/report-parts.mjs: ${name} -->`
const END = '<!-- end -->'

/** Of the papers' own parts, those that the report shows. */
const SHOWN = ['erratum-1', 'holohan-figure-2']

/** Every entry that the report shows, with its result. @returns {Promise<Map<string, import('../web/papers/computations/result.js').Result>>} */
export async function reportResults() {
  const { loadSeeded } = await import('inbounds/testing')
  const results = new Map()
  for (const { id, compute } of chooseEntries([]))
    if (id.startsWith('report-') || SHOWN.includes(id)) results.set(id, await compute(await loadSeeded(SEED)))
  return results
}

/** The figures by the names of their files. @param {Awaited<ReturnType<typeof reportResults>>} results */
export function reportFigures(results) {
  const named = [...results].flatMap(([id, { charts }]) =>
    figureNames(id, charts).map((name, at) => [`${name}.svg`, chartSvg(charts[at], name, { alone: true })])
  )
  return Object.fromEntries(named)
}

/** The tables by their names on the page, each as lines of Markdown. @param {Awaited<ReturnType<typeof reportResults>>} results */
export async function reportTables(results) {
  const own = [...results].filter(([id]) => id.startsWith('report-')).map(([id, result]) => [id, numbersOf(result)])
  return { ...Object.fromEntries(own), accuracy: accuracyTable(await accuracyOnPage()) }
}

/** What is on the page, likewise. */
export function tablesOnPage() {
  return readParts(page, startOf, END)
}

/** The rows that are numbers; those that are checks are in the report of `npm run reproduce`. */
function numbersOf({ headings, rows }) {
  const numbers = rows.filter(({ verdict }) => !verdict)
  const columns = columnsOf({ headings, rows: numbers })
  return [
    rowOf([headings.what, ...columns.map((name) => headings[name])]),
    rowOf(['---', ...columns.map(() => '---:')]),
    ...numbers.map((row) => rowOf([row.what, ...columns.map((name) => format(row[name]))]))
  ]
}

/** Of the tables in "From reports to statistics", the rows of epsilon 1 and the columns of the best of each kind. @param {string[]} lines */
function accuracyTable(lines) {
  const rows = lines.filter((line) => line.startsWith('|')).map((line) => line.slice(1, -1).split('|').map((cell) => cell.trim().replaceAll('*', ''))) // biome-ignore format: one thought
  const heads = rows.map((cells, at) => (cells[0] === 'epsilon' ? at : -1)).filter((at) => at >= 0)
  const columns = ['reports', '`ReflectedLaplace`', '`ClampedLaplace`', 'Piecewise', 'Square Wave, EM']
  const body = heads.flatMap((head, table) => {
    const places = columns.map((name) => rows[head].indexOf(name))
    const own = rows.slice(head + 2, heads[table + 1]).filter(([epsilon]) => epsilon === '1')
    return own.map((cells) => rowOf([['mean', 'histogram'][table], ...places.map((at) => cells[at] ?? '')]))
  })
  const titles = ['of', 'reports', 'reflected', 'clamped', 'Piecewise', 'Square Wave, EM']
  return [rowOf(titles), rowOf(['---', ...titles.slice(1).map(() => '---:')]), ...body]
}

/** @param {string[]} cells */
const rowOf = (cells) => `| ${cells.join(' | ')} |`

/** @param {number | string | undefined} value */
const format = (value) => (typeof value === 'number' ? significant(value, 4) : (value ?? ''))

async function write(tables, figures) {
  for (const [name, lines] of Object.entries(tables))
    await writePart(page, startOf(name), END, `\n${lines.join('\n')}\n`)
  await mkdir(FIGURES, { recursive: true })
  for (const file of await readdir(FIGURES)) await rm(new URL(file, FIGURES))
  for (const [file, svg] of Object.entries(figures)) await writeFile(new URL(file, FIGURES), svg)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const results = await reportResults()
  const tables = await reportTables(results)
  if (process.argv.includes('--write')) await write(tables, reportFigures(results))
  else for (const lines of Object.values(tables)) console.log(`${lines.join('\n')}\n`)
}
