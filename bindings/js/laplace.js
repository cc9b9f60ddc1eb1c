import { checkOptions } from './arguments.js'
import { checkColumn, copyIfOverlapping, targetFor } from './column.js'
import { isInGap, spansFrom } from './domain.js'
import { ANYWHERE } from './engine-key.js'
import { laplaceFactory, laplaceScaleFor } from './laplace-factory.js'
import { jsonFrom, requestFromJSON, requestFromOptions, scaleRequestFrom } from './laplace-options.js'
import { engineOf, internalsOf, kindOf, makeFor, restore } from './mechanism.js'
import { lawOf, NoiseMechanism } from './noise-mechanism.js'
import { checkTruth, refuseInGap, refuseNaN, refuseOutside } from './truths.js'

/** @typedef {import('./domain.js').Span} Span */
/** @typedef {import('./laplace-options.js').LaplaceOptions} LaplaceOptions */
/** @typedef {import('./laplace-options.js').LaplaceScaleOptions} LaplaceScaleOptions */
/** @typedef {import('./laplace-options.js').LaplaceJSON} LaplaceJSON */
/** @typedef {import('./laplace-options.js').Audit} Audit */
/** @typedef {import('./laws.js').LatticeLaw} LatticeLaw */

/**
 * What the Laplace mechanisms have in common: the type of whatever works with each of them.
 */
export class LaplaceMechanism extends NoiseMechanism {
  /** Whether there are gaps in which no true value may lie. @type {boolean} */ #refusesGaps

  /** The smallest possible value. @readonly @type {number} */ lower
  /** The largest possible value. @readonly @type {number} */ upper
  /** The smallest value that can be released: the first on the lattice. @readonly @type {number} */ lowest
  /** The largest value that can be released; finite also where `upper` is not. @readonly @type {number} */ highest
  /** What is possible between them, in order; a single span if there are no gaps. @readonly @type {readonly Span[]} */ spans
  /** What is promised: epsilon for all pairs within the sensitivity, or by their distance. @readonly @type {'dp' | 'metric'} */ guarantee
  /** The step between released values. @readonly @type {number} */ granularity
  /** Where the steps are counted from: 0, or the lower bound. @readonly @type {number} */ origin
  /** The number of steps between the smallest and the largest released value. @readonly @type {number} */ steps
  /** The decay of the probabilities per step: with the lattice, what fixes the law. @readonly @type {number} */ rate

  /** @param {LaplaceOptions} options */
  constructor(options) {
    const { engine, request, definition, description } = makeFor(
      new.target,
      laplaceFactory,
      options,
      requestFromOptions
    )
    super(engine, definition, description, request)
    this.lower = description.lower
    this.upper = description.upper
    this.lowest = description.lowest
    this.highest = description.highest
    this.spans = spansFrom(description.pairs)
    this.#refusesGaps = this.spans.length > 1 && !(/** @type {any} */ (new.target)[ANYWHERE])
    this.guarantee = request.spec.guarantee
    this.granularity = description.step
    this.origin = description.origin
    this.steps = description.steps
    this.rate = description.rate
    Object.freeze(this)
  }

  /**
   * The calibrated scale of the continuous law: what the scale of an instance tends to on ever finer lattices.
   * @param {LaplaceScaleOptions} options
   * @returns {number}
   */
  static scaleFor(options) {
    return laplaceScaleFor(engineOf(this).bridge, scaleRequestFrom(kindOf(this), options))
  }

  /**
   * The mechanism that `toJSON` wrote, with the same law to the bit. Numbers that do not belong together are refused.
   * @template {LaplaceMechanism} Kind
   * @this {new (options: any) => Kind}
   * @param {LaplaceJSON | string} json the object, or its text
   * @returns {Kind}
   */
  static fromJSON(json) {
    return restore(this, json, requestFromJSON)
  }

  /**
   * One private value for a true one. Each call spends the whole epsilon again.
   * @param {number} truth
   * @returns {number} always on the lattice, and possible
   */
  privatise(truth) {
    const { engine, definition } = internalsOf(this, 'privatise(37)')
    this.#checkPossible(checkTruth('truth', truth), () => 'truth')
    return engine.draw(definition, truth)
  }

  /**
   * One private value for each true one. A truth that is refused is found before anything is drawn.
   * @param {ArrayLike<number>} truths any array or typed array of numbers
   * @param {{ into?: Float64Array }} [options] an array to write to, as long as the truths; it may be the truths themselves
   *   (if the platform's generator fails on the way, an EntropyError is thrown, and what got no noise is NaN)
   * @returns {Float64Array}
   */
  privatiseAll(truths, options = {}) {
    const { engine, definition } = internalsOf(this, 'privatiseAll(truths)')
    const { into } = checkOptions('privatiseAll', options, ['into'])
    const onlyNaN = this.outside === 'clamp' && !this.#refusesGaps
    const column = checkColumn(truths, (truth, at) => this.#checkPossible(truth, () => `truths[${at}]`), onlyNaN)
    const noisy = targetFor(into, column)
    engine.drawAll(definition, copyIfOverlapping(column, noisy), noisy)
    return noisy
  }

  /**
   * The exact worst case of what is released.
   * @returns {Audit}
   */
  audit() {
    const { engine, definition } = internalsOf(this, 'audit()')
    return engine.audit(definition, 1, ([number]) => Number(number))
  }

  /**
   * The exact delta of the same mechanism at another epsilon or scale (left out: its own). Not for the metric guarantee.
   * @override
   * @param {{ scale?: number, epsilon?: number }} [question]
   * @returns {number}
   */
  deltaOf(question = {}) {
    internalsOf(this, 'deltaOf({ epsilon })')
    if (this.guarantee === 'metric') throw new TypeError("deltaOf needs guarantee 'dp'; the metric one has no delta")
    return super.deltaOf(question)
  }

  /**
   * The law of the released value for a true one: probabilities, moments, intervals.
   * @param {number} truth
   * @returns {LatticeLaw}
   */
  at(truth) {
    const { engine, definition } = internalsOf(this, 'at(37)')
    this.#checkPossible(checkTruth('truth', truth), () => 'truth')
    return lawOf(engine, definition, 0, truth)
  }

  /** The mechanism in writing, for `JSON.stringify`; `fromJSON` reads it. @returns {LaplaceJSON} */
  toJSON() {
    const { version } = internalsOf(this, 'toJSON()')
    return jsonFrom(kindOf(this.constructor), this, version)
  }

  /**
   * Infinities are outside like any other number. A truth in a gap cannot be moved to the nearer end: two close truths might
   * go to opposite sides. (Noise that is reflected moves only what has noise already.)
   * @param {number} truth
   * @param {() => string} named put together only where it is needed
   */
  #checkPossible(truth, named) {
    if (Number.isNaN(truth)) refuseNaN(named())
    if (this.outside === 'error') {
      const [from, to] = this.#ends()
      if (!(truth >= from && truth <= to)) refuseOutside(named(), truth, from, to)
    }
    if (this.#refusesGaps && isInGap(this.spans, truth)) refuseInGap(named(), truth)
  }

  /** An infinite bound is as far away as the last value that can be released. @returns {[number, number]} */
  #ends() {
    return [
      Number.isFinite(this.lower) ? this.lower : this.lowest,
      Number.isFinite(this.upper) ? this.upper : this.highest
    ]
  }
}
