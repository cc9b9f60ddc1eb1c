import { checkNumber, checkOptions, shown } from './arguments.js'
import { ParameterError } from './errors.js'

// What the options of all mechanisms have in common.

export const CALIBRATIONS = /** @type {const} */ (['tight', 'published'])
export const JSON_CALIBRATIONS = /** @type {const} */ (['tight', 'published', 'given'])
export const OUTSIDES = /** @type {const} */ (['clamp', 'error'])
export const JSON_VERSION = 1

/** The ways to make a mechanism, as numbers for C++. */
export const CALIBRATE = 0
export const WITH_SCALE = 1
export const AGAIN = 2

/** @param {Record<string, unknown>} given */
export function guaranteeFrom(given) {
  return {
    epsilon: checkNumber('epsilon', given.epsilon),
    delta: checkNumber('delta', given.delta === undefined ? 0 : given.delta)
  }
}

/** A scale leaves nothing to calibrate. @param {Record<string, unknown>} given */
export function checkNotBoth(given) {
  for (const other of ['epsilon', 'delta', 'calibration']) {
    if (given[other] !== undefined) throw new TypeError(`give either scale or ${other}, not both`)
  }
}

/**
 * What toJSON wrote, of this mechanism and of this version.
 * @param {string} mechanism
 * @param {unknown} json
 * @param {readonly string[]} keys
 */
export function checkJSON(mechanism, json, keys) {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new TypeError(`fromJSON takes what toJSON wrote, as an object or as its text, got ${shown(json)}`)
  }
  const given = checkOptions('fromJSON', json, [...keys, 'mechanism', 'version'])
  if (given.mechanism !== mechanism) {
    throw new ParameterError(
      'mechanism',
      given.mechanism,
      `mechanism must be '${mechanism}', got ${shown(given.mechanism)}`
    )
  }
  if (given.version !== JSON_VERSION) {
    throw new ParameterError(
      'version',
      given.version,
      `version must be ${JSON_VERSION}, which this release reads, got ${shown(given.version)}`
    )
  }
  checkNumber('sensitivity', given.sensitivity) // optional elsewhere, but always written
  checkNumber('delta', given.delta)
  if (given.granularity === undefined) throw new TypeError('granularity is required and must be a number')
  return given
}
