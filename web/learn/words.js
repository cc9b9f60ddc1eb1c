import { significant } from '../wording/figures.js'

/** @param {number} count */
export function evenings(count) {
  return `${count} ${count === 1 ? 'evening' : 'evenings'}`
}

/** A share in percent, with two digits: more would be no help here. @param {number} share */
export function inPercent(share) {
  return `${significant(100 * share, 2)}%`
}
