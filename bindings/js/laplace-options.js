import { checkNumber, checkOptionalNumber, checkOptions, checkWord } from './arguments.js'
import { boundFromJSON, boundToJSON, domainFrom, isUnbounded } from './domain.js'
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
import { ownOf } from './own.js'

// From what a caller writes to what C++ works with, and back from JSON.

/** @typedef {import('./domain.js').Span} Span */

/**
 * Where truths and outputs lie: `lower` and `upper`, perhaps with `gaps` between them that no value may be in. Bounds may be
 * infinite; then give a `sensitivity`.
 * @typedef {object} BoundsOptions
 * @property {number} lower the smallest possible value
 * @property {number} upper the largest possible value
 * @property {readonly Span[]} [gaps] what is impossible between the bounds, such as `[[12, 14]]`; the ends of a gap are
 *   possible. Default: none
 * @property {undefined} [spans]
 */

/**
 * Or the `spans` of what is possible, in any order.
 * @typedef {object} SpansOptions
 * @property {readonly Span[]} spans what is possible, instead of bounds and gaps, in any order: such as `[[9, 12], [14, 18]]`
 * @property {undefined} [lower]
 * @property {undefined} [upper]
 * @property {undefined} [gaps]
 */

/** @typedef {BoundsOptions | SpansOptions} DomainOptions */

/**
 * What is promised, and about which pairs of true values.
 * @typedef {object} GuaranteeOptions
 * @property {number} [delta] the probability mass that may escape epsilon, below 1. Default: 0
 * @property {number} [sensitivity] how far apart the true values of two neighbouring inputs can be. Default: the distance
 *   between the bounds, so that any two true values are protected from each other (local privacy)
 * @property {'dp' | 'metric'} [guarantee] `'dp'`: values at most `sensitivity` apart cannot be told apart by more than
 *   epsilon; `'metric'`: any two values, rounded to the lattice, by no more than epsilon times their distance over the
 *   sensitivity. Default: `'dp'`
 * @property {'tight' | 'published'} [calibration] `'tight'`: the smallest noise of this kind whose exact loss fits, over all
 *   pairs of lattice points that `sensitivity`, counted in whole steps and rounded up, protects; `'published'`: the scale of
 *   the papers, refused where it does not hold on the lattice. Default: `'tight'`
 */

/**
 * Give `epsilon` to have the noise calibrated.
 * @typedef {object} CalibratedOptions
 * @property {number} epsilon the privacy loss that is allowed, from 1e-15 to 700 (0 if `delta` is not): smaller is more
 *   private and noisier
 * @property {undefined} [scale]
 */

/**
 * Or `scale` to choose the noise yourself.
 * @typedef {object} ScaledOptions
 * @property {number} scale the scale of the noise (Gaussian: its standard deviation before it is truncated), instead of
 *   `epsilon`, which is then the exact loss of that scale
 * @property {undefined} [epsilon]
 * @property {undefined} [delta]
 * @property {undefined} [calibration]
 */

/** @typedef {CalibratedOptions | ScaledOptions} AmountOptions */

/**
 * What is released, and what becomes of true values that cannot be.
 * @typedef {object} ReleaseOptions
 * @property {number} [granularity] the step between released values: a power of two, a whole number, or 1/n, counted from 0,
 *   or from the lower bound where that is no multiple of it. Default: the largest power of two not above sensitivity/2^24
 *   (coarser only where doubles are), counted from 0
 * @property {'clamp' | 'error'} [outside] what to do with a true value outside the bounds: `'clamp'` moves it to the nearer
 *   bound; `'error'` refuses it, which tells everybody who sees the error that it was outside. Default: `'clamp'`
 */

/**
 * What is asked for of a Laplace mechanism: where values lie, what is promised, how much noise.
 * @typedef {DomainOptions & AmountOptions & GuaranteeOptions & ReleaseOptions} LaplaceOptions
 */

/**
 * @typedef {object} EpsilonOption
 * @property {number} epsilon the privacy loss that is allowed, from 1e-15 to 700 (0 if `delta` is not)
 */

