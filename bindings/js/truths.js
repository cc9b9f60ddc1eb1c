import { isList, nameKind } from './arguments.js'
import { ParameterError } from './errors.js'
import { ownItem } from './own.js'

// True values, one by one. An error about one of them names the parameter, its place, the rule, and of what kind the value is.
// It never says the value, nor in which gap or beyond which bound it lies: errors end up in logs, and servers send them to
// clients. Reports are treated in the same way, since somebody may take a true value for one.

/** @param {string} name @param {unknown} truth @returns {number} */
export function checkTruth(name, truth) {
  if (typeof truth === 'number') return truth
  if (truth === undefined) throw new TypeError(`${name} is required and must be a number`)
  throw new TypeError(`${name} must be a number, got ${nameKind(truth)}`)
}

/**
 * A list of them, as an array of its own.
 * @param {string} name
 * @param {unknown} truths
 * @returns {readonly number[]}
 */
export function checkTruths(name, truths) {
  if (!isList(truths)) throw new TypeError(`${name} must be an array of numbers, got ${nameKind(truths)}`)
  return Array.from(truths, (_, at) => checkTruth(`${name}[${at}]`, ownItem(truths, at)))
}

/** @param {string} name @param {unknown} count @param {number} max @returns {number} */
export function checkCount(name, count, max) {
  const number = checkTruth(name, count)
  if (Number.isInteger(number) && number >= 0 && number <= max) return number
  return refuseTruth(name, number, `a whole number from 0 to ${max}`, 'another number')
}

/** NaN has no nearest bound. @param {string} name @returns {never} */
export function refuseNaN(name) {
  return refuseTruth(name, Number.NaN, 'a number', '')
}

/** @param {string} name @param {number} truth @param {number} from @param {number} to @returns {never} */
export function refuseOutside(name, truth, from, to) {
  return refuseTruth(name, truth, `from ${from} to ${to}`, 'a number outside')
}

/** @param {string} name @param {number} truth @returns {never} */
export function refuseInGap(name, truth) {
  return refuseTruth(name, truth, 'possible', 'a number in a gap')
}

/**
 * NaN is no value that could give anybody away; it has the same name everywhere.
 * @param {string} name
 * @param {unknown} truth
 * @param {string} rule
 * @param {string} kind what is said instead of it
 * @returns {never}
 */
export function refuseTruth(name, truth, rule, kind) {
  throw new ParameterError(name, truth, `${name} must be ${rule}, got ${Number.isNaN(truth) ? 'NaN' : kind}`)
}
