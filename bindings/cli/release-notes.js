import { sumUp } from '../js/sum-up.js'
import { pluralise, short } from './text-table.js'

// What was spent, and what can be seen all the same.

/** @typedef {import('./column-mechanisms.js').ColumnMechanism} ColumnMechanism */
/** @typedef {import('./table.js').Table} Table */

/** For programs. @param {readonly ColumnMechanism[]} columns @param {Table} table @param {string} [output] */
export function releaseSummary(columns, { rows, missing }, output) {
  return {
    rows,
    missing: Object.fromEntries(columns.map(({ column }, at) => [column, missing[at]])),
    epsilon: sumUp(columns.map(({ mechanism }) => mechanism.epsilon)),
    delta: sumUp(columns.map(({ mechanism }) => mechanism.delta)),
    mechanisms: Object.fromEntries(columns.map(({ column, mechanism }) => [column, mechanism])),
    output: output ?? null
  }
}

/** For people. @param {readonly ColumnMechanism[]} columns @param {Table} table */
export function releaseNotes(columns, { rows, missing }) {
  const epsilon = sumUp(columns.map(({ mechanism }) => mechanism.epsilon))
  const delta = sumUp(columns.map(({ mechanism }) => mechanism.delta))
  const also = delta > 0 ? ` and delta ${short(delta, 12)}` : ''
  const isMetric = columns.some(({ mechanism }) => mechanism.guarantee === 'metric')
  const between = isMetric ? ', between values that are a sensitivity apart' : ''
  return [
    `${pluralise(rows, 'row')} with noise on ${columns.map(({ column }) => column).join(', ')}.`,
    ...columns.map(({ column, mechanism }) => `${column}: ${mechanism.describe()}`),
    `Spent: epsilon ${short(epsilon, 12)}${also}, for each row${between}; a person with several rows, or a second run, adds up.`,
    ...columns.flatMap(({ column }, at) => missingNote(column, Number(missing[at])))
  ]
}

/** @param {string} column @param {number} count */
function missingNote(column, count) {
  if (count === 0) return []
  const stay = count === 1 ? 'is missing and stays so' : 'are missing and stay so'
  return [`${column}: ${pluralise(count, 'value')} ${stay}; everybody can see in which rows.`]
}