/**
 * What the scale of the continuous law depends on: the options of a mechanism without those of its lattice.
 * @typedef {DomainOptions & GuaranteeOptions & EpsilonOption} LaplaceScaleOptions
 */

/**
 * The exact worst case. With delta 0: at this output, the truth is e^epsilon times likelier than its neighbour, and nowhere
 * more. Otherwise delta is the exact one for epsilon: outputs from the truth's end of the domain up to `output` are
 * likelier by e^epsilon, and then by delta. Under the metric guarantee, epsilon is what two truths lose that are a
 * sensitivity apart once they are rounded, and the pair is where a step loses most. Sensitivities count in whole steps. Of a
 * `ReflectedLaplace` with gaps it is the worst case before noise is reflected out of them, and so may be a little larger than
 * that of what is released; then `output` may lie in a gap. Delta of a `BoundedLaplace` with gaps is an upper bound.
 * @typedef {object} Audit
 * @property {number} epsilon the largest privacy loss there is
 * @property {number} delta the probability mass that escapes it
 * @property {number} truth the true value of the worst pair
 * @property {number} neighbour the other true value of that pair
 * @property {number} output the released value that tells most about which of the two it was
 */

/**
 * A mechanism in writing: its parameters and its rate, so that another program has the very same law. No secrets.
 * @typedef {object} LaplaceJSON
 * @property {string} mechanism the name of its class
 * @property {1 | 2} version of this form of writing: 2, or 1 of what was read from that
 * @property {number | string} lower a number, or the word '-Infinity'
 * @property {number | string} upper a number, or the word 'Infinity'
 * @property {readonly Span[]} [gaps] what is impossible between the bounds, where there is such a thing
 * @property {number} epsilon the privacy loss
 * @property {number} delta the probability mass that may escape it
 * @property {'dp' | 'metric'} guarantee what is promised
 * @property {number} sensitivity about which pairs of true values it is promised
 * @property {number} granularity the step of the lattice
 * @property {number} [origin] where its steps are counted from; left out in version 1, where that is 0
 * @property {number} rate the decay per step, which fixes the law
 * @property {number} [scale] where it was given by hand
 * @property {'tight' | 'published' | 'given'} calibration where the scale is from
 * @property {'clamp' | 'error'} outside what happens to a true value outside the bounds
 */

/**
 * A mechanism for C++; see bindings/embind/making.cpp.
 * @typedef {object} Spec
 * @property {string} mechanism
 * @property {import('./domain.js').Domain} domain
 * @property {number} sensitivity NaN if left out
 * @property {number} granularity NaN if left out
 * @property {number} origin NaN if left out
 * @property {'dp' | 'metric'} guarantee
 */

/**
 * What is asked for, or was made: a calibration to epsilon and delta, a scale, or a rate. What is left out is undefined, and
 * not missing: it would be inherited.
 * @typedef {object} LaplaceRequest
 * @property {Spec} spec
 * @property {1 | 2 | undefined} version of the JSON that it was read from
 * @property {number | undefined} epsilon
 * @property {number | undefined} delta
 * @property {number | undefined} scale
 * @property {number | undefined} rate
 * @property {'tight' | 'published' | 'given'} calibration
 * @property {'clamp' | 'error'} outside
 */

const GUARANTEES = /** @type {const} */ (['dp', 'metric'])
const SCALE_OPTIONS = ['lower', 'upper', 'gaps', 'spans', 'epsilon', 'delta', 'sensitivity', 'guarantee', 'calibration']
const OPTIONS = [...SCALE_OPTIONS, 'scale', 'granularity', 'outside']
const JSON_KEYS = [
  ...SCALE_OPTIONS.filter((name) => name !== 'spans'),
  'granularity',
  'origin',
  'outside',
  'rate',
  'scale'
]

/**
 * @param {string} mechanism
 * @param {unknown} options
 * @returns {LaplaceRequest}
 */
