import { EntropyError, errorFrom, LoadError } from './errors.js'
import createInbounds from './glue.js'

// One engine is one WebAssembly instance with its random bits. Everything that knows about memory, entropy and the glue
// is here; the mechanism classes see functions of numbers.

// The numbers that stand for words; see bindings/embind.
const MECHANISMS = ['ReflectedLaplace', 'BoundedLaplace', 'ClampedLaplace']
const SHAPES = ['interval', 'spans', 'gaps']
const QUESTIONS = ['mass', 'logMass', 'atom', 'cdf', 'survival', 'quantile', 'mean', 'bias', 'variance', 'snapped']

/**
 * @param {WebAssembly.Module} compiled
 * @param {{ seed?: bigint }} [options] a seed only from `inbounds/testing`
 */
export async function createEngine(compiled, { seed } = {}) {
  const module = await instantiate(compiled)
  if (seed !== undefined) module._inbounds_use_seed(Number(seed & 0xffffffffn), Number(seed >> 32n))
  return new Engine(module)
}

/** @param {WebAssembly.Module} compiled */
async function instantiate(compiled) {
  const generator = globalThis.crypto
  if (typeof generator?.getRandomValues !== 'function') {
    throw new LoadError('this platform has no crypto.getRandomValues, and without it no noise is private')
  }
  try {
    generator.getRandomValues(new Uint8Array(1)) // the first call is the slowest, and better refused here than at a draw
  } catch (cause) {
    throw new LoadError('crypto.getRandomValues fails, and without it no noise is private', { cause })
  }
  /** @type {any} */
  let module
  // The glue leaves its promise pending for ever if instantiation fails, hence the promise around it.
  await new Promise((resolve, reject) => {
    const options = {
      /** @param {number} address @param {number} count */
      fillEntropy(address, count) {
        // Straight into WebAssembly's memory: no copy is left anywhere else.
        const bytes = module.HEAPU8.subarray(address, address + count)
        try {
          generator.getRandomValues(bytes)
        } catch (cause) {
          throw new EntropyError(cause)
        }
        // Used words are wiped, so what the generator did not fill is 0; sixteen bytes are by chance once in 2^128.
        if (bytes.subarray(-16).every((/** @type {number} */ byte) => byte === 0)) {
          throw new EntropyError(new Error('it filled only a part of what it was given'))
        }
      },
      /** @param {WebAssembly.Imports} imports @param {(instance: WebAssembly.Instance, module: WebAssembly.Module) => void} done */
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(compiled, imports)
          .then((instance) => done(instance, compiled))
          .catch(reject)
        return {}
      }
    }
    createInbounds(options).then((/** @type {any} */ made) => {
      module = made
      resolve(made)
    }, reject)
  })
  return module
}

/** Mechanisms with more ends than this take megabytes. */
const LARGE = 2000

/**
 * A mechanism as the engine knows it: what to put into a slot again when another one has taken its place.
 * @typedef {object} Definition
 * @property {import('./laplace-options.js').Spec} spec with sensitivity and granularity
 * @property {number} epsilon
 * @property {number} delta
 * @property {number} rate
 * @property {number} scale
 * @property {number} slot
 * @property {boolean} large
 */

/**
 * What C++ says of a mechanism that it made, in the order of bindings/embind/laplace.cpp.
 * @typedef {object} Noise
 * @property {number} lower
 * @property {number} upper
 * @property {number} sensitivity
 * @property {number} step
 * @property {number} steps
 * @property {number} rate
 * @property {number} scale
 * @property {number} epsilon
 * @property {number} delta
 * @property {number} lowest
 * @property {number} highest
 */

const NOISE_NUMBERS = 11

export class Engine {
  /** @type {any} */ #module
  /** @type {number} */ #stack
  /** @type {number} */ #block
  /** @type {number} */ #blockSize
  /** Who is in which slot. @type {(Definition | undefined)[]} */ #slots
  #nextSlot = 1

