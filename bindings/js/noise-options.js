import { checkNumber, checkOptions, formatValue } from './arguments.js'
import { ParameterError } from './errors.js'

// What the options of all mechanisms have in common.

export const CALIBRATIONS = /** @type {const} */ (['tight', 'published'])
export const JSON_CALIBRATIONS = /** @type {const} */ (['tight', 'published', 'given'])
export const OUTSIDES = /** @type {const} */ (['clamp', 'error'])
export const JSON_VERSION = /** @type {const} */ (2)
/** Of 1.0, which counted every lattice from 0, and on lattices of 1/n sometimes a step too many: written again for what it wrote. */
export const FIRST_JSON_VERSION = /** @type {const} */ (1)

/** The ways to make a mechanism, as numbers for C++. */
export const CALIBRATE = 0
export const WITH_SCALE = 1
export const RESTORE = 2
/** ... as it was, without another audit: for mechanisms whose audits take long. */
export const KNOWN = 3

/** @param {Record<string, unknown>} given */
export function guaranteeFrom(given) {
  return {
    epsilon: checkNumber('epsilon', given.epsilon),
    delta: checkNumber('delta', given.delta === undefined ? 0 : given.delta)
  }
}

/** A scale, or what is in its place, leaves nothing to calibrate. @param {Record<string, unknown>} given @param {string} scale */
export function checkNotBoth(given, scale = 'scale') {
  for (const other of ['epsilon', 'delta', 'calibration']) {
    if (given[other] !== undefined) throw new TypeError(`give either ${scale} or ${other}, not both`)
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
    throw new TypeError(`fromJSON takes what toJSON wrote, as an object or as its text, got ${formatValue(json)}`)
  }
  const given = checkOptions('fromJSON', json, [...keys, 'mechanism', 'version'])
  if (given.mechanism !== mechanism) {
    throw new ParameterError(
      'mechanism',
      given.mechanism,
      `mechanism must be '${mechanism}', got ${formatValue(given.mechanism)}`
    )
  }
  if (given.version !== JSON_VERSION && given.version !== FIRST_JSON_VERSION) {
    throw new ParameterError(
      'version',
      given.version,
      `version must be ${FIRST_JSON_VERSION} or ${JSON_VERSION}, which this release reads, got ${formatValue(given.version)}`
    )
  }
  // Optional elsewhere, but always written.
  for (const name of ['sensitivity', 'delta']) if (keys.includes(name)) checkNumber(name, given[name])
  if (keys.includes('granularity') && given.granularity === undefined) {
    throw new TypeError('granularity is required and must be a number')
  }
  return given
}

/**
 * Whether a mechanism was written by a release that knew no other origin than 0.
 * @param {Record<string, unknown>} given
 */
export function isOfFirstVersion({ version, origin }) {
  if (version !== FIRST_JSON_VERSION) return false
  if (origin === undefined) return true
  throw new TypeError(`origin must be left out in version ${FIRST_JSON_VERSION}, which has none`)
}
