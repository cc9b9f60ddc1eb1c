import { EntropyError, errorFrom, LoadError } from './errors.js'
import createInbounds from './glue.js'

// One engine is one WebAssembly instance with its random bits. Everything that knows about memory, entropy and the glue
// is here; the mechanism classes see functions of numbers.

/** @typedef {import('./errors.js').Fault} Fault */

/** Outcomes carry either a fault or what was asked for; see bindings/embind.
 * @template Key, Value
 * @typedef {{ fault: Fault } & { [key in Key & string]: Value }} Outcome
 */

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

export class Engine {
  /** @type {any} */ #module
  /** @type {number} */ #stack
  /** @type {number} */ #block
  /** @type {number} */ #blockSize

  /** @param {any} module an instance of the glue */
  constructor(module) {
    this.#module = module
    this.#stack = module.stackSave()
    this.#block = module._inbounds_block()
    this.#blockSize = module._inbounds_block_size()
  }

  /** The functions registered in bindings/embind. */
  get core() {
    return this.#module
  }

  /**
   * One draw. An exception (the platform's generator failed) leaves WebAssembly without putting its stack pointer back;
   * between calls that pointer is always where it was at the start.
   * @param {import('./bounded-laplace-options.js').Numbers} numbers
   * @param {number} truth
   * @returns {number}
   */
  drawBoundedLaplace({ step, perUnit, first, steps, rate }, truth) {
    try {
      return this.#module._inbounds_draw_bounded_laplace(step, perUnit, first, steps, rate, truth)
    } catch (error) {
      this.#module.stackRestore(this.#stack)
      throw error
    }
  }

  /**
   * A draw for every truth, through a fixed block of WebAssembly memory.
   * @param {import('./bounded-laplace-options.js').Numbers} numbers
   * @param {Float64Array} truths
   * @param {Float64Array} into
   */
  drawAllBoundedLaplace({ step, perUnit, first, steps, rate }, truths, into) {
    const module = this.#module
    let from = 0
    try {
      for (; from < truths.length; from += this.#blockSize) {
        const part = truths.subarray(from, from + this.#blockSize)
        const block = this.#blockOf(part.length)
        block.set(part)
        module._inbounds_draw_bounded_laplace_block(step, perUnit, first, steps, rate, part.length)
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

  /** A fresh view each time: growing memory detaches older ones. @param {number} length */
  #blockOf(length) {
    return this.#module.HEAPF64.subarray(this.#block / 8, this.#block / 8 + length)
  }
}

/**
 * @template {string} Key
 * @template Value
 * @param {Outcome<Key, Value>} outcome
 * @param {Key} key
 * @returns {Value}
 */
export function unwrap(outcome, key) {
  if (outcome.fault.parameter !== '') throw errorFrom(outcome.fault)
  return outcome[key]
}
