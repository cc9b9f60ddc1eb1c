// The settings in the part of the address that browsers keep to themselves. The true value stays out: addresses are shared,
// and land in histories.

const NAMES = /** @type {const} */ (['lower', 'upper', 'epsilon', 'sensitivity', 'granularity'])

/** @returns {Partial<import('./settings.js').Options>} */
export function readAddress() {
  const given = new URLSearchParams(location.hash.slice(1))
  const entries = NAMES.map((name) => /** @type {const} */ ([name, Number(given.get(name) || Number.NaN)]))
  return Object.fromEntries(entries.filter(([, value]) => Number.isFinite(value)))
}

/** @param {import('./settings.js').Options} options */
export function writeAddress(options) {
  const entries = Object.entries(options).map(([name, value]) => [name, String(value)])
  history.replaceState(null, '', `#${new URLSearchParams(entries)}`)
}
