import { checkNumber, checkOptionalNumber, checkOptions, shown } from './arguments.js'
import { describe } from './describe.js'
import { gapAround, spansFrom } from './domain.js'
import { ANYWHERE, ENGINE, KIND } from './engine-key.js'
import { ParameterError } from './errors.js'
import { jsonFrom, wantedFromJSON, wantedFromOptions, wantedScale } from './laplace-options.js'
import { ContinuousLaw, LatticeLaw } from './laws.js'

/** @typedef {import('./domain.js').Span} Span */
/** @typedef {import('./laplace-options.js').LaplaceOptions} LaplaceOptions */
/** @typedef {import('./laplace-options.js').LaplaceScaleOptions} LaplaceScaleOptions */
/** @typedef {import('./laplace-options.js').LaplaceJSON} LaplaceJSON */
/** @typedef {import('./laplace-options.js').Audit} Audit */

/** The way past the constructor's own calibration, for fromJSON. */
class Restored {
  /** @param {import('./laplace-options.js').Wanted} wanted */
  constructor(wanted) {
    this.wanted = wanted
  }
}

/**
 * What the Laplace mechanisms have in common. Objects are immutable and hold no memory that would have to be freed.
 */
export class LaplaceMechanism {
  /** @type {import('./engine.js').Engine} */ #engine
  /** @type {import('./engine.js').Definition} */ #definition
  /** Whether there are gaps in which no true value may lie. @type {boolean} */ #refusesGaps

  /** The smallest possible value. @readonly @type {number} */ lower
  /** The largest possible value. @readonly @type {number} */ upper
  /** The smallest value that can be released: the first on the lattice. @readonly @type {number} */ lowest
  /** The largest value that can be released; finite also where `upper` is not. @readonly @type {number} */ highest
  /** What is possible between them, in order; a single span if there are no gaps. @readonly @type {readonly Span[]} */ spans
  /** The privacy loss asked for; where a scale was given instead, its exact loss. @readonly @type {number} */ epsilon
  /** The probability mass that may escape epsilon. @readonly @type {number} */ delta
  /** @readonly @type {'dp' | 'metric'} */ guarantee
  /** @readonly @type {number} */ sensitivity
  /** The step between released values. @readonly @type {number} */ granularity
  /** The number of steps between the smallest and the largest released value. @readonly @type {number} */ steps
  /** The scale of the noise, in the unit of the values. @readonly @type {number} */ scale
  /** The decay of the probabilities per step: with the lattice, what fixes the law. @readonly @type {number} */ rate
  /** 'given' where the scale was chosen by hand. @readonly @type {'tight' | 'published' | 'given'} */ calibration
  /** What happens to a true value outside the bounds. @readonly @type {'clamp' | 'error'} */ outside

  /** @param {LaplaceOptions} options */
  constructor(options) {
    this.#engine = engineOf(new.target)
    const wanted = options instanceof Restored ? options.wanted : wantedFromOptions(kindOf(new.target), options)
    const { definition, noise, pairs } = this.#engine.make(wanted)
    this.#definition = definition
    this.lower = noise.lower
    this.upper = noise.upper
    this.lowest = noise.lowest
    this.highest = noise.highest
    this.spans = spansFrom(pairs)
    this.#refusesGaps = this.spans.length > 1 && !(/** @type {any} */ (new.target)[ANYWHERE])
    this.epsilon = noise.epsilon
    this.delta = noise.delta
    this.guarantee = wanted.spec.guarantee
    this.sensitivity = noise.sensitivity
    this.granularity = noise.step
    this.steps = noise.steps
    this.scale = noise.scale
    this.rate = noise.rate
    this.calibration = wanted.calibration
    this.outside = wanted.outside
    Object.freeze(this)
  }

