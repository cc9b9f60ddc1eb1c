import { checkNumber, checkOptions, shown } from './arguments.js'
import { jsonFrom, madeFromJSON, madeFromOptions, scaleFromOptions } from './bounded-laplace-options.js'
import { describe } from './describe.js'
import { unwrap } from './engine.js'
import { ENGINE } from './engine-key.js'
import { ParameterError } from './errors.js'
import { ContinuousLaw, LatticeLaw } from './laws.js'

/** @typedef {import('./bounded-laplace-options.js').BoundedLaplaceOptions} BoundedLaplaceOptions */
/** @typedef {import('./bounded-laplace-options.js').BoundedLaplaceScaleOptions} BoundedLaplaceScaleOptions */
/** @typedef {import('./bounded-laplace-options.js').BoundedLaplaceJSON} BoundedLaplaceJSON */
/** @typedef {import('./bounded-laplace-options.js').Audit} Audit */

/** The way past the constructor's own calibration, for fromJSON. */
class Restored {
  /** @param {import('./bounded-laplace-options.js').Made} made */
  constructor(made) {
    this.made = made
  }
}

/**
 * Laplace noise confined to an interval (Holohan et al. 2020): every released value lies between `lower` and `upper`.
 * Objects are immutable and hold no memory that would have to be freed.
 */
export class BoundedLaplace {
  /** @type {import('./engine.js').Engine} */ #engine
  /** @type {import('./bounded-laplace-options.js').Numbers} */ #numbers

  /** @readonly @type {number} */ lower
  /** @readonly @type {number} */ upper
  /** The privacy loss asked for; where a scale was given instead, its exact loss. @readonly @type {number} */ epsilon
  /** @readonly @type {number} */ delta = 0
  /** @readonly @type {number} */ sensitivity
  /** The step between released values. @readonly @type {number} */ granularity
  /** The number of steps between the smallest and the largest released value. @readonly @type {number} */ steps
  /** The scale of the noise, in the unit of the values. @readonly @type {number} */ scale
  /** The decay of the probabilities per step: with the lattice, what fixes the law. @readonly @type {number} */ rate
  /** 'given' where the scale was chosen by hand. @readonly @type {'tight' | 'published' | 'given'} */ calibration
  /** What happens to a true value outside the bounds. @readonly @type {'clamp' | 'error'} */ outside

