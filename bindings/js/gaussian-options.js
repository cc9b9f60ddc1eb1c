import {
  checkNumber,
  checkNumbers,
  checkOptionalNumber,
  checkOptions,
  checkWord,
  formatValue,
  isList
} from './arguments.js'
import { ParameterError } from './errors.js'
import {
  CALIBRATIONS,
  checkJSON,
  checkNotBoth,
  FIRST_JSON_VERSION,
  guaranteeFrom,
  isOfFirstVersion,
  JSON_CALIBRATIONS,
  JSON_VERSION,
  OUTSIDES
} from './noise-options.js'

// From what a caller writes to what C++ works with, and back from JSON.

/**
 * A number; or for vectors, a list with one for each coordinate.
 * @typedef {number | readonly number[]} Place
 */

/**
 * What the standard deviation of the continuous law depends on: the options of a mechanism without those of its lattice.
 * @typedef {object} GaussianScaleOptions
 * @property {Place} lower the smallest possible value, or that of each coordinate
 * @property {Place} upper the largest possible value, or that of each coordinate
 * @property {number} epsilon the privacy loss that is allowed: smaller is more private and noisier
 * @property {number} [delta] the probability mass that may escape epsilon, below 1; for numbers only. Default: 0
 * @property {number} [sensitivity] how far apart the true values of two neighbouring inputs can be (for vectors, the Euclidean
 *   distance). Default: the distance between the bounds (of opposite corners), so that any two true values are protected
 *   from each other (local privacy)
 * @property {'tight' | 'published'} [calibration] `'tight'`: the smallest noise of this kind whose exact loss fits (in a box,
 *   an upper bound of it), over all pairs of lattice points that `sensitivity` protects; `'published'`: the variance of Chen &
 *   Hale, up to 3.25 times as large. Default: `'tight'`
 */

/** @typedef {import('./laplace-options.js').AmountOptions} AmountOptions */

/**
 * @typedef {object} GaussianReleaseOptions
 * @property {Place} [granularity] the step between released values: a power of two, a whole number, or 1/n; one for all
 *   coordinates, or one for each. Counted from 0, or from the lower bound where that is no multiple of it. Default: the largest power of two not above sensitivity/2^24 (coarser only where doubles
 *   are)
 * @property {'clamp' | 'error'} [outside] what to do with a true value outside the bounds: `'clamp'` moves it to the nearer
 *   bound; `'error'` refuses it, which tells everybody who sees the error that it was outside. Default: `'clamp'`
 */

/**
 * What is asked for of a Gaussian mechanism: where values lie, what is promised, how much noise.
 * @typedef {Omit<GaussianScaleOptions, 'epsilon'> & AmountOptions & GaussianReleaseOptions} GaussianOptions
 */

/**
 * The worst case. With delta 0: at this output, the truth is e^epsilon times likelier than its neighbour, and nowhere more;
 * for vectors the pair is rounded to the lattice, and epsilon is what it cannot exceed. Otherwise delta is the exact one for
 * epsilon, reached by the outputs up to this one.
 * @typedef {object} GaussianAudit
 * @property {number} epsilon the largest privacy loss there is
 * @property {number} delta the probability mass that escapes it
 * @property {Place} truth the true value of the worst pair
 * @property {Place} neighbour the other true value of that pair
 * @property {Place} output the released value that tells most about which of the two it was
 */

/**
 * A mechanism in writing: its parameters, so that another program has the very same law. No secrets.
 * @typedef {object} GaussianJSON
 * @property {string} mechanism the name of its class
 * @property {1 | 2} version of this form of writing: 2, or 1 of what was read from that
 * @property {Place} lower the smallest possible value
 * @property {Place} upper the largest possible value
 * @property {number} epsilon the privacy loss
 * @property {number} delta the probability mass that may escape it
 * @property {number} sensitivity about which pairs of true values it is promised
 * @property {Place} granularity the step of the lattice
 * @property {Place} [origin] where its steps are counted from; left out in version 1, where that is 0
 * @property {number} scale the standard deviation before noise is truncated, which fixes the law
 * @property {'tight' | 'published' | 'given'} calibration where the scale is from
 * @property {'clamp' | 'error'} outside what happens to a true value outside the bounds
 */

