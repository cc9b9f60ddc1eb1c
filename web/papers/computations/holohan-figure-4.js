import { algorithm1, fixedPointOperator, standardScale } from '../../published/holohan.js'
import { claim, evenly, isClose, judgePromise } from './result.js'

const QUERY = { width: 1, sensitivity: 0.1, epsilon: 1 }

/** Algorithm 1: b* as the fixed point of f. @type {import('./result.js').Compute} */
export async function compute({ BoundedLaplace }) {
  const { width, sensitivity, epsilon } = QUERY
  const options = { lower: 0, upper: width, sensitivity, epsilon }
  const [first, image] = [standardScale(QUERY), fixedPointOperator(QUERY, standardScale(QUERY))]
  const { b, brackets } = algorithm1(QUERY)
  const published = BoundedLaplace.scaleFor({ ...options, calibration: 'published' })
  const tight = BoundedLaplace.scaleFor(options)
  const between = first <= published && published <= image
  const isSame = isClose(b, published, 1e-12)
  const xs = evenly(first * 0.9, image * 1.05, 120)
  const unadjusted = new BoundedLaplace({ ...options, epsilon: undefined, scale: first }).epsilon
  const atFixedPoint = new BoundedLaplace({ ...options, calibration: 'published' }).audit().epsilon
  return {
    headings: {
      what: 'Width 1, sensitivity 0.1, ε = 1',
      printed: 'Paper',
      recomputed: 'Its formula',
      tight: 'Package'
    },
    settings: 'The figure is an outline without numbers.',
    rows: [
      { what: 'b₀ of (4.2), the standard scale', printed: '', recomputed: first },
      { what: 'f(b₀) of (4.1)', printed: '', recomputed: image },
      { what: 'b* by Algorithm 1', printed: 'f(b*) = b*', recomputed: b, tight: published, verdict: claim(isSame) },
      {
        what: 'b* lies in [b₀, f(b₀)] (Theorem 4.4)',
        printed: 'yes',
        recomputed: between ? 'yes' : 'no',
        verdict: claim(between)
      },
      {
        what: 'the smallest private scale (δ = 0; Corollary 4.6)',
        printed: 'b*',
        recomputed: b,
        tight,
        verdict: claim(isClose(tight, b))
      },
      { what: 'halvings until nothing changes', printed: '', recomputed: brackets.length },
      {
        what: 'exact loss at b₀, and at b* (on the lattice of the package)',
        printed: 'above ε',
        recomputed: unadjusted,
        tight: atFixedPoint,
        verdict: claim(unadjusted > epsilon && judgePromise(epsilon, atFixedPoint) === 'holds')
      }
    ],
    charts: [
      {
        title: 'The fixed point',
        words: 'The operator f falls and crosses the diagonal at b*, between b₀ and f(b₀).',
        xTitle: 'b',
        yTitle: 'f(b)',
        xs,
        lines: [
          { name: 'f(b)', role: 'paper', ys: xs.map((x) => fixedPointOperator(QUERY, x)) },
          { name: 'b', role: 'plain', ys: xs }
        ],
        marks: [
          { x: first, role: 'plain', words: 'b₀' },
          { x: image, role: 'plain', words: 'f(b₀)' },
          { x: b, y: b, role: 'tight', words: 'b*' }
        ]
      }
    ],
    verdict: {
      outcome: claim(isSame && between && isClose(tight, b)),
      words: 'Algorithm 1 and the package find the same b*, and no smaller scale is private.'
    }
  }
}
