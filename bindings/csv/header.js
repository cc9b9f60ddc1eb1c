import { dsvFormat } from 'd3-dsv'
import { didYouMean, listWords } from './did-you-mean.js'
import { TableError, UsageError } from './errors.js'
import { textOf } from './latin1.js'
import { listNames } from './list-names.js'
import { readable } from './number-cell.js'
import { lineAt } from './row-blocks.js'
import { RowError, rowsOf } from './row-walk.js'

// The first row: which delimiter the file has, and where the columns are that somebody asked for.

/** @typedef {import('./row-blocks.js').RowBlock} RowBlock */

/**
 * @typedef {object} Layout
 * @property {import('./row-walk.js').Shape} shape
 * @property {readonly string[]} names of all columns; none without a header
 * @property {readonly number[]} places of the columns that were asked for, from 0
 * @property {Uint8Array<ArrayBuffer>} head what comes before the rows and stays as it is: a byte order mark, the header
 * @property {RowBlock} rest the block without that
 */

/**
 * @typedef {object} TableRequest
 * @property {readonly string[] | undefined | null} columns by name, or without a header by number; undefined: the only one; null:
 *   none yet, to look at the file first
 * @property {boolean} hasHeader
 * @property {string} [delimiter] left out, it is found out
 */

const DELIMITERS = [',', ';', '\t', '|']
const BYTE_ORDER_MARK = '\xef\xbb\xbf'

/**
 * Takes the first block of a table, and finds out what there is in it.
 * @param {AsyncGenerator<RowBlock, void, void>} blocks
 * @param {TableRequest} request
 */
export async function takeLayout(blocks, request) {
  const first = await blocks.next()
  if (first.done) throw emptyTable()
  return layoutOf(first.value, request)
}

/**
 * @param {RowBlock} block
 * @param {TableRequest} request
 * @returns {Layout}
 */
function layoutOf(block, request) {
  const { hasHeader } = request
  const text = textOf(block.bytes)
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
  const end = endOfRow(text, mark)
  const row = text.slice(mark, end)
  if (row === '') throw emptyTable()
  const quotes = row.split('"').length - 1
  const error = end === text.length ? block.error : ''
  try {
    /** @param {string} delimiter */
    const cellsBy = (delimiter) => cellsOf(row, { quotes, error }, delimiter)
    const delimiter = request.delimiter ?? delimiterOf(cellsBy, request)
    const cells = cellsBy(delimiter)
    const names = hasHeader ? cells.map(readable) : []
    const places = hasHeader ? placesByName(names, request.columns) : placesByNumber(cells.length, request.columns)
    const from = hasHeader ? end : mark
    const rest = {
      ...block,
      bytes: block.bytes.slice(from),
      line: lineAt(block, text, from),
      quotes: block.quotes - (hasHeader ? quotes : 0)
    }
    return {
      shape: { delimiter, fields: cells.length, hasHeader },
      names,
      places,
      head: block.bytes.slice(0, from),
      rest
    }
  } catch (error) {
    if (!(error instanceof RowError)) throw error
    const place = {
      line: lineAt(block, text, mark + error.at),
      column: error.field === undefined ? undefined : error.field + 1
    }
    const where = `line ${place.line}${place.column === undefined ? '' : `, column ${place.column}`}`
    throw new TableError(`${where}: ${error.message}`, place)
  }
}

function emptyTable() {
  return new TableError('must have at least one row, and it is empty')
}

/** Under which the header has all columns that were asked for. @param {(delimiter: string) => string[]} cellsBy @param {TableRequest} asked */
function delimiterOf(cellsBy, { columns, hasHeader }) {
  const cells = new Map(DELIMITERS.map((delimiter) => [delimiter, cellsOrNone(() => cellsBy(delimiter))]))
  const several = DELIMITERS.filter((delimiter) => Number(cells.get(delimiter)?.length) > 1)
  const [first = ','] = several
  if (!columns) return first
  const fitting = DELIMITERS.find((delimiter) => {
    const found = cells.get(delimiter) ?? []
    if (hasHeader) return columns.every((column) => found.map(readable).includes(column))
    return found.length > 1 && columns.every((column) => Number(column) <= found.length)
  })
  return fitting ?? first
}

/** What is no row under one delimiter may be one under another. @param {() => string[]} cells */
function cellsOrNone(cells) {
  try {
    return cells()
  } catch (error) {
    if (error instanceof RowError) return []
    throw error
  }
}

/** @param {string} row @param {{ quotes: number, error: RowBlock['error'] }} block @param {string} delimiter */
function cellsOf(row, block, delimiter) {
  const [cells = []] = dsvFormat(delimiter).parseRows(row)
  const shape = { delimiter, fields: cells.length, hasHeader: true }
  rowsOf(row, block, shape, new Uint8Array(cells.length), () => {}) // checks that it is a row
  return cells
}

/** @param {string} text @param {number} from */
function endOfRow(text, from) {
  let isInside = false
  for (let at = from; at < text.length; ++at) {
    const character = text[at]
    if (character === '"') isInside = !isInside
    if (isInside) continue
    if (character === '\n') return at + 1
    if (character === '\r') return text[at + 1] === '\n' ? at + 2 : at + 1
  }
  return text.length
}

/** @param {readonly string[]} names @param {TableRequest['columns']} columns */
function placesByName(names, columns) {
  return onlyColumn(names.length, columns, names).map((column) => {
    const place = typeof column === 'number' ? column : names.indexOf(column)
    if (place < 0) {
      throw new TableError(`line 1: there is no column '${column}'${nearestName(column, names)}`, { line: 1 })
    }
    if (names.lastIndexOf(/** @type {string} */ (names[place])) === place) return place
    const hint = 'rename one, or use --no-header and the number of the column'
    throw new TableError(`line 1: must have one column '${column}', got several; ${hint}`, { line: 1 })
  })
}

/** @param {string | number} column @param {readonly string[]} names */
function nearestName(column, names) {
  const guess = didYouMean(String(column), listNames(names))
  if (!guess.includes('did you mean')) return listColumns(names, '; the columns are ')
  return guess + listColumns(names, ' The columns are ')
}

/** @param {readonly string[]} names @param {string} [before] */
function listColumns(names, before = ': ') {
  const harmless = listNames(names)
  if (harmless.length === 0) return '; the first row has a number in it: if it is no header, say --no-header'
  return before + listWords(harmless.map((name) => `'${name}'`))
}

/** @param {number} count @param {TableRequest['columns']} columns */
function placesByNumber(count, columns) {
  return onlyColumn(count, columns, []).map((column) => {
    if (typeof column === 'number') return column
    if (Number(column) <= count) return Number(column) - 1
    throw new TableError(`line 1: there is no column ${column}; the first row has ${count}`, { line: 1 })
  })
}

/** @param {number} count @param {TableRequest['columns']} columns @param {readonly string[]} names */
function onlyColumn(count, columns, names) {
  if (columns === null) return []
  if (columns) return columns
  if (count === 1) return [0]
  const which = names.length > 0 ? listColumns(names) : `: 1 to ${count}`
  throw new UsageError(`column is required, since the file has several${which}`, 'column')
}
