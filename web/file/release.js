import { BlockMemory } from '../../bindings/csv/block-memory.js'
import { workFor } from '../../bindings/csv/block-work.js'
import { rowError, TableError } from '../../bindings/csv/errors.js'
import { takeLayout } from '../../bindings/csv/header.js'
import { bytesOf } from '../../bindings/csv/number-cell.js'
import { rowBlocks } from '../../bindings/csv/row-blocks.js'
import { BlobParts } from './blob-parts.js'
import { createStatistics } from './column-statistics.js'
import { chunksOf } from './file-chunks.js'

// From a file to a private one: whole, or not at all.

/** @typedef {import('inbounds/collector').Collector} Collector */

/**
 * What is to be done; it can be sent to a worker.
 * @typedef {object} Task
 * @property {Blob} file
 * @property {Required<import('./first-rows.js').Reading>} reading
 * @property {readonly number[]} places of the columns, from 0
 * @property {readonly any[]} mechanisms of the columns, as JSON
 * @property {readonly string[]} missing words for a missing value
 */

/**
 * @typedef {object} Released
 * @property {Blob} blob the private file
 * @property {number} rows
 * @property {number[]} missing of each column
 * @property {import('./column-statistics.js').ColumnChange[]} changes of each column
 */

const MILLISECONDS_BETWEEN = 100

/**
 * @param {Collector} inbounds
 * @param {Task} task
 * @param {(progress: import('./ask-worker.js').FileProgress) => void} tell
 * @returns {Promise<Released>}
 */
export async function release(inbounds, { file, reading, places, mechanisms, missing }, tell) {
  let bytes = 0
  const memory = new BlockMemory()
  const blocks = rowBlocks(chunksOf(file, (read) => (bytes = read)), memory) // biome-ignore format: one line
  const { head, rest, shape, names } = await takeLayout(blocks, { columns: null, ...reading })
  const statistics = createStatistics(inbounds, mechanisms)
  const plan = {
    kind: /** @type {const} */ ('privatise'),
    range: undefined,
    shape,
    places,
    missing: missing.flatMap(bytesOf)
  }
  const work = workFor(inbounds, { ...plan, mechanisms: [...mechanisms] }, statistics)
  const parts = new BlobParts(file.type)
  const lacking = places.map(() => 0)
  let rows = 0
  let lastReport = performance.now()

  /** @param {import('../../bindings/csv/row-blocks.js').RowBlock} block */
  function take(block) {
    const answer = work(block)
    if (answer.error) throw rowError(withAdvice(answer.error), names)
    rows += answer.rows
    for (const [column, count] of answer.missing.entries()) lacking[column] = Number(lacking[column]) + count
    if (answer.bytes) {
      parts.add(answer.bytes)
      memory.give(answer.bytes)
    }
    if (performance.now() - lastReport < MILLISECONDS_BETWEEN) return
    lastReport = performance.now()
    tell({ bytes, rows })
  }

  parts.add(head)
  take(rest)
  for await (const block of blocks) take(block)
  if (rows === 0) throw new TableError('must have at least one row below its header, and it has none')
  tell({ bytes: file.size, rows })
  return { blob: parts.finish(), rows, missing: lacking, changes: statistics.changes() }
}

/** How to say that a word stands for a missing value. @param {import('../../bindings/csv/errors.js').PlacedError} error */
function withAdvice(error) {
  if (!error.mayBeMissing) return error
  const advice = 'if that stands for a missing value, name it under “Words for a missing value”'
  return { ...error, problem: `${error.problem}; ${advice}` }
}
