// Domains where doubles are coarse, fine, uneven or endless, and the lattice on each as the documentation has it.

import { nearestPoint, valueAt } from '../../js/support/lattice-values.mjs'
import { nextDown, nextUp } from './doubles.mjs'

/** @type {Record<string, object>} options but for an epsilon */
export const domains = {
  'the unit interval': { lower: 0, upper: 1 },
  'whole numbers': { lower: -5, upper: 5, granularity: 1 },
  'tenths off the lattice': { lower: -3.04, upper: 7.01, sensitivity: 1.5, granularity: 0.1 },
  'fours from one': { lower: 1, upper: 9.5, granularity: 4 },
  'quarters of a day, counted from a tenth': { lower: 0.1, upper: 6.1, sensitivity: 1, granularity: 0.25 },
  thirds: { lower: 0, upper: 4, granularity: 1 / 3 },
  'a 1/n that is no power of two, fine': { lower: 0.1, upper: 1, sensitivity: 0.25, granularity: 1 / 999983 },
  'near 1e12': { lower: 1e12, upper: 1e12 + 100, sensitivity: 1 },
  'tenths near 1e12': { lower: 1e12 - 3, upper: 1e12 + 3, sensitivity: 1, granularity: 0.1 },
  'near 1e150, where ranges end': { lower: 1e150, upper: 1.9e150 },
  'around 0, to 4e149': { lower: -4e149, upper: 4e149, sensitivity: 1e149 },
  'up to 1e-100': { lower: 0, upper: 1e-100 },
  'around 0, to 1e-140': { lower: -1e-140, upper: 3e-140, sensitivity: 1e-141 }
}

export const endless = {
  'a count': { lower: 0, upper: Infinity, sensitivity: 1, granularity: 1 },
  'a half-line with its default lattice': { lower: -Infinity, upper: 0.3, sensitivity: 0.01 },
  'tenths without ends': { lower: -Infinity, upper: Infinity, sensitivity: 1, granularity: 0.1 }
}

export const gapped = {
  'opening hours': { spans: [[9, 12], [14, 18]], sensitivity: 1, granularity: 0.25 },
  'spans off the lattice': { spans: [[0, 0.31], [0.5, 0.77], [2.04, 3.3]], sensitivity: 0.5, granularity: 0.1 },
  'a gap near 1e12': { spans: [[1e12, 1e12 + 1], [1e12 + 9, 1e12 + 12]], sensitivity: 2 }
} // biome-ignore format: a domain a line

/** Which domains a mechanism takes. */
export function domainsOf(kind) {
  if (kind === 'BoundedGaussian') return domains
  return kind === 'ClampedLaplace' ? { ...domains, ...endless } : { ...domains, ...endless, ...gapped }
}

/**
 * First and last point of every span; without an end, 2^52 steps from the origin (2^50 of those that are no powers of two, or
 * not counted from 0).
 */
export function rangesOf({ spans, granularity, origin = 0 }) {
  const lattice = { granularity, origin }
  const furthest = Number.isInteger(Math.log2(granularity)) && origin === 0 ? 2 ** 52 : 2 ** 50
  return spans.map(([from, to]) => {
    let first = from === -Infinity ? -furthest : nearestPoint(from, lattice) - 2
    let last = to === Infinity ? furthest : nearestPoint(to, lattice) + 2
    while (valueAt(first, lattice) < from) first += 1
    while (valueAt(last, lattice) > to) last -= 1
    return [first, last]
  })
}

/** The point that a double is, bit for bit, or nothing. */
export function pointAt(y, ranges, lattice) {
  const near = nearestPoint(y, lattice)
  const point = [near - 1, near, near + 1].find((candidate) => Object.is(valueAt(candidate, lattice), y))
  return ranges.some(([first, last]) => point >= first && point <= last) ? point : undefined
}

/** Truths at and beside ends, points and ties, from anywhere, and from outside; none in a gap. */
export function truthsIn({ spans, granularity, origin = 0, lowest, highest }, random) {
  const inside = spans.flatMap(([from, to]) => {
    const [a, b] = [Math.max(from, lowest), Math.min(to, highest)]
    const width = Math.min(b - a, 50 * granularity * 2 ** 20)
    const any = from === -Infinity ? b - random() * width : a + random() * width
    const tie = origin + (Math.round((any - origin) / granularity) + 0.5) * granularity
    return [a, nextUp(a), b, nextDown(b), any, tie, nextUp(tie), nextDown(tie)].filter((q) => q >= from && q <= to)
  })
  const zeros = spans.some(([from, to]) => from <= 0 && to >= 0) ? [0, -0] : []
  return [...inside, ...zeros, -Infinity, Infinity, -Number.MAX_VALUE, Number.MAX_VALUE]
}
