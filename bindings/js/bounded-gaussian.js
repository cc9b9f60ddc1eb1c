import { checkOptions, isList, nameKind } from './arguments.js'
import { checkColumn, copyIfOverlapping, targetFor } from './column.js'
import { spansFrom } from './domain.js'
import { KIND } from './engine-key.js'
import { ParameterError } from './errors.js'
import { gaussianFactory, gaussianScaleFor } from './gaussian-factory.js'
import { requestFromJSON, requestFromOptions, scaleRequestFrom } from './gaussian-options.js'
import { engineOf, internalsOf, kindOf, makeFor, restore } from './mechanism.js'
import { lawOf, NoiseMechanism } from './noise-mechanism.js'
import { FIRST_JSON_VERSION } from './noise-options.js'
import { ownItem } from './own.js'
import { checkTruth, refuseNaN, refuseOutside } from './truths.js'

/** @typedef {import('./gaussian-options.js').Place} Place */
/** @typedef {import('./gaussian-options.js').GaussianOptions} GaussianOptions */
/** @typedef {import('./gaussian-options.js').GaussianScaleOptions} GaussianScaleOptions */
/** @typedef {import('./gaussian-options.js').GaussianAudit} GaussianAudit */
/** @typedef {import('./gaussian-options.js').GaussianJSON} GaussianJSON */
/** @typedef {import('./laws.js').LatticeLaw} LatticeLaw */
/** @typedef {import('./domain.js').Span} Span */

/**
 * Normal noise, conditioned on staying between the bounds: for numbers, and for vectors in a box, whose sensitivity is a
 * Euclidean distance. Bounds that are numbers make a mechanism for numbers; bounds that are arrays, one for vectors, and then
 * whatever has a value for each coordinate is an array, too.
 */
export class BoundedGaussian extends NoiseMechanism {
  static [KIND] = 'BoundedGaussian'

  /** @type {readonly number[]} */ #lower
  /** @type {readonly number[]} */ #upper
  /** Whether truths are vectors. @type {boolean} */ #isBox

  /** The smallest possible value. @readonly @type {Place} */ lower
  /** The largest possible value. @readonly @type {Place} */ upper
  /** The smallest value that can be released: the first on the lattice. @readonly @type {Place} */ lowest
  /** The largest value that can be released. @readonly @type {Place} */ highest
  /** The step between released values. @readonly @type {Place} */ granularity
  /** Where the steps are counted from: 0, or the lower bound. @readonly @type {Place} */ origin
  /** The number of steps between the smallest and the largest released value. @readonly @type {Place} */ steps
  /** How many coordinates a truth has. @readonly @type {number} */ dimensions
  /** Of a mechanism for numbers, what is possible. @readonly @type {readonly Span[] | undefined} */ spans
  /** What is promised: epsilon for all pairs within the sensitivity. @readonly @type {'dp'} */ guarantee

  /** @param {GaussianOptions} options */
  constructor(options) {
    const { engine, request, definition, description } = makeFor(
      new.target,
      gaussianFactory,
      options,
      requestFromOptions
    )
    super(engine, definition, description, request)
    this.#lower = request.lower
    this.#upper = request.upper
    this.#isBox = request.isBox
    this.lower = this.#shape(request.lower)
    this.upper = this.#shape(request.upper)
    this.lowest = this.#shape(description.lowest)
    this.highest = this.#shape(description.highest)
    this.granularity = this.#shape(description.granularity)
    this.origin = this.#shape(description.origin)
    this.steps = this.#shape(description.steps)
    this.dimensions = request.lower.length
    this.spans = request.isBox ? undefined : spansFrom([...request.lower, ...request.upper])
    this.guarantee = 'dp'
    Object.freeze(this)
  }

  /**
   * The calibrated standard deviation of the continuous law: what the scale of an instance tends to on ever finer lattices.
   * @param {GaussianScaleOptions} options
   * @returns {number}
   */
  static scaleFor(options) {
    return gaussianScaleFor(engineOf(this).bridge, scaleRequestFrom(options))
  }

  /**
   * The mechanism that `toJSON` wrote, with the same law to the bit. Numbers that do not belong together are refused.
   * @param {GaussianJSON | string} json the object, or its text
   * @returns {BoundedGaussian}
   */
  static fromJSON(json) {
    return restore(this, json, requestFromJSON)
  }

