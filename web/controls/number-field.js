import { ParameterError } from 'inbounds'
import { input } from './elements.js'

/**
 * What a field says. Text that is no number never reaches the library, so the page finds the words for it.
 * @param {string} id of the field
 * @param {string} [parameter] the name of what it holds, if another
 */
export function numberIn(id, parameter = id) {
  const text = input(id).value.trim()
  const fraction = /^1\s*\/\s*(\d+)$/.exec(text) // a step of 1/3 cannot be written with decimals
  const value = text === '' ? Number.NaN : fraction ? 1 / Number(fraction[1]) : Number(text)
  if (Number.isNaN(value)) throw new ParameterError(parameter, value, `${parameter} must be a number`)
  if (!Number.isFinite(value))
    throw new ParameterError(parameter, value, `${parameter} must be finite here, to be drawn`)
  return value
}
