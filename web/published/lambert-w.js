// Both real branches of the Lambert function, W e^W = x, for -1/e <= x < 0, from the logarithm of -e x: x itself has lost half of
// the digits of W near -1/e, and underflows far out.

const STEPS = 60

/**
 * @param {'principal' | 'lower'} branch
 * @param {number} logarithm of -e x, at most 0
 */
export function lambertW(branch, logarithm) {
  // With v = -W: ln v - v + 1 = logarithm. Convex steps from the side where Newton's method cannot overshoot.
  if (!(logarithm < 0)) return -1
  const lower = branch === 'lower'
  // A first value: by the series at the branch point, or by the ends of the branches.
  const root = Math.sqrt(-2 * logarithm)
  let v = lower
    ? logarithm > -1
      ? 1 + root + (root * root) / 3
      : 1 - logarithm + Math.log1p(-logarithm)
    : start(root, logarithm)
  for (let step = 0; step < STEPS; ++step) {
    const next = v - (((logOneMinus(v - 1) - logarithm) * v) / (1 - v) || 0)
    if (!(Math.abs(next - v) > 4e-16 * v)) return -next
    v = next
  }
  return -v
}

/**
 * @param {number} root
 * @param {number} logarithm
 */
function start(root, logarithm) {
  return logarithm > -0.6 ? 1 - root + (root * root) / 3 : Math.exp(logarithm - 1)
}

/** ln(1 + t) - t without cancellation for small t. @param {number} t */
export function logOneMinus(t) {
  if (Math.abs(t) > 0.02) return Math.log1p(t) - t
  let [power, sum] = [t, 0]
  for (let n = 2; n < 14; ++n) {
    power *= -t
    sum += power / n
  }
  return sum
}
