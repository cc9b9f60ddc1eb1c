import { factorAtMost, significant, whole } from '../wording/figures.js'

// Sentences of this view.

const BYTES = ['bytes', 'kB', 'MB', 'GB']

/** @param {number} bytes */
export function size(bytes) {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), BYTES.length - 1)
  const digits = power < 2 ? 0 : 1
  return `${(bytes / 1000 ** power).toFixed(digits)} ${BYTES[power]}`
}

/** One thing, two things. @param {number} count @param {string} thing */
export function pluralise(count, thing) {
  return `${whole(count)} ${thing}${count === 1 ? '' : 's'}`
}

/** @param {number} seconds */
export function timeLeft(seconds) {
  if (!Number.isFinite(seconds)) return ''
  if (seconds < 60) return `about ${pluralise(Math.max(1, Math.round(seconds)), 'second')} left`
  return `about ${pluralise(Math.round(seconds / 60), 'minute')} left`
}

/** What an epsilon means. @param {number} epsilon */
export function oddsNote(epsilon) {
  return `Whatever somebody believed about a row, the odds change by at most a factor of ${factorAtMost(epsilon)}.`
}

/** @param {number} epsilon @param {number} columns */
export function spentNote(epsilon, columns) {
  const sum = columns === 1 ? '' : `The sum over ${columns} columns, rounded up. `
  return `${sum}${oddsNote(epsilon)} A person with several rows spends it once for each; a second file adds as much again.`
}

/** What has been spent, never less than it is. @param {number} epsilon */
export function epsilonAtMost(epsilon) {
  const digits = 6
  const rounded = Number(epsilon.toPrecision(digits))
  if (rounded >= epsilon) return significant(rounded, digits)
  const step = 10 ** (Math.floor(Math.log10(epsilon)) - digits + 1)
  return significant(rounded + step, digits)
}

/** @param {string} name @param {number} count */
export function missingNote(name, count) {
  const stay = count === 1 ? 'is missing and stays so' : 'are missing and stay so'
  return `${name}: ${pluralise(count, 'value')} ${stay}; everybody can see in which rows.`
}
