// Formulas of N. Holohan, S. Antonatos, S. Braghin, P. Mac Aonghusa, "The bounded Laplace mechanism in differential privacy" (2020).

/** @typedef {{ width: number, sensitivity: number, epsilon: number, delta?: number }} Query */

/** 1 - e^-x @param {number} x */
const oneMinusExp = (x) => -Math.expm1(-x)

/**
 * Lemma 3.2: the share of Lap(q, b) that falls into [0, width].
 * @param {number} q
 * @param {number} width
 * @param {number} b
 */
export function shareInside(q, width, b) {
  return (oneMinusExp(q / b) + oneMinusExp((width - q) / b)) / 2
}

/**
 * ln Delta C(b) of Definition 3.4; the quotient less 1 has a form that does not cancel.
 * @param {number} width
 * @param {number} sensitivity
 * @param {number} b
 */
function logDeltaC(width, sensitivity, b) {
  return Math.log1p((oneMinusExp(sensitivity / b) * oneMinusExp((width - sensitivity) / b)) / oneMinusExp(width / b))
}

/** (4.2) @param {Query} query */
export function standardScale({ sensitivity, epsilon, delta = 0 }) {
  return sensitivity / (epsilon - Math.log1p(-delta))
}

/**
 * (4.1): the operator whose fixed point is b*.
 * @param {Query} query
 * @param {number} b
 */
export function fixedPointOperator({ width, sensitivity, epsilon, delta = 0 }, b) {
  return sensitivity / (epsilon - logDeltaC(width, sensitivity, b) - Math.log1p(-delta))
}

/**
 * Algorithm 1, with the brackets it goes through.
 * @param {Query} query
 */
export function algorithm1(query) {
  let left = standardScale(query)
  let right = fixedPointOperator(query, left)
  let size = (left + right) * 2
  let b = left
  const brackets = []
  while (size > right - left) {
    brackets.push({ left, right })
    size = right - left
    b = (left + right) / 2
    const image = fixedPointOperator(query, b)
    if (image >= b) left = b
    if (image <= b) right = b
  }
  return { b, brackets }
}
