import { DEFAULT_MECHANISM } from './settings.js'

// The settings as they stand in the address. The true value is not among them: addresses are shared, and land in histories.

const NUMBERS = /** @type {const} */ (['epsilon', 'scale', 'delta', 'sensitivity', 'granularity'])
const BOUNDS = /** @type {const} */ (['lower', 'upper'])
const WORDS = { guarantee: 'metric', calibration: 'published', outside: 'error' }
const MECHANISMS = ['ReflectedLaplace', 'BoundedLaplace', 'ClampedLaplace', 'BoundedGaussian']

/**
 * What is no number, or no word of ours, is left out.
 * @param {ReadonlyMap<string, string>} given
 * @returns {{ mechanism?: import('inbounds').MechanismName | undefined, options: Partial<import('./settings.js').Options> }}
 */
export function choiceFrom(given) {
  const numbers = [...NUMBERS, ...BOUNDS].map(
    (name) => /** @type {const} */ ([name, Number(given.get(name) || Number.NaN)])
  )
  const open = /** @type {readonly string[]} */ (BOUNDS)
  const possible = numbers.filter(
    ([name, value]) => Number.isFinite(value) || (open.includes(name) && !Number.isNaN(value))
  )
  const words = Object.entries(WORDS).filter(([name, word]) => given.get(name) === word)
  const gaps = gapsFrom(given.get('gaps') ?? '')
  const mechanism = MECHANISMS.find((name) => name === given.get('mechanism'))
  return {
    mechanism: /** @type {import('inbounds').MechanismName | undefined} */ (mechanism),
    options: { ...Object.fromEntries([...possible, ...words]), ...(gaps.length > 0 && { gaps }) }
  }
}

/**
 * @param {import('./settings.js').Choice} choice
 * @returns {[string, unknown][]}
 */
export function entriesOf({ mechanism, options: { gaps, ...options } }) {
  return [
    ...(mechanism === DEFAULT_MECHANISM ? [] : [/** @type {[string, unknown]} */ (['mechanism', mechanism])]),
    ...Object.entries(options),
    ...(gaps ? [/** @type {[string, unknown]} */ (['gaps', gaps.map((gap) => gap.join('..')).join(' ')])] : [])
  ]
}

/** @param {string} text such as 12..14 16..16.5 @returns {[number, number][]} */
function gapsFrom(text) {
  const gaps = text.split(/[\s+]+/).map((gap) => gap.split('..').map((end) => (end === '' ? Number.NaN : Number(end))))
  return /** @type {[number, number][]} */ (gaps.filter((gap) => gap.length === 2 && gap.every(Number.isFinite)))
}
