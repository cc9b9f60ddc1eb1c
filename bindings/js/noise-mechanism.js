import { checkNumber, checkOptionalNumber, checkOptions, isList, nameKind } from './arguments.js'
import { copyColumn, targetFor } from './column.js'
import { ContinuousLaw, LatticeLaw } from './laws.js'
import { internalsOf, Mechanism } from './mechanism.js'
import { streamOptionsFrom } from './stream-options.js'

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
   * @param {{ epsilon: number, delta: number, sensitivity: number, scale: number }} description
   * @param {{ calibration: 'tight' | 'published' | 'given', outside: 'clamp' | 'error' }} request
   */
  constructor(engine, definition, description, request) {
    super(engine, definition, description, request)
    this.sensitivity = description.sensitivity
    this.scale = description.scale
    this.outside = request.outside
  }

  /**
   * One private value for each true one, on several workers where there are some: for more of them than a page can wait for, or
   * than fit into memory. A true value that is refused is named by its place in the whole. An array is copied at the call, and
   * may be changed afterwards.
   * @overload
   * @param {ArrayLike<number>} source any array or typed array of numbers (of vectors: their coordinates, one after the other)
   * @param {import('./stream-options.js').StreamOptions} [options]
   * @returns {Promise<Float64Array>} all of them or, if anything fails, none
   */
  /**
   * @overload
   * @param {Chunks} source chunks of numbers; they are taken as fast as private values are, and no faster
   * @param {import('./stream-options.js').StreamOptions} [options]
   * @returns {AsyncGenerator<Float64Array, void, void>} a chunk for each chunk, in the same order
   */
  /**
   * @param {any} source
   * @param {import('./stream-options.js').StreamOptions} [options]
   * @returns {any}
   */
  privatiseStream(source, options = {}) {
    const { engine } = internalsOf(this, 'privatiseStream(truths)')
    // Chunks are looked at when they are asked for, which somebody who awaits an array would never do.
    if (Object(source) !== source) throw new TypeError(`source must be an array or chunks, got ${nameKind(source)}`)
    return isList(source)
      ? columnNow(engine, this, /** @type {ArrayLike<number>} */ (source), options)
      : chunksLater(engine, this, source, optionsNow(engine, options))
  }

  /**
   * The exact epsilon of the same mechanism with another scale or delta (left out: its own).
   * @param {{ scale?: number, delta?: number }} [question]
   * @returns {number}
   */
  epsilonOf(question = {}) {
    const { engine, definition } = internalsOf(this, 'epsilonOf({ scale })')
    const { scale, delta = this.delta } = checkOptions('epsilonOf', question, ['scale', 'delta'])
    return engine.epsilonOf(definition, checkOptionalNumber('scale', scale), checkNumber('delta', delta))
  }
}

/**
 * Truths and options are those of the call: whoever calls may change them while the workers are loaded, and while they draw.
 * @param {Engine} engine @param {NoiseMechanism} mechanism @param {ArrayLike<number>} source @param {unknown} given
 */
async function columnNow(engine, mechanism, source, given) {
  const options = streamOptionsFrom(given, engine)
  const truths = /** @type {Float64Array} */ (source)
  const into = options.into === undefined ? undefined : targetFor(options.into, truths)
  /** @type {Float64Array | undefined} */
  let copy
  try {
    copy = copyColumn(truths)
    const { privatiseColumn } = await engine.streaming()
    return await privatiseColumn(engine, mechanism, copy, options)
  } catch (error) {
    into?.fill(Number.NaN) // no part of a release that failed is left, nor truths that could be taken for one
    throw error
  } finally {
    if (into !== undefined) copy?.fill(0) // else private values are written over it
  }
}

/** An error in the options of chunks reaches whoever asks for the first. @param {Engine} engine @param {unknown} given */
function optionsNow(engine, given) {
  const options = (async () => streamOptionsFrom(given, engine))()
  options.catch(() => {}) // perhaps nobody asks
  return options
}

/**
 * @param {Engine} engine @param {NoiseMechanism} mechanism @param {any} source
 * @param {Promise<import('./stream-options.js').StreamOptions>} options
 */
async function* chunksLater(engine, mechanism, source, options) {
  const { privatiseChunks } = await engine.streaming()
  yield* privatiseChunks(engine, mechanism, source, await options)
}

/** The law of one number. @param {Engine} engine @param {Definition} definition @param {number} side @param {number} truth */
export function lawOf(engine, definition, side, truth) {
  const continuous = new ContinuousLaw(engine.askerFor(definition, true, side, truth), truth)
  return new LatticeLaw(engine.askerFor(definition, false, side, truth), truth, continuous)
}
