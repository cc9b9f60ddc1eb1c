import { EntropyError, LoadError, ParameterError } from './errors.js'

// Errors lose their class and what they know on the way from a worker. A value goes along for whoever asks the error for it; no
// message has it.

/** @typedef {{ name: string, message: string, parameter?: string, value?: unknown }} TransferredError */

/** @param {any} error @returns {TransferredError} */
export function packError({ name, message, parameter, value, cause }) {
  return name === 'EntropyError'
    ? { name, message: String(cause?.message ?? cause) }
    : { name, message, parameter, value: typeof value === 'object' ? undefined : value }
}

/** @param {TransferredError} error */
export function unpackError({ name, message, parameter, value }) {
  if (name === 'ParameterError') return new ParameterError(String(parameter), value, message)
  if (name === 'EntropyError') return new EntropyError(new Error(message))
  if (name === 'LoadError') return new LoadError(message)
  return name === 'TypeError' ? new TypeError(message) : new Error(message)
}

/**
 * An error about one of many truths, seen from a part of them: it is about the place in the whole.
 * @param {any} error
 * @param {number} before how many truths came before the part
 */
export function withPlaceInWhole(error, before) {
  const [, index] = /^truths\[(\d+)\]$/.exec(error?.parameter) ?? []
  if (index === undefined) return error
  const place = `truths[${before + Number(index)}]`
  return new ParameterError(place, error.value, error.message.replace(error.parameter, place))
}
