import { checkNumber, checkNumbers, checkOptionalNumber, checkOptions, checkWord } from './arguments.js'
import { KIND } from './engine-key.js'
import { internalsOf, kindOf, Mechanism, makeFor, restore } from './mechanism.js'
import { CALIBRATIONS, checkJSON, guaranteeFrom, JSON_VERSION } from './noise-options.js'
import { checkCount } from './truths.js'

/**
 * What is asked for of noise with smooth sensitivity.
 * @typedef {object} SmoothOptions
 * @property {ArrayLike<number>} values the number to release for the counts 0, 1, 2, ...
 * @property {number} epsilon the privacy loss that is allowed: smaller is more private and noisier
 * @property {number} delta the probability mass that may escape epsilon, from 1e-12 to below 1: noise that depends on the truth
 *   needs one
 * @property {number} [smoothing] beta, the most by which the logarithm of the sensitivity changes from one count to the next.
 *   Default: epsilon/(2 ln(2/delta))
 * @property {'tight' | 'published'} [calibration] `'tight'`: the least noise found whose exact delta fits; `'published'`: twice the
 *   smooth sensitivity over epsilon. Default: `'tight'`
 */

/**
 * The worst case: delta is what escapes epsilon between these two counts, and more between no others.
 * @typedef {object} SmoothAudit
 * @property {number} epsilon the privacy loss
 * @property {number} delta the probability mass that escapes it
 * @property {number} truth the true count of the worst pair
 * @property {number} neighbour the one beside it
 */

/**
 * Noise with smooth sensitivity in writing: its parameters, so that another program has the very same laws. No secrets.
 * @typedef {object} SmoothJSON
 * @property {string} mechanism the name of its class
 * @property {1 | 2} version of this form of writing; toJSON writes 2
 * @property {readonly number[]} values the number for each count
 * @property {number} epsilon the privacy loss
 * @property {number} delta the probability mass that may escape it
 * @property {number} smoothing beta
 * @property {number} alpha which fixes the noise
 * @property {'tight' | 'published' | 'given'} calibration where alpha is from
 */

const OPTIONS = ['values', 'epsilon', 'delta', 'smoothing', 'calibration']
const NUMBERS = 5

/** @param {string} kind @param {unknown} options */
const requestFromOptions = (kind, options) => requestFrom(checkOptions(kind, options, OPTIONS))

/** @param {string} kind @param {unknown} json */
const requestFromJSON = (kind, json) => {
  const given = checkJSON(kind, json, [...OPTIONS, 'alpha'])
  for (const name of ['smoothing', 'alpha']) checkOptionalNumber(name, checkNumber(name, given[name]))
  return requestFrom(given)
}

/** @param {Record<string, unknown>} given what `checkOptions` gave */
function requestFrom(given) {
  const { values, smoothing, alpha, calibration = 'tight' } = given
  return {
    values: checkNumbers('values', values),
    smoothing: checkOptionalNumber('smoothing', smoothing),
    ...guaranteeFrom(given),
    delta: checkNumber('delta', given.delta),
    alpha: /** @type {number | undefined} */ (alpha),
    calibration: checkWord('calibration', calibration, CALIBRATIONS)
  }
}

/** @type {import('./engine.js').Factory<ReturnType<typeof requestFrom>, any>} */
const smoothFactory = {
  isLarge: ({ values }) => values.length > 1e4,

  make(bridge, request, slot) {
    const { values, smoothing, epsilon, delta, alpha = Number.NaN, calibration } = request
    bridge.numbers(values.length).set(values)
    const published = calibration === 'published'
    bridge.throwIfZero(bridge.module.smoothMake(smoothing, epsilon, delta, published, alpha, slot))
    const [beta = 0, own, granularity, lowest, highest, ...rates] = bridge.numbers(NUMBERS + values.length)
    const description = { epsilon, delta, smoothing: beta, alpha: own, granularity, lowest, highest, rates }
    return { description, restoreRequest: { ...request, smoothing: beta, alpha: own } }
  }
}

/**
 * Laplace noise for a number that is computed from a count, such as the variance of a posterior: as large as it has to be for
 * that count and those near it (smooth sensitivity). What leaves the range of the numbers is released as its nearer end.
 */
export class SmoothLaplace extends Mechanism {
  static [KIND] = 'SmoothLaplace'

  /** The number for each count. @readonly @type {readonly number[]} */ values
  /** The smallest number that can be released: the first on the lattice. @readonly @type {number} */ lowest
  /** The largest number that can be released. @readonly @type {number} */ highest
  /** The step between released numbers: a power of two, far below any sensitivity. @readonly @type {number} */ granularity
  /** Beta: how fast the logarithm of the sensitivity may change. @readonly @type {number} */ smoothing
  /** Noise has the scale of the smooth sensitivity over this. @readonly @type {number} */ alpha
  /** The scale of the noise for each count: nothing to show beside a release, since it tells the count. @readonly @type {readonly number[]} */ scales

  /** @param {SmoothOptions} options */
  constructor(options) {
    const { engine, request, definition, description } = makeFor(new.target, smoothFactory, options, requestFromOptions)
    super(engine, definition, request, request)
    this.values = Object.freeze(request.values)
    this.lowest = description.lowest
    this.highest = description.highest
    this.granularity = description.granularity
    this.smoothing = description.smoothing
    this.alpha = description.alpha
    this.scales = Object.freeze(description.rates.map((/** @type {number} */ rate) => description.granularity / rate))
    Object.freeze(this)
  }

  /**
   * The mechanism that `toJSON` wrote, with the same law to the bit. Numbers that do not belong together are refused.
   * @param {SmoothJSON | string} json the object, or its text
   * @returns {SmoothLaplace}
   */
  static fromJSON(json) {
    return restore(this, json, requestFromJSON)
  }

  /**
   * One private number for a true count. Each call spends epsilon and delta again.
   * @param {number} count
   * @returns {number} always on the lattice, and from `lowest` to `highest`
   */
  privatise(count) {
    const { engine, definition } = internalsOf(this, 'privatise(37)')
    return engine.drawForCount(definition, checkCount('count', count, this.values.length - 1))
  }

  /** The worst case of what is released. @returns {SmoothAudit} */
  audit() {
    const { engine, definition } = internalsOf(this, 'audit()')
    const { output, ...worst } = engine.audit(definition, 1, ([count]) => Number(count))
    return worst
  }

  /** The mechanism in writing, for `JSON.stringify`; `fromJSON` reads it. @returns {SmoothJSON} */
  toJSON() {
    internalsOf(this, 'toJSON()')
    const { values, epsilon, delta, smoothing, alpha, calibration } = this
    const mechanism = kindOf(this.constructor)
    return { mechanism, version: JSON_VERSION, values, epsilon, delta, smoothing, alpha, calibration }
  }
}
