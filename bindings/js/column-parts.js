import { isList, nameKind } from './arguments.js'
import { copyColumn } from './column.js'

// A column in parts, as tasks for the pool.

/** @typedef {import('./ordered-pool.js').Task} Task */

/** Long enough that the message to a worker costs little, short enough for progress, and for a page that must not stutter. */
const PART = 1 << 17

/** How many values a part has: whole vectors. @param {number} sides */
export function partLength(sides) {
  return Math.max(1, Math.floor(PART / sides)) * sides
}

/**
 * A column, part by part.
 * @param {Float64Array} column that nobody else has
 * @param {number} sides
 * @param {ArrayBuffer[]} spare memory of parts that are done: new memory for each part would take longer than to fill it
 * @returns {Generator<Task & { from: number }, void, void>} with the place of the part in the column
 */
export function* partsOf(column, sides, spare) {
  const length = partLength(sides)
  for (let from = 0; from < column.length; from += length) {
    const truths = new Float64Array(
      spare.pop() ?? new ArrayBuffer(8 * length),
      0,
      Math.min(length, column.length - from)
    )
    truths.set(column.subarray(from, from + truths.length)) // a copy, whose memory moves to a worker
    yield { ...taskOf(truths), from }
  }
}

/**
 * Chunks as somebody else makes them.
 * @param {unknown} source
 * @returns {AsyncIterator<Task>}
 */
export function chunksOf(source) {
  const chunks = iteratorOf(source)
  let at = 0
  let before = 0
  return {
    async next() {
      const { done, value: chunk } = await chunks.next()
      if (done) return { done, value: undefined }
      if (!isList(chunk)) {
        throw new TypeError(
          `chunk ${at} of the source must be an array or a typed array of numbers, got ${nameKind(chunk)}`
        )
      }
      const truths = copyColumn(chunk, before)
      at += 1
      before += truths.length
      return { done: false, value: taskOf(truths) }
    },
    async return() {
      await chunks.return?.()
      return { done: true, value: undefined }
    }
  }
}

/** @param {any} source @returns {{ next: () => any, return?: () => any }} */
function iteratorOf(source) {
  // Not every browser can iterate over a stream; and a reader can be told to stop while it waits.
  if (typeof source?.getReader === 'function') {
    /** Taken when it is needed: a stream that nothing came of can be used otherwise. @type {any} */
    let reader
    return {
      next: async () => {
        reader ??= source.getReader()
        return reader.read()
      },
      return: () => reader?.cancel()
    }
  }
  const iterate = source?.[Symbol.asyncIterator] ?? source?.[Symbol.iterator]
  if (typeof iterate === 'function' && typeof source !== 'string') return iterate.call(source)
  const rule = 'source must be an array, a ReadableStream, or an iterable of chunks that are arrays of numbers'
  throw new TypeError(`${rule}, got ${nameKind(source)}`)
}

/** @param {Float64Array} truths @returns {Task} */
function taskOf(truths) {
  return { message: { truths }, transfer: [/** @type {ArrayBuffer} */ (truths.buffer)] }
}
