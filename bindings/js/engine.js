import { EntropyError, LoadError } from './errors.js'
import createInbounds from './glue.js'
import { WasmBridge } from './wasm-bridge.js'

// One engine is one WebAssembly instance with its random bits. Everything that knows about memory, entropy and the glue
// is here; the mechanism classes see functions of numbers.

// The numbers that stand for words; see bindings/embind.
const QUESTIONS = ['mass', 'logMass', 'atom', 'cdf', 'survival', 'quantile', 'mean', 'bias', 'variance', 'snapped']

/**
 * Words that are not random, for tests.
 * @typedef {{ fill: (halves: Uint32Array) => void }} FixedWords
 */

/**
 * What is loaded only for much data: workers, and what divides the work.
 * @typedef {ReturnType<typeof import('./streaming.js').createStreaming>} Streaming
 */

/**
 * @param {import('./wasm-source.js').CompiledModule} compiled
 * @param {FixedWords} [words] only from `inbounds/testing`
 * @param {() => Promise<Streaming>} [streaming]
 */
export async function createEngine(compiled, words, streaming) {
  const module = await instantiate(/** @type {WebAssembly.Module} */ (compiled), words)
  return new Engine(module, compiled, words !== undefined, streaming)
}

/** @param {WebAssembly.Module} compiled @param {FixedWords} [words] */
async function instantiate(compiled, words) {
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
  // The glue's promise stays pending if instantiation fails, hence the one around it.
  await new Promise((resolve, reject) => {
    const options = {
      /** @param {number} address @param {number} count */
      fillEntropy(address, count) {
        // Straight into WebAssembly's memory: no copy is left anywhere else.
        const bytes = module.HEAPU8.subarray(address, address + count)
        if (words) return words.fill(new Uint32Array(bytes.buffer, address, count / 4))
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
      /**
       * All that the glue does with it is to say what comes `then`; whatever fails, there too, ends the loading. The glue looks
       * for an `instance` in what comes, which has to be its own.
       * @param {WebAssembly.Imports} imports
       */
      instantiate: (imports) => ({
        /** @param {(instance: { instance: WebAssembly.Instance }) => void} done */
        // biome-ignore lint/suspicious/noThenProperty: it is called as one
        then: (done) =>
          void WebAssembly.instantiate(compiled, imports)
            .then((instance) => done({ instance }))
            .catch(reject)
      })
    }
    createInbounds(options).then((/** @type {any} */ instance) => {
      module = instance
      resolve(instance)
    }, reject)
  })
  return module
}

/**
 * Makes mechanisms of a kind, from a request and in a slot. The restore request makes the very same one again.
 * @template Request, Description
 * @typedef {object} Factory
 * @property {(request: Request) => boolean} isLarge whether it takes megabytes
 * @property {(bridge: WasmBridge, request: Request, slot: number) => { description: Description, restoreRequest: Request }} make
 */

/**
 * A mechanism as the engine knows it: what to put into a slot again when another one has taken its place.
 * @typedef {object} Definition
 * @property {Factory<any, any>} factory
 * @property {unknown} restoreRequest
 * @property {number} slot
 * @property {boolean} large
 */

export class Engine {
  /** @readonly @type {WasmBridge} */ bridge
  /** What it is an instance of. @readonly @type {import('./wasm-source.js').CompiledModule} */ compiled
  /** Whether its bits are those of tests. @readonly @type {boolean} */ isSeeded
  /** @readonly @type {() => Promise<Streaming>} */ streaming
  /** @type {any} */ #module
  /** @type {number} */ #stack
  /** @type {number} */ #block
  /** @type {number} */ #blockSize
  /** Who is in which slot. @type {(Definition | undefined)[]} */ #slots
  #nextSlot = 1

  /**
   * @param {any} module an instance of the glue
   * @param {import('./wasm-source.js').CompiledModule} compiled
   * @param {boolean} isSeeded
   * @param {any} streaming
   */
  constructor(module, compiled, isSeeded, streaming) {
    this.compiled = compiled
    this.isSeeded = isSeeded
    this.streaming = streaming
    this.bridge = new WasmBridge(module)
    this.#module = module
    this.#stack = module.stackSave()
    this.#block = module._inbounds_block()
    this.#blockSize = module._inbounds_block_size()
    this.#slots = new Array(module._inbounds_slot_count())
  }

  /**
   * @template Request, Description
   * @param {Factory<Request, Description>} factory
   * @param {Request} request
   * @returns {{ definition: Definition, description: Description }}
   */
  make(factory, request) {
    const large = factory.isLarge(request)
    const slot = this.#takeSlot(large)
    const { description, restoreRequest } = factory.make(this.bridge, request, slot)
    const definition = { factory, restoreRequest, slot, large }
    this.#slots[slot] = definition
    return { definition, description }
  }

  /**
   * The worst case.
   * @template Place
   * @param {Definition} definition
   * @param {number} sides how many numbers truth, neighbour and output have
   * @param {(numbers: number[]) => Place} shape makes one of them
   */
  audit(definition, sides, shape) {
    this.#module.audit(this.#slotOf(definition))
    const [epsilon = 0, delta = 0, ...numbers] = this.bridge.numbers(2 + 3 * sides)
    const [truth, neighbour, output] = [0, sides, 2 * sides].map((from) => shape(numbers.slice(from, from + sides)))
    return /** @type {{ epsilon: number, delta: number, truth: Place, neighbour: Place, output: Place }} */ ({
      epsilon,
      delta,
      truth,
      neighbour,
      output
    })
  }

  /** @param {Definition} definition @param {number} scale NaN: its own @param {number} delta @returns {number} */
  epsilonOf(definition, scale, delta) {
    return this.bridge.throwIfNaN(this.#module.epsilonOf(this.#slotOf(definition), scale, delta))
  }

  /** @param {Definition} definition @param {number} scale NaN: its own @param {number} epsilon @returns {number} */
  deltaOf(definition, scale, epsilon) {
    return this.bridge.throwIfNaN(this.#module.deltaOf(this.#slotOf(definition), scale, epsilon))
  }

  /**
   * Questions about the law of a truth, on the lattice or in its continuous limit.
   * @param {Definition} definition
   * @param {boolean} continuous
   * @param {number} side of a box
   * @param {number} truth
   * @returns {import('./laws.js').Ask}
   */
  askerFor(definition, continuous, side, truth) {
    const ask = continuous ? this.#module.askContinuous : this.#module.askLattice
    return (question, argument = 0) => ask(this.#slotOf(definition), side, truth, QUESTIONS.indexOf(question), argument)
  }

  /**
   * A question whose argument and answer are lists; C++ says how long the answer is.
   * @param {Definition} definition
   * @param {string} name of the function
   * @param {readonly number[]} numbers
   * @param {number} question
   */
  askList(definition, name, numbers, question) {
    const slot = this.#slotOf(definition)
    this.bridge.numbers(numbers.length).set(numbers)
    const count = this.#guard(() => this.#module[name](slot, question))
    return this.bridge.numbers(this.bridge.throwIfZero(count)).slice()
  }

  /**
   * One draw for a count.
   * @param {Definition} definition
   * @param {number} count
   * @returns {number}
   */
  drawForCount(definition, count) {
    const slot = this.#slotOf(definition)
    return this.#guard(() => this.#module.smoothDraw(slot, count))
  }

  /**
   * What draws may throw. @see draw
   * @param {() => number} call
   */
  #guard(call) {
    try {
      return call()
    } catch (error) {
      this.#module.stackRestore(this.#stack)
      throw error
    }
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
   * @param {number} [sides] of a box: then the truths are vectors, one after the other
   */
  drawAll(definition, truths, into, sides) {
    const module = this.#module
    const slot = this.#slotOf(definition)
    let from = 0
    try {
      for (; from < truths.length; from += this.#blockSize) {
        const part = truths.subarray(from, from + this.#blockSize)
        const block = this.#blockOf(part.length)
        block.set(part)
        if (sides === undefined) module._inbounds_draw_block(slot, part.length)
        else module._inbounds_draw_vectors(slot, part.length, from % sides)
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
    const { factory, restoreRequest, large } = definition
    const slot = this.#takeSlot(large)
    factory.make(this.bridge, restoreRequest, slot)
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

  /** @param {number} length */
  #blockOf(length) {
    return this.#module.HEAPF64.subarray(this.#block / 8, this.#block / 8 + length)
  }
}
