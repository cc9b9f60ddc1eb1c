import { gammaGap, hellinger } from '../../published/hellinger.js'
import { claim } from './result.js'
import { step } from './step.js'

const TRIALS = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100, 300]
const EPSILONS = [1e-3, 0.1, 0.5, 1, 2, 5, 10, 20, 30]

/** The draft, section 1.2: local sensitivity. @type {import('./result.js').Compute} */
export async function compute({ BetaPosterior, DirichletPosterior }, watch) {
  const share = (/** @type {number[]} */ prior, /** @type {number} */ trials, /** @type {number} */ epsilon) => {
    const options = { prior, trials, method: /** @type {const} */ ('local'), temperature: epsilon / 2 }
    return (prior.length === 2 ? new BetaPosterior(options) : new DirichletPosterior(options)).epsilon / epsilon
  }
  let max = 0
  const byTrials = []
  for (const [at, trials] of TRIALS.entries()) {
    await step(watch, at, TRIALS.length + 2)
    const shares = EPSILONS.map((epsilon) => share([1, 1], trials, epsilon))
    byTrials.push(Math.max(...shares))
    max = Math.max(max, ...shares)
  }
  await step(watch, TRIALS.length, TRIALS.length + 2)
  const many = share([1, 1], 2000, 1e-3)
  await step(watch, TRIALS.length + 1, TRIALS.length + 2)
  const other = new BetaPosterior({ prior: [0.01, 0.01], trials: 100, method: 'local', temperature: 0.25 })
  const three = share([10, 10, 10], 20, 0.1)
  const pair = oneDirichletPair()
  return {
    headings: { what: 'exp(εu/(2 × local sensitivity))', printed: 'Draft', recomputed: 'Exact loss/ε' },
    settings:
      'The last row is one pair of counts at one output, by the formulas: it has 20301 candidates, which are more than the package audits.',
    rows: [
      {
        what: 'Beta(1, 1), 126 settings of 1 to 300 answers, largest',
        printed: 'above 1',
        recomputed: max,
        verdict: claim(max > 1)
      },
      { what: 'Beta(1, 1), 2000 answers, ε = 0.001', printed: 'above 1', recomputed: many, verdict: claim(many > 1) },
      {
        what: 'Beta(0.01, 0.01), 100 answers, ε = 0.5',
        printed: 'above 1',
        recomputed: other.epsilon / 0.5,
        verdict: claim(other.epsilon > 0.5)
      },
      { what: 'the same: exact δ at ε = 0.5', printed: '', recomputed: other.deltaOf({ epsilon: 0.5 }) },
      {
        what: 'Dirichlet(10, 10, 10), 20 answers, ε = 0.1',
        printed: 'above 1',
        recomputed: three,
        verdict: claim(three > 1)
      },
      {
        what: 'Dirichlet(50, 50, 50), 200 answers, ε = 1, at least',
        printed: 'above 1',
        recomputed: pair,
        verdict: claim(pair > 1)
      }
    ],
    charts: [
      {
        title: 'The draft’s own prior, Beta(1, 1): largest loss over all ε tried',
        words: 'With the prior of the draft the loss stays below epsilon for every number of answers that was tried.',
        xTitle: 'answers',
        yTitle: 'exact loss/ε',
        logarithmicX: true,
        xs: TRIALS,
        y: [0, 1.1],
        lines: [{ name: 'local sensitivity', role: 'paper', ys: byTrials }],
        marks: [{ y: 1, role: 'plain', words: 'ε' }]
      }
    ],
    verdict: {
      outcome: claim(Math.max(max, many) > 1),
      words:
        'The proof that it is not private does not hold, nor does the claim with the draft’s own prior wherever it was tried. With other priors the claim is true.'
    }
  }
}

/** The loss at the truth itself between the counts (0, 0, 200) and (1, 0, 199), epsilon 1: too many candidates for a whole audit. */
function oneDirichletPair() {
  const [weight, trials] = [50, 200]
  const prior = [weight, weight, weight]
  const [x, y] = [
    [0, 0, trials],
    [1, 0, trials - 1]
  ]
  const logLaw = (/** @type {number[]} */ truth, /** @type {number} */ sensitivity) => {
    // The affinity of two posteriors is a product over the categories.
    const gaps = truth.map((count) =>
      Array.from({ length: trials + 1 }, (_, other) =>
        gammaGap(weight + Math.min(count, other), Math.abs(count - other))
      )
    )
    const gap = (/** @type {number} */ category, /** @type {number} */ count) => Number(gaps[category]?.[count])
    let sum = 0
    for (let a = 0; a <= trials; ++a) {
      for (let b = 0; a + b <= trials; ++b) {
        const distance = Math.sqrt(-Math.expm1(gap(0, a) + gap(1, b) + gap(2, trials - a - b)))
        sum += Math.exp(-distance / (2 * sensitivity))
      }
    }
    return -hellinger(prior, truth, x) / (2 * sensitivity) - Math.log(sum)
  }
  // Of x, an answer can only leave the last category; of y, moving the one in the first to the second changes most.
  return Math.abs(
    logLaw(x, hellinger(prior, x, [1, 0, trials - 1])) - logLaw(y, hellinger(prior, y, [0, 1, trials - 1]))
  )
}
