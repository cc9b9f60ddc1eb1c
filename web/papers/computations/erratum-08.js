import { hellinger } from '../../published/hellinger.js'
import { claim } from './result.js'

const [EPSILON, DELTA, POINTS] = [1, 1e-6, 206]

/** The poster, and two readings of "varying": what smooth sensitivity costs. @type {import('./result.js').Compute} */
export async function compute({ BetaPosterior }) {
  const smoothing = Math.log1p(EPSILON / (2 * Math.log((2 * POINTS) / DELTA)))
  const half = lineDelta(smoothing, EPSILON / 2)
  const quarter = lineDelta(smoothing, EPSILON / 4)
  const readings = [5, 10, 20].map((trials) => ({ trials, loss: lossOfBoth(trials) }))
  const varying = new BetaPosterior({
    prior: [1, 1],
    trials: 20,
    epsilon: 1,
    method: 'varying',
    calibration: 'published'
  })
  return {
    headings: { what: 'Setting', printed: 'Claimed', recomputed: 'Exact' },
    settings:
      'What is not private is not in the package: those rows are summed up here, over all neighbours and outputs. The last row is from the package.',
    rows: [
      {
        what: 'poster, 206 points on a line, ε = 1: δ',
        printed: '≤ 1e-6',
        recomputed: half,
        verdict: claim(half <= DELTA)
      },
      {
        what: 'the same with ε/4 in the place of ε/2',
        printed: '',
        recomputed: quarter,
        verdict: claim(quarter <= DELTA)
      },
      ...readings.map(({ trials, loss }) => ({
        what: `a sensitivity of truth and candidate, ${trials} answers: loss`,
        printed: '≤ 1',
        recomputed: loss,
        verdict: claim(loss <= 1)
      })),
      {
        what: 'a sensitivity of the candidate (Theorem V), 20 answers: loss',
        printed: '≤ 1',
        recomputed: varying.audit().epsilon,
        verdict: claim(varying.audit().epsilon <= 1)
      }
    ],
    charts: [],
    verdict: {
      outcome: claim(half <= DELTA),
      words:
        'Half of ε is too much for smooth sensitivity in general, and a quarter is not. Of the two readings of “varying”, one is private and the other gives nearly everything away.'
    }
  }
}

/**
 * Neighbours are points of a line beside each other: two dense ends, and steps between them that shrink as fast as they may. The exact delta of
 * exp(-temperature distance/sensitivity), with the logarithm of the sensitivity smooth by this much.
 * @param {number} smoothing
 * @param {number} temperature
 */
function lineDelta(smoothing, temperature) {
  const tiny = new Array(99).fill(1e-9)
  const gaps = [...tiny, ...[6, 5, 4, 3, 2, 1].map((k) => Math.exp(k * smoothing)), 1, ...tiny]
  const points = [0]
  for (const gap of gaps) points.push(Number(points.at(-1)) + gap)
  const sensitivities = points.map((_, at) => Math.max(gaps[at - 1] ?? 0, gaps[at] ?? 0))
  const smooth = points.map((_, at) =>
    Math.max(...sensitivities.map((value, other) => value * Math.exp(-smoothing * Math.abs(at - other))))
  )
  const laws = points.map((truth, at) => {
    const weights = points.map((point) => Math.exp((-temperature * Math.abs(point - truth)) / Number(smooth[at])))
    const sum = weights.reduce((a, b) => a + b)
    return weights.map((weight) => weight / sum)
  })
  const escaping = (/** @type {number[]} */ p, /** @type {number[]} */ q) =>
    p.reduce((sum, share, at) => sum + Math.max(0, share - Math.exp(EPSILON) * Number(q[at])), 0)
  return Math.max(...laws.slice(1).flatMap((law, at) => [escaping(law, laws[at] ?? []), escaping(laws[at] ?? [], law)]))
}

/** exp(epsilon u(x, r)/(2 max |u(x, r) - u(y, r)|)), the largest over the neighbours y of x: its exact loss. @param {number} trials */
function lossOfBoth(trials) {
  const counts = Array.from({ length: trials + 1 }, (_, x) => [x, trials - x])
  const distances = counts.map((x) => counts.map((r) => hellinger([1, 1], x, r)))
  const laws = distances.map((row, x) => {
    const exponents = row.map((distance, r) => {
      const others = [distances[x - 1], distances[x + 1]].flatMap((other) =>
        other ? [Math.abs(distance - Number(other[r]))] : []
      )
      return -distance / (2 * Math.max(...others))
    })
    const sum = exponents.reduce((total, exponent) => total + Math.exp(exponent), 0)
    return exponents.map((exponent) => exponent - Math.log(sum))
  })
  return Math.max(...laws.slice(1).flatMap((law, x) => law.map((value, r) => Math.abs(value - Number(laws[x]?.[r])))))
}
