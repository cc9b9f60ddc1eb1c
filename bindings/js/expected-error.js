import { evenTruths, FEW_STEPS, weightTruths } from './typical-truths.js'

// How far a released value is from the true one.

/**
 * The root of the mean squared error: over a prior, and for the true value where it is largest.
 * @param {import('./typical-truths.js').OnNumbers} mechanism
 * @param {unknown} prior
 */
export function expectedError(mechanism, prior) {
  /** @param {number} truth */
  const errorAt = (truth) => mechanism.at(truth).mse
  // Where nobody said which true values there are, they are those of the lattice: on a coarse one, what rounding does to
  // the others would be more than the noise, and depend on where they happen to lie.
  /** @param {number} truth */
  const squaredError = (truth) => errorAt(mechanism.at(truth).snapped)
  const even = evenTruths(mechanism, typeof prior === 'function')
  const errors = even.map(({ truth }) => squaredError(truth))
  const nodes = weightTruths(even, prior, mechanism)
  const values = Array.isArray(prior) ? nodes.map(({ truth }) => errorAt(truth)) : errors
  const average = nodes.reduce((sum, { weight }, at) => sum + weight * Number(values[at]), 0)
  const worst =
    mechanism.steps <= FEW_STEPS ? Math.max(...errors) : largest(squaredError, mechanism.spans, even, errors)
  return { average: Math.sqrt(average), worst: Math.sqrt(worst) }
}

/**
 * How often exactly a bound is released because noise left the range: on average over a prior.
 * @param {import('./typical-truths.js').OnNumbers} mechanism
 * @param {unknown} prior
 */
export function shareAtBounds(mechanism, prior) {
  const { lower, upper } = mechanism
  return typical(mechanism, prior).reduce((sum, { truth, weight }) => {
    const { continuous } = mechanism.at(truth)
    return sum + weight * (continuous.atom(lower) + continuous.atom(upper))
  }, 0)
}

/** @param {import('./typical-truths.js').OnNumbers} mechanism @param {unknown} prior */
function typical(mechanism, prior) {
  return weightTruths(evenTruths(mechanism, typeof prior === 'function'), prior, mechanism)
}

/**
 * The error of an answer that tells nothing: always the mean of the prior. Undefined between infinite bounds.
 * @param {import('./typical-truths.js').OnNumbers} mechanism
 * @param {unknown} prior
 */
export function errorOfGuess(mechanism, prior) {
  const { lower, upper } = mechanism
  if (!Number.isFinite(upper - lower)) return undefined
  const nodes = typical(mechanism, prior)
  const mean = nodes.reduce((sum, { truth, weight }) => sum + weight * truth, 0)
  const share = Math.round(((mean - lower) / (upper - lower)) * 2 ** 40) / 2 ** 40
  const value = prior === undefined ? lower + (upper - lower) * share : mean // 60, not 60.00000000000001
  const average = Math.sqrt(nodes.reduce((sum, { truth, weight }) => sum + weight * (truth - value) ** 2, 0))
  return { value, average, worst: Math.max(value - lower, upper - value) }
}

/**
 * The largest value that was seen, and what golden section finds between its neighbours in the same span.
 * @param {(x: number) => number} f
 * @param {readonly import('./domain.js').Span[]} spans
 * @param {readonly import('./typical-truths.js').Node[]} nodes
 * @param {readonly number[]} values
 */
function largest(f, spans, nodes, values) {
  const golden = (Math.sqrt(5) - 1) / 2
  let best = Math.max(...values)
  const peak = values.indexOf(best)
  const place = Number(nodes[peak]?.truth)
  const [lower, upper] = spans.find(([from, to]) => place >= from && place <= to) ?? [place, place]
  let from = Math.max(lower, nodes[peak - 1]?.truth ?? place)
  let to = Math.min(upper, nodes[peak + 1]?.truth ?? place)
  for (let turn = 0; turn < 24; ++turn) {
    const low = to - golden * (to - from)
    const high = from + golden * (to - from)
    const [atLow, atHigh] = [f(low), f(high)]
    best = Math.max(best, atLow, atHigh)
    if (atLow > atHigh) to = high
    else from = low
  }
  return best
}
