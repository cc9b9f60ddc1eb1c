import { errorFrom } from './errors.js'

/** What crosses between JavaScript and the WebAssembly instance besides truths: lists of numbers, and errors. */
export class WasmBridge {
  /** The glue, with the functions that embind registered. @readonly @type {any} */ module

  /** @param {any} module */
  constructor(module) {
    this.module = module
  }

  /** A count, unless it is 0: then C++ has found an error. @param {number} count */
  throwIfZero(count) {
    if (count === 0) throw this.#readError()
    return count
  }

  /** A number, unless it is NaN: then C++ has found an error. @param {number} number */
  throwIfNaN(number) {
    if (Number.isNaN(number)) throw this.#readError()
    return number
  }

  /**
   * Room for a list of numbers; a fresh view each time, since growing memory detaches older ones.
   * @param {number} count
   * @returns {Float64Array}
   */
  numbers(count) {
    const address = this.module._inbounds_numbers(count) / 8
    return this.module.HEAPF64.subarray(address, address + count)
  }

  /** What C++ found wrong. */
  #readError() {
    this.module.lastError()
    const [value, first, second, index, ...addresses] = /** @type {Iterable<number>} */ (this.numbers(8))
    const texts = addresses.map((address) => this.#text(address))
    return errorFrom(texts, [value, first, second, index])
  }

  /** A text of C++: plain letters, up to a 0. @param {number} address */
  #text(address) {
    const bytes = this.module.HEAPU8
    return String.fromCharCode(...bytes.subarray(address, bytes.indexOf(0, address)))
  }
}
