/**
 * A parameter has an impossible value. (A parameter of the wrong kind, such as a string, is a plain `TypeError`.)
 */
export class ParameterError extends RangeError {
  /**
   * @param {string} parameter
   * @param {unknown} value
   * @param {string} message
   */
  constructor(parameter, value, message) {
    super(message)
    this.name = 'ParameterError'
    /** The option or argument that was refused. */
    this.parameter = parameter
    /** Its value. */
    this.value = value
  }
}

/**
 * The WebAssembly module could not be loaded. `load()` may be called again.
 */
export class LoadError extends Error {
  /**
   * @param {string} message
   * @param {{ cause?: unknown }} [options]
   */
  constructor(message, options) {
    super(message, options)
    this.name = 'LoadError'
  }
}

/**
 * No cryptographic random bits could be had while drawing; no value was released.
 */
export class EntropyError extends Error {
  /** @param {unknown} cause what the platform's generator threw */
  constructor(cause) {
    super('crypto.getRandomValues failed, so no value was drawn', { cause })
    this.name = 'EntropyError'
  }
}

/**
 * What the C++ core found wrong; see src/core/fault.hpp. An empty parameter means nothing.
 * @typedef {{ parameter: string, rule: string, value: number, firstLimit: number, secondLimit: number, hint: string, index: number }} Fault
 */

/**
 * Turns a fault of the core into the error to throw; the same sentence that `inbounds::message` forms in C++.
 * @param {Fault} fault
 */
export function errorFrom({ parameter, rule, value, firstLimit, secondLimit, hint, index }) {
  /** @param {string} text */
  const filledIn = (text) => text.replaceAll('{0}', String(firstLimit)).replaceAll('{1}', String(secondLimit))
  const named = index < 0 ? parameter : `${parameter}[${index}]`
  const advice = hint === '' ? '' : `; ${filledIn(hint)}`
  return new ParameterError(named, value, `${named} must be ${filledIn(rule)}, got ${value}${advice}`)
}
