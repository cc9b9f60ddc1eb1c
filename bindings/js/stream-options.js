import { checkOptions, formatValue } from './arguments.js'
import { ParameterError } from './errors.js'

// The options of `privatiseStream`. They are read at the call, before there are workers.

/** @typedef {import('./engine.js').Engine} Engine */

/**
 * How far `privatiseStream` is.
 * @typedef {object} Progress
 * @property {number} done how many values are private by now
 * @property {number | undefined} total how many there are, if the source is an array
 * @property {number} workers how many workers are at it; 0 if it is done in this thread
 */

/**
 * The options of `privatiseStream`.
 * @typedef {object} StreamOptions
 * @property {AbortSignal} [signal] ends it; its reason is what is thrown
 * @property {(progress: Progress) => void} [onProgress] called after each part
 * @property {number} [workers] how many workers at most, from 0 to 64; 0: in this thread, with pauses in which a page can
 *   breathe. Default: as many as the machine has cores, but no more than 8, and none where none can be started
 * @property {Float64Array} [into] for an array: one to write to, as long as the truths; it may be the truths themselves. If
 *   anything fails, it is full of NaN
 */

const MAX_WORKERS = 64

/**
 * @param {unknown} given
 * @param {Engine} engine
 * @returns {StreamOptions} as they are now
 */
export function streamOptionsFrom(given, engine) {
  const options = checkOptions('privatiseStream', given, ['signal', 'onProgress', 'workers', 'into'])
  const { signal, onProgress, workers, into } = /** @type {StreamOptions} */ (options)
  if (signal !== undefined && typeof signal?.throwIfAborted !== 'function') {
    throw new TypeError(`signal must be an AbortSignal, got ${formatValue(signal)}`)
  }
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw new TypeError(`onProgress must be a function, got ${formatValue(onProgress)}`)
  }
  if (workers !== undefined) checkWorkers(workers, engine)
  return { signal, onProgress, workers, into }
}

/** @param {unknown} workers @param {Engine} engine */
function checkWorkers(workers, engine) {
  if (typeof workers !== 'number') throw new TypeError(`workers must be a number, got ${formatValue(workers)}`)
  const max = engine.isSeeded ? 0 : MAX_WORKERS
  if (Number.isInteger(workers) && workers >= 0 && workers <= max) return
  const rule = engine.isSeeded ? '0, since a seed has one sequence of bits' : `a whole number from 0 to ${MAX_WORKERS}`
  throw new ParameterError('workers', workers, `workers must be ${rule}, got ${workers}`)
}
