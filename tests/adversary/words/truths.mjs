// What a truth counts as. Between the points of the lattice, at ties, outside of the bounds: from the same words comes what
// comes of the point that the documentation says, alone and in a batch. That is decided with whole numbers, not with doubles.

import { nearestPoint, valueAt } from '../../js/support/lattice-values.mjs'
import { nextDown, nextUp } from '../precision/doubles.mjs'

/** Words from all over: for any two points, some of them lead to different outputs. */
const WORDS = Array.from({ length: 15 }, (_, k) => (BigInt(k) + 1n) * 0x1111111111111111n)

/**
 * @param {{ kind: string, words: number }} subject
 * @param {any} mechanism
 * @param {{ ranges: [number, number][] }} lattice
 * @param {import('./independence.mjs').Steering} steering
 * @param {(what: string, claimed: unknown, found: unknown) => void} report
 */
export function auditTruths({ kind, words: depth }, mechanism, { ranges }, { source, makeRoom }, report) {
  const { lower, upper, granularity, spans } = mechanism
  const inGaps = kind === 'ReflectedLaplace'
  const parts = inGaps ? [{ bounds: [lower, upper], range: [ranges[0][0], ranges.at(-1)[1]] }] : partsOf(spans, ranges)
  const draw = (word, truth) => {
    makeRoom(64)
    return source.draw([word, ...WORDS.slice(0, depth - 1), 1n << 12n], () => mechanism.privatise(truth)).result
  }
  for (const { bounds, range } of parts) {
    for (const truth of tellingTruths(bounds, range, granularity, { lower, upper })) {
      const point = Math.min(range[1], Math.max(range[0], nearestPoint(clamp(truth, bounds), mechanism)))
      const counts = valueAt(point, mechanism)
      const wrong = WORDS.find((word) => !Object.is(draw(word, truth), draw(word, counts)))
      if (wrong !== undefined) {
        report(`${truth} should count as ${counts}, with the word ${wrong}`, draw(wrong, counts), draw(wrong, truth))
      }
    }
  }
}

const clamp = (truth, [from, to]) => Math.min(to, Math.max(from, truth))

const partsOf = (spans, ranges) => ranges.map((range, at) => ({ bounds: spans[at], range }))

/** Around both ends of a part and around its first tie. What is outside of it is so only where it is outside of all. */
function* tellingTruths([from, to], [first, last], step, { lower, upper }) {
  const ties = [first, last - 1].filter((point) => point >= first && point < last).map((point) => (point + 0.5) * step)
  const near = ties.flatMap((tie) => [tie, nextDown(tie), nextUp(tie), tie - 0.4 * step, tie + 0.4 * step])
  for (const truth of [from, to, ...near]) if (truth >= from && truth <= to && Number.isFinite(truth)) yield truth
  if (from === lower) yield* [lower - 0.6 * step, lower - 1000 * step].filter(Number.isFinite)
  if (to === upper) yield* [upper + 0.5 * step, upper + 1000 * step].filter(Number.isFinite)
}