  /** @param {any} module an instance of the glue */
  constructor(module) {
    this.#module = module
    this.#stack = module.stackSave()
    this.#block = module._inbounds_block()
    this.#blockSize = module._inbounds_block_size()
    this.#slots = new Array(module._inbounds_slot_count())
  }

  /**
   * Calibrates, or takes a given scale or rate.
   * @param {import('./laplace-options.js').Wanted} wanted
   * @returns {{ definition: Definition, noise: Noise, pairs: Float64Array }} pairs are the ends of the spans
   */
  make({ spec, epsilon, delta, scale, rate, calibration }) {
    const large = spec.domain.pairs.length > LARGE
    const slot = this.#takeSlot(large)
    this.#want(spec)
    const module = this.#module
    const spans = this.#counted(
      rate !== undefined
        ? module.laplaceWithRate(epsilon, delta, rate, scale ?? Number.NaN, slot)
        : scale !== undefined
          ? module.laplaceWithScale(scale, slot)
          : module.laplaceCalibrate(epsilon, delta, calibration === 'published', slot)
    )
    const numbers = this.#numbersOf(NOISE_NUMBERS + 2 * spans)
    const noise = noiseFrom(numbers)
    const settled = { ...spec, sensitivity: noise.sensitivity, granularity: noise.step }
    const { epsilon: promised, delta: escaping, rate: made, scale: unit } = noise
    const definition = { spec: settled, epsilon: promised, delta: escaping, rate: made, scale: unit, slot, large }
    this.#slots[slot] = definition
    return { definition, noise, pairs: numbers.slice(NOISE_NUMBERS) }
  }

  /**
   * @param {{ spec: import('./laplace-options.js').Spec, epsilon: number, delta: number, calibration: string }} wanted
   * @returns {number}
   */
  scaleFor({ spec, epsilon, delta, calibration }) {
    this.#want(spec)
    return this.#number(this.#module.laplaceScaleFor(epsilon, delta, calibration === 'published'))
  }

  /** @param {Definition} definition @returns {import('./laplace-options.js').Audit} */
  audit(definition) {
    this.#module.audit(this.#slotOf(definition))
    const [epsilon, delta, truth, neighbour, output] = this.#numbersOf(5)
    return /** @type {import('./laplace-options.js').Audit} */ ({ epsilon, delta, truth, neighbour, output })
  }

  /** @param {Definition} definition @param {number} scale NaN: its own @param {number} delta @returns {number} */
  epsilonOf(definition, scale, delta) {
    return this.#number(this.#module.epsilonOf(this.#slotOf(definition), scale, delta))
  }

  /** @param {Definition} definition @param {number} scale NaN: its own @param {number} epsilon @returns {number} */
  deltaOf(definition, scale, epsilon) {
    return this.#number(this.#module.deltaOf(this.#slotOf(definition), scale, epsilon))
  }

  /** @param {Definition} definition @param {number} truth @param {string} question @param {number} [argument] */
  askLattice(definition, truth, question, argument = 0) {
    return this.#module.askLattice(this.#slotOf(definition), truth, QUESTIONS.indexOf(question), argument)
  }

  /** @param {Definition} definition @param {number} truth @param {string} question @param {number} [argument] */
  askContinuous(definition, truth, question, argument = 0) {
    return this.#module.askContinuous(this.#slotOf(definition), truth, QUESTIONS.indexOf(question), argument)
  }

  /**
   * One draw. An exception (the platform's generator failed) leaves WebAssembly without putting its stack pointer back;
   * between calls that pointer is always where it was at the start.
   * @param {Definition} definition
   * @param {number} truth
   * @returns {number}
   */
  draw(definition, truth) {
    const slot = this.#slotOf(definition)
    try {
      return this.#module._inbounds_draw(slot, truth)
    } catch (error) {
      this.#module.stackRestore(this.#stack)
      throw error
    }
  }

  /**
   * A draw for every truth, through a fixed block of WebAssembly memory.
   * @param {Definition} definition
   * @param {Float64Array} truths
   * @param {Float64Array} into
   */
  drawAll(definition, truths, into) {
    const module = this.#module
    const slot = this.#slotOf(definition)
    let from = 0
    try {
      for (; from < truths.length; from += this.#blockSize) {
        const part = truths.subarray(from, from + this.#blockSize)
        const block = this.#blockOf(part.length)
        block.set(part)
        module._inbounds_draw_block(slot, part.length)
        into.set(this.#blockOf(part.length), from)
      }
    } catch (error) {
      module.stackRestore(this.#stack)
      into.fill(Number.NaN, from) // truths that got no noise must not be taken for private values
      throw error
    } finally {
      this.#blockOf(this.#blockSize).fill(0) // the truths of the last block are nobody's business any more
    }
  }

  /** The slot that the mechanism is in, after putting it there if need be. @param {Definition} definition */
  #slotOf(definition) {
    if (this.#slots[definition.slot] === definition) return definition.slot
    const { spec, epsilon, delta, rate, scale, large } = definition
    const slot = this.#takeSlot(large)
    this.#want(spec)
    this.#counted(this.#module.laplaceWithRate(epsilon, delta, rate, scale, slot))
    definition.slot = slot
    this.#slots[slot] = definition
    return slot
  }

  /**
   * The slot that was taken longest ago; the first one for large mechanisms, of which there is one at a time.
   * @param {boolean} large
   */
  #takeSlot(large) {
    const slot = large ? 0 : this.#nextSlot
    if (!large) this.#nextSlot = slot + 1 < this.#slots.length ? slot + 1 : 1
    this.#slots[slot] = undefined
    return slot
  }

  /** Says what the next call is about. @param {import('./laplace-options.js').Spec} spec */
  #want({ mechanism, domain, sensitivity, granularity, guarantee }) {
    const { shape, lower, upper, pairs } = domain
    this.#numbersOf(pairs.length).set(pairs)
    const metric = guarantee === 'metric'
    const [kind, form] = [MECHANISMS.indexOf(mechanism), SHAPES.indexOf(shape)]
    this.#counted(this.#module.laplaceWant(kind, form, lower, upper, sensitivity, granularity, metric))
  }

  /** A count, unless it is 0: then C++ has found a fault. @param {number} count */
  #counted(count) {
    if (count === 0) throw this.#fault()
    return count
  }

  /** A number, unless it is NaN: then C++ has found a fault. @param {number} number */
  #number(number) {
    if (Number.isNaN(number)) throw this.#fault()
    return number
  }

  /** What C++ found wrong. */
  #fault() {
    this.#module.fault()
    const [value, first, second, index, ...addresses] = /** @type {Iterable<number>} */ (this.#numbersOf(7))
    const texts = addresses.map((address) => this.#text(address))
    return errorFrom(texts, [value, first, second, index])
  }

  /** A text of C++: plain letters, up to a 0. @param {number} address */
  #text(address) {
    const bytes = this.#module.HEAPU8
    return String.fromCharCode(...bytes.subarray(address, bytes.indexOf(0, address)))
  }

  /** Room for a list of numbers; a fresh view each time, since growing memory detaches older ones. @param {number} count */
  #numbersOf(count) {
    const address = this.#module._inbounds_numbers(count) / 8
    return this.#module.HEAPF64.subarray(address, address + count)
  }

  /** @param {number} length */
  #blockOf(length) {
    return this.#module.HEAPF64.subarray(this.#block / 8, this.#block / 8 + length)
  }
}

/**
 * @param {Float64Array} numbers
 * @returns {Noise}
 */
function noiseFrom(numbers) {
  const [lower, upper, sensitivity, step, steps, rate, scale, epsilon, delta, lowest, highest] =
    /** @type {number[]} */ (/** @type {unknown} */ (numbers))
  return /** @type {Noise} */ ({ lower, upper, sensitivity, step, steps, rate, scale, epsilon, delta, lowest, highest })
}
