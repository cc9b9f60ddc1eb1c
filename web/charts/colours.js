// The canvas has no style sheet: it takes its colours from the same custom properties as the rest of the page.

const NAMES = /** @type {const} */ ([
  'ink',
  'muted',
  'hairline',
  'law',
  'bars',
  'bars-edge',
  'truth',
  'outside',
  'surface',
  'plum',
  'ochre',
  'blue'
])

/** @typedef {Record<typeof NAMES[number], string>} Colours */

/** @returns {Colours} */
export function currentColours() {
  const style = getComputedStyle(document.documentElement)
  return /** @type {Colours} */ (
    Object.fromEntries(NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]))
  )
}

/** @param {() => void} tell */
export function onColoursChange(tell) {
  for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)']) {
    matchMedia(query).addEventListener('change', tell)
  }
}