export function requestFromOptions(mechanism, options) {
  const given = checkOptions(mechanism, options, OPTIONS)
  const spec = specFrom(mechanism, given)
  const calibration = checkWord(
    'calibration',
    given.calibration === undefined ? 'tight' : given.calibration,
    CALIBRATIONS
  )
  const outside = checkWord('outside', given.outside === undefined ? 'clamp' : given.outside, OUTSIDES)
  const request = {
    version: undefined,
    spec,
    epsilon: undefined,
    delta: undefined,
    scale: undefined,
    rate: undefined,
    outside
  }
  if (given.scale !== undefined) {
    checkNotBoth(given)
    return { ...request, scale: checkNumber('scale', given.scale), calibration: 'given' }
  }
  if (given.epsilon === undefined) throw new TypeError('epsilon is required and must be a number (or give a scale)')
  return { ...request, ...guaranteeFrom(given), calibration }
}

/**
 * @param {string} mechanism
 * @param {unknown} options
 */
export function scaleRequestFrom(mechanism, options) {
  const given = checkOptions('scaleFor', options, SCALE_OPTIONS)
  const calibration = checkWord(
    'calibration',
    given.calibration === undefined ? 'tight' : given.calibration,
    CALIBRATIONS
  )
  return { spec: specFrom(mechanism, given), ...guaranteeFrom(given), calibration }
}

/**
 * @param {string} mechanism
 * @param {import('./laplace.js').LaplaceMechanism} own
 * @param {1 | 2} version
 * @returns {LaplaceJSON}
 */
export function jsonFrom(mechanism, own, version) {
  const {
    lower,
    upper,
    spans,
    epsilon,
    delta,
    guarantee,
    sensitivity,
    granularity,
    origin,
    rate,
    scale,
    calibration,
    outside
  } = own
  const gaps = spans.slice(1).map((span, at) => /** @type {Span} */ ([/** @type {Span} */ (spans[at])[1], span[0]]))
  return {
    mechanism,
    version,
    lower: boundToJSON(lower),
    upper: boundToJSON(upper),
    ...(gaps.length > 0 && { gaps }),
    epsilon,
    delta,
    guarantee,
    sensitivity,
    granularity,
    ...(version > FIRST_JSON_VERSION && { origin }),
    rate,
    ...(calibration === 'given' && { scale }),
    calibration,
    outside
  }
}

/**
 * @param {string} mechanism
 * @param {unknown} json
 * @returns {LaplaceRequest}
 */
export function requestFromJSON(mechanism, json) {
  const given = checkJSON(mechanism, json, JSON_KEYS)
  checkNumber('granularity', given.granularity)
  const bounds = { lower: boundFromJSON('lower', given.lower), upper: boundFromJSON('upper', given.upper) }
  const calibration = checkWord('calibration', given.calibration, JSON_CALIBRATIONS)
  const spec = specFrom(mechanism, ownOf({ ...given, ...bounds, guarantee: given.guarantee ?? null }))
  const isOfFirst = isOfFirstVersion(given)
  return {
    version: isOfFirst ? FIRST_JSON_VERSION : JSON_VERSION,
    spec: { ...spec, origin: isOfFirst ? 0 : checkNumber('origin', given.origin) },
    ...guaranteeFrom(given),
    rate: checkNumber('rate', given.rate),
    scale: calibration === 'given' || given.scale !== undefined ? checkNumber('scale', given.scale) : undefined,
    calibration,
    outside: checkWord('outside', given.outside, OUTSIDES)
  }
}

/**
 * @param {string} mechanism
 * @param {Record<string, unknown>} given
 * @returns {Spec}
 */
function specFrom(mechanism, given) {
  const domain = domainFrom(given)
  if (given.sensitivity === undefined && isUnbounded(domain)) {
    throw new TypeError('sensitivity is required where a bound is infinite')
  }
  return {
    mechanism,
    domain,
    sensitivity: checkOptionalNumber('sensitivity', given.sensitivity),
    granularity: checkOptionalNumber('granularity', given.granularity),
    origin: Number.NaN,
    guarantee: checkWord('guarantee', given.guarantee === undefined ? 'dp' : given.guarantee, GUARANTEES)
  }
}
