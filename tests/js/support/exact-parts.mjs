// What the parts of a domain weigh under a two-sided geometric law (src/random/part_choice.hpp), in fixed-point arithmetic.

import { expMinus, ONE, toFixedPoint } from './fixed-point.mjs'

/**
 * The weights of the parts, from below, in units of 1/(1 - e^-rate): what lies beyond an open lower end, the ranges, and what
 * lies beyond an open upper end.
 * @param {{ ranges: [number, number][], open: { below: boolean, above: boolean }, rate: number, centre: number }} law
 */
export function exactPartWeights({ ranges, open, rate, centre }) {
  const gamma = toFixedPoint(rate)
  const power = (exponent) => expMinus(gamma * exponent)
  const q = BigInt(centre)
  const weights = ranges.map(([first, last]) => {
    const [from, to] = [BigInt(first), BigInt(last)]
    if (to < q) return power(q - to) - power(q - from + 1n)
    if (from > q) return power(from - q) - power(to - q + 1n)
    return ONE - power(q - from + 1n) + power(1n) - power(to - q + 1n)
  })
  if (open.below) weights.unshift(power(q - BigInt(ranges[0][0]) + 1n))
  if (open.above) weights.push(power(BigInt(ranges.at(-1)[1]) - q + 1n))
  return weights
}
