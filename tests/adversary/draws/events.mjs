// The event that tells two truths apart best: found in training samples, bounded in fresh ones.
//
// An event A with P(A) > e^epsilon Q(A) + delta breaks the claim (epsilon, delta). So the bound on epsilon is
// ln((P(A) - delta) / Q(A)), from below with a lower bound for P(A) and an upper one for Q(A): as StatDP (Ding et al. 2018),
// DP-Sniper (Bichsel et al. 2021) and Google's stochastic tester do, with exact instead of approximate bounds.

import { lowerBound, upperBound } from './clopper-pearson.mjs'

/**
 * How often each bin occurs in a sample, added to `counts`.
 * @param {import('./features.mjs').Feature} feature
 * @param {Float64Array[]} columns
 * @param {Float64Array} counts
 */
export function countInto(feature, columns, counts) {
  const bins = feature.sort(columns)
  for (let i = 0; i < bins.length; ++i) ++counts[bins[i]]
}

/**
 * The union of bins that promises most: the bins in the order of their likelihood ratio, up to where the bound that
 * `testing` fresh samples may be expected to give is largest (Neyman & Pearson: no other sets need be looked at).
 * @param {Float64Array} likely counts of the truth that is to be likelier
 * @param {Float64Array} unlikely
 * @param {{ delta: number, testing: number, deviations: number }} aim
 * @returns {{ inside: Uint8Array, promise: number }}
 */
export function bestUnion(likely, unlikely, { delta, testing, deviations }) {
  const total = sum(likely)
  const otherTotal = sum(unlikely)
  const order = [...likely.keys()]
    .filter((bin) => likely[bin] > 0)
    .sort((a, b) => (likely[b] + 0.5) / (unlikely[b] + 0.5) - (likely[a] + 0.5) / (unlikely[a] + 0.5))
  let best = { promise: Number.NEGATIVE_INFINITY, length: 0 }
  let p = 0
  let q = 0
  order.forEach((bin, i) => {
    p += likely[bin] / total
    q += unlikely[bin] / otherTotal
    const low = p - deviations * Math.sqrt((p * (1 - Math.min(p, 1))) / testing)
    const high = q + deviations * Math.sqrt((q * (1 - Math.min(q, 1))) / testing) + deviations ** 2 / 2 / testing
    const promise = low > delta ? Math.log((low - delta) / high) : Number.NEGATIVE_INFINITY
    if (promise > best.promise) best = { promise, length: i + 1 }
  })
  const inside = new Uint8Array(likely.length)
  for (const bin of order.slice(0, best.length)) inside[bin] = 1
  return { inside, promise: best.promise }
}

/**
 * Below the epsilon of the two laws at this delta, but with probability alpha: minus infinity if nothing can be said.
 * @param {Uint8Array} inside the event
 * @param {Float64Array} likely counts of fresh samples
 * @param {Float64Array} unlikely
 * @param {number} delta
 * @param {number} alpha
 */
export function epsilonBound(inside, likely, unlikely, delta, alpha) {
  const low = lowerBound(within(inside, likely), sum(likely), alpha / 2)
  const high = upperBound(within(inside, unlikely), sum(unlikely), alpha / 2)
  return low > delta ? Math.log((low - delta) / high) : Number.NEGATIVE_INFINITY
}

const sum = (counts) => counts.reduce((total, count) => total + count, 0)
const within = (inside, counts) => counts.reduce((total, count, bin) => (inside[bin] ? total + count : total), 0)
