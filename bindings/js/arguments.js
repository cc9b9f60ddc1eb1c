import { ParameterError } from './errors.js'
import { ownItem, ownOf } from './own.js'

// Kinds are checked here, before anything crosses into WebAssembly: embind takes '0.5' for 0.5 and undefined for NaN.
// Whether a number makes sense is decided in C++, in one place for both languages.

/**
 * A value as it should appear in a message.
 * @param {unknown} value
 */
export function formatValue(value) {
  if (typeof value === 'string') return `the string ${JSON.stringify(value)}`
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return nameObject(value)
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'bigint') return `the BigInt ${value}n`
  return String(value)
}

/** @param {object} value */
function nameObject(value) {
  const name = value.constructor?.name ?? 'Object'
  return name === 'Object' ? 'an object' : `an object of class ${name}`
}

/**
 * Of what kind a value is, for messages about what may be a true value: nothing else of it is said, not even the name of its
 * class.
 * @param {unknown} value
 */
export function nameKind(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return String(value)
  if (Array.isArray(value)) return 'an array'
  if (isList(value)) return 'a typed array'
  if (typeof value === 'object') return 'an object'
  return typeof value === 'bigint' ? 'a BigInt' : `a ${typeof value}`
}

/**
 * A copy of options: an object's own, with no name that nobody knows. What was left out is undefined in it, and what the
 * caller changes later is not.
 * @param {string} owner what the options are for
 * @param {unknown} options
 * @param {readonly string[]} known
 * @returns {Record<string, unknown>}
 */
export function checkOptions(owner, options, known) {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new TypeError(`${owner} takes an object of options, such as { ${known[0]}: ... }, got ${nameKind(options)}`)
  }
  const own = ownOf(/** @type {Record<string, unknown>} */ (options))
  for (const name of Object.keys(own)) {
    if (!known.includes(name)) {
      if (isMechanism(own)) {
        throw new TypeError(`${owner} takes no mechanism, nor a copy of one: send toJSON(), and read it with fromJSON`)
      }
      throw new TypeError(`${owner} has no option '${name}'${suggestion(name, known)}`)
    }
  }
  return own
}

/** Whether this is a mechanism, or a copy by structuredClone, which has no methods. @param {unknown} options */
export function isMechanism(options) {
  return ['lowest', 'steps'].every((name) => Object.hasOwn(Object(options), name))
}

/**
 * @param {string} parameter
 * @param {unknown} value
 * @returns {number}
 */
export function checkNumber(parameter, value) {
  if (typeof value === 'number') return value
  if (value === undefined) throw new TypeError(`${parameter} is required and must be a number`)
  throw new TypeError(`${parameter} must be a number, got ${formatValue(value)}`)
}

/** An array, or a typed array. @param {unknown} value @returns {value is ArrayLike<unknown>} */
export function isList(value) {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))
}

/**
 * A list of numbers, as an array of its own.
 * @param {string} parameter
 * @param {unknown} value
 * @returns {readonly number[]}
 */
export function checkNumbers(parameter, value) {
  if (!isList(value)) throw new TypeError(`${parameter} must be an array of numbers, got ${formatValue(value)}`)
  const { length } = value
  /** @type {number[]} */
  const numbers = [] // grows with what was checked: new Array(2 ** 32 - 1) has a length, and nothing else
  for (let at = 0; at < length; ++at) numbers.push(checkNumber(`${parameter}[${at}]`, ownItem(value, at)))
  return numbers
}

/**
 * A number that may be left out; NaN stands for that on the way into WebAssembly, so a NaN given by hand is refused here.
 * @param {string} parameter
 * @param {unknown} value
 */
export function checkOptionalNumber(parameter, value) {
  if (value === undefined) return Number.NaN
  const number = checkNumber(parameter, value)
  if (Number.isNaN(number)) throw new ParameterError(parameter, number, `${parameter} must be a finite number, got NaN`)
  return number
}

/**
 * @template {string} Word
 * @param {string} parameter
 * @param {unknown} value
 * @param {readonly Word[]} words
 * @returns {Word}
 */
export function checkWord(parameter, value, words) {
  const rule = words.map((word) => `'${word}'`).join(' or ')
  if (typeof value !== 'string') throw new TypeError(`${parameter} must be ${rule}, got ${formatValue(value)}`)
  const word = words.find((candidate) => candidate === value)
  if (word === undefined) throw new ParameterError(parameter, value, `${parameter} must be ${rule}, got '${value}'`)
  return word
}

/**
 * ", did you mean '...'?" where a known name is one or two letters away.
 * @param {string} name
 * @param {readonly string[]} known
 */
function suggestion(name, known) {
  const lower = name.toLowerCase()
  const near =
    known.find((candidate) => lower.length > 1 && candidate.toLowerCase().startsWith(lower)) ??
    known.find((candidate) => editDistance(lower, candidate.toLowerCase()) <= 2)
  return near === undefined ? `; it takes ${known.join(', ')}` : `; did you mean '${near}'?`
}

/**
 * Levenshtein distance, one row at a time.
 * @param {string} a
 * @param {string} b
 */
function editDistance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; ++i) {
    const next = [i]
    for (let j = 1; j <= b.length; ++j) {
      const swap = /** @type {number} */ (row[j - 1]) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(swap, /** @type {number} */ (row[j]) + 1, /** @type {number} */ (next[j - 1]) + 1))
    }
    row = next
  }
  return /** @type {number} */ (row[b.length])
}
