import { checkNumber, formatValue } from './arguments.js'
import { ParameterError } from './errors.js'
import { ownItem } from './own.js'

// Where truths and outputs lie, as callers write it: bounds, bounds with gaps, or spans.

/**
 * From a number to a greater one; the outermost ends may be infinite.
 * @typedef {readonly [number, number]} Span
 */

/**
 * What crosses into WebAssembly.
 * @typedef {object} Domain
 * @property {'interval' | 'spans' | 'gaps'} shape
 * @property {number} lower
 * @property {number} upper
 * @property {Float64Array} pairs the ends of the spans or gaps, one after the other
 */

const NO_PAIRS = new Float64Array(0)

/**
 * @param {Record<string, unknown>} given what `checkOptions` gave
 * @returns {Domain}
 */
export function domainFrom({ lower, upper, spans, gaps }) {
  if (spans === undefined) {
    const bounds = { lower: checkNumber('lower', lower), upper: checkNumber('upper', upper) }
    if (gaps === undefined) return { shape: 'interval', ...bounds, pairs: NO_PAIRS }
    return { shape: 'gaps', ...bounds, pairs: pairsFrom('gaps', gaps) }
  }
  for (const [name, value] of Object.entries({ lower, upper, gaps })) {
    if (value !== undefined) throw new TypeError(`give either spans or ${name}, not both`)
  }
  return { shape: 'spans', lower: 0, upper: 0, pairs: pairsFrom('spans', spans) }
}

/** Whether a bound is infinite; of bounds in the wrong order, that is not what is wrong. @param {Domain} domain */
export function isUnbounded({ shape, lower, upper, pairs }) {
  if (shape === 'spans') return pairs.some((end) => Math.abs(end) === Infinity)
  return lower < upper && (lower === -Infinity || upper === Infinity)
}

/**
 * @param {string} name
 * @param {unknown} list
 */
function pairsFrom(name, list) {
  if (!Array.isArray(list))
    throw new TypeError(`${name} must be an array of pairs such as [9, 12], got ${formatValue(list)}`)
  /** @type {number[]} */
  const pairs = [] // grows with what was checked, as in checkNumbers
  for (let at = 0; at < list.length; ++at) {
    const pair = ownItem(list, at)
    if (!Array.isArray(pair) || pair.length !== 2) {
      throw new TypeError(`${name}[${at}] must be a pair of numbers such as [9, 12], got ${formatValue(pair)}`)
    }
    for (const end of [0, 1]) pairs.push(checkNumber(`${name}[${at}][${end}]`, ownItem(pair, end)))
  }
  return Float64Array.from(pairs)
}

/**
 * Spans that nobody can change.
 * @param {ArrayLike<number>} pairs
 * @returns {readonly Span[]}
 */
export function spansFrom(pairs) {
  /** @type {Span[]} */
  const spans = []
  for (let at = 0; at < pairs.length; at += 2) {
    spans.push(Object.freeze(/** @type {[number, number]} */ ([pairs[at], pairs[at + 1]])))
  }
  return Object.freeze(spans)
}

/**
 * Whether a number lies between two spans.
 * @param {readonly Span[]} spans
 * @param {number} number
 */
export function isInGap(spans, number) {
  let low = 0
  // As many steps for every number, and no branch on it: their time would tell where a truth lies.
  for (let left = spans.length - 1; left > 0; left >>= 1) {
    const half = (left + 1) >> 1
    low += half & -(endOf(spans, low + half, 0) <= number)
  }
  return number > endOf(spans, low, 1) && low + 1 < spans.length && number >= endOf(spans, 0, 0)
}

/** @param {readonly Span[]} spans @param {number} at @param {0 | 1} end */
function endOf(spans, at, end) {
  return /** @type {Span} */ (spans[at])[end]
}

// JSON has no infinities.

/** @param {number} bound @returns {number | string} */
export function boundToJSON(bound) {
  return Number.isFinite(bound) ? bound : String(bound)
}

/** @param {string} parameter @param {unknown} bound */
export function boundFromJSON(parameter, bound) {
  if (bound === 'Infinity' || bound === '-Infinity') return Number(bound)
  const number = checkNumber(parameter, bound)
  if (Number.isFinite(number)) return number
  throw new ParameterError(parameter, number, `${parameter} must be finite or the word 'Infinity', got ${number}`)
}
