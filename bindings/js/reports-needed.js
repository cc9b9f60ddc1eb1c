import { checkNumber, checkOptions, checkWord, isList } from './arguments.js'
import { ParameterError } from './errors.js'
import { checkConfidence } from './estimate.js'
import { checkRange, subjectOf } from './tally.js'
import { evenTruths, weighted } from './typical-truths.js'

// How many reports an answer needs, and how good an answer so many reports give: before there are any.

/**
 * @typedef {object} PlanOptions
 * @property {import('./reporting.js').MechanismLike} mechanism
 * @property {'mean' | 'variance'} [of] what is to be estimated. Default: `'mean'`
 * @property {number} [confidence] Default: 0.95
 * @property {import('./typical-truths.js').Prior} [prior] how the true values are distributed, if that is known. Otherwise the
 *   worst of some extreme populations counts: spread evenly, all at one end, in the middle, or half at each end
 * @property {readonly [number, number]} [range] between which true values lie, where a bound is infinite
 */

/** @typedef {PlanOptions & { error: number | readonly number[] }} ReportsNeededOptions */
/** @typedef {PlanOptions & { reports: number }} ErrorOfOptions */

const OPTIONS = ['mechanism', 'of', 'confidence', 'prior', 'range']
const TARGETS = /** @type {const} */ (['mean', 'variance'])

/**
 * @param {import('./estimate.js').Context} context
 * @param {unknown} options
 * @returns {number}
 */
export function reportsNeededFrom(context, options) {
  const given = checkOptions('reportsNeeded', options, [...OPTIONS, 'error'])
  const { error } = given
  const ask = planner(context, given)
  const errors = isList(error) ? Array.from(error) : new Array(ask.sides).fill(error)
  if (errors.length !== ask.sides) throw new TypeError(`error must be a number, or ${ask.sides} numbers`)
  return Math.max(...errors.map((value, side) => ask(side, true, checkPositive('error', value))))
}

/**
 * @param {import('./estimate.js').Context} context
 * @param {unknown} options
 * @returns {number | number[]}
 */
export function errorFrom(context, options) {
  const given = checkOptions('errorOf', options, [...OPTIONS, 'reports'])
  const ask = planner(context, given)
  const reports = checkPositive('reports', given.reports)
  const errors = Array.from({ length: ask.sides }, (_, side) => ask(side, false, reports))
  return ask.isBox ? errors : Number(errors[0])
}

/** @param {import('./estimate.js').Context} context @param {Record<string, unknown>} given */
function planner({ reporting }, { mechanism, of = 'mean', confidence, prior, range }) {
  const about = reporting(mechanism)
  if (about.isPosterior) throw new TypeError('mechanism must be one for numbers or vectors')
  const target = TARGETS.indexOf(checkWord('of', of, TARGETS))
  const sure = checkConfidence(confidence)
  const within = checkRange(range, about.mechanism)
  if (prior !== undefined && about.isBox) throw new TypeError('prior is for single numbers, not for vectors')
  const nodes = prior === undefined ? [] : weighted(evenTruths(about.mechanism, true), prior, about.mechanism)
  const population = nodes.flatMap(({ truth, weight }) => [truth, weight])
  /** @param {number} side @param {boolean} isError @param {number} value @returns {number} */
  const ask = (side, isError, value) =>
    Number(about.ask('plan', [...subjectOf(side, within), target, sure, Number(isError), value, ...population])[0])
  return Object.assign(ask, { sides: about.sides, isBox: about.isBox })
}

/** @param {string} parameter @param {unknown} value */
function checkPositive(parameter, value) {
  const number = checkNumber(parameter, value)
  if (number > 0 && number < Infinity) return number
  throw new ParameterError(parameter, value, `${parameter} must be greater than 0 and finite, got ${value}`)
}
