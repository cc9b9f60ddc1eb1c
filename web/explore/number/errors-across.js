import { roundStep } from '../../controls/tracks.js'

const TRUTHS = 81

/** @typedef {{ truths: number[], bias: (number | null)[], deviation: (number | null)[], rmse: (number | null)[] }} Errors */

/**
 * How far off what is released is, for true values all over the domain; nothing inside gaps, unless the mechanism takes them.
 * @param {import('./model.js').OnNumbers} mechanism
 * @param {number} lower
 * @param {number} upper
 * @returns {Errors}
 */
export function errorsAcross(mechanism, lower, upper) {
  const truths = truthsBetween(lower, upper)
  const inside = (/** @type {number} */ truth) => mechanism.spans.some(([from, to]) => truth >= from && truth <= to)
  const laws = truths.map((truth) => (inside(truth) ? mechanism.at(truth) : undefined))
  return {
    truths,
    bias: laws.map((law) => law?.bias ?? null),
    deviation: laws.map((law) => (law ? Math.sqrt(law.variance) : null)),
    rmse: laws.map((law) => (law ? Math.sqrt(law.mse) : null))
  }
}

/** @param {number} lower @param {number} upper */
function truthsBetween(lower, upper) {
  const step = roundStep((upper - lower) / (TRUTHS - 1) / 5)
  const truths = new Set([lower])
  for (let at = 1; at < TRUTHS - 1; ++at) {
    const even = lower + ((upper - lower) * at) / (TRUTHS - 1)
    const round = Math.round(even / step) * step
    if (round > lower && round < upper) truths.add(round)
  }
  return [...truths.add(upper)]
}
