/** How many scales are shown of a side without an end: beyond, e^-8 of the noise is left. */
const SCALES = 8
const TAIL = 1e-3

/**
 * What is shown of the domain. All of it if it is finite; otherwise as much as the noise reaches around the finite end, or
 * around 0, and around the true value, so that the picture stays where it is while that is moved within it.
 * @param {{ lower: number, upper: number, scale: number, sensitivity: number }} mechanism
 * @param {{ truth: number, quantile: (probability: number) => number }} law
 * @returns {[number, number]}
 */
export function windowOf({ lower, upper, scale, sensitivity }, law) {
  const halfWidth = SCALES * Math.max(scale, sensitivity)
  const home = Number.isFinite(lower) ? lower : Number.isFinite(upper) ? upper : 0
  return [
    Number.isFinite(lower) ? lower : Math.min(home - halfWidth, law.quantile(TAIL), law.truth),
    Number.isFinite(upper) ? upper : Math.max(home + halfWidth, law.quantile(1 - TAIL), law.truth)
  ]
}
