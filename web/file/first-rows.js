import { BlockMemory } from '../../bindings/csv/block-memory.js'
import { rowError } from '../../bindings/csv/errors.js'
import { takeLayout } from '../../bindings/csv/header.js'
import { textOf } from '../../bindings/csv/latin1.js'
import { isBlank, numberIn, readable } from '../../bindings/csv/number-cell.js'
import { lineAt, rowBlocks } from '../../bindings/csv/row-blocks.js'
import { RowError, rowsOf } from '../../bindings/csv/row-walk.js'
import { chunksOf } from './file-chunks.js'

// What a visitor sees of a file before anything is done with it.

/**
 * How the file is to be read; what is left out is found out.
 * @typedef {{ hasHeader: boolean, delimiter?: string }} Reading
 */

/**
 * What the cells of a column look like, in its first rows. Nothing is said of how large its numbers are: bounds must not come
 * from the data.
 * @typedef {object} ColumnLook
 * @property {string} name
 * @property {'numbers' | 'some' | 'words' | 'nothing'} kind
 * @property {string[]} others a few of the words among numbers
 */

/**
 * @typedef {object} Look
 * @property {string} delimiter
 * @property {ColumnLook[]} columns
 * @property {string[][]} rows the first ones, as people read them
 * @property {string} error what is wrong with the rows that were looked at, if anything is
 */

const ROWS_SHOWN = 5
const ROWS_LOOKED_AT = 500
const MAX_OTHERS = 3

/**
 * @param {Blob} file
 * @param {Reading} reading
 * @returns {Promise<Look>}
 */
export async function firstRows(file, { hasHeader, delimiter }) {
  const blocks = rowBlocks(chunksOf(file), new BlockMemory())
  const { shape, names, rest } = await takeLayout(blocks, {
    columns: null,
    hasHeader,
    ...(delimiter !== undefined && { delimiter })
  })
  /** @type {string[][]} */
  const cells = Array.from({ length: shape.fields }, () => [])
  let error = errorIn(rest, shape, names, cells)
  // A last row without a line end is a block of its own.
  while (error === '' && Number(cells[0]?.length) < ROWS_LOOKED_AT) {
    const { value: block, done } = await blocks.next()
    if (done) break
    error = errorIn(block, shape, names, cells)
  }
  const shown = Math.min(ROWS_SHOWN, Math.min(...cells.map(({ length }) => length)))
  return {
    delimiter: shape.delimiter,
    columns: cells.map((list, at) => ({ name: names[at] ?? `Column ${at + 1}`, ...kindOf(list) })),
    rows: Array.from({ length: shown }, (_, row) => cells.map((list) => readable(String(list[row])))),
    error
  }
}

/**
 * Takes cells from a block, up to the first error.
 * @param {import('../../bindings/csv/row-blocks.js').RowBlock} block
 * @param {import('../../bindings/csv/row-walk.js').Shape} shape
 * @param {readonly string[]} names
 * @param {string[][]} cells of each column
 * @returns {string} what is wrong, if anything is
 */
function errorIn(block, shape, names, cells) {
  const text = textOf(block.bytes)
  try {
    rowsOf(text, block, shape, new Uint8Array(shape.fields).fill(1), (value, _start, _end, field) => {
      if (Number(cells[field]?.length) < ROWS_LOOKED_AT) cells[field]?.push(value)
    })
    return ''
  } catch (error) {
    if (!(error instanceof RowError)) throw error
    const { message: problem, at, field } = error
    const line = lineAt(block, text, at)
    return rowError({ problem, line, ...(field !== undefined && { field }) }, names).message
  }
}

/** @param {readonly string[]} cells @returns {Pick<ColumnLook, 'kind' | 'others'>} */
function kindOf(cells) {
  const there = cells.filter((cell) => !isBlank(cell))
  const words = there.filter((cell) => Number.isNaN(numberIn(cell)))
  const others = [...new Set(words.map((cell) => readable(cell.trim())))].slice(0, MAX_OTHERS)
  if (there.length === 0) return { kind: 'nothing', others: [] }
  if (words.length === 0) return { kind: 'numbers', others: [] }
  return words.length < there.length / 2 ? { kind: 'some', others } : { kind: 'words', others: [] }
}