  /**
   * The calibrated scale of the continuous law: what the scale of an instance tends to on ever finer lattices.
   * @param {LaplaceScaleOptions} options
   * @returns {number}
   */
  static scaleFor(options) {
    return engineOf(this).scaleFor(wantedScale(kindOf(this), options))
  }

  /**
   * The mechanism that `toJSON` wrote, with the same law to the bit. A rate that does not keep its guarantee is refused.
   * @template {LaplaceMechanism} Mechanism
   * @this {new (options: any) => Mechanism}
   * @param {LaplaceJSON | string} json the object, or its text
   * @returns {Mechanism}
   */
  static fromJSON(json) {
    const content = typeof json === 'string' ? parsed(json) : json
    return new this(new Restored(wantedFromJSON(kindOf(this), content)))
  }

  /**
   * One private value for a true one. Each call spends the whole epsilon again.
   * @param {number} truth
   * @returns {number} always on the lattice, and possible
   */
  privatise(truth) {
    checkReceiver(this, 'privatise', 'privatise(37)')
    this.#checkTruth(checkNumber('truth', truth), 'truth')
    return this.#engine.draw(this.#definition, truth)
  }

  /**
   * One private value for each true one. A truth that is refused is found before anything is drawn.
   * @param {ArrayLike<number>} truths any array or typed array of numbers
   * @param {{ into?: Float64Array }} [options] an array to write to, as long as the truths; it may be the truths themselves
   *   (if the platform's generator fails on the way, an EntropyError is thrown, and what got no noise is NaN)
   * @returns {Float64Array}
   */
  privatiseAll(truths, options = {}) {
    checkReceiver(this, 'privatiseAll', 'privatiseAll(truths)')
    const { into } = checkOptions('privatiseAll', options, ['into'])
    const column = this.#checkedColumn(truths)
    const noisy = into === undefined ? new Float64Array(column.length) : checkTarget(into, column)
    this.#engine.drawAll(this.#definition, column, noisy)
    return noisy
  }

  /**
   * The exact worst case of what is released.
   * @returns {Audit}
   */
  audit() {
    return this.#engine.audit(this.#definition)
  }

  /**
   * The exact epsilon of the same mechanism with another scale or delta (left out: its own).
   * @param {{ scale?: number, delta?: number }} [question]
   * @returns {number}
   */
  epsilonOf(question = {}) {
    const { scale, delta = this.delta } = checkOptions('epsilonOf', question, ['scale', 'delta'])
    return this.#engine.epsilonOf(this.#definition, checkOptionalNumber('scale', scale), checkNumber('delta', delta))
  }

  /**
   * The exact delta of the same mechanism at another epsilon or scale (left out: its own).
   * @param {{ scale?: number, epsilon?: number }} [question]
   * @returns {number}
   */
  deltaOf(question = {}) {
    const { scale, epsilon = this.epsilon } = checkOptions('deltaOf', question, ['scale', 'epsilon'])
    if (this.guarantee === 'metric') throw new TypeError("deltaOf needs guarantee 'dp'; the metric one has no delta")
    return this.#engine.deltaOf(this.#definition, checkOptionalNumber('scale', scale), checkNumber('epsilon', epsilon))
  }

  /**
   * The law of the released value for a true one: probabilities, moments, intervals.
   * @param {number} truth
   * @returns {LatticeLaw}
   */
  at(truth) {
    this.#checkTruth(checkNumber('truth', truth), 'truth')
    const engine = this.#engine
    const definition = this.#definition
    /** @type {import('./laws.js').Ask} */
    const askLattice = (question, argument) => engine.askLattice(definition, truth, question, argument)
    /** @type {import('./laws.js').Ask} */
    const askContinuous = (question, argument) => engine.askContinuous(definition, truth, question, argument)
    return new LatticeLaw(askLattice, truth, new ContinuousLaw(askContinuous, truth))
  }

  /** Two sentences in plain language: what comes out, and what it gives away. */
  describe() {
    return describe(this)
  }

