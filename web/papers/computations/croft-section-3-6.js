import { unadjustedLoss } from '../../published/croft.js'
import { claim, evenly, isClose } from './result.js'

const EPSILON = 1

/** The unadjusted scale on a truncated law: (24) does not hold for any i > 0. @type {import('./result.js').Compute} */
export async function compute({ BoundedLaplace, ReflectedLaplace }) {
  const xs = evenly(0.02, 3, 149)
  const bounds = { lower: 0, upper: Number.POSITIVE_INFINITY }
  const exact = (/** @type {number} */ steps) =>
    new BoundedLaplace({ ...bounds, sensitivity: steps, scale: 1 / EPSILON }).epsilon
  const reflect = (/** @type {number} */ steps) =>
    new ReflectedLaplace({ ...bounds, sensitivity: steps, scale: 1 / EPSILON }).epsilon
  const samples = [0.01, 0.5, 1, 2, 3]
  const rows = samples.map((steps) => {
    const [formula, computed] = [unadjustedLoss(steps, EPSILON), exact(steps)]
    return {
      what: `i = ${steps}: loss, of the ${steps * EPSILON} allowed`,
      printed: `above ${steps * EPSILON}`,
      recomputed: computed,
      compared: formula,
      tight: BoundedLaplace.scaleFor({ ...bounds, sensitivity: steps, epsilon: steps * EPSILON }),
      verdict: claim(computed > steps * EPSILON && isClose(computed, formula, 1e-4))
    }
  })
  return {
    headings: {
      what: 'On [0, ∞), scale ΔF/ε = 1',
      printed: 'Paper',
      recomputed: 'Exact loss',
      compared: 'ln(2e^iε − 1), (24)',
      tight: 'Scale that keeps it'
    },
    rows,
    charts: [
      {
        title: 'What the usual scale loses at a border',
        words:
          'The exact loss lies above the allowed one for every distance, by up to ln 2. Reflected noise of the same scale stays on the line.',
        xTitle: 'distance i, in sensitivities',
        yTitle: 'privacy loss',
        xs,
        lines: [
          { name: 'allowed: iε', role: 'plain', ys: xs.map((steps) => steps * EPSILON) },
          { name: 'truncated and normalised', role: 'alarm', ys: xs.map(exact) },
          { name: 'reflected (ours), same scale', role: 'tight', ys: xs.map(reflect) }
        ]
      }
    ],
    verdict: {
      outcome: claim(rows.every(({ verdict }) => verdict === 'holds')),
      words: 'The violation is as the paper says: truncating keeps no promise at the usual scale, at any distance.'
    }
  }
}
