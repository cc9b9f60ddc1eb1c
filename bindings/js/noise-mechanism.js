import { checkNumber, checkOptionalNumber, checkOptions } from './arguments.js'
import { ContinuousLaw, LatticeLaw } from './laws.js'
import { checkReceiver, Mechanism } from './mechanism.js'

/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./engine.js').Definition} Definition */

/**
 * What mechanisms that add noise to numbers have in common.
 */
export class NoiseMechanism extends Mechanism {
  /** @type {Engine} */ #engine
  /** @type {Definition} */ #definition

  /** How far apart two true values may be for the promise to hold between them. @readonly @type {number} */ sensitivity
  /** The scale of the noise, in the unit of the values (of a Gaussian, its standard deviation). @readonly @type {number} */ scale
  /** What happens to a true value outside the bounds. @readonly @type {'clamp' | 'error'} */ outside

  /**
   * @param {Engine} engine
   * @param {Definition} definition
   * @param {{ epsilon: number, delta: number, sensitivity: number, scale: number }} made
   * @param {{ calibration: 'tight' | 'published' | 'given', outside: 'clamp' | 'error' }} wanted
   */
  constructor(engine, definition, made, wanted) {
    super(engine, definition, made, wanted)
    this.#engine = engine
    this.#definition = definition
    this.sensitivity = made.sensitivity
    this.scale = made.scale
    this.outside = wanted.outside
  }

  /**
   * The exact epsilon of the same mechanism with another scale or delta (left out: its own).
   * @param {{ scale?: number, delta?: number }} [question]
   * @returns {number}
   */
  epsilonOf(question = {}) {
    checkReceiver(this, 'epsilonOf({ scale })')
    const { scale, delta = this.delta } = checkOptions('epsilonOf', question, ['scale', 'delta'])
    return this.#engine.epsilonOf(this.#definition, checkOptionalNumber('scale', scale), checkNumber('delta', delta))
  }
}

/** The law of one number. @param {Engine} engine @param {Definition} definition @param {number} side @param {number} truth */
export function lawOf(engine, definition, side, truth) {
  const continuous = new ContinuousLaw(engine.asking(definition, true, side, truth), truth)
  return new LatticeLaw(engine.asking(definition, false, side, truth), truth, continuous)
}
