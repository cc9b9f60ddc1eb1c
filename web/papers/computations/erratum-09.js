import { agreesWithPrint, byPowers, claim, judgePromise } from './result.js'

const LIMITS = /** @type {[number, string][]} */ ([
  [0.1, '0.1'],
  [1e-2, '1e-2'],
  [1e-4, '1e-4'],
  [1e-6, '1e-6'],
  [1e-8, '1e-8']
])

const FAR = 40 // larger epsilons are of no use to anybody

/** What the dilation of Laplace noise by e^beta takes, beyond e^epsilon. @param {number} epsilon @param {number} beta */
function dilationDelta(epsilon, beta) {
  return -Math.exp(-(epsilon + beta) / Math.expm1(beta)) * Math.expm1(-beta)
}

/** Of the delta/2 that Lemma 4.1 has, what it needs. @param {number} epsilon @param {number} delta */
const shareNeeded = (epsilon, delta) => dilationDelta(epsilon / 2, epsilon / (2 * Math.log(2 / delta))) / (delta / 2)

/** The epsilon up to which the lemma holds. @param {number} delta */
function limitOf(delta) {
  let [low, high] = [1, FAR]
  if (shareNeeded(high, delta) <= 1) return high
  for (let halving = 0; halving < 60; ++halving) {
    const middle = (low + high) / 2
    if (shareNeeded(middle, delta) <= 1) low = middle
    else high = middle
  }
  return low
}

/** The draft, Lemma 4.1: the dilation of Laplace noise. @type {import('./result.js').Compute} */
export async function compute({ SmoothLaplace }) {
  const values = Array.from({ length: 21 }, (_, k) => ((1 + k) * (21 - k)) / (22 ** 2 * 23)) // the variance of Beta(1 + k, 21 - k)
  const options = { values, epsilon: 1, delta: 1e-4 }
  const [published, tight] = [new SmoothLaplace({ ...options, calibration: 'published' }), new SmoothLaplace(options)]
  const large = dilationDelta(6, 12 / (2 * Math.log(2e4)))
  const small = dilationDelta(0.5, 1 / (2 * Math.log(2e6)))
  const xs = byPowers(0.5, 20, 80)
  return {
    headings: { what: 'Lemma 4.1', printed: 'Draft', recomputed: 'Exact', tight: 'Tight' },
    settings:
      'What the lemma needs is the closed form of the erratum. The last two rows are those of SmoothLaplace, of the package, as published and tight.',
    rows: [
      ...LIMITS.map(([delta, name]) => ({
        what: `δ = ${name}: holds for ε up to`,
        printed: 'all ε',
        recomputed: limitOf(delta),
        verdict: claim(limitOf(delta) >= FAR)
      })),
      { what: 'ε = 12, δ = 1e-4: needed', printed: '≤ 5e-5', recomputed: large, verdict: claim(large <= 5e-5) },
      { what: 'ε = 1, δ = 1e-6: needed', printed: '≤ 5e-7', recomputed: small, verdict: claim(small <= 5e-7) },
      {
        what: 'variance of a posterior, 20 answers, ε = 1, δ = 1e-4: exact δ',
        printed: '1e-4',
        recomputed: published.audit().delta,
        tight: tight.audit().delta,
        verdict: judgePromise(options.delta, published.audit().delta)
      },
      {
        what: 'the same: α, noise is sensitivity/α',
        printed: '0.5',
        recomputed: published.alpha,
        tight: tight.alpha,
        verdict: agreesWithPrint('0.5', published.alpha)
      }
    ],
    charts: [
      {
        title: 'What the lemma needs, of what it has',
        words:
          'For small epsilons the lemma needs a tiny part of its delta; each curve passes 1 between epsilon 5 and 10.',
        xTitle: 'ε',
        yTitle: 'needed/(δ/2)',
        logarithmicX: true,
        logarithmicY: true,
        xs,
        y: [1e-6, 100],
        lines: [
          { name: 'δ = 0.01', role: 'paper', ys: xs.map((epsilon) => shareNeeded(epsilon, 0.01)) },
          { name: 'δ = 1e-4', role: 'other', ys: xs.map((epsilon) => shareNeeded(epsilon, 1e-4)) },
          { name: 'δ = 1e-8', role: 'alarm', ys: xs.map((epsilon) => shareNeeded(epsilon, 1e-8)) }
        ],
        marks: [{ y: 1, role: 'plain', words: 'all of it' }]
      }
    ],
    verdict: {
      outcome: claim(large <= 5e-5),
      words:
        'True for small ε with much to spare, and false for large. The exact condition is what SmoothLaplace is calibrated to.'
    }
  }
}
