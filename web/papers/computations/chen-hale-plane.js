// The experiment of Chen & Hale, section 4: algebraic connectivity in [0, 10] and a node's degree in [1, 9]; two edges more or less change
// them by 4 and 2.

import { liuVariance } from '../../published/chen-hale.js'

const SENSITIVITIES = [4, 2]
export const PLANE = { lower: [0, 1], upper: [10, 9], sensitivity: Math.hypot(4, 2) }

/**
 * The variances for an epsilon.
 * @param {import('./result.js').Inbounds} inbounds
 * @param {number} epsilon
 */
export function variancesAt({ BoundedGaussian }, epsilon) {
  const variance = (/** @type {'published' | 'tight'} */ calibration) =>
    BoundedGaussian.scaleFor({ ...PLANE, epsilon, calibration }) ** 2
  const baseline = liuVariance([10, 8], SENSITIVITIES, epsilon)
  const published = variance('published')
  return { baseline, published, tight: variance('tight'), reduction: 100 * (1 - published / baseline) }
}
