import { checkOptions, checkWord, formatValue } from './arguments.js'
import { copyOfList } from './copies.js'
import { partsOf } from './tally.js'

// Counting where the reports are: a database does what Tally does, by the same comparisons with the same numbers.

/**
 * Where the reports are.
 * @typedef {object} TallyQueryOptions
 * @property {string | readonly string[]} table its name, or the parts of a qualified one
 * @property {string | readonly string[]} column of the reports; of vectors, one for each coordinate
 * @property {'ansi' | 'bigquery' | 'spark'} [dialect] how names are quoted: "..." (DuckDB, PostgreSQL and most others), or
 *   `...`. Default: `'ansi'`
 * @property {readonly [number, number]} [range] as of the tally
 */

/** How names are quoted, and what stands for a quote inside one. @type {Record<'ansi' | 'bigquery' | 'spark', (name: string) => string>} */
const QUOTED = {
  ansi: (name) => `"${name.replaceAll('"', '""')}"`,
  bigquery: (name) => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``,
  spark: (name) => `\`${name.replaceAll('`', '``')}\``
}

/**
 * @param {any} TallyClass as `load()` gives it
 * @param {import('./report-model.js').MechanismLike} mechanism
 * @param {unknown} options
 */
export function queryFor(TallyClass, mechanism, options) {
  const given = checkOptions('tallyQuery', options, ['table', 'column', 'dialect', 'range'])
  const { dialect = 'ansi', range } = given
  const quoted = QUOTED[checkWord('dialect', dialect, /** @type {const} */ (['ansi', 'bigquery', 'spark']))]
  const tally = new TallyClass(mechanism, range === undefined ? {} : { range })
  const { bins, model } = partsOf(tally)
  const table = namesFrom('table', given.table).map(quoted).join('.')
  const columns = namesFrom('column', given.column)
  if (columns.length !== model.sides) {
    throw new TypeError(
      `column must be ${model.sides === 1 ? 'one name' : `${model.sides} names`}, got ${columns.length}`
    )
  }
  const queries = columns.map((column, side) =>
    selectOf(
      table,
      quoted(column),
      /** @type {Float64Array} */ (bins[side]),
      gapsOf(model.mechanism),
      model.isBox ? side : undefined
    )
  )
  return queries.join('\nUNION ALL\n')
}

/** What lies between spans. @param {{ spans?: readonly import('./domain.js').Span[] }} mechanism */
function gapsOf({ spans = [] }) {
  return spans.slice(1).map(([from], at) => [Number(spans[at]?.[1]), from])
}

/** @param {string} table @param {string} column @param {Float64Array} bins @param {number[][]} gaps @param {number | undefined} side */
function selectOf(table, column, bins, gaps, side) {
  const [lowest = 0, highest = 0, slack = 0, ...edges] = bins
  const possible = [
    `${column} >= ${literal(lowest - slack)} AND ${column} <= ${literal(highest + slack)}`,
    ...gaps.map(
      ([from = 0, to = 0]) => `NOT (${column} > ${literal(from + slack)} AND ${column} < ${literal(to - slack)})`
    )
  ].join(' AND ')
  const bin = `CASE WHEN ${possible} THEN ${treeOf(column, edges, 0, edges.length)} ELSE -1 END`
  const which = side === undefined ? '' : `${side} AS side, `
  return `SELECT ${which}bin, COUNT(*) AS reports FROM (SELECT ${bin} AS bin FROM ${table}) AS binned GROUP BY bin`
}

/**
 * A search by halves: seven comparisons for a hundred bins. The bin of a report is the number of edges that are not above it.
 * @param {string} column @param {number[]} edges @param {number} from @param {number} to
 * @returns {string | number}
 */
function treeOf(column, edges, from, to) {
  if (from === to) return from
  const middle = (from + to) >> 1
  const [below, above] = [treeOf(column, edges, from, middle), treeOf(column, edges, middle + 1, to)]
  return `CASE WHEN ${column} < ${literal(Number(edges[middle]))} THEN ${below} ELSE ${above} END`
}

/** With an exponent, a literal is a double to every engine, and these digits are that very double. @param {number} value */
function literal(value) {
  return value.toExponential()
}

/** @param {string} parameter @param {unknown} value @returns {string[]} */
function namesFrom(parameter, value) {
  const names = Array.isArray(value) ? copyOfList(value) : [value]
  if (names.length === 0) throw new TypeError(`${parameter} must be a name, got an empty array`)
  for (const name of names) {
    if (typeof name !== 'string' || name === '')
      throw new TypeError(`${parameter} must be a name, got ${formatValue(name)}`)
  }
  return names
}
