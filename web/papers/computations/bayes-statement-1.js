import { stepDistances } from '../../published/hellinger.js'
import { countFailures, middleOf, UNIFORM } from './bayes-middle.js'
import { agreesWithFormula, COUNTED, distancesOf } from './posterior-distances.js'
import { claim } from './result.js'

const SHOWN = 20

/** The distance of neighbouring posteriors rises away from the middle. @type {import('./result.js').Compute} */
export async function compute(inbounds) {
  const pairs = (/** @type {number} */ trials) => {
    const steps = stepDistances(UNIFORM, trials)
    return steps.slice(1).map((next, x) => ({ x, here: Number(steps[x]), next }))
  }
  const first = countFailures(
    (n) => pairs(n).filter(({ x, here, next }) => x >= middleOf(n).low && !(here < next)).length
  )
  const second = countFailures(
    (n) => pairs(n).filter(({ x, here, next }) => x <= middleOf(n).high && !(here > next)).length
  )
  const mirror = countFailures(
    (n) => pairs(n).filter(({ x, here, next }) => x + 2 <= middleOf(n).high && !(next < here)).length
  )
  const { steps } = distancesOf(inbounds, UNIFORM, SHOWN)
  const agree = agreesWithFormula(inbounds, [UNIFORM])
  return {
    headings: { what: 'Beta(1, 1), up to 200 answers', printed: 'Draft', recomputed: 'Pairs (n, x) that fail' },
    settings: COUNTED,
    rows: [
      { what: 'H(x, x+1) < H(x+1, x+2) for x ≥ x₀', printed: '0', recomputed: first, verdict: claim(first === 0) },
      { what: 'H(x, x+1) > H(x+1, x+2) for x ≤ x₀', printed: '0', recomputed: second, verdict: claim(second === 0) },
      {
        what: 'the same for x + 2 ≤ x₀, the mirror image',
        printed: '',
        recomputed: mirror,
        verdict: claim(mirror === 0)
      },
      {
        what: 'distances of the package and of the formula agree',
        printed: '',
        recomputed: agree ? 'yes' : 'no',
        verdict: claim(agree)
      }
    ],
    charts: [
      {
        title: `Distance of neighbouring posteriors, ${SHOWN} answers`,
        words: 'The distance is least in the middle and rises towards both ends.',
        xTitle: 'x successes',
        yTitle: 'H(BI(x), BI(x+1))',
        xs: steps.map((_, x) => x),
        lines: [{ name: 'from the package', role: 'paper', ys: steps }],
        marks: [{ x: SHOWN / 2 - 0.5, role: 'plain', words: 'the middle' }]
      }
    ],
    verdict: {
      outcome: claim(first === 0 && second === 0),
      words: `The first half is true. The second fails for ${second} pairs: at the middle it contradicts the first, and beside it both sides are equal.`
    }
  }
}
