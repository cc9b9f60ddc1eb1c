import { stepDistances } from '../../published/hellinger.js'
import { countFailures } from './bayes-middle.js'
import * as first from './bayes-statement-1.js'
import * as second from './bayes-statement-2.js'
import * as third from './bayes-statement-3.js'
import { agreesWithFormula, COUNTED } from './posterior-distances.js'
import { claim } from './result.js'

const PRIORS = /** @type {[number, number][]} */ ([
  [1, 1],
  [1, 3],
  [5, 1],
  [30, 2],
  [0.01, 0.3],
  [0.5, 7]
])

/** The draft, section 2: the middle that its three statements are about. @type {import('./result.js').Compute} */
export async function compute(inbounds, watch) {
  const results = [
    await first.compute(inbounds, watch),
    await second.compute(inbounds, watch),
    await third.compute(inbounds, watch)
  ]
  const failing = results.flatMap(({ rows }) => rows.filter(({ verdict }) => verdict === 'fails'))
  // What is true for every prior: the distance of j and j + 1 successes rises with that of j from (n - 1 + b - a)/2.
  const wrong = PRIORS.map(([a, b]) =>
    countFailures((n) => {
      const steps = stepDistances([a, b], n)
      const middle = (n - 1 + b - a) / 2
      return steps.slice(1).filter((next, j) => {
        const farther = Math.abs(j + 1 - middle) - Math.abs(j - middle)
        return Math.abs(farther) > 1e-9 && next > Number(steps[j]) !== farther > 0
      }).length
    }, 2)
  )
  const agree = agreesWithFormula(inbounds, PRIORS)
  return {
    headings: { what: 'Up to 200 answers', printed: 'Draft', recomputed: 'Recomputed' },
    settings: COUNTED,
    rows: [
      ...failing,
      ...PRIORS.map((prior, at) => ({
        what: `Beta(${prior.join(', ')}): exceptions to the corrected statement`,
        printed: '',
        recomputed: Number(wrong[at]),
        verdict: claim(wrong[at] === 0)
      })),
      {
        what: 'distances of the package and of the formula agree, for all six priors',
        printed: '',
        recomputed: agree ? 'yes' : 'no',
        verdict: claim(agree)
      }
    ],
    charts: [],
    verdict: {
      outcome: claim(failing.length === 0),
      words:
        'Each statement fails somewhere. What holds for every Beta(a, b): the distance of j and j + 1 successes rises with |j − (n − 1 + b − a)/2|.'
    }
  }
}
