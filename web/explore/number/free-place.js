import { roundStep } from '../../controls/tracks.js'

/**
 * A place for another gap: the middle third of the longest span that is shown, with round ends.
 * @param {{ spans: readonly (readonly [number, number])[] }} model
 * @returns {[number, number]}
 */
export function freePlace({ spans }) {
  const [from, to] = spans.reduce((longest, span) => (span[1] - span[0] > longest[1] - longest[0] ? span : longest))
  const step = roundStep((to - from) / 30)
  const [start, end] = [from + (to - from) / 3, to - (to - from) / 3].map((value) =>
    Number((Math.round(value / step) * step).toPrecision(12))
  )
  return [/** @type {number} */ (start), /** @type {number} */ (end)]
}
