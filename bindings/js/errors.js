/**
 * A parameter has an impossible value. (A parameter of the wrong kind, such as a string, is a plain `TypeError`.) The message
 * says what was given, unless that is a true value or a report: of these it names the place and the kind.
 */
export class ParameterError extends RangeError {
  /**
   * What was refused, for whoever asks: it may be a true value. It is not enumerable, so that `JSON.stringify`, `{ ...error }`,
   * `console.log` and loggers leave it out.
   * @type {unknown}
   */
  value

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
    Object.defineProperty(this, 'value', { value, enumerable: false })
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
 * Turns an error of the core (src/core/parameter_error.hpp) into the error to throw; the same sentence that `inbounds::message` forms
 * in C++.
 * @param {readonly string[]} texts parameter, rule, hint, and what is said instead of a value that is nobody's business
 * @param {readonly (number | undefined)[]} numbers the value, two limits, and the place in a list or -1
 */
export function errorFrom([parameter = '', rule = '', hint = '', substitute = ''], [value, first, second, index = -1]) {
  /** @param {string} text */
  const fillIn = (text) => text.replaceAll('{0}', String(first)).replaceAll('{1}', String(second))
  const named = index < 0 ? parameter : `${parameter}[${index}]`
  const advice = hint === '' ? '' : `; ${fillIn(hint)}`
  const got = substitute === '' || Number.isNaN(value) ? value : substitute
  return new ParameterError(named, value, `${named} must be ${fillIn(rule)}, got ${got}${advice}`)
}
