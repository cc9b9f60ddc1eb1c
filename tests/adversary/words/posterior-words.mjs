// Private posteriors as a function of their one random word: whole numbers of 62 bits, of which each candidate has a share.
// What is measured is how many words lead to each of them; that has to be what is told, and what is promised.

import { ONE, quotient } from '../../js/support/fixed-point.mjs'
import { conditionOnAccepted, measure } from './measure.mjs'

/** @type {{ kind: string, options: object, truths: [any, any][] }[]} pairs of neighbours */
export const posteriorSubjects = [
  { kind: 'BetaPosterior', options: { prior: [1, 1], trials: 1, epsilon: 1, method: 'global' }, truths: [[0, 1]] },
  { kind: 'BetaPosterior', options: { prior: [1, 1], trials: 6, epsilon: 1, method: 'global' }, truths: [[0, 1], [3, 2]] },
  { kind: 'BetaPosterior', options: { prior: [0.1, 5], trials: 5, epsilon: 3, method: 'varying' }, truths: [[0, 1], [5, 4]] },
  { kind: 'BetaPosterior', options: { prior: [1, 1], trials: 6, epsilon: 0.01, method: 'smooth' }, truths: [[6, 5]] },
  { kind: 'BetaPosterior', options: { prior: [1, 1], trials: 4, epsilon: 1, delta: 0.01, method: 'smooth' }, truths: [[0, 1]] },
  { kind: 'DirichletPosterior', options: { prior: [1, 1, 1], trials: 2, epsilon: 2 }, truths: [[[2, 0, 0], [1, 1, 0]]] },
  { kind: 'DirichletPosterior', options: { prior: [1, 2, 3], trials: 2, epsilon: 2, method: 'varying' }, truths: [[[0, 0, 2], [1, 0, 1]]] }
] // biome-ignore format: a case a line

/** So many words may be counted for the one or the other beside each threshold, and 0 is never tried. */
const WORDS = 16
/** What is told are doubles. */
const TOLD = 2 ** -51

/** @param {(what: string, claimed: unknown, found: unknown) => void} report */
export function auditPosterior({ truths }, mechanism, { source, makeRoom }, report) {
  const places = new Map(Array.from({ length: mechanism.candidates }, (_, at) => [String(mechanism.candidate(at)), at]))
  const hints = { first: [], second: [] }
  const lawOf = (truth) => {
    const draw = (words) => {
      makeRoom(words.length + 8)
      return source.draw(words, () => {
        const { successes, counts = successes } = mechanism.privatise(truth)
        return places.get(String(counts))
      })
    }
    // One word; the last ones, beyond the sum of all shares, are refused.
    const { law, more } = measure(draw, 1, true, hints)
    if (more > ONE >> 31n) report('words are refused more often than once in 2^31', 2 ** -31, quotient(more, ONE))
    const shares = [...places.values()].map((at) => quotient(conditionOnAccepted({ law, more }).get(at) ?? 0n, ONE))
    for (const [at, probability] of mechanism.probabilities(truth).entries()) {
      if (!(Math.abs(shares[at] - probability) <= probability * TOLD + WORDS * 2 ** -64)) {
        report(`candidate ${at} of ${truth} has another share of words than is told`, probability, shares[at])
      }
    }
    return shares
  }
  const { epsilon, delta } = mechanism
  for (const pair of truths) {
    const laws = pair.map(lawOf)
    for (const [p, q] of [laws, [...laws].reverse()]) {
      const escapes = p.reduce((sum, share, at) => sum + Math.max(0, share - Math.exp(epsilon) * q[at]), 0)
      const allowed = delta + (1 + Math.exp(epsilon)) * (2 ** -52 + p.length * WORDS * 2 ** -64)
      if (!(escapes <= allowed))
        report(`words lose more than is promised, of ${pair.join(' against ')}`, delta, escapes)
    }
  }
}
