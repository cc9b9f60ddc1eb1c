// What can be asked for. Nothing here needs an npm package: a mistyped name is reported before anything is built.

import { CATALOGUE } from '../../web/papers/computations/catalogue.js'
import { REPORT_CATALOGUE } from '../../web/papers/computations/report/catalogue.js'

/** @typedef {import('../../web/papers/computations/catalogue.js').Entry | import('../../web/papers/computations/report/catalogue.js').Entry} Entry */

/** What the papers print, and what our own report claims. */
const ALL = [...CATALOGUE, ...REPORT_CATALOGUE]

/**
 * @param {readonly string[]} ids
 * @returns {readonly Entry[]} all of them if none is named
 */
export function chooseEntries(ids) {
  const unknown = ids.filter((id) => !ALL.some((entry) => entry.id === id))
  if (unknown.length > 0) {
    throw new Error(`Nothing is called ${unknown.join(', ')}. There are: ${ALL.map(({ id }) => id).join(', ')}`)
  }
  return ids.length === 0 ? ALL : ALL.filter(({ id }) => ids.includes(id))
}

/** A line for each. */
export const listOfEntries = () => ALL.map(({ id, place, title }) => `${id.padEnd(26)}${place}: ${title}`)
