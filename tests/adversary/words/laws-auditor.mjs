// One mechanism on a small lattice: the law of every truth as its words make it, against the law that is stated.

import { ONE } from '../../js/support/fixed-point.mjs'
import { valueAt } from '../../js/support/lattice-values.mjs'
import { conditionOnAccepted, measure } from './measure.mjs'
import { exactLaw, latticeOf, truthsOf } from './subjects.mjs'

/** Each piece is known to within the words at its two ends, and an output has few pieces: sixteen words of 2^64. */
export const TOLERANCE = ONE >> 60n
/** One word at each place where the output changes needs another one. */
const UNDECIDED = ONE >> 55n

/**
 * @param {typeof import('./subjects.mjs').subjects[number]} subject
 * @param {any} mechanism
 * @param {import('./independence.mjs').Steering} steering
 * @param {(what: string, claimed: unknown, found: unknown) => void} report
 * @returns the measured laws by truth, both in points, and words beside those where outputs change
 */
export function auditLaws(subject, mechanism, steering, report) {
  const { kind, words: depth } = subject
  const lattice = latticeOf({ ...subject.options, spans: mechanism.spans })
  const exact = exactLaw(kind, mechanism, lattice)
  const laws = new Map()
  const beside = []
  const known = { first: [], second: [] }
  for (const truth of truthsOf(subject, lattice)) {
    const value = valueAt(truth, mechanism)
    const draw = (words) => {
      steering.makeRoom(64)
      return steering.source.draw(words, () => mechanism.privatise(value))
    }
    const claimed = exact(truth)
    const seen = measure(draw, depth, kind === 'BoundedGaussian', hintsFor(kind, claimed, known))
    const law = compareLaws({ kind, truth, mechanism, seen, claimed, report })
    laws.set(truth, law)
    beside.push(...seen.beside.map((words) => ({ truth: value, words })))
  }
  return { laws, beside }
}

/** Words so close to the ends lead to many points, none of which is worth a hint. */
const TAIL_WORDS = 1n << 24n

/**
 * Where to look first. Truncated noise has its outputs in the order of the words; reflected noise does not, but its words lead to
 * the same noise for every truth.
 */
function hintsFor(kind, law, known) {
  if (kind === 'ReflectedLaplace') return known
  let sum = 0n
  const sums = [...law].map(([, share]) => {
    sum += share
    return (sum << 64n) / ONE
  })
  return { first: sums.filter((word) => word > TAIL_WORDS && word < (1n << 64n) - TAIL_WORDS), second: known.second }
}

/** @returns {Map<number, bigint>} the measured law, by point */
function compareLaws({ kind, truth, mechanism, seen, claimed, report }) {
  const repeats = kind === 'BoundedGaussian'
  if (!repeats && seen.more > UNDECIDED) {
    report(`for ${truth}, too many words need further ones`, 0, share(seen.more))
  }
  const law = repeats ? conditionOnAccepted(seen) : seen.law
  const byPoint = new Map()
  for (const [output, found] of law) {
    const point = Math.round(output / mechanism.granularity)
    byPoint.set(point, found)
    if (!Object.is(valueAt(point, mechanism), output))
      report(`for ${truth}, an output is not on the lattice`, point, output)
    if (!claimed.has(point) && found > TOLERANCE)
      report(`for ${truth}, ${point} should never come out`, 0, share(found))
  }
  for (const [point, expected] of claimed) {
    const difference = (byPoint.get(point) ?? 0n) - expected
    if (difference > TOLERANCE || difference < -TOLERANCE) {
      report(
        `for the truth ${truth}, the share of words that lead to ${point} is off by ${share(difference)}`,
        share(expected),
        share(byPoint.get(point) ?? 0n)
      )
    }
  }
  return byPoint
}

/** As a double, to look at. */
const share = (fixed) => Number((fixed << 100n) / ONE) / 2 ** 100
