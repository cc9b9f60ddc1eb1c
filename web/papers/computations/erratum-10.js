import { hellinger, stepDistances } from '../../published/hellinger.js'
import { claim, isClose } from './result.js'

/** The draft and what it is compared with: candidates, and noise on the count. @type {import('./result.js').Compute} */
export async function compute({ BoundedLaplace, BetaPosterior, DirichletPosterior }) {
  const three = new DirichletPosterior({ prior: [1, 1, 1], trials: 20, epsilon: 1 }).candidates
  const two = new BetaPosterior({ prior: [1, 1], trials: 20, epsilon: 1 }).candidates
  const once = Number(
    new BetaPosterior({
      prior: [1, 1],
      trials: 10,
      epsilon: 1,
      method: 'global',
      calibration: 'published'
    }).probabilities(0)[0]
  )
  const listed = shareIfListed(10)
  const options = { lower: 0, upper: 10, sensitivity: 1 }
  const loss = new BoundedLaplace({ ...options, scale: 1 }).epsilon
  const enough = BoundedLaplace.scaleFor({ ...options, epsilon: 1 })
  return {
    headings: { what: 'Setting', printed: 'Draft and versions', recomputed: 'Recomputed' },
    rows: [
      {
        what: 'candidates: 20 answers, three categories',
        printed: '210',
        recomputed: three,
        verdict: claim(three === 210)
      },
      { what: 'candidates: 20 answers, two categories', printed: '21', recomputed: two, verdict: claim(two === 21) },
      {
        what: 'no successes of 10, ε = 1: the truth is released with',
        printed: '',
        recomputed: once,
        verdict: claim(isClose(once, shareOnce(10), 1e-9))
      },
      { what: 'the same if all 2¹⁰ data sets are enumerated', printed: '', recomputed: listed },
      {
        what: 'loss of Laplace noise, scale 1/ε, conditioned on [0, 10], ε = 1',
        printed: '≤ 1',
        recomputed: loss,
        verdict: claim(loss <= 1)
      },
      { what: 'the scale that keeps ε = 1', printed: '1', recomputed: enough, verdict: claim(enough <= 1) }
    ],
    charts: [],
    verdict: {
      outcome: claim(three === 210 && loss <= 1),
      words:
        'There are C(n + K − 1, K − 1) candidates, each of which must count once; and noise that is conditioned on the range needs a larger scale.'
    }
  }
}

/** The weights of the candidates for no successes, at half of epsilon 1 over the global sensitivity. @param {number} trials */
function weights(trials) {
  const sensitivity = Math.max(...stepDistances([1, 1], trials))
  return Array.from({ length: trials + 1 }, (_, k) =>
    Math.exp(-hellinger([1, 1], [0, trials], [k, trials - k]) / (2 * sensitivity))
  )
}

/** @param {number} trials */
function shareOnce(trials) {
  return 1 / weights(trials).reduce((sum, weight) => sum + weight, 0)
}

/** A posterior as many times as there are data sets that have it. @param {number} trials */
function shareIfListed(trials) {
  let ways = 1
  let sum = 0
  for (const [k, weight] of weights(trials).entries()) {
    sum += ways * weight
    ways *= (trials - k) / (k + 1)
  }
  return 1 / sum
}