  /**
   * One private value, or one private vector, for a true one. Each call spends the whole epsilon again.
   * @overload
   * @param {number} truth
   * @returns {number}
   */
  /**
   * @overload
   * @param {ArrayLike<number>} truth
   * @returns {number[]}
   */
  /** @param {any} truth @returns {any} always on the lattice, and possible */
  privatise(truth) {
    const { engine, definition } = internalsOf(this, 'privatise(37)')
    const noisy = Float64Array.from(this.#vectorFrom(truth))
    engine.drawAll(definition, noisy, noisy, this.dimensions)
    return this.#isBox ? Array.from(noisy) : noisy[0]
  }

  /**
   * One private value for each true one; of vectors, their coordinates one after the other. A truth that is refused is found
   * before anything is drawn.
   * @param {ArrayLike<number>} truths any array or typed array of numbers
   * @param {{ into?: Float64Array }} [options] an array to write to, as long as the truths; it may be the truths themselves
   *   (if the platform's generator fails on the way, an EntropyError is thrown, and what got no noise is NaN)
   * @returns {Float64Array}
   */
  privatiseAll(truths, options = {}) {
    const { engine, definition } = internalsOf(this, 'privatiseAll(truths)')
    const { into } = checkOptions('privatiseAll', options, ['into'])
    const sides = this.dimensions
    const column = checkColumn(
      truths,
      (truth, at) => this.#checkPossible(truth, at % sides, () => `truths[${at}]`),
      this.outside === 'clamp'
    )
    if (column.length % sides !== 0) {
      const rule = `a multiple of ${sides} numbers long, one vector after the other`
      throw new ParameterError('truths', truths, `truths must be ${rule}, got a length of ${column.length}`)
    }
    const noisy = targetFor(into, column)
    engine.drawAll(definition, copyIfOverlapping(column, noisy), noisy, sides)
    return noisy
  }

  /**
   * The worst case of what is released.
   * @returns {GaussianAudit}
   */
  audit() {
    const { engine, definition } = internalsOf(this, 'audit()')
    return engine.audit(definition, this.dimensions, (list) => this.#shape(list))
  }

  /**
   * The law of the released value for a true one: probabilities, moments, intervals. For a vector, an array of the laws of
   * its coordinates, which are independent.
   * @overload
   * @param {number} truth
   * @returns {LatticeLaw}
   */
  /**
   * @overload
   * @param {ArrayLike<number>} truth
   * @returns {LatticeLaw[]}
   */
  /** @param {any} truth @returns {any} */
  at(truth) {
    const { engine, definition } = internalsOf(this, 'at(37)')
    const laws = this.#vectorFrom(truth).map((number, side) => lawOf(engine, definition, side, number))
    return this.#isBox ? laws : laws[0]
  }

  /** The mechanism in writing, for `JSON.stringify`; `fromJSON` reads it. @returns {GaussianJSON} */
  toJSON() {
    const { version } = internalsOf(this, 'toJSON()')
    const { lower, upper, epsilon, delta, sensitivity, granularity, origin, scale, calibration, outside } = this
    const mechanism = kindOf(this.constructor)
    const numbers = { lower, upper, epsilon, delta, sensitivity, granularity }
    const from = version > FIRST_JSON_VERSION ? { origin } : {}
    return { mechanism, version, ...numbers, ...from, scale, calibration, outside }
  }

  /** A list as the caller's bounds are. @param {readonly number[]} list @returns {Place} */
  #shape(list) {
    return this.#isBox ? Object.freeze([...list]) : Number(list[0])
  }

  /** @param {unknown} truth */
  #vectorFrom(truth) {
    if (!this.#isBox) {
      this.#checkPossible(checkTruth('truth', truth), 0, () => 'truth')
      return [/** @type {number} */ (truth)]
    }
    const sides = this.dimensions
    if (!isList(truth)) throw new TypeError(`truth must be an array of ${sides} numbers, got ${nameKind(truth)}`)
    if (truth.length !== sides) {
      throw new ParameterError('truth', truth, `truth must have ${sides} numbers, got ${truth.length}`)
    }
    return Array.from({ length: sides }, (_, side) => {
      const checked = checkTruth(`truth[${side}]`, ownItem(truth, side))
      this.#checkPossible(checked, side, () => `truth[${side}]`)
      return checked
    })
  }

  /** @param {number} truth @param {number} side @param {() => string} named put together only where it is needed */
  #checkPossible(truth, side, named) {
    if (Number.isNaN(truth)) refuseNaN(named())
    if (this.outside === 'clamp') return
    const [from, to] = [Number(this.#lower[side]), Number(this.#upper[side])]
    if (!(truth >= from && truth <= to)) refuseOutside(named(), truth, from, to)
  }
}
