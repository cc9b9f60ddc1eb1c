// Exact confidence bounds for a probability of which nothing is known but counts (Clopper & Pearson 1934). They hold for
// every probability and every number of trials: no approximation by a normal law, which is worst where it matters here,
// for rare events and tiny error probabilities.

/**
 * Below the probability of an event that was seen `successes` times in `trials`, but with probability `alpha`.
 * @param {number} successes
 * @param {number} trials
 * @param {number} alpha
 */
export function lowerBound(successes, trials, alpha) {
  return successes === 0 ? 0 : betaQuantile(alpha, successes, trials - successes + 1)
}

/**
 * Above the probability of the event, but with probability `alpha`.
 * @param {number} successes
 * @param {number} trials
 * @param {number} alpha
 */
export function upperBound(successes, trials, alpha) {
  return successes === trials ? 1 : 1 - betaQuantile(alpha, trials - successes, successes + 1)
}

/** The x with I_x(a, b) = p, by Newton's method on the logarithm, which is nearly straight, inside a bracket. */
function betaQuantile(p, a, b) {
  const logBeta = logGamma(a) + logGamma(b) - logGamma(a + b)
  let low = 0
  let high = 1
  let x = a / (a + b)
  for (let round = 0; round < 200; ++round) {
    const value = incompleteBeta(x, a, b)
    if (value < p) low = x
    else high = x
    const density = Math.exp((a - 1) * Math.log(x) + (b - 1) * Math.log1p(-x) - logBeta)
    const next = x - ((Math.log(value) - Math.log(p)) * value) / density
    // Far in a tail, value and density vanish together: halve the bracket there.
    const inside = next > low && next < high ? next : (low + high) / 2
    if (Math.abs(inside - x) <= 1e-13 * x) return inside
    x = inside
  }
  throw new Error(`the quantile ${p} of the beta law (${a}, ${b}) was not found`)
}

/** I_x(a, b), the regularised incomplete beta function, by its continued fraction (DLMF 8.17.22), evaluated as Lentz does. */
export function incompleteBeta(x, a, b) {
  if (x <= 0) return 0
  if (x >= 1) return 1
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a)
  const logFront = a * Math.log(x) + b * Math.log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b) - Math.log(a)
  let c = 1
  let d = 1 / (1 - ((a + b) * x) / (a + 1))
  let fraction = d
  for (let m = 1; m < 1e6; ++m) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / (1 + even * d)
    c = 1 + even / c
    fraction *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / (1 + odd * d)
    c = 1 + odd / c
    fraction *= d * c
    if (Math.abs(d * c - 1) < 1e-15) return Math.exp(logFront) * fraction
  }
  throw new Error(`the incomplete beta function of (${x}, ${a}, ${b}) did not settle`)
}

/** ln Gamma(x) for x > 0: Stirling's series from 16 on, where its next term is below 1e-17. */
export function logGamma(x) {
  let shift = 0
  for (; x < 16; ++x) shift -= Math.log(x)
  const w = 1 / (x * x)
  const series = (1 / 12 - w * (1 / 360 - w * (1 / 1260 - w * (1 / 1680 - w * (1 / 1188 - w * (691 / 360360)))))) / x
  return shift + (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series
}
