import { checkNumber, checkOptionalNumber, checkOptions, checkWord, shown } from './arguments.js'
import { unwrap } from './engine.js'
import { ParameterError } from './errors.js'

// From what a caller writes to the numbers that C++ works with, and back from JSON.

/**
 * Give `epsilon` to have the noise calibrated, or `scale` to choose it yourself; not both.
 * @typedef {object} BoundedLaplaceOptions
 * @property {number} lower the smallest possible value
 * @property {number} upper the largest possible value
 * @property {number} [epsilon] the privacy loss that is allowed: smaller is more private and noisier
 * @property {number} [delta] 0; other values are not offered by this mechanism yet
 * @property {number} [scale] the scale of the noise, instead of `epsilon`
 * @property {number} [sensitivity] how far apart the true values of two neighbouring inputs can be; left out, it is
 *   `upper - lower`: then any two true values are protected from each other (local privacy)
 * @property {number} [granularity] the step between released values: a power of two, a whole number, or 1/n; left out,
 *   a power of two far below the sensitivity
 * @property {'tight' | 'published'} [calibration] 'tight' (default): the smallest noise whose exact loss fits; 'published':
 *   the scale of Holohan et al. 2020
 * @property {'clamp' | 'error'} [outside] what to do with a true value outside the bounds: 'clamp' (default) moves it to
 *   the nearer bound; 'error' refuses it, which tells everybody who sees the error that it was outside
 */

/**
 * @typedef {object} BoundedLaplaceScaleOptions
 * @property {number} lower
 * @property {number} upper
 * @property {number} epsilon
 * @property {number} [delta]
 * @property {number} [sensitivity]
 * @property {'tight' | 'published'} [calibration]
 */

/**
 * The exact worst case: at this output, the truth is at most e^epsilon times likelier than its neighbour (plus delta), and
 * nowhere more.
 * @typedef {{ epsilon: number, delta: number, truth: number, neighbour: number, output: number }} Audit
 */

/**
 * A mechanism in writing: its parameters and its rate, so that another program has the very same law. No secrets.
 * @typedef {object} BoundedLaplaceJSON
 * @property {'BoundedLaplace'} mechanism
 * @property {1} version
 * @property {number} lower
 * @property {number} upper
 * @property {number} epsilon
 * @property {number} delta
 * @property {number} sensitivity
 * @property {number} granularity
 * @property {number} rate
 * @property {'tight' | 'published' | 'given'} calibration
 * @property {'clamp' | 'error'} outside
 */

/**
 * What C++ knows of a mechanism; see bindings/embind/bounded_laplace.cpp.
 * @typedef {object} Numbers
 * @property {number} lower
 * @property {number} upper
 * @property {number} sensitivity
 * @property {number} step
 * @property {number} perUnit
 * @property {number} first
 * @property {number} steps
 * @property {number} indexSensitivity
 * @property {number} rate
 * @property {number} scale
 * @property {number} epsilon
 */

/**
 * What a constructor keeps.
 * @typedef {object} Made
 * @property {Numbers} numbers
 * @property {'tight' | 'published' | 'given'} calibration
 * @property {'clamp' | 'error'} outside
 */

const CALIBRATIONS = /** @type {const} */ (['tight', 'published'])
const JSON_CALIBRATIONS = /** @type {const} */ (['tight', 'published', 'given'])
const OUTSIDES = /** @type {const} */ (['clamp', 'error'])
const SCALE_OPTIONS = ['lower', 'upper', 'epsilon', 'delta', 'sensitivity', 'calibration']
const OPTIONS = [...SCALE_OPTIONS, 'scale', 'granularity', 'outside']
const JSON_KEYS = [...SCALE_OPTIONS, 'granularity', 'outside', 'mechanism', 'version', 'rate']
const JSON_VERSION = 1

/**
 * @param {any} core the functions of bindings/embind
 * @param {unknown} options
 * @returns {Made}
 */
