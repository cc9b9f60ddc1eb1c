// The laws that the proofs state, from their formulas, with 400 bits: the probability of every point for every truth. A point
// is a whole number of steps; `rate` and `t` are doubles, taken as the real numbers that they stand for.

import { expMinus, ONE, over, times, toFixedPoint } from '../../js/support/fixed-point.mjs'

/** @typedef {Map<number, bigint>} Law the probability of each point, in units of `ONE` */
/** @typedef {{ points: number[], open: { below: boolean, above: boolean }, ranges: [number, number][] }} Lattice */

/** r^n for r = e^-rate. */
const powers = (rate) => {
  const exact = toFixedPoint(rate)
  const known = new Map()
  return (n) => {
    if (!known.has(n)) known.set(n, expMinus(BigInt(n) * exact))
    return known.get(n)
  }
}

/** Truncated to the points: r^|k-i|; what lies beyond an open end counts as that end. @returns {(truth: number) => Law} */
export function truncatedLaw({ points, open }, rate) {
  const r = powers(rate)
  return (truth) => {
    const weights = new Map(points.map((k) => [k, r(Math.abs(k - truth))]))
    addTails(weights, points, open, (k) => over(r(Math.abs(k - truth) + 1), ONE - r(1)))
    return normalise(weights)
  }
}

/** Two-sided geometric noise, and the ends have what is beyond them. @returns {(truth: number) => Law} */
export function clampedLaw(lattice, rate) {
  return truncatedLaw({ ...lattice, open: { below: true, above: true } }, rate)
}

/**
 * Two-sided geometric noise around the truth, reflected at mirrors half a step beyond closed ends, and then out of gaps.
 * @returns {(truth: number) => Law}
 */
export function reflectedLaw({ points, open, ranges }, rate) {
  const r = powers(rate)
  const [lowest, highest] = [ranges[0][0], ranges.at(-1)[1]]
  const period = 2 * (highest - lowest + 1)
  const hull = points.length < highest - lowest + 1 && !(open.below || open.above) ? from(lowest, highest) : points
  const decayAt = (d) => {
    if (open.below || open.above) return r(d)
    return over(r(d) + r(period - d), ONE - r(period)) // and all its images, which are a period apart
  }
  return (truth) => {
    const weights = new Map()
    for (const k of hull) {
      const image = open.above && open.below ? 0n : decayAt(open.below ? 2 * highest + 1 - k - truth : k + truth + 1 - 2 * lowest) // biome-ignore format: one formula
      const into = outOfGap(ranges, k)
      weights.set(into, (weights.get(into) ?? 0n) + decayAt(Math.abs(k - truth)) + image)
    }
    return new Map([...weights].map(([k, weight]) => [k, over(times(weight, ONE - r(1)), ONE + r(1))]))
  }
}

/** In a gap, mirrored at the nearer end (from the middle at the lower one), again and again if the span is short. */
function outOfGap(ranges, k) {
  const at = ranges.findIndex(([first]) => first > k)
  const [below, above] = at < 0 ? [ranges.at(-1), undefined] : [ranges[at - 1], ranges[at]]
  if (k <= below[1]) return k
  const [first, last] = k - below[1] <= above[0] - k ? below : above
  let moved = k
  while (moved < first || moved > last) moved = moved > last ? 2 * last + 1 - moved : 2 * first - 1 - moved
  return moved
}

/** e^(-t (k-i)^2), over their sum. @returns {(truth: number) => Law} */
export function gaussianLaw({ points }, t) {
  const power = powers(t)
  return (truth) => normalise(new Map(points.map((k) => [k, power((k - truth) ** 2)])))
}

function addTails(weights, points, open, tail) {
  const add = (k) => weights.set(k, weights.get(k) + tail(k))
  if (open.below) add(points[0])
  if (open.above) add(points.at(-1))
}

function normalise(weights) {
  const sum = [...weights.values()].reduce((total, weight) => total + weight, 0n)
  return new Map([...weights].map(([k, weight]) => [k, over(weight, sum)]))
}

export const from = (first, last) => Array.from({ length: last - first + 1 }, (_, at) => first + at)
