// Formulas of B. Chen, M. Hale, "The bounded Gaussian mechanism for differential privacy" (2024), and of what its Table 1 compares with.

/**
 * The baseline of Table 1: F. Liu, "Generalized Gaussian mechanism for differential privacy" (2019), order 2.
 * @param {readonly number[]} widths
 * @param {readonly number[]} sensitivities of each coordinate
 * @param {number} epsilon
 */
export function liuVariance(widths, sensitivities, epsilon) {
  const sum = widths.reduce((total, width, at) => {
    const s = Number(sensitivities[at])
    return total + s * (2 * width + s)
  }, 0)
  return sum / epsilon
}

/**
 * The two terms whose sum bounds the loss in Theorem 2.4, on [0, width].
 * @param {number} width
 * @param {number} sensitivity
 * @param {number} sigma
 */
export function theoremTerms(width, sensitivity, sigma) {
  const c = Math.min(sensitivity, width / 2)
  return {
    exponent: ((width + sensitivity / 2) * sensitivity) / sigma ** 2,
    normaliser: Math.log(bellIntegral(-c / sigma, (width - c) / sigma) / bellIntegral(0, width / sigma))
  }
}

/**
 * The right-hand side of (2.2): every variance that is not below it is accepted.
 * @param {number} width
 * @param {number} sensitivity
 * @param {number} epsilon
 * @param {number} sigma
 */
export function rightHandSide(width, sensitivity, epsilon, sigma) {
  const { exponent, normaliser } = theoremTerms(width, sensitivity, sigma)
  return (exponent * sigma ** 2) / (epsilon - normaliser)
}

/**
 * The right-hand side of (3.3) in two dimensions, with c of (3.2) by trial on the quarter circle of radius s, where it lies if
 * s is below half of the diagonal; no side may be shorter than s.
 * @param {readonly [number, number]} widths
 * @param {number} sensitivity
 * @param {number} epsilon
 * @param {number} sigma
 */
export function boxRightHandSide(widths, sensitivity, epsilon, sigma) {
  const TRIALS = 180
  const logShare = (/** @type {number} */ width, /** @type {number} */ c) =>
    Math.log(bellIntegral(-c / sigma, (width - c) / sigma) / bellIntegral(0, width / sigma))
  let max = 0 // of ln(Delta C_m)
  for (let k = 0; k <= TRIALS; ++k) {
    const angle = (Math.PI / 2) * (k / TRIALS)
    const [one, two] = [sensitivity * Math.cos(angle), sensitivity * Math.sin(angle)]
    max = Math.max(max, logShare(widths[0], one) + logShare(widths[1], two))
  }
  return ((Math.hypot(...widths) + sensitivity / 2) * sensitivity) / (epsilon - max)
}

/**
 * The loss of one pair at one output, in its two parts: exponent and normaliser.
 * @param {{ truth: number, neighbour: number, output: number, width: number, sigma: number }} at
 */
export function lossParts({ truth, neighbour, output, width, sigma }) {
  const share = (/** @type {number} */ q) => bellIntegral(-q / sigma, (width - q) / sigma)
  return {
    exponent: ((output - neighbour) ** 2 - (output - truth) ** 2) / (2 * sigma ** 2),
    normaliser: Math.log(share(neighbour) / share(truth))
  }
}

/**
 * The integral of e^(-x^2/2), by Simpson's rule where it is not negligible: to about 12 digits.
 * @param {number} from
 * @param {number} to
 */
function bellIntegral(from, to) {
  const [low, high] = [Math.max(from, -9), Math.min(to, 9)]
  const CELLS = 2000
  const step = (high - low) / CELLS
  let sum = 0
  for (let k = 0; k <= CELLS; ++k) {
    const weight = k === 0 || k === CELLS ? 1 : k % 2 === 1 ? 4 : 2
    sum += weight * Math.exp(-((low + k * step) ** 2) / 2)
  }
  return (sum * step) / 3
}
