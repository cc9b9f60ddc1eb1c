import { localSensitivities, stepDistances } from '../../published/hellinger.js'
import { countFailures, MAX_TRIALS, middleOf, UNIFORM } from './bayes-middle.js'
import { agreesWithFormula, COUNTED, distancesOf } from './posterior-distances.js'
import { claim, evenly } from './result.js'

const OTHERS = /** @type {[number, number][]} */ ([
  [1, 3],
  [5, 1],
  [30, 2]
])

/** How many x other than the middle have no larger local sensitivity. @param {readonly number[]} prior @param {number} trials */
export function exceptions(prior, trials) {
  const local = localSensitivities(stepDistances(prior, trials))
  const { low, high } = middleOf(trials)
  const middle = Math.max(Number(local[low]), Number(local[high]))
  return local.filter((value, x) => x !== low && x !== high && !(value > middle)).length
}

/** No local sensitivity is as small as that in the middle. @type {import('./result.js').Compute} */
export async function compute(inbounds) {
  const failing = Array.from({ length: MAX_TRIALS }, (_, at) => at + 1).filter((n) => exceptions(UNIFORM, n) > 0)
  const priors = OTHERS.map((prior) => ({ prior, count: countFailures((n) => exceptions(prior, n)) }))
  const agree = agreesWithFormula(inbounds, [UNIFORM, ...OTHERS])
  const SHOWN = 20
  const locals = (/** @type {readonly number[]} */ prior) => distancesOf(inbounds, prior, SHOWN).locals
  const xs = evenly(0, SHOWN, SHOWN)
  return {
    headings: { what: 'Up to 200 answers', printed: 'Draft', recomputed: 'Recomputed' },
    settings: COUNTED,
    rows: [
      {
        what: 'Beta(1, 1): numbers of answers for which it fails',
        printed: 'none',
        recomputed: failing.join(' and ') || 'none',
        verdict: claim(failing.length === 0)
      },
      ...priors.map(({ prior, count }) => ({
        what: `Beta(${prior.join(', ')}): pairs (n, x) that fail`,
        printed: '',
        recomputed: count
      })),
      {
        what: 'sensitivities of the package and of the formula agree, for all four priors',
        printed: '',
        recomputed: agree ? 'yes' : 'no',
        verdict: claim(agree)
      }
    ],
    charts: [
      {
        title: `Local sensitivities with other priors, ${SHOWN} answers`,
        words: 'With Beta(1, 1) the least sensitivity is in the middle, with other priors it is elsewhere.',
        xTitle: 'x successes',
        yTitle: 'local sensitivity',
        xs,
        lines: [
          { name: 'Beta(1, 1)', role: 'paper', ys: locals(UNIFORM) },
          { name: 'Beta(5, 1)', role: 'other', ys: locals([5, 1]) },
          { name: 'Beta(1, 3)', role: 'tight', ys: locals([1, 3]) }
        ],
        marks: [{ x: SHOWN / 2, role: 'plain', words: 'x₀' }]
      }
    ],
    verdict: {
      outcome: claim(failing.length === 0),
      words: `An equality for ${failing.join(' and ')} answers, true for all others up to 200. With another prior the middle is elsewhere.`
    }
  }
}
