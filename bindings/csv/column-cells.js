import { isBlank, numberIn, problemOf } from './number-cell.js'
import { RowError, rowsOf } from './row-walk.js'

// The numbers in some columns of a block, and where they are.

/**
 * What is looked for in a file.
 * @typedef {object} SelectedColumns
 * @property {import('./row-walk.js').Shape} shape
 * @property {readonly number[]} places of the columns, from 0, in any order
 * @property {readonly string[]} missing words for a missing value, as bytes
 */

/** Its lists are used again for each block: making memory anew would take longer than filling it. */
export class ColumnCells {
  /** @type {SelectedColumns} */ #selected
  /** @type {Set<string>} */ #missingWords
  /** For each column of the file, whether it is selected. @type {Uint8Array} */ #isSelected
  /** ... and which of those that are. @type {Uint16Array} */ #columnAt
  /** @type {Float64Array[]} */ #numbers
  /** @type {Uint32Array} */ #counts

  /** Where each cell begins and ends, in the order of the file. @type {Uint32Array} */ starts = new Uint32Array(0)
  /** @type {Uint32Array} */ ends = new Uint32Array(0)
  /** To which column it belongs. @type {Uint16Array} */ columns = new Uint16Array(0)
  /** How many there are. */ length = 0
  /** How many cells of each column are missing. @type {number[]} */ missing = []
  rows = 0

  /** @param {SelectedColumns} selected */
  constructor(selected) {
    this.#selected = selected
    this.#missingWords = new Set(selected.missing)
    this.#isSelected = new Uint8Array(selected.shape.fields)
    this.#columnAt = new Uint16Array(selected.shape.fields)
    for (const [column, place] of selected.places.entries()) {
      this.#isSelected[place] = 1
      this.#columnAt[place] = column
    }
    this.#numbers = selected.places.map(() => new Float64Array(0))
    this.#counts = new Uint32Array(selected.places.length)
  }

  /**
   * @param {string} text of the block
   * @param {Pick<import('./row-blocks.js').RowBlock, 'quotes' | 'error'>} block
   */
  read(text, block) {
    this.#makeRoomFor(text.length)
    const { starts, ends, columns, missing } = this
    const [words, columnAt, numbers, counts] = [this.#missingWords, this.#columnAt, this.#numbers, this.#counts]
    const hasWords = words.size > 0
    let length = 0
    this.rows = rowsOf(text, block, this.#selected.shape, this.#isSelected, (cell, start, end, field) => {
      const column = /** @type {number} */ (columnAt[field])
      const number = hasWords && words.has(cell.trim()) ? Number.NaN : numberIn(cell)
      // biome-ignore lint/suspicious/noSelfCompare: only NaN differs from itself, and this is the fastest way to ask
      if (number !== number) {
        if (!isBlank(cell) && !words.has(cell.trim())) refuse(cell, start, field)
        missing[column] = Number(missing[column]) + 1
        return
      }
      const count = /** @type {number} */ (counts[column])
      const list = /** @type {Float64Array} */ (numbers[column])
      list[count] = number
      counts[column] = count + 1
      starts[length] = start
      ends[length] = end
      columns[length++] = column
    })
    this.length = length
  }

  /** The numbers of a column. @param {number} column */
  numbersOf(column) {
    return /** @type {Float64Array} */ (this.#numbers[column]).subarray(0, this.#counts[column])
  }

  /** Where the number is that the library refused. @param {number} column @param {number} index among those of the column */
  placeOf(column, index) {
    let seen = -1
    const at = this.columns.findIndex((one) => one === column && ++seen === index)
    return { at: Number(this.starts[at]), field: Number(this.#selected.places[column]) }
  }

  /** A row has a digit, its delimiters and the end of its line, so that there are only so many. @param {number} bytes */
  #makeRoomFor(bytes) {
    const rows = Math.ceil((bytes + 1) / (this.#selected.shape.fields + 1))
    this.missing = this.#numbers.map(() => 0)
    this.#counts.fill(0)
    if (rows <= Number(this.#numbers[0]?.length)) return
    const cells = rows * this.#numbers.length
    this.#numbers = this.#numbers.map(() => new Float64Array(rows))
    this.starts = new Uint32Array(cells)
    this.ends = new Uint32Array(cells)
    this.columns = new Uint16Array(cells)
  }
}

/** @param {string} cell @param {number} start @param {number} field @returns {never} */
function refuse(cell, start, field) {
  const { problem, mayBeMissing } = problemOf(cell)
  throw new RowError(problem, start, field, mayBeMissing)
}