  /** @param {BoundedLaplaceOptions} options */
  constructor(options) {
    this.#engine = engineOf(new.target)
    const made = options instanceof Restored ? options.made : madeFromOptions(this.#engine.core, options)
    const { lower, upper, epsilon, sensitivity, step, steps, scale, rate } = made.numbers
    this.#numbers = made.numbers
    this.lower = lower
    this.upper = upper
    this.epsilon = epsilon
    this.sensitivity = sensitivity
    this.granularity = step
    this.steps = steps
    this.scale = scale
    this.rate = rate
    this.calibration = made.calibration
    this.outside = made.outside
    Object.freeze(this)
  }

  /**
   * The calibrated scale of the continuous law, rounded up: what the scale of an instance tends to on ever finer lattices.
   * @param {BoundedLaplaceScaleOptions} options
   * @returns {number}
   */
  static scaleFor(options) {
    return scaleFromOptions(engineOf(this).core, options)
  }

  /**
   * The mechanism that `toJSON` wrote, with the same law to the bit. A rate that does not keep its epsilon is refused.
   * @param {BoundedLaplaceJSON | string} json the object, or its text
   * @returns {BoundedLaplace}
   */
  static fromJSON(json) {
    const content = typeof json === 'string' ? JSON.parse(json) : json
    const restored = new Restored(madeFromJSON(engineOf(this).core, content))
    return new this(/** @type {any} */ (restored))
  }

  /**
   * One private value for a true one. Each call spends the whole epsilon again.
   * @param {number} truth
   * @returns {number} always on the lattice, between lower and upper
   */
  privatise(truth) {
    this.#checkTruth(checkNumber('truth', truth), 'truth')
    return this.#engine.drawBoundedLaplace(this.#numbers, truth)
  }

  /**
   * One private value for each true one. A truth that is refused is found before anything is drawn.
   * @param {ArrayLike<number>} truths any array or typed array of numbers
   * @param {{ into?: Float64Array }} [options] an array to write to, as long as the truths; it may be the truths themselves
   *   (if the platform's generator fails on the way, an EntropyError is thrown, and what got no noise is NaN)
   * @returns {Float64Array}
   */
  privatiseAll(truths, options = {}) {
    const { into } = checkOptions('privatiseAll', options, ['into'])
    const column = this.#checkedColumn(truths)
    const noisy = into === undefined ? new Float64Array(column.length) : checkTarget(into, column)
    this.#engine.drawAllBoundedLaplace(this.#numbers, column, noisy)
    return noisy
  }

  /**
   * The exact worst case of what is released.
   * @returns {Audit}
   */
  audit() {
    return this.#engine.core.boundedLaplaceAudit(this.#numbers)
  }

  /**
   * The exact epsilon of the same mechanism with another scale (left out: its own).
   * @param {{ scale?: number }} [question]
   * @returns {number}
   */
  epsilonOf(question = {}) {
    const { scale } = checkOptions('epsilonOf', question, ['scale'])
    if (scale === undefined) return this.audit().epsilon
    return unwrap(this.#engine.core.boundedLaplaceEpsilonOf(this.#numbers, checkNumber('scale', scale)), 'number')
  }

  /**
   * The law of the released value for a true one: probabilities, moments, intervals.
   * @param {number} truth
   * @returns {LatticeLaw}
   */
  at(truth) {
    this.#checkTruth(checkNumber('truth', truth), 'truth')
    const { core } = this.#engine
    const numbers = this.#numbers
    /** @type {import('./laws.js').Ask} */
    const askLattice = (question, argument = 0) =>
      core.boundedLaplaceLattice(numbers, truth, core.Question[question], argument)
    /** @type {import('./laws.js').Ask} */
    const askContinuous = (question, argument = 0) =>
      core.boundedLaplaceContinuous(numbers, truth, core.Question[question], argument)
    return new LatticeLaw(askLattice, truth, new ContinuousLaw(askContinuous, truth))
  }

  /** Two sentences in plain language: what comes out, and what it gives away. */
  describe() {
    return describe(this)
  }

  /** For `JSON.stringify`. @returns {BoundedLaplaceJSON} */
  toJSON() {
    return jsonFrom(this)
  }

  /**
   * Infinities are outside like any other number; NaN has no nearest bound.
   * @param {number} truth
   * @param {string} name
   */
  #checkTruth(truth, name) {
    if (Number.isNaN(truth)) throw new ParameterError(name, truth, `${name} must be a number, got NaN`)
    if (this.outside === 'error' && !(truth >= this.lower && truth <= this.upper)) {
      throw new ParameterError(name, truth, `${name} must be from ${this.lower} to ${this.upper}, got ${truth}`)
    }
  }

  /** @param {ArrayLike<number>} truths */
  #checkedColumn(truths) {
    if (!Array.isArray(truths) && !(ArrayBuffer.isView(truths) && !(truths instanceof DataView))) {
      throw new TypeError(`truths must be an array or a typed array of numbers, got ${shown(truths)}`)
    }
    for (let at = 0; at < truths.length; ++at) {
      const truth = truths[at]
      if (!this.#accepts(truth)) this.#checkTruth(checkNumber(`truths[${at}]`, truth), `truths[${at}]`)
    }
    return truths instanceof Float64Array ? truths : Float64Array.from(truths)
  }

  /** @param {unknown} truth */
  #accepts(truth) {
    if (typeof truth !== 'number') return false
    if (this.outside === 'clamp') return !Number.isNaN(truth)
    return truth >= this.lower && truth <= this.upper
  }
}

// `using` works, and has nothing to do. Older platforms lack the symbol.
if (Symbol.dispose) Object.defineProperty(BoundedLaplace.prototype, Symbol.dispose, { value() {} })

/**
 * Truths that are overwritten before they are read would get noise twice.
 * @param {unknown} into
 * @param {Float64Array} truths
 */
function checkTarget(into, truths) {
  const { length } = truths
  if (!(into instanceof Float64Array)) throw new TypeError(`into must be a Float64Array, got ${shown(into)}`)
  const apart = Math.abs(into.byteOffset - truths.byteOffset)
  if (into.buffer === truths.buffer && apart > 0 && apart < truths.byteLength) {
    throw new ParameterError('into', into, 'into must be the truths themselves or not overlap them')
  }
  if (into.length === length) return into
  throw new ParameterError(
    'into',
    into,
    `into must be as long as the truths (${length}), got a length of ${into.length}`
  )
}

/**
 * The engine of the class that `load()` handed out.
 * @param {any} mechanism
 * @returns {import('./engine.js').Engine}
 */
function engineOf(mechanism) {
  return mechanism[ENGINE]
}
