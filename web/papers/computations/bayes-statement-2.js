import { gammaStep, localSensitivities, stepDistances } from '../../published/hellinger.js'
import { countFailures, MAX_TRIALS, middleOf, UNIFORM } from './bayes-middle.js'
import { agreesWithFormula, COUNTED, distancesOf } from './posterior-distances.js'
import { claim } from './result.js'

const SHOWN = 20

/** The local sensitivity is the distance to the outer neighbour. @type {import('./result.js').Compute} */
export async function compute(inbounds) {
  const within = countFailures((n) => {
    const steps = stepDistances(UNIFORM, n)
    return localSensitivities(steps).filter((local, x) => {
      if (x === 0 || x === n) return false
      const above = x >= middleOf(n).high && local !== steps[x]
      return above || (x <= middleOf(n).low && local !== steps[x - 1])
    }).length
  })
  // At an end, the outer neighbour would be Beta(n + 2, 0): as a limit, at distance 1 from everything.
  const ends = countFailures((n) => {
    const outer = Math.sqrt(-Math.expm1(gammaStep(n + 1) + gammaStep(0)))
    const local = localSensitivities(stepDistances(UNIFORM, n))
    return [local[0], local[n]].filter((value) => value !== outer).length
  })
  // For odd n there are two x_0. Above, x >= x_0 is x >= both; here, as in the first half of Statement I, it is x >= either.
  const either = countFailures((n) => {
    const { low, high } = middleOf(n)
    if (low === high || low === 0) return 0
    const steps = stepDistances(UNIFORM, n)
    const local = localSensitivities(steps)
    return [local[low] === steps[low], local[high] === steps[high - 1]].filter((isTrue) => !isTrue).length
  })
  const { locals } = distancesOf(inbounds, UNIFORM, SHOWN)
  const agree = agreesWithFormula(inbounds, [UNIFORM])
  return {
    headings: { what: 'Beta(1, 1), up to 200 answers', printed: 'Draft', recomputed: 'Recomputed' },
    settings: COUNTED,
    rows: [
      { what: 'fails between the ends, (n, x)', printed: '0', recomputed: within, verdict: claim(within === 0) },
      {
        what: 'fails at the two x₀ of odd n, if either of them is meant, (n, x)',
        printed: '0',
        recomputed: either,
        verdict: claim(either === 0)
      },
      {
        what: `fails at x = 0 and x = n, (n, x) of ${2 * MAX_TRIALS}`,
        printed: '0',
        recomputed: ends,
        verdict: claim(ends === 0)
      },
      {
        what: 'sensitivities of the package and of the formula agree',
        printed: '',
        recomputed: agree ? 'yes' : 'no',
        verdict: claim(agree)
      }
    ],
    charts: [
      {
        title: `Local sensitivity, ${SHOWN} answers`,
        words:
          'The local sensitivity is least in the middle, rises outwards, and is flat at the two ends, where there is no outer neighbour.',
        xTitle: 'x successes',
        yTitle: 'local sensitivity',
        xs: locals.map((_, x) => x),
        lines: [{ name: 'from the package', role: 'paper', ys: locals }]
      }
    ],
    verdict: {
      outcome: claim(within + either + ends === 0),
      words:
        'True between the ends (for an odd number of answers, outside of the two middles), and false at both ends for every number of answers: there is no outer neighbour, so the inner one counts.'
    }
  }
}
