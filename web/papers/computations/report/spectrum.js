import { claim } from '../result.js'
import { rowsOf } from './enumerate.js'

const EPSILONS = [0.5, 1, 2, 4]
const ROLES = /** @type {const} */ (['other', 'tight', 'plain', 'paper'])
const LAST = 20 // of the cosines that are drawn

/** What reflected noise leaves of each cosine, and why less rate is post-processing of more. @type {import('../result.js').Compute} */
export async function compute({ ReflectedLaplace }) {
  const mechanisms = EPSILONS.map(
    (epsilon) => new ReflectedLaplace({ lower: 0, upper: 1, epsilon, granularity: 2 ** -10 })
  )
  const xs = Array.from({ length: LAST + 1 }, (_, j) => j)
  const small = (/** @type {number} */ epsilon) =>
    new ReflectedLaplace({ lower: 0, upper: 30, sensitivity: 10, epsilon, granularity: 1 })
  const differences = {
    eigenvector: eigenError(small(1)),
    mean: meanError(small(1)),
    mixture: mixtureError(small(1), small(2))
  }
  const check = (/** @type {string} */ what, /** @type {number} */ difference) => ({
    what,
    printed: '0',
    recomputed: difference,
    verdict: claim(difference < 1e-12)
  })
  return {
    headings: {
      what: 'What is left of cosine j, s = D',
      printed: 'Claimed',
      recomputed: 'j = 1',
      compared: 'j = 2',
      tight: 'j = 5',
      further: 'j = 20'
    },
    rows: [
      ...mechanisms.map((mechanism) => ({
        what: `ε = ${mechanism.epsilon}`,
        printed: '',
        recomputed: mechanism.eigenvalue(1),
        compared: mechanism.eigenvalue(2),
        tight: mechanism.eigenvalue(5),
        further: mechanism.eigenvalue(20)
      })),
      check('whole numbers to 30: mean of each cosine less its share, at most', differences.eigenvector),
      check('mean of the estimate that is corrected at both ends, less the truth, at most', differences.mean),
      check('noise of ε = 1 less the mixture of that of ε = 2 with more noise, at most', differences.mixture)
    ],
    charts: [
      {
        title: 'What reflected noise leaves of each cosine',
        words:
          'The shares fall from 1 like one over the square of the frequency, sooner for smaller epsilons: at epsilon 0.5 the first cosine keeps a tenth, at epsilon 4 two thirds.',
        xTitle: 'frequency j',
        yTitle: 'eigenvalue',
        logarithmicY: true,
        xs,
        lines: mechanisms.map((mechanism, at) => ({
          name: `ε = ${EPSILONS[at]}`,
          role: ROLES[at] ?? 'plain',
          ys: xs.map((j) => mechanism.eigenvalue(j))
        }))
      }
    ],
    verdict: {
      outcome: claim(Object.values(differences).every((difference) => difference < 1e-12)),
      words:
        'Every cosine is damped by a factor that does not depend on the truth; less rate is post-processing of more.'
    }
  }
}

/** @typedef {import('inbounds').ReflectedLaplace} Reflected */

/** PROOF.md of the reflected Laplace, 8: the mean of a cosine, summed up over the law. @param {Reflected} mechanism */
function eigenError(mechanism) {
  let max = 0
  for (const [i, row] of rowsOf(mechanism).entries()) {
    for (let j = 0; j <= mechanism.steps; ++j) {
      const mean = row.reduce((sum, p, k) => sum + p * mechanism.cosine(j, k), 0)
      max = Math.max(max, Math.abs(mean - mechanism.eigenvalue(j) * mechanism.cosine(j, i)))
    }
  }
  return max
}

/** The same place: the released point, corrected where it is an end, has the truth as its mean. @param {Reflected} mechanism */
function meanError(mechanism) {
  const correction = 1 / (4 * Math.sinh(mechanism.rate / 2) ** 2)
  const estimate = (/** @type {number} */ k) =>
    k + (k === mechanism.steps ? correction : 0) - (k === 0 ? correction : 0)
  const means = rowsOf(mechanism).map((row) => row.reduce((sum, p, k) => sum + p * estimate(k), 0))
  return Math.max(...means.map((mean, truth) => Math.abs(mean - truth))) / correction
}

/** The same file, 5: K2 = (b1/b2) K1 + (1 - b1/b2) K2 K1. @param {Reflected} less rate @param {Reflected} more */
function mixtureError(less, more) {
  const beta = (/** @type {Reflected} */ { rate }) => 1 / (2 * Math.sinh(rate / 2) ** 2)
  const share = beta(more) / beta(less)
  const [some, much] = [rowsOf(more), rowsOf(less)]
  let max = 0
  for (const [i, row] of much.entries()) {
    for (const [k, p] of row.entries()) {
      const further = row.reduce((sum, q, via) => sum + q * Number(some[via]?.[k]), 0)
      max = Math.max(max, Math.abs(p - share * Number(some[i]?.[k]) - (1 - share) * further))
    }
  }
  return max
}
