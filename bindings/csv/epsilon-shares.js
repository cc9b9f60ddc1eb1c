// An epsilon for a whole row, divided among its columns, and what these come to together.

export { sumUp } from '../js/sum-up.js'

/**
 * Parts in proportion to their weights, which add up to no more than the total, to the last bit: all but the last are rounded
 * down to a step of the total's own precision, where sums are exact, and the last is what is left.
 * @param {number} total
 * @param {readonly number[]} weights
 */
export function divide(total, weights) {
  const all = sumOf(weights)
  const parts = weights.map((weight) => (total * weight) / all)
  if (!(total > 0)) return parts
  const step = 2 ** (Math.floor(Math.log2(total)) - 52)
  const others = parts.slice(0, -1).map((part) => Math.floor(part / step) * step)
  return [...others, total - sumOf(others)]
}

/** @param {readonly number[]} parts */
function sumOf(parts) {
  return parts.reduce((sum, part) => sum + part, 0)
}
