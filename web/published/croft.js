// Formulas of W. L. Croft, J.-R. Sack, W. Shi, "Differential privacy via a truncated and normalized Laplace mechanism" (2022), which the
// package has none of: the position-dependent scale is not private (src/published/ERRATA.md, 1). To be reproduced and audited.

import { lambertW, logOneMinus } from './lambert-w.js'

/** -W(-1/(2e)), so that formula (32) reads sigma_1 = sensitivity/(OMEGA e epsilon). */
const OMEGA = -lambertW('principal', -Math.LN2)

/**
 * (32): the scale on the border of the constraint.
 * @param {number} sensitivity
 * @param {number} epsilon
 */
export function boundScale(sensitivity, epsilon) {
  return sensitivity / (OMEGA * Math.E * epsilon)
}

/**
 * (33), on the branch that the paper takes. With t = i epsilon and u = OMEGA t e^(1-t), it is distance/(-W(-2 u e^-u) - u); for the
 * logarithm of -e x, the paper's choice of sigma_1 leaves z - OMEGA (e^z - 1), z = ln t - (t - 1).
 * @param {number} distance of the truth from the constraint
 * @param {number} sensitivity
 * @param {number} epsilon
 */
export function positionDependentScale(distance, sensitivity, epsilon) {
  const t = (distance / sensitivity) * epsilon
  if (t < 1e-12) return boundScale(sensitivity, epsilon)
  if (t === Number.POSITIVE_INFINITY) return sensitivity / epsilon
  const z = logOneMinus(t - 1)
  const w = lambertW(t < 1 ? 'principal' : 'lower', z - OMEGA * Math.expm1(z))
  return ((sensitivity / epsilon) * t) / (-w - OMEGA * Math.exp(z))
}

/**
 * The law of a truth at a distance from the constraint, on [0, window]: the constraint ends at 0.
 * @param {number} truth
 * @param {{ sensitivity: number, epsilon: number, window?: number }} setting
 */
export function positionDependentLaw(truth, { sensitivity, epsilon, window = Number.POSITIVE_INFINITY }) {
  const scale = positionDependentScale(truth, sensitivity, epsilon)
  const mass = -scale * (Math.expm1(-truth / scale) + Math.expm1(-(window - truth) / scale))
  return { scale, logPdf: (/** @type {number} */ y) => -Math.abs(y - truth) / scale - Math.log(mass) }
}

/**
 * The largest loss of neighbours on [0, window]. For truths near < far it is reached at 0, at the window's end, or at the far truth
 * (ERRATA.md, "How the audit works"); the pairs are those of a grid, and then of finer ones about the worst.
 * @param {{ sensitivity: number, epsilon: number, window: number }} setting
 */
export function positionDependentWorst(setting) {
  const { sensitivity, window } = setting
  const maxDistance = Math.min(sensitivity, window)
  let worst = { loss: Number.NEGATIVE_INFINITY, truth: 0, neighbour: 0, output: 0 }
  /** @param {number} near @param {number} far */
  const consider = (near, far) => {
    const [one, two] = [positionDependentLaw(near, setting), positionDependentLaw(far, setting)]
    for (const output of [0, window]) {
      const loss = one.logPdf(output) - two.logPdf(output)
      if (loss > worst.loss) worst = { loss, truth: near, neighbour: far, output }
    }
    const loss = two.logPdf(far) - one.logPdf(far)
    if (loss > worst.loss) worst = { loss, truth: far, neighbour: near, output: far }
  }
  const GRID = 40
  for (let i = 0; i <= GRID; ++i) {
    for (let k = 1; k <= GRID; ++k) {
      const distance = (maxDistance * k) / GRID
      const near = ((window - distance) * i) / GRID
      consider(near, near + distance)
    }
  }
  for (let step = maxDistance / GRID; step > 1e-10 * maxDistance; step /= 2) {
    const near = Math.min(worst.truth, worst.neighbour)
    const far = Math.max(worst.truth, worst.neighbour)
    for (const a of [-step, 0, step]) {
      for (const b of [-step, 0, step]) {
        const [low, high] = [Math.max(0, near + a), Math.min(window, far + b)]
        if (high > low && high - low <= sensitivity) consider(low, high)
      }
    }
  }
  return worst
}

/**
 * (4) to (6): the share of Lap(truth, scale) that falls into the feasible spans, which is 1/n.
 * @param {readonly (readonly [number, number])[]} spans
 * @param {number} truth
 * @param {number} scale
 */
export function keptShare(spans, truth, scale) {
  /** @param {number} x (3) */
  const cdf = (x) => (x < truth ? Math.exp((x - truth) / scale) / 2 : 1 - Math.exp((truth - x) / scale) / 2)
  return spans.reduce((sum, [lower, upper]) => sum + cdf(upper) - cdf(lower), 0)
}

/**
 * (24): the loss between a truth on the border and one i sensitivities away, at the unadjusted scale sensitivity/epsilon.
 * @param {number} steps i
 * @param {number} epsilon
 */
export function unadjustedLoss(steps, epsilon) {
  return Math.log(2 * Math.exp(steps * epsilon) - 1)
}
