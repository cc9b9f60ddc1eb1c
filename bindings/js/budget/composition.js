// Advanced composition: what many releases cost together, if a small probability may escape. PROOF.md, sections 2 to 4.

/**
 * A way of counting that is settled before the first release: each costs `costOf` its epsilon, and all of them together may
 * cost `capacity`.
 * @typedef {object} AdvancedRule
 * @property {number} order lambda in PROOF.md
 * @property {number} capacity
 * @property {number} start what is counted before the first release, so that start + costs is the epsilon that was spent
 */

/** More than the rounding of a few operations on numbers near 1. */
const MARGIN = 2 ** -48

/**
 * The rule for a budget. Its order lets as many small releases through as any (budget/PROOF.md, Proposition 3); every
 * order is safe.
 * @param {number} epsilon of the budget
 * @param {number} slack the probability that may escape
 * @returns {AdvancedRule | undefined} nothing, if it would leave nothing to spend
 */
export function advancedRule(epsilon, slack) {
  if (slack === 0) return undefined
  const nats = -Math.log(slack) * (1 + MARGIN)
  const order = (nats + Math.sqrt(nats * (nats + epsilon))) / epsilon
  const start = (nats / order) * (1 + MARGIN)
  const capacity = (epsilon - start) * (1 - MARGIN)
  // Of budgets near either end of the doubles, the order is no number to count with; and the rule would give nothing there.
  return capacity > 0 && order < Infinity ? { order, capacity, start } : undefined
}

/**
 * What a release costs, rounded up: the largest Rényi divergence of order lambda + 1 that epsilon allows, which is that of
 * randomised response (Mironov 2017, Proposition 5; budget/PROOF.md, Lemma 2). Where that cancels, two bounds of it do not.
 * @param {AdvancedRule} rule
 * @param {number} epsilon
 */
export function costOf({ order }, epsilon) {
  const far = Math.log1p(Math.exp(-(2 * order + 1) * epsilon))
  const near = Math.log1p(Math.exp(-epsilon))
  // budget/PROOF.md, Proposition 5
  const exact = epsilon + (far - near) / order + MARGIN * (1 + epsilon + 1 / order)
  const quadratic = (1 + order) * epsilon * (epsilon / 2) * (1 + MARGIN)
  return Math.min(epsilon, quadratic, exact)
}

/**
 * The largest epsilon that costs no more than this; a little less, by rounding.
 * @param {AdvancedRule} rule
 * @param {number} cost
 */
export function epsilonFor(rule, cost) {
  let [low, high] = [0, 2 * cost + 1]
  // The cost grows with epsilon, and ends below it by less than ln 2 / order: doubling ends soon.
  while (costOf(rule, high) <= cost) high *= 2
  for (let halvings = 0; halvings < 200; ++halvings) {
    const middle = (low + high) / 2
    if (middle <= low || middle >= high) break
    if (costOf(rule, middle) <= cost) low = middle
    else high = middle
  }
  return low
}
