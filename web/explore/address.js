import { readFragment, writeFragment } from '../site/fragment.js'

const NAMES = /** @type {const} */ (['lower', 'upper', 'epsilon', 'sensitivity', 'granularity'])

/** @returns {Partial<import('./settings.js').Options>} */
export function readAddress() {
  const given = readFragment()
  const entries = NAMES.map((name) => /** @type {const} */ ([name, Number(given.get(name) || Number.NaN)]))
  return Object.fromEntries(entries.filter(([, value]) => Number.isFinite(value)))
}

/** @param {import('./settings.js').Options} options */
export function writeAddress(options) {
  writeFragment(Object.entries(options))
}
