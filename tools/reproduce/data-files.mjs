// The numbers as CSV, whole: with all digits that a double has, and words as they stand in the report.

import { csvFormatRows } from 'd3-dsv'

/** @typedef {import('../../web/papers/computations/result.js').Result} Result */
/** @typedef {import('../../web/papers/computations/result.js').Chart} Chart */

const COLUMNS = /** @type {const} */ (['printed', 'recomputed', 'compared', 'tight', 'further'])

/** The columns of numbers that a result has. @param {Pick<Result, 'headings' | 'rows'>} result */
export function columnsOf({ headings, rows }) {
  return COLUMNS.filter((name) => headings[name] && rows.some((row) => (row[name] ?? '') !== ''))
}

/**
 * What is printed beside what comes out, a line each.
 * @param {Pick<Result, 'headings' | 'rows'>} result
 */
export function numbersCsv({ headings, rows }) {
  const columns = columnsOf({ headings, rows })
  return csv([
    [headings.what, ...columns.map((name) => headings[name] ?? ''), 'Verdict'],
    ...rows.map((row) => [row.what, ...columns.map((name) => row[name] ?? ''), row.verdict ?? ''])
  ])
}

/** The points of a chart: a column for each line, empty where it has a gap. @param {Pick<Chart, 'xs' | 'xTitle' | 'lines'>} chart */
export function pointsCsv({ xs, xTitle, lines }) {
  return csv([
    [xTitle, ...lines.map(({ name }) => name)],
    ...xs.map((x, at) => [x, ...lines.map(({ ys }) => ys[at] ?? '')])
  ])
}

/** @param {(string | number)[][]} rows */
const csv = (rows) => `${csvFormatRows(rows.map((row) => row.map(String)))}\n`
