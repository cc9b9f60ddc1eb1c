// What can be asked for. Nothing here needs an npm package: a mistyped name is told before anything is built.

import { CATALOGUE } from '../../web/papers/computations/catalogue.js'

/** @typedef {import('../../web/papers/computations/catalogue.js').Entry} Entry */

/**
 * @param {readonly string[]} ids
 * @returns {readonly Entry[]} all of them if none is named
 */
export function chosenEntries(ids) {
  const unknown = ids.filter((id) => !CATALOGUE.some((entry) => entry.id === id))
  if (unknown.length > 0) {
    throw new Error(`Nothing is called ${unknown.join(', ')}. There are: ${CATALOGUE.map(({ id }) => id).join(', ')}`)
  }
  return ids.length === 0 ? CATALOGUE : CATALOGUE.filter(({ id }) => ids.includes(id))
}

/** A line for each. */
export const listOfEntries = () => CATALOGUE.map(({ id, place, title }) => `${id.padEnd(20)}${place}: ${title}`)