export function madeFromOptions(core, options) {
  const given = checkOptions('BoundedLaplace', options, OPTIONS)
  const spec = specFrom(given)
  const calibration = checkWord('calibration', given.calibration ?? 'tight', CALIBRATIONS)
  const outside = checkWord('outside', given.outside ?? 'clamp', OUTSIDES)
  if (given.scale !== undefined) {
    for (const other of ['epsilon', 'delta', 'calibration']) {
      if (given[other] !== undefined) throw new TypeError(`give either scale or ${other}, not both`)
    }
    const outcome = core.boundedLaplaceWithScale(spec, checkNumber('scale', given.scale))
    return { numbers: unwrap(outcome, 'mechanism'), calibration: 'given', outside }
  }
  if (given.epsilon === undefined) throw new TypeError('epsilon is required and must be a number (or give a scale)')
  const { epsilon, delta } = guaranteeFrom(given)
  const outcome = core.boundedLaplaceCalibrate(spec, epsilon, delta, calibration === 'published')
  return { numbers: unwrap(outcome, 'mechanism'), calibration, outside }
}

/**
 * @param {any} core
 * @param {unknown} options
 * @returns {number}
 */
export function scaleFromOptions(core, options) {
  const given = checkOptions('scaleFor', options, SCALE_OPTIONS)
  checkWord('calibration', given.calibration ?? 'tight', CALIBRATIONS) // at delta = 0 both have the same answer
  const { epsilon, delta } = guaranteeFrom(given)
  return unwrap(core.boundedLaplaceScaleFor(specFrom(given), epsilon, delta), 'number')
}

/**
 * @param {import('./bounded-laplace.js').BoundedLaplace} mechanism
 * @returns {BoundedLaplaceJSON}
 */
export function jsonFrom({ lower, upper, epsilon, delta, sensitivity, granularity, rate, calibration, outside }) {
  const version = JSON_VERSION
  return {
    mechanism: 'BoundedLaplace',
    version,
    lower,
    upper,
    epsilon,
    delta,
    sensitivity,
    granularity,
    rate,
    calibration,
    outside
  }
}

/**
 * @param {any} core
 * @param {unknown} json
 * @returns {Made}
 */
export function madeFromJSON(core, json) {
  const given = checkOptions('fromJSON', json, JSON_KEYS)
  if (given.mechanism !== 'BoundedLaplace') {
    throw new ParameterError(
      'mechanism',
      given.mechanism,
      `mechanism must be 'BoundedLaplace', got ${shown(given.mechanism)}`
    )
  }
  if (given.version !== JSON_VERSION) {
    throw new ParameterError(
      'version',
      given.version,
      `version must be ${JSON_VERSION}, which this release reads, got ${shown(given.version)}`
    )
  }
  const { epsilon, delta } = guaranteeFrom(given)
  checkNumber('sensitivity', given.sensitivity) // optional elsewhere, but always written
  checkNumber('granularity', given.granularity)
  const outcome = core.boundedLaplaceWithRate(specFrom(given), epsilon, delta, checkNumber('rate', given.rate))
  return {
    numbers: unwrap(outcome, 'mechanism'),
    calibration: checkWord('calibration', given.calibration, JSON_CALIBRATIONS),
    outside: checkWord('outside', given.outside, OUTSIDES)
  }
}

/** @param {Record<string, unknown>} given */
function specFrom(given) {
  return {
    lower: checkNumber('lower', given.lower),
    upper: checkNumber('upper', given.upper),
    sensitivity: checkOptionalNumber('sensitivity', given.sensitivity),
    granularity: checkOptionalNumber('granularity', given.granularity)
  }
}

/** @param {Record<string, unknown>} given */
function guaranteeFrom(given) {
  return { epsilon: checkNumber('epsilon', given.epsilon), delta: checkNumber('delta', given.delta ?? 0) }
}
