// What a truth counts as. Between the points of the lattice, at ties, outside of the bounds: from the same words comes what
// comes of the point that the documentation says, alone and in a batch. That is decided with whole numbers, not with doubles.

import { nextDown, nextUp } from '../precision/doubles.mjs'
import { releasedAt } from './subjects.mjs'

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
  const drawn = (word, truth) => {
    makeRoom(64)
    return source.drawn([word, ...WORDS.slice(0, depth - 1), 1n << 12n], () => mechanism.privatise(truth)).result
  }
  for (const { bounds, range } of parts) {
    for (const truth of tellingTruths(bounds, range, granularity, { lower, upper })) {
      const point = Math.min(range[1], Math.max(range[0], nearest(clamped(truth, bounds), granularity)))
      const counts = releasedAt(point, mechanism)
      const wrong = WORDS.find((word) => !Object.is(drawn(word, truth), drawn(word, counts)))
      if (wrong !== undefined) {
        report(`${truth} should count as ${counts}, with the word ${wrong}`, drawn(wrong, counts), drawn(wrong, truth))
      }
    }
  }
}

const clamped = (truth, [from, to]) => Math.min(to, Math.max(from, truth))

const partsOf = (spans, ranges) => ranges.map((range, at) => ({ bounds: spans[at], range }))

/** Around both ends of a part and around its first tie. What is outside of it is so only where it is outside of all. */
function* tellingTruths([from, to], [first, last], step, { lower, upper }) {
  const ties = [first, last - 1].filter((point) => point >= first && point < last).map((point) => (point + 0.5) * step)
  const near = ties.flatMap((tie) => [tie, nextDown(tie), nextUp(tie), tie - 0.4 * step, tie + 0.4 * step])
  for (const truth of [from, to, ...near]) if (truth >= from && truth <= to && Number.isFinite(truth)) yield truth
  if (from === lower) yield* [lower - 0.6 * step, lower - 1000 * step].filter(Number.isFinite)
  if (to === upper) yield* [upper + 0.5 * step, upper + 1000 * step].filter(Number.isFinite)
}

/** floor(x/step + 1/2), without rounding: all doubles are whole multiples of 2^-1074. */
function nearest(x, step) {
  const [twice, whole] = [2n * multiples(x), multiples(step)]
  const sum = twice + whole
  const quotient = sum / (2n * whole)
  return Number(sum < 0n && quotient * 2n * whole !== sum ? quotient - 1n : quotient)
}

function multiples(number) {
  const bits = new DataView(new Float64Array([Math.abs(number)]).buffer).getBigUint64(0, true)
  const [exponent, fraction] = [bits >> 52n, bits & (2n ** 52n - 1n)]
  const size = exponent === 0n ? fraction : (fraction + 2n ** 52n) << (exponent - 1n)
  return number < 0 ? -size : size
}
