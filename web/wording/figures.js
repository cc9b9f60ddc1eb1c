// Numbers for people to read. A proper minus sign, thousands apart, and no digits that say nothing.

const LARGEST_PLAIN = 1e9

/** @typedef {((value: number) => string) & { aligned: (value: number) => string }} Format */

/**
 * Writes numbers between two bounds with the decimals that the noise leaves meaningful; `aligned` keeps zeros at the end,
 * for columns.
 * @param {{ lower: number, upper: number, scale: number }} mechanism
 * @returns {Format}
 */
export function formatterFor({ lower, upper, scale }) {
  const noise = Math.min(scale, upper - lower) / 4
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(noise)))
  const plain = decimals <= 9 && Math.max(Math.abs(lower), Math.abs(upper)) < LARGEST_PLAIN
  /** @param {Intl.NumberFormatOptions} options */
  const format = (options) => {
    const format = new Intl.NumberFormat('en-GB', {
      maximumFractionDigits: decimals,
      signDisplay: 'negative',
      ...options
    })
    return (/** @type {number} */ value) => typographic(format.format(value))
  }
  /** @param {number} value */
  const short = (value) => (Math.abs(value) < noise * 1e-9 ? '0' : significant(value, 4)) // what rounding left of a 0
  return Object.assign(plain ? format({}) : short, {
    aligned: plain ? format({ minimumFractionDigits: decimals }) : short
  })
}

/**
 * @param {number} value
 * @param {number} [digits]
 */
export function significant(value, digits = 6) {
  return typographic(String(Number(value.toPrecision(digits))))
}

/** With thousands apart. @param {number} number */
export function whole(number) {
  return number.toLocaleString('en-GB')
}

/**
 * With its sign, unless it is nothing.
 * @param {string} written
 */
export function withSign(written) {
  return /[1-9]/.test(written) && !written.startsWith('−') ? `+${written}` : written
}

/**
 * A probability, in percent: with the same decimals in a column, unless it is too small for them.
 * @param {number} probability
 */
export function percent(probability) {
  const value = probability * 100
  return `${value >= 0.1 || value === 0 ? value.toFixed(3) : significant(value, 3)}%`
}

/**
 * In percent, rounded up to a tenth: for "at most".
 * @param {number} probability
 */
export function percentAtMost(probability) {
  return `${significant(Math.ceil(probability * 1000) / 10, 4)}%`
}

/**
 * In percent, rounded down to a tenth: for "at least".
 * @param {number} probability
 */
export function percentAtLeast(probability) {
  return `${significant(Math.floor(probability * 1000) / 10, 4)}%`
}

/**
 * e^epsilon, rounded up in the last place shown: for "at most".
 * @param {number} epsilon
 */
export function factorAtMost(epsilon) {
  const factor = Math.exp(epsilon)
  if (factor > 1e15) return `e^${significant(epsilon)}`
  if (factor > 1e6) {
    const words = new Intl.NumberFormat('en-GB', {
      notation: 'compact',
      compactDisplay: 'long',
      maximumFractionDigits: 1,
      roundingMode: 'ceil'
    })
    return words.format(factor)
  }
  // Near 1, what it adds to 1 is what matters.
  const digits = epsilon < 0.2 ? Math.min(15, Math.ceil(-Math.log10(epsilon)) + 2) : 2
  const rounded = factor > 1000 ? Math.ceil(factor) : Math.ceil(factor * 10 ** digits) / 10 ** digits
  return new Intl.NumberFormat('en-GB', { maximumFractionDigits: digits }).format(rounded)
}

/** @param {string} text */
function typographic(text) {
  return text.replace('e-', 'e−').replace(/^-/, '−').replace('e+', 'e')
}
