import { positionDependentLaw, positionDependentScale, positionDependentWorst } from '../../published/croft.js'
import { claim, evenly } from './result.js'

const SETTING = { sensitivity: 1, epsilon: 1 }
const WINDOWS = [1, 2, 4, 12, 20, 200]

/** Croft, Theorem 1: the position-dependent scale is not private. @type {import('./result.js').Compute} */
export async function compute({ ReflectedLaplace }) {
  const [one, two] = [positionDependentLaw(0, SETTING), positionDependentLaw(1, SETTING)]
  const loss = (/** @type {number} */ y) => one.logPdf(y) - two.logPdf(y)
  const slope = 1 / positionDependentScale(1, 1, 1) - 1 / positionDependentScale(0, 1, 1)
  // Beyond both truths the loss is linear.
  const passes = slope <= 0 ? Number.POSITIVE_INFINITY : 50 + (1 - loss(50)) / slope
  // (15) with i = 1 and the first truth on the border: (x - 1)/sigma_2 - x/sigma_1 against 1/sigma_2.
  const thirdCase = slope > 0 ? 2 / positionDependentScale(1, 1, 1) / slope : Number.POSITIVE_INFINITY
  const windows = WINDOWS.map((window) => ({ window, ...positionDependentWorst({ ...SETTING, window }) }))
  const reflected = new ReflectedLaplace({ lower: 0, upper: Number.POSITIVE_INFINITY, ...SETTING })
  const [near, far] = [reflected.at(0).continuous, reflected.at(1).continuous]
  const xs = evenly(0, 40, 400)
  return {
    headings: {
      what: 'Truths at 0 and 1 sensitivity from the constraint, ε = 1',
      printed: 'Paper',
      recomputed: 'Exact loss'
    },
    settings:
      'The package has no such mechanism. The laws are those of formulas (32) and (33), evaluated here without loss of digits; what is compared with in the chart is from the package.',
    rows: [
      ...[0, 12, 20, 100, 1000].map((y) => ({
        what: `at the output ${y}`,
        printed: '≤ 1',
        recomputed: loss(y),
        verdict: claim(loss(y) <= 1 + 1e-12)
      })),
      {
        what: 'passes ε beyond the output',
        printed: 'never',
        recomputed: passes,
        verdict: claim(!Number.isFinite(passes))
      },
      {
        what: 'the third case of (15) is the largest up to the output',
        printed: 'everywhere',
        recomputed: thirdCase,
        verdict: claim(!Number.isFinite(thirdCase))
      },
      {
        what: 'least loss, which (56) has nowhere below 0: at the output 1',
        printed: '≥ 0',
        recomputed: loss(1),
        verdict: claim(loss(1) >= 0)
      },
      { what: 'grows by, per sensitivity', printed: '', recomputed: slope },
      ...windows.map(({ window, loss: worst }) => ({
        what: `worst loss if the range is cut at ${window}`,
        printed: '≤ 1',
        recomputed: worst,
        verdict: claim(worst <= 1)
      }))
    ],
    charts: [
      {
        title: 'The loss has no bound',
        words:
          'The loss is 1 at the constraint, falls, and then rises in a straight line through 1 and on. That of reflected noise stays between minus 1 and 1.',
        xTitle: 'output, in sensitivities',
        yTitle: 'privacy loss',
        xs,
        lines: [
          { name: 'position-dependent scale', role: 'alarm', ys: xs.map(loss) },
          { name: 'reflected (ours)', role: 'tight', ys: xs.map((y) => Math.log(near.pdf(y) / far.pdf(y))) }
        ],
        marks: [
          { y: 1, role: 'plain', words: 'ε' },
          { x: passes, role: 'plain', words: passes.toFixed(2) }
        ]
      }
    ],
    verdict: {
      outcome: claim(slope <= 0),
      words:
        'Not differentially private for any ε: the tails of two neighbours fall at different rates. Cutting the open side off does not mend it.'
    }
  }
}