/**
 * What is asked for, or was made: a calibration to epsilon and delta, a scale, or both.
 * @typedef {object} GaussianRequest
 * @property {boolean} isBox whether bounds were given as lists
 * @property {readonly number[]} lower
 * @property {readonly number[]} upper
 * @property {number} sensitivity NaN if left out
 * @property {readonly number[]} granularity empty if left out
 * @property {readonly number[]} origin empty if left out
 * @property {1 | 2 | undefined} version of the JSON that it was read from
 * @property {number | undefined} epsilon
 * @property {number | undefined} delta
 * @property {number | undefined} scale
 * @property {'tight' | 'published' | 'given'} calibration
 * @property {'clamp' | 'error'} outside
 */

const SCALE_OPTIONS = ['lower', 'upper', 'epsilon', 'delta', 'sensitivity', 'calibration']
const OPTIONS = [...SCALE_OPTIONS, 'scale', 'granularity', 'outside']

/**
 * @param {string} mechanism
 * @param {unknown} options
 * @returns {GaussianRequest}
 */
export function requestFromOptions(mechanism, options) {
  const given = checkOptions(mechanism, options, OPTIONS)
  const box = boxFrom(given)
  const { calibration: method = 'tight', outside: elsewhere = 'clamp' } = given
  const calibration = checkWord('calibration', method, CALIBRATIONS)
  const outside = checkWord('outside', elsewhere, OUTSIDES)
  const request = { version: undefined, ...box, epsilon: undefined, delta: undefined, scale: undefined, outside }
  if (given.scale !== undefined) {
    checkNotBoth(given)
    return { ...request, scale: checkNumber('scale', given.scale), calibration: 'given' }
  }
  if (given.epsilon === undefined) throw new TypeError('epsilon is required and must be a number (or give a scale)')
  return { ...request, ...guaranteeFrom(given), calibration }
}

/** @param {unknown} options */
export function scaleRequestFrom(options) {
  const given = checkOptions('scaleFor', options, SCALE_OPTIONS)
  const { calibration = 'tight' } = given
  return {
    ...boxFrom(given),
    ...guaranteeFrom(given),
    calibration: checkWord('calibration', calibration, CALIBRATIONS)
  }
}

/**
 * @param {string} mechanism
 * @param {unknown} json
 * @returns {GaussianRequest}
 */
export function requestFromJSON(mechanism, json) {
  const given = checkJSON(mechanism, json, [...OPTIONS, 'origin'])
  const isOfFirst = isOfFirstVersion(given)
  return {
    ...boxFrom(given),
    ...guaranteeFrom(given),
    version: isOfFirst ? FIRST_JSON_VERSION : JSON_VERSION,
    origin: isOfFirst ? numbersFrom('lower', given.lower).map(() => 0) : numbersFrom('origin', given.origin),
    scale: checkNumber('scale', given.scale),
    calibration: checkWord('calibration', given.calibration, JSON_CALIBRATIONS),
    outside: checkWord('outside', given.outside, OUTSIDES)
  }
}

/** @param {Record<string, unknown>} given */
function boxFrom({ lower, upper, sensitivity, granularity }) {
  const isBox = isList(lower)
  if (isBox !== isList(upper) && upper !== undefined) {
    throw new TypeError(
      `lower and upper must be two numbers or two arrays, got ${formatValue(lower)} and ${formatValue(upper)}`
    )
  }
  return {
    isBox,
    lower: numbersFrom('lower', lower),
    upper: numbersFrom('upper', upper),
    sensitivity: checkOptionalNumber('sensitivity', sensitivity),
    granularity: granularity === undefined ? [] : numbersFrom('granularity', granularity),
    origin: []
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function numbersFrom(name, value) {
  if (!isList(value)) return [checkNumber(name, value)]
  if (value.length === 0) throw new ParameterError(name, value, `${name} must have at least one number, got none`)
  return checkNumbers(name, value)
}
