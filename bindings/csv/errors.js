import { listNames } from './list-names.js'

// What can be wrong with a table, or with what was asked of it. Whoever chose the file reads these, so each is a sentence. So may
// others, in a log: no cell is part of one.

/** What was asked for is wrong: nothing was read yet, or what was read does not answer to it. */
export class UsageError extends Error {
  /** @param {string} message @param {string} [parameter] the option it is about, without its dashes */
  constructor(message, parameter) {
    super(message)
    this.parameter = parameter
  }
}

/** There is an error in the data or in a file. */
export class DataError extends Error {
  /** @param {string} message @param {{ line?: number, column?: number }} [place] both count from 1 */
  constructor(message, place = {}) {
    super(message)
    this.line = place.line
    this.column = place.column
  }
}

/** Something is wrong inside of a table; its file's name is put in front where it is known. */
export class TableError extends DataError {
  /** @param {string} file */
  in(file) {
    const separator = this.message.startsWith('line ') ? ', ' : ': '
    return new DataError(file + separator + this.message, this)
  }
}

/**
 * What is wrong with a row, and where.
 * @typedef {object} PlacedError
 * @property {string} problem
 * @property {number} line
 * @property {number} [field] from 0; none if it is about the row
 * @property {boolean} [mayBeMissing] whether it is about a word that may stand for a missing value: a message can say
 *   how to name it
 */

/**
 * @param {PlacedError} error
 * @param {readonly string[]} names of all columns
 */
export function rowError({ problem, line, field }, names) {
  if (field === undefined) return new TableError(`line ${line}: ${problem}`, { line })
  const columnName = listNames(names)[field]
  const name = columnName === undefined ? '' : ` (${columnName})`
  return new TableError(`line ${line}, column ${field + 1}${name}: ${problem}`, { line, column: field + 1 })
}
