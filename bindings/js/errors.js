/**
 * A parameter has an impossible value. (A parameter of the wrong kind, such as a string, is a plain `TypeError`.) Where the
 * parameter is a true value, message and `value` contain it: they are for the developer's eyes, and not for a log or a server.
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
 * Turns a fault of the core (src/core/fault.hpp) into the error to throw; the same sentence that `inbounds::message` forms
 * in C++.
 * @param {readonly string[]} texts parameter, rule and hint
 * @param {readonly (number | undefined)[]} numbers the value, two limits, and the place in a list or -1
 */
export function errorFrom([parameter = '', rule = '', hint = ''], [value, first, second, index = -1]) {
  /** @param {string} text */
  const filledIn = (text) => text.replaceAll('{0}', String(first)).replaceAll('{1}', String(second))
  const named = index < 0 ? parameter : `${parameter}[${index}]`
  const advice = hint === '' ? '' : `; ${filledIn(hint)}`
  return new ParameterError(named, value, `${named} must be ${filledIn(rule)}, got ${value}${advice}`)
}
