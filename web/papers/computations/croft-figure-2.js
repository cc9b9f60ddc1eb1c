import { keptShare } from '../../published/croft.js'
import { claim, evenly, isClose } from './result.js'

/** Infinite constraints on both sides and a finite one on either side of the truth, as in the figure. */
const SPANS = /** @type {[number, number][]} */ ([
  [-4, -2],
  [-1, 1.5],
  [2.5, 5]
])

/** A Laplace density before and after truncation and normalisation: location 0, scale 1. @type {import('./result.js').Compute} */
export async function compute({ BoundedLaplace, ClampedLaplace }) {
  const law = new BoundedLaplace({ spans: SPANS, sensitivity: 1, scale: 1 }).at(0).continuous
  const everywhere = { lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY }
  const original = new ClampedLaplace({ ...everywhere, sensitivity: 1, scale: 1 }).at(0).continuous
  const standard = (/** @type {number} */ y) => original.pdf(y)
  const factor = 1 / keptShare(SPANS, 0, 1) // (6)
  const ratios = SPANS.flat().map((y) => law.pdf(y) / standard(y))
  const ratio = law.pdf(0) / standard(0)
  const isSame = [ratio, ...ratios].every((one) => isClose(one, factor))
  const whole = SPANS.reduce((sum, [lower, upper]) => sum + law.cdf(upper) - law.cdf(lower), 0)
  const xs = evenly(-6, 6, 960)
  const inside = (/** @type {number} */ y) => SPANS.some(([lower, upper]) => y >= lower && y <= upper)
  return {
    headings: { what: 'Location 0, scale 1', printed: 'Paper', recomputed: 'Recomputed' },
    settings:
      'The figure does not say where its constraints end. Here: beyond −4 and 5, between −2 and −1, and between 1.5 and 2.5.',
    rows: [
      { what: 'n, by formulas (4) to (6)', printed: '', recomputed: factor },
      {
        what: 'height of the blue line over the red one, at 0 and at every end',
        printed: 'n',
        recomputed: ratio,
        verdict: claim(isSame)
      },
      {
        what: 'probability between the constraints',
        printed: '1',
        recomputed: whole,
        verdict: claim(isClose(whole, 1))
      }
    ],
    charts: [
      {
        title: 'Truncated and normalised',
        words:
          'Between the constraints the normalised density lies above the original one by a constant factor; in them it is zero.',
        xTitle: 'output',
        yTitle: 'density',
        xs,
        lines: [
          { name: 'Laplace', role: 'alarm', ys: xs.map(standard) },
          { name: 'truncated and normalised', role: 'paper', ys: xs.map((y) => (inside(y) ? law.pdf(y) : null)) }
        ]
      }
    ],
    verdict: {
      outcome: claim(isSame),
      words: 'The package has the very density of the figure: the Laplace one times n.'
    }
  }
}
