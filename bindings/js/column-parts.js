import { isList, kindNamed } from './arguments.js'
import { checkTruth } from './truths.js'

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
 * @param {ArrayLike<number>} column
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
    copy(column, from, truths, 0)
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
          `chunk ${at} of the source must be an array or a typed array of numbers, got ${kindNamed(chunk)}`
        )
      }
      const truths = new Float64Array(chunk.length)
      copy(/** @type {ArrayLike<number>} */ (chunk), 0, truths, before)
      at += 1
      before += chunk.length
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
  throw new TypeError(`${rule}, got ${kindNamed(source)}`)
}

/**
 * Copies part of a column: the copy's memory moves to a worker, the caller's stays.
 * @param {ArrayLike<number>} column
 * @param {number} from
 * @param {Float64Array} truths
 * @param {number} before how many values came before the column, for messages
 */
function copy(column, from, truths, before) {
  if (column instanceof Float64Array) {
    truths.set(column.subarray(from, from + truths.length))
    return
  }
  for (let at = 0; at < truths.length; ++at) {
    const truth = column[from + at]
    if (typeof truth !== 'number') checkTruth(`truths[${before + from + at}]`, truth)
    truths[at] = /** @type {number} */ (truth)
  }
}

/** @param {Float64Array} truths @returns {Task} */
function taskOf(truths) {
  return { message: { truths }, transfer: [/** @type {ArrayBuffer} */ (truths.buffer)] }
}
