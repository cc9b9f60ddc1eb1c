const EVENLY_SPACED = 120
const EQUALLY_LIKELY = 120

/**
 * Points of a density: half of them evenly over the range, for its whole extent; half evenly over the probability, for a
 * peak that may be far narrower than the range; and the peak itself, where the curve has a corner.
 * @param {import('inbounds').ContinuousLaw} law
 * @param {number} lower
 * @param {number} upper
 * @returns {{ xs: number[], ys: number[] }}
 */
export function curveOf(law, lower, upper) {
  const peak = Math.min(Math.max(law.truth, lower), upper)
  const xs = new Set([lower, peak, upper])
  for (let i = 1; i < EVENLY_SPACED; ++i) xs.add(lower + (upper - lower) * (i / EVENLY_SPACED))
  for (let i = 1; i < EQUALLY_LIKELY; ++i) xs.add(law.quantile(i / EQUALLY_LIKELY))
  const sorted = [...xs].sort((a, b) => a - b)
  return { xs: sorted, ys: sorted.map((x) => law.pdf(x)) }
}
