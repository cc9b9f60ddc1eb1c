import { dsvFormat } from 'd3-dsv'
import { MAX_MEBIBYTES_OF_A_ROW } from './row-blocks.js'

// d3-dsv finds the cells and unescapes them, faster than anything written here did. It does not say where they were, and
// forgives what is no CSV. Both follow from the lengths of what it found: walking along the text by these gives the place
// of each cell, and where the walk does not end up at a delimiter, something is wrong.

const [LF, CR, QUOTE] = [10, 13, 34]

/** Rows are not as they should be. It becomes a message where the file's name is known, and has nothing of any cell in it. */
export class RowError extends Error {
  /**
   * @param {string} problem
   * @param {number} at where in the text of the block
   * @param {number} [field] the place of the cell in its row, from 0; none if it is about the row
   * @param {boolean} [mayBeMissing] whether what is in that cell may stand for a missing value
   */
  constructor(problem, at, field, mayBeMissing = false) {
    super(problem)
    this.at = at
    this.field = field
    this.mayBeMissing = mayBeMissing
  }
}

/**
 * What rows look like.
 * @typedef {object} Shape
 * @property {string} delimiter
 * @property {number} fields how many cells each row has
 * @property {boolean} hasHeader where that number is from
 */

/** A cell that somebody wants: its text without quotes, where it is in the block, its place in the row. */
/** @typedef {(value: string, start: number, end: number, field: number) => void} Take */

/**
 * Every row, and the cells of some columns. Blank lines are no rows, unless there is but one column.
 * @param {string} text
 * @param {Shape} shape
 * @param {Uint8Array} selected for each column, whether its cells are
 * @param {Take} take
 * @param {boolean} [looksForQuotes] whether quotes inside of cells are looked for, which takes longer
 * @returns {{ rows: number, quotes: number }} how many rows there are, and how many quotes were where they may be
 */
function walkRows(text, { delimiter, fields, hasHeader }, selected, take, looksForQuotes = false) {
  const between = delimiter.charCodeAt(0)
  const { length } = text
  let at = 0
  let rows = 0
  let quotes = 0
  dsvFormat(delimiter).parseRows(text, (row) => {
    const from = at
    const isBlank = row.length === 1 && row[0] === '' && text.charCodeAt(at) !== QUOTE
    for (let field = 0; field < row.length; ++field) {
      const value = /** @type {string} */ (row[field])
      const start = at
      if (text.charCodeAt(at) === QUOTE) {
        const inside = value.indexOf('"') < 0 ? 0 : quotesIn(value)
        quotes += 2 + 2 * inside
        at += value.length + 2 + inside
        const next = text.charCodeAt(at)
        const isEnd = field + 1 < row.length ? next === between : next === LF || next === CR || at === length
        if (!isEnd) refuseQuoted(text, start, at, field)
      } else {
        at += value.length
        if (looksForQuotes && value.includes('"')) refuseStray(start, field)
      }
      if (selected[field] === 1 && row.length === fields) take(value, start, at, field)
      at += 1 // the delimiter, or the end of the line
    }
    if (text.charCodeAt(at - 1) === CR && text.charCodeAt(at) === LF) at += 1
    if (row.length === fields) rows += 1
    else if (!isBlank) {
      const like = hasHeader ? 'the header' : 'the first row'
      throw new RowError(`must have ${cells(fields)} like ${like}, got ${row.length}`, from)
    }
    return undefined // nothing is kept
  })
  return { rows, quotes }
}

/**
 * Every row of a block, or what is wrong with the first one that is.
 * @param {string} text
 * @param {Pick<import('./row-blocks.js').RowBlock, 'quotes' | 'error'>} block
 * @param {Shape} shape
 * @param {Uint8Array} selected
 * @param {Take} take
 * @returns {number} how many rows there are
 */
export function rowsOf(text, { quotes: expected, error }, shape, selected, take) {
  /** @type {RowError | undefined} */
  let found
  try {
    const { rows, quotes } = walkRows(text, shape, selected, take)
    if (quotes === expected && error === '') return rows
  } catch (error) {
    if (!(error instanceof RowError)) throw error
    found = error
  }
  // Only now that something is wrong is it worth the time to look closely, for what comes first.
  const first = firstError(text, shape)
  if (error === 'long' && first?.field === undefined) {
    throw new RowError(`must be at most ${MAX_MEBIBYTES_OF_A_ROW} MiB long, and this row is longer`, 0)
  }
  const fallback = new RowError('must be CSV, with quotes only around cells and doubled inside of them', 0)
  throw first && (found === undefined || first.at < found.at) ? first : (found ?? fallback)
}

/** @param {string} text @param {Shape} shape @returns {RowError | undefined} */
function firstError(text, shape) {
  try {
    walkRows(text, shape, new Uint8Array(shape.fields), () => {}, true)
    return undefined
  } catch (error) {
    if (error instanceof RowError) return error
    throw error
  }
}

/** @param {string} value */
function quotesIn(value) {
  let count = 0
  for (let at = value.indexOf('"'); at >= 0; at = value.indexOf('"', at + 1)) count += 1
  return count
}

/** @param {string} text @param {number} start @param {number} end @param {number} field @returns {never} */
function refuseQuoted(text, start, end, field) {
  if (end > text.length) {
    throw new RowError('must end with a quote, since it begins with one, and there is none up to the end', start, field)
  }
  const hint = 'a quote inside of a cell is written as two'
  throw new RowError(`must end with its closing quote, got text after that; ${hint}`, end, field)
}

/** @param {number} start @param {number} field @returns {never} */
function refuseStray(start, field) {
  const hint = 'write 5" as "5"""'
  throw new RowError(`must begin with a quote, since there is one inside, and it does not; ${hint}`, start, field)
}

/** @param {number} count */
export function cells(count) {
  return count === 1 ? '1 cell' : `${count} cells`
}
