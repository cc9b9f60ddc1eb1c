import { shareInside } from '../../published/holohan.js'
import { claim, evenly, isClose } from './result.js'

const [LOWER, UPPER, TRUTH, SCALE] = [0, 1, 0.3, 0.25]
const BEYOND = 0.5

/** The densities of the standard and the bounded Laplace mechanism. @type {import('./result.js').Compute} */
export async function compute({ BoundedLaplace, ClampedLaplace, ReflectedLaplace }) {
  const query = { lower: LOWER, upper: UPPER, sensitivity: 0.1, scale: SCALE }
  const bounded = new BoundedLaplace(query).at(TRUTH).continuous
  const reflected = new ReflectedLaplace(query).at(TRUTH).continuous
  // (2.1): without bounds there is nothing to clamp.
  const everywhere = { lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY }
  const unbounded = new ClampedLaplace({ ...query, ...everywhere }).at(TRUTH).continuous
  const standard = (/** @type {number} */ y) => unbounded.pdf(y)
  const xs = evenly(LOWER - BEYOND, UPPER + BEYOND, 400)
  const inside = (/** @type {number} */ y) => y >= LOWER && y <= UPPER
  const share = shareInside(TRUTH, UPPER - LOWER, SCALE)
  const ratio = standard(0.7) / bounded.pdf(0.7)
  const outside = bounded.cdf(LOWER - 1e-9) + 1 - bounded.cdf(UPPER)
  const whole = bounded.cdf(UPPER) - bounded.cdf(LOWER)
  const isSame = isClose(ratio, share)
  return {
    headings: { what: 'Quantity', printed: 'Paper', recomputed: 'Recomputed', tight: 'Reflected' },
    settings: `The text of the figure has no numbers. Here: bounds 0 and 1, the input 0.3, the scale 0.25.`,
    rows: [
      { what: 'C, the share of the standard noise inside (Lemma 3.2)', printed: '', recomputed: share },
      {
        what: 'standard density over bounded density, inside',
        printed: 'C',
        recomputed: ratio,
        verdict: claim(isSame)
      },
      {
        what: 'probability inside the bounds (Remark 1)',
        printed: '1',
        recomputed: whole,
        tight: reflected.cdf(UPPER) - reflected.cdf(LOWER),
        verdict: claim(isClose(whole, 1))
      },
      {
        what: 'probability outside',
        printed: '0',
        recomputed: outside,
        tight: reflected.cdf(LOWER - 1e-9) + 1 - reflected.cdf(UPPER),
        verdict: claim(outside === 0)
      }
    ],
    charts: [
      {
        title: 'Standard and bounded Laplace noise',
        words:
          'The bounded density has the shape of the standard one, is higher between the bounds, and zero outside. The reflected one rises at the nearer bound.',
        xTitle: 'output',
        yTitle: 'density',
        xs,
        lines: [
          { name: 'standard Laplace', role: 'plain', ys: xs.map(standard) },
          { name: 'bounded Laplace', role: 'paper', ys: xs.map((y) => (inside(y) ? bounded.pdf(y) : null)) },
          { name: 'reflected Laplace (ours)', role: 'tight', ys: xs.map((y) => (inside(y) ? reflected.pdf(y) : null)) }
        ],
        marks: [
          { x: LOWER, role: 'plain', words: 'l' },
          { x: UPPER, role: 'plain', words: 'u' }
        ]
      }
    ],
    verdict: {
      outcome: claim(isSame && outside === 0),
      words: 'The bounded density is the standard one over C, and nothing lies outside.'
    }
  }
}
