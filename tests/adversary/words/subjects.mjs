// What is audited: small lattices of every mechanism, with every guarantee, in all three ways that a draw can go (flat, moderate
// and steep laws), with gaps and open ends.

import { clampedLaw, from, gaussianLaw, reflectedLaw, truncatedLaw } from './exact-laws.mjs'

/** Where a bound is infinite: steps beyond which less than a word in 2^64 leads, at the rates below. */
const FAR = 60

const half = { lower: 0, upper: Infinity, granularity: 1, sensitivity: 1 }
const spans = [[0, 3], [6, 7], [13, 14]] // biome-ignore format: a domain

/**
 * `words`: how many a draw takes. `truths`: points, all of them if left out.
 * @type {{ kind: string, options: object, words: number, truths?: number[] }[]}
 */
export const subjects = [
  { kind: 'ReflectedLaplace', words: 1, options: { lower: 0, upper: 1, granularity: 1, epsilon: 1 } },
  { kind: 'ReflectedLaplace', words: 1, options: { lower: 0, upper: 7, granularity: 1, epsilon: 0.01 } },
  { kind: 'ReflectedLaplace', words: 1, options: { lower: -0.3, upper: 0.3, granularity: 0.1, sensitivity: 0.3, epsilon: 1.5 } },
  { kind: 'ReflectedLaplace', words: 1, options: { lower: 0, upper: 6, granularity: 1, sensitivity: 2, epsilon: 3, guarantee: 'metric' } },
  { kind: 'ReflectedLaplace', words: 1, options: { lower: 0, upper: 9, granularity: 1, sensitivity: 4, epsilon: 0.5, delta: 0.05 } },
  { kind: 'ReflectedLaplace', words: 1, options: { spans, granularity: 1, sensitivity: 3, epsilon: 2 } },
  { kind: 'ReflectedLaplace', words: 1, options: { ...half, epsilon: 3 }, truths: [0, 1, 5] },
  { kind: 'ReflectedLaplace', words: 1, options: { ...half, lower: -Infinity, upper: 2, epsilon: 3 }, truths: [2, 1, -3] },
  { kind: 'ReflectedLaplace', words: 1, options: { ...half, lower: -Infinity, epsilon: 3 }, truths: [0, 1] },
  { kind: 'BoundedLaplace', words: 1, options: { lower: 0, upper: 1, granularity: 1, epsilon: 1 } },
  { kind: 'BoundedLaplace', words: 1, options: { lower: 0, upper: 1, granularity: 0.125, epsilon: 0.02 } },
  { kind: 'BoundedLaplace', words: 1, options: { lower: -3, upper: 6, granularity: 1, epsilon: 1.5 } },
  { kind: 'BoundedLaplace', words: 1, options: { lower: 0, upper: 1, granularity: 0.1, sensitivity: 0.1, epsilon: 5 } },
  { kind: 'BoundedLaplace', words: 1, options: { lower: 0, upper: 6, granularity: 1, sensitivity: 2, epsilon: 1, guarantee: 'metric' } },
  { kind: 'BoundedLaplace', words: 1, options: { lower: 0, upper: 9, granularity: 1, sensitivity: 4, epsilon: 0.5, delta: 0.05 } },
  { kind: 'BoundedLaplace', words: 2, options: { spans, granularity: 1, sensitivity: 7, epsilon: 1 } },
  { kind: 'BoundedLaplace', words: 2, options: { spans, granularity: 1, sensitivity: 7, epsilon: 2, guarantee: 'metric' } },
  { kind: 'BoundedLaplace', words: 2, options: { ...half, epsilon: 7 }, truths: [0, 1] },
  { kind: 'BoundedLaplace', words: 2, options: { ...half, lower: -Infinity, epsilon: 6 }, truths: [0, 1] },
  { kind: 'ClampedLaplace', words: 2, options: { lower: 0, upper: 1, granularity: 1, epsilon: 1 } },
  { kind: 'ClampedLaplace', words: 2, options: { lower: 0, upper: 7, granularity: 1, sensitivity: 3, epsilon: 2 }, truths: [0, 3, 4, 7] },
  { kind: 'ClampedLaplace', words: 2, options: { lower: 0, upper: 5, granularity: 1, sensitivity: 2, epsilon: 0.02, guarantee: 'metric' } },
  { kind: 'ClampedLaplace', words: 2, options: { lower: 0, upper: 7, granularity: 1, sensitivity: 4, epsilon: 0.5, delta: 0.05 }, truths: [0, 2, 4, 6] },
  { kind: 'ClampedLaplace', words: 2, options: { ...half, epsilon: 6 }, truths: [0, 1] },
  { kind: 'BoundedGaussian', words: 2, options: { lower: 0, upper: 1, granularity: 1, epsilon: 1 } },
  { kind: 'BoundedGaussian', words: 2, options: { lower: -2, upper: 5, granularity: 1, epsilon: 1 } },
  { kind: 'BoundedGaussian', words: 2, options: { lower: 0, upper: 8, granularity: 1, sensitivity: 2, epsilon: 2 } },
  { kind: 'BoundedGaussian', words: 2, options: { lower: 0, upper: 1, granularity: 0.2, sensitivity: 0.4, epsilon: 0.5, delta: 0.05 } },
  { kind: 'BoundedGaussian', words: 2, options: { lower: 0, upper: 5, granularity: 1, sensitivity: 1, scale: 0.75 } }
] // biome-ignore format: a case a line

/** A box, and the numbers that its sides are drawn like: with the same scale, and sensitivities of their own. */
export const box = { lower: [0, 1], upper: [4, 4], granularity: [1, 0.5], sensitivity: 2, epsilon: 1.5 }

/** What the mechanism may release, as whole numbers of steps; of infinite ones, what can be reached. */
export function latticeOf({ lower, upper, granularity, spans = [[lower, upper]] }) {
  const open = { below: lower === -Infinity, above: upper === Infinity }
  const index = (value) => Math.round(value / granularity)
  const ranges = spans.map(([first, last]) => [
    open.below ? Math.min(0, open.above ? 0 : index(last)) - FAR : index(first),
    open.above ? FAR : index(last)
  ])
  return { open, ranges, points: ranges.flatMap(([first, last]) => from(first, last)) }
}

/** The law of every truth, as the proofs have it. */
export function exactLaw(kind, mechanism, lattice) {
  if (kind === 'BoundedLaplace') return truncatedLaw(lattice, mechanism.rate)
  if (kind === 'ClampedLaplace') return clampedLaw(lattice, mechanism.rate)
  if (kind === 'ReflectedLaplace') return reflectedLaw(lattice, mechanism.rate)
  const unit = mechanism.granularity / mechanism.scale
  return gaussianLaw(lattice, (unit * unit) / 2) // the double that the proof calls t
}

/** All truths that noise may be added to: with mirrors, those in gaps as well. */
export function truthsOf({ kind, truths }, { ranges, points }) {
  return truths ?? (kind === 'ReflectedLaplace' ? from(ranges[0][0], ranges.at(-1)[1]) : points)
}