  /** For `JSON.stringify`. @returns {LaplaceJSON} */
  toJSON() {
    return jsonFrom(kindOf(this.constructor), this)
  }

  /**
   * Infinities are outside like any other number; NaN has no nearest bound. A truth in a gap cannot be moved to the nearer
   * end: two close truths might go to opposite sides. (Noise that is reflected moves only what has noise already.)
   * @param {number} truth
   * @param {string} name
   */
  #checkTruth(truth, name) {
    if (Number.isNaN(truth)) throw new ParameterError(name, truth, `${name} must be a number, got NaN`)
    if (this.outside === 'error' && !this.#isInside(truth)) {
      const [from, to] = this.#ends()
      throw new ParameterError(name, truth, `${name} must be from ${from} to ${to}, got ${truth}`)
    }
    const gap = this.#refusesGaps ? gapAround(this.spans, truth) : undefined
    if (gap === undefined) return
    throw new ParameterError(
      name,
      truth,
      `${name} must be possible, not in the gap from ${gap[0]} to ${gap[1]}, got ${truth}`
    )
  }

  /** @param {ArrayLike<number>} truths */
  #checkedColumn(truths) {
    if (!Array.isArray(truths) && !(ArrayBuffer.isView(truths) && !(truths instanceof DataView))) {
      throw new TypeError(`truths must be an array or a typed array of numbers, got ${shown(truths)}`)
    }
    if (truths instanceof Float64Array && this.outside === 'clamp' && !this.#refusesGaps) {
      checkNoNaN(truths) // most columns are like this, and a loop that does no more is several times faster
      return truths
    }
    for (let at = 0; at < truths.length; ++at) {
      const truth = truths[at]
      if (!this.#accepts(truth)) this.#checkTruth(checkNumber(`truths[${at}]`, truth), `truths[${at}]`)
    }
    return truths instanceof Float64Array ? truths : Float64Array.from(truths)
  }

  /** Quickly, for most truths. @param {unknown} truth */
  #accepts(truth) {
    if (typeof truth !== 'number') return false
    if (this.#refusesGaps && gapAround(this.spans, truth) !== undefined) return false
    return this.outside === 'clamp' ? !Number.isNaN(truth) : this.#isInside(truth)
  }

  /** An infinite bound is as far away as the last value that can be released. @param {number} truth */
  #isInside(truth) {
    const [from, to] = this.#ends()
    return truth >= from && truth <= to
  }

  /** @returns {[number, number]} */
  #ends() {
    return [
      Number.isFinite(this.lower) ? this.lower : this.lowest,
      Number.isFinite(this.upper) ? this.upper : this.highest
    ]
  }
}

// `using` works, and has nothing to do. Older platforms lack the symbol.
if (Symbol.dispose) Object.defineProperty(LaplaceMechanism.prototype, Symbol.dispose, { value() {} })

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new SyntaxError('fromJSON takes what toJSON wrote, as an object or as its text, and this text is no JSON', {
      cause
    })
  }
}

/** @param {Float64Array} truths */
function checkNoNaN(truths) {
  for (let at = 0; at < truths.length; ++at) {
    const truth = /** @type {number} */ (truths[at])
    // biome-ignore lint/suspicious/noSelfCompare: only NaN differs from itself, and this is the fastest way to ask
    if (truth !== truth) throw new ParameterError(`truths[${at}]`, truth, `truths[${at}] must be a number, got NaN`)
  }
}

/**
 * `truths.map(mechanism.privatise)` loses the mechanism.
 * @param {unknown} receiver
 * @param {string} method
 * @param {string} example
 */
function checkReceiver(receiver, method, example) {
  if (receiver instanceof LaplaceMechanism) return
  throw new TypeError(`${method} must be called on a mechanism, as in mechanism.${example}`)
}

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

/** @param {any} mechanism @returns {string} */
function kindOf(mechanism) {
  return mechanism[KIND]
}
