import { ColumnCells } from './column-cells.js'
import { memoryFor, textOf, writeText } from './latin1.js'
import { lineAt } from './row-blocks.js'
import { RowError } from './row-walk.js'

// What is done with each block of rows: in a thread, or where there is but one block, at once.

/** @typedef {import('inbounds/collector').Collector} Collector */
/** @typedef {import('./row-blocks.js').RowBlock} RowBlock */

/**
 * What a thread is to do: it can be sent.
 * @typedef {import('./column-cells.js').SelectedColumns & { kind: 'privatise' | 'count', mechanisms: any[], range: [number, number] | undefined }} Plan
 */

/**
 * What a thread found out: bytes with noise, or how reports are to be counted.
 * @typedef {object} Answer
 * @property {number} rows
 * @property {number[]} missing of each column
 * @property {Uint8Array<ArrayBuffer> | undefined} bytes
 * @property {string | undefined} tally as JSON
 * @property {import('./errors.js').PlacedError | undefined} error what is wrong, instead of all else
 */

/**
 * Somebody who looks at the numbers of a column before and after; the lists are used again.
 * @typedef {object} Watch
 * @property {(column: number, numbers: Float64Array) => void} truths
 * @property {(column: number, numbers: Float64Array) => void} noisy
 */

/** A double takes at most so many characters, as in -1.2345678901234567e-100. */
const MAX_DIGITS = 24
/** Pieces are joined, and then written at once: one by one takes twice as long. */
const CELLS_AT_ONCE = 64

/** What is not there is undefined, and not missing: it would be inherited. */
const NOTHING = { bytes: undefined, tally: undefined, error: undefined }

/** Where blocks are put together, one after the other. */
let scratch = memoryFor(0)

/**
 * @param {Collector} inbounds
 * @param {Plan} plan
 * @param {Watch} [watch] sees the numbers of each column, on their way
 * @returns {(block: RowBlock) => Answer}
 */
export function workFor(inbounds, plan, watch) {
  const mechanisms = plan.mechanisms.map((json) => mechanismFrom(inbounds, json))
  const cells = new ColumnCells(plan)
  return (block) => {
    const text = textOf(block.bytes)
    try {
      cells.read(text, block)
      const { rows, missing } = cells
      if (plan.kind === 'count') return { ...NOTHING, rows, missing, tally: countReports(inbounds, plan, cells) }
      return { ...NOTHING, rows, missing, bytes: withNoise(text, cells, mechanisms, block.bytes.buffer, watch) }
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      const { message: problem, at, field, mayBeMissing } = error
      return {
        ...NOTHING,
        rows: 0,
        missing: [],
        error: { problem, line: lineAt(block, text, at), field, mayBeMissing }
      }
    }
  }
}

/** @param {any} inbounds @param {{ mechanism: string }} json */
function mechanismFrom(inbounds, json) {
  return inbounds[json.mechanism].fromJSON(json)
}

/**
 * The text with other numbers. All that was in their cells goes, quotes and blanks too: how a number was written may tell
 * something about it. All else stays as it was.
 * @param {string} text
 * @param {ColumnCells} cells
 * @param {any[]} mechanisms
 * @param {ArrayBuffer} memory of the block, for what comes out
 * @param {Watch} [watch]
 */
function withNoise(text, cells, mechanisms, memory, watch) {
  const noisy = mechanisms.map((mechanism, column) => {
    const truths = cells.numbersOf(column)
    watch?.truths(column, truths)
    const values = locateErrors(cells, column, () => mechanism.privatiseAll(truths, { into: truths }))
    watch?.noisy(column, values)
    return values
  })
  const { starts, ends, columns } = cells
  const max = text.length + MAX_DIGITS * cells.length
  if (scratch.length < max) scratch = memoryFor(max)
  const next = new Uint32Array(noisy.length)
  let length = 0
  let copied = 0
  for (let cell = 0; cell < cells.length; ) {
    const last = Math.min(cell + CELLS_AT_ONCE, cells.length)
    let pieces = ''
    for (; cell < last; ++cell) {
      const column = /** @type {number} */ (columns[cell])
      const index = /** @type {number} */ (next[column])
      next[column] = index + 1
      pieces += text.slice(copied, starts[cell]) + noisy[column][index]
      copied = /** @type {number} */ (ends[cell])
    }
    length += writeText(scratch, pieces, length)
  }
  length += writeText(scratch, text.slice(copied), length)
  const bytes = new Uint8Array(length <= memory.byteLength ? memory : new ArrayBuffer(length), 0, length)
  bytes.set(scratch.subarray(0, length))
  return bytes
}

/** @param {Collector} inbounds @param {Plan} plan @param {ColumnCells} cells */
function countReports({ Tally }, { mechanisms: [mechanism], range }, cells) {
  const tally = new Tally(mechanism, range ? { range } : {})
  locateErrors(cells, 0, () => tally.add(cells.numbersOf(0)))
  return JSON.stringify(tally)
}

/**
 * What the library refuses has a place in a list; here it has one in a file.
 * @template Result
 * @param {ColumnCells} cells
 * @param {number} column
 * @param {() => Result} work
 * @returns {Result}
 */
function locateErrors(cells, column, work) {
  try {
    return work()
  } catch (/** @type {any} */ error) {
    const [, index] = /^\w+\[(\d+)\]$/.exec(error?.parameter) ?? []
    if (index === undefined) throw error
    const { at, field } = cells.placeOf(column, Number(index))
    throw new RowError(error.message.replace(`${error.parameter} `, ''), at, field)
  }
}
