import { checkNumber, checkOptionalNumber, checkOptions, isList, kindNamed } from './arguments.js'
import { ContinuousLaw, LatticeLaw } from './laws.js'
import { inside, Mechanism } from './mechanism.js'

/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./engine.js').Definition} Definition */

/**
 * What `privatiseStream` takes chunk by chunk.
 * @typedef {AsyncIterable<ArrayLike<number>> | Iterable<ArrayLike<number>> | ReadableStream<ArrayLike<number>>} Chunks
 */

/**
 * What mechanisms that add noise to numbers have in common.
 */
export class NoiseMechanism extends Mechanism {
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
    this.sensitivity = made.sensitivity
    this.scale = made.scale
    this.outside = wanted.outside
  }

  /**
   * One private value for each true one, on several workers where there are some: for more of them than a page can wait for, or
   * than fit into memory. A true value that is refused is named by its place in the whole.
   * @overload
   * @param {ArrayLike<number>} source any array or typed array of numbers (of vectors: their coordinates, one after the other)
   * @param {import('./streaming.js').StreamOptions} [options]
   * @returns {Promise<Float64Array>} all of them or, if anything fails, none
   */
  /**
   * @overload
   * @param {Chunks} source chunks of numbers; they are taken as fast as private values are, and no faster
   * @param {import('./streaming.js').StreamOptions} [options]
   * @returns {AsyncGenerator<Float64Array, void, void>} a chunk for each chunk, in the same order
   */
  /**
   * @param {any} source
   * @param {import('./streaming.js').StreamOptions} [options]
   * @returns {any}
   */
  privatiseStream(source, options = {}) {
    const { engine } = inside(this, 'privatiseStream(truths)')
    // Chunks are looked at when they are asked for, which somebody who awaits an array would never do.
    if (Object(source) !== source) throw new TypeError(`source must be an array or chunks, got ${kindNamed(source)}`)
    return isList(source)
      ? engine.bulk().then(({ privatiseColumn }) => privatiseColumn(engine, this, /** @type {any} */ (source), options))
      : chunksLater(engine, this, source, options)
  }

  /**
   * The exact epsilon of the same mechanism with another scale or delta (left out: its own).
   * @param {{ scale?: number, delta?: number }} [question]
   * @returns {number}
   */
  epsilonOf(question = {}) {
    const { engine, definition } = inside(this, 'epsilonOf({ scale })')
    const { scale, delta = this.delta } = checkOptions('epsilonOf', question, ['scale', 'delta'])
    return engine.epsilonOf(definition, checkOptionalNumber('scale', scale), checkNumber('delta', delta))
  }
}

/** @param {Engine} engine @param {NoiseMechanism} mechanism @param {any} source @param {any} options */
async function* chunksLater(engine, mechanism, source, options) {
  yield* (await engine.bulk()).privatiseChunks(engine, mechanism, source, options)
}

/** The law of one number. @param {Engine} engine @param {Definition} definition @param {number} side @param {number} truth */
export function lawOf(engine, definition, side, truth) {
  const continuous = new ContinuousLaw(engine.asking(definition, true, side, truth), truth)
  return new LatticeLaw(engine.asking(definition, false, side, truth), truth, continuous)
}
