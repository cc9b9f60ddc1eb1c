import { checkNumber, checkOptions, checkWord, formatValue, isList, isMechanism, nameKind } from './arguments.js'
import { ParameterError } from './errors.js'
import { checkConfidence } from './estimate.js'
import { ownItem } from './own.js'
import { checkRange, queryHeader } from './report-range.js'
import { evenTruths, weightTruths } from './typical-truths.js'

// How many reports an answer needs, and how good an answer so many reports give: before there are any.

/**
 * @typedef {object} PlanOptions
 * @property {import('./report-model.js').MechanismLike} mechanism that is to make the reports
 * @property {'mean' | 'variance'} [of] what is to be estimated. Default: `'mean'`
 * @property {number} [confidence] with which the interval is to hold what it is for. Default: 0.95
 * @property {import('./typical-truths.js').Prior} [prior] how the true values are distributed, if that is known. Otherwise the
 *   worst of some extreme populations counts: spread evenly, all at one end, in the middle, or half at each end
 * @property {readonly [number, number]} [range] between which true values lie, where a bound is infinite
 */

/**
 * @typedef {object} WantedError
 * @property {number | readonly number[]} error half of the length that the interval may have; of vectors, one for all coordinates
 *   or one for each
 */

/**
 * @typedef {object} WantedReports
 * @property {number} reports how many there will be
 */

/**
 * How good an answer has to be, for `reportsNeeded`.
 * @typedef {PlanOptions & WantedError} ReportsNeededOptions
 */

/**
 * How many reports there will be, for `errorOf`.
 * @typedef {PlanOptions & WantedReports} ErrorOfOptions
 */

const OPTIONS = ['mechanism', 'of', 'confidence', 'prior', 'range']
const TARGETS = /** @type {const} */ (['mean', 'variance'])

/**
 * @param {import('./estimate.js').Context} context
 * @param {unknown} options
 * @returns {number}
 */
export function countReportsNeeded(context, options) {
  refuseMechanism('reportsNeeded', 'error', options)
  const given = checkOptions('reportsNeeded', options, [...OPTIONS, 'error'])
  const { error } = given
  const ask = planner(context, given)
  if (!isList(error)) {
    const target = checkPositive('error', error)
    return Math.max(...Array.from({ length: ask.sides }, (_, side) => ask(side, true, target)))
  }
  if (!ask.isBox) throw new TypeError(`error must be a number, got ${formatValue(error)}`)
  if (error.length !== ask.sides) {
    throw new ParameterError(
      'error',
      error.length,
      `error must be a number or ${ask.sides} numbers, got ${error.length}`
    )
  }
  const each = Array.from(error, (_, side) => checkPositive(`error[${side}]`, ownItem(error, side)))
  return Math.max(...each.map((target, side) => ask(side, true, target)))
}

/**
 * @param {import('./estimate.js').Context} context
 * @param {unknown} options
 * @returns {number | number[]}
 */
export function errorFrom(context, options) {
  refuseMechanism('errorOf', 'reports', options)
  const given = checkOptions('errorOf', options, [...OPTIONS, 'reports'])
  const ask = planner(context, given)
  const reports = checkPositive('reports', given.reports)
  const errors = Array.from({ length: ask.sides }, (_, side) => ask(side, false, reports))
  return ask.isBox ? errors : Number(errors[0])
}

/** It is what people try first. @param {string} owner @param {string} other @param {unknown} options */
function refuseMechanism(owner, other, options) {
  if (isMechanism(options)) throw new TypeError(`${owner} takes an object of both: ${owner}({ mechanism, ${other} })`)
}

/** @param {import('./estimate.js').Context} context @param {Record<string, unknown>} given */
function planner({ modelOf }, { mechanism, of = 'mean', confidence, prior, range }) {
  const about = modelOf(mechanism)
  if (about.isPosterior) throw new TypeError('mechanism must be one for numbers or vectors')
  const target = TARGETS.indexOf(checkWord('of', of, TARGETS))
  const sure = checkConfidence(confidence)
  const within = checkRange(range, about.mechanism)
  const population = populationOf(prior, about, within).flatMap(({ truth, weight }) => [truth, weight])
  /** @param {number} side @param {boolean} isError @param {number} value @returns {number} */
  const ask = (side, isError, value) =>
    Number(about.ask('plan', [...queryHeader(side, within), target, sure, Number(isError), value, ...population])[0])
  return Object.assign(ask, { sides: about.sides, isBox: about.isBox })
}

/**
 * True values and their weights; none if nothing is known.
 * @param {unknown} prior @param {import('./report-model.js').ReportModel} about @param {readonly [number, number] | undefined} within
 */
function populationOf(prior, { isBox, mechanism }, within = [mechanism.lower, mechanism.upper]) {
  if (prior === undefined) return []
  if (isBox) throw new TypeError(`prior must be left out for vectors, got ${nameKind(prior)}`)
  if (typeof prior !== 'function' && !Array.isArray(prior)) {
    throw new TypeError(`prior must be a function or an array of pairs, got ${nameKind(prior)}`)
  }
  const lower = Math.max(mechanism.lower, within[0])
  const upper = Math.min(mechanism.upper, within[1])
  const even = typeof prior === 'function' ? evenTruths(mechanism, true) : []
  const possible = even.filter(({ truth }) => truth >= lower && truth <= upper)
  return weightTruths(possible, prior, typeof prior === 'function' ? mechanism : { ...mechanism, lower, upper })
}

/** @param {string} parameter @param {unknown} value */
function checkPositive(parameter, value) {
  const number = checkNumber(parameter, value)
  if (number > 0 && number < Infinity) return number
  throw new ParameterError(parameter, value, `${parameter} must be greater than 0 and finite, got ${value}`)
}
