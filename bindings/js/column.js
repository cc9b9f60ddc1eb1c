import { isList, nameKind } from './arguments.js'
import { ParameterError } from './errors.js'
import { ownItem } from './own.js'
import { checkTruth, refuseNaN } from './truths.js'

// Many truths at once.

/**
 * Truths as numbers in a row. What is wrong with one of them is found before anything is drawn.
 * @param {unknown} truths
 * @param {(truth: number, at: number) => void} check throws for a truth that is refused
 * @param {boolean} onlyNaN whether NaN is all that is refused
 * @returns {Float64Array}
 */
export function checkColumn(truths, check, onlyNaN) {
  if (!isList(truths)) {
    throw new TypeError(`truths must be an array or a typed array of numbers, got ${nameKind(truths)}`)
  }
  const column = truths instanceof Float64Array && !isShared(truths) ? truths : copyColumn(truths)
  if (onlyNaN)
    checkNoNaN(column) // most columns are like this, and a loop that does no more is several times faster
  else for (let at = 0; at < column.length; ++at) check(/** @type {number} */ (column[at]), at)
  return column
}

/**
 * Numbers in memory of their own, as they are now: their owner may change them afterwards. What is checked is what is kept, and
 * not read again: an array can have getters that answer differently each time.
 * @param {ArrayLike<unknown>} list
 * @param {number} before how many came before it, for messages
 * @param {string} named
 * @returns {Float64Array<ArrayBuffer>}
 */
export function copyColumn(list, before = 0, named = 'truths') {
  if (list instanceof Float64Array) return new Float64Array(list)
  const { length } = list
  /** @param {number} at */
  const refuse = (at) => checkTruth(`${named}[${before + at}]`, ownItem(list, at))
  // What is no list of numbers gets no memory: new Array(2 ** 32 - 1) has a length, and nothing else.
  for (let at = 0; at < length; ++at) if (typeof list[at] !== 'number') refuse(at)
  const column = new Float64Array(length)
  for (let at = 0; at < length; ++at) {
    const number = list[at]
    column[at] = typeof number === 'number' && Object.hasOwn(list, at) ? number : refuse(at)
  }
  return column
}

/** @param {Float64Array} truths */
function checkNoNaN(truths) {
  for (let at = 0; at < truths.length; ++at) {
    const truth = /** @type {number} */ (truths[at])
    // biome-ignore lint/suspicious/noSelfCompare: only NaN differs from itself, and this is the fastest way to ask
    if (truth !== truth) refuseNaN(`truths[${at}]`)
  }
}

/**
 * Truths that are read in parts while private values are written: a copy, if these may overwrite some of them in another place
 * than their own. Two objects can be one memory (a SharedArrayBuffer that was posted, or that of a WebAssembly.Memory that grew
 * in between), and nobody can tell; numbers of another size lie elsewhere in the same memory.
 * @template {ArrayLike<number>} Truths
 * @param {Truths} truths
 * @param {Float64Array | undefined} into
 * @returns {Truths}
 */
export function copyIfOverlapping(truths, into) {
  if (into === undefined || !ArrayBuffer.isView(truths)) return truths
  const isFloat64 = truths instanceof Float64Array
  const mayOverlap = truths.buffer === into.buffer ? !isFloat64 : isShared(truths) && isShared(into)
  if (!mayOverlap) return truths
  return /** @type {any} */ (isFloat64 ? new Float64Array(truths) : Array.from(truths))
}

/** Whether another thread may change what was checked before it is used. @param {ArrayBufferView} array */
function isShared({ buffer }) {
  return !(buffer instanceof ArrayBuffer) // without its name, which pages know only where they may have one
}

/**
 * Where private values go. Truths that are overwritten before they are read would get noise twice.
 * @param {unknown} into
 * @param {Float64Array} truths
 */
export function targetFor(into, truths) {
  const { length } = truths
  if (into === undefined) return new Float64Array(length)
  if (!(into instanceof Float64Array)) throw new TypeError(`into must be a Float64Array, got ${nameKind(into)}`)
  const offset = Math.abs(into.byteOffset - truths.byteOffset)
  if (into.buffer === truths.buffer && offset > 0 && offset < truths.byteLength) {
    throw new ParameterError('into', into, 'into must be the truths themselves or not overlap them')
  }
  if (into.length === length) return into
  throw new ParameterError(
    'into',
    into,
    `into must be as long as the truths (${length}), got a length of ${into.length}`
  )
}
