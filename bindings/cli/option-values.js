import { UsageError } from './errors.js'

// From the words of a command line to numbers. Whether a number makes sense, the library says.

const DECIMAL = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i

/** @param {string} option @param {string} text */
export function numberFrom(option, text) {
  const word = text.trim()
  if (DECIMAL.test(word)) return Number(word)
  if (/^[-+]?inf(inity)?$/i.test(word)) return word.startsWith('-') ? -Infinity : Infinity
  const hint = /^[-+]?\d*,\d+$/.test(word) ? '; write it with a decimal point, as 0.5' : ''
  throw new UsageError(`${option} must be a number, got '${text}'${hint}`, option)
}

/** @param {string} option @param {string} text @param {number} min @param {number} max */
export function wholeFrom(option, text, min, max) {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  throw new UsageError(`${option} must be a whole number from ${min} to ${max}, got '${text}'`, option)
}

/** Such as 9..12. @param {string} option @param {string} text @returns {[number, number]} */
export function rangeFrom(option, text) {
  const [from, to, ...more] = text.split('..')
  if (from === undefined || to === undefined || more.length > 0) {
    throw new UsageError(`${option} must be two numbers with .. between them, as in 9..12, got '${text}'`, option)
  }
  return [numberFrom(option, from), numberFrom(option, to)]
}

/** Such as 9..12,14..18. @param {string} option @param {string} text */
export function spansFrom(option, text) {
  return text.split(',').map((span) => rangeFrom(option, span))
}

/** @param {string} option @param {string | undefined} text @returns {string | undefined} */
export function delimiterFrom(option, text) {
  if (text === undefined) return undefined
  if (text === 'tab' || text === '\\t') return '\t'
  // What may be part of a number or of a name would take cells apart in their midst.
  if (/^[\t -~]$/.test(text) && !/^[\w"+.-]$/.test(text)) return text
  const rule = "must be one character that is no letter, digit, quote, point or sign, or the word 'tab'"
  throw new UsageError(`${option} ${rule}, got '${text}'`, option)
}

/** How each option of a mechanism is read. @type {Record<string, (option: string, text: string) => unknown>} */
const READERS = {
  lower: numberFrom,
  upper: numberFrom,
  spans: spansFrom,
  granularity: numberFrom,
  epsilon: numberFrom,
  delta: numberFrom,
  sensitivity: numberFrom,
  scale: numberFrom,
  rmse: numberFrom,
  guarantee: (_, text) => text,
  calibration: (_, text) => text,
  outside: (_, text) => text
}

/**
 * The options of a mechanism, as the library takes them: those that were given.
 * @param {(option: string) => string | undefined} textOf
 * @param {readonly string[]} [names]
 * @returns {any}
 */
export function mechanismOptions(textOf, names = Object.keys(READERS)) {
  /** @type {Record<string, unknown>} */
  const options = {}
  for (const name of names) {
    const text = textOf(name)
    const read = READERS[name]
    if (text !== undefined && read) options[name] = read(name, text)
  }
  return options
}
