// Hellinger distances of posteriors after counts, which the Bayesian draft scores its candidates by. Without log-gamma: its differences
// lose all digits for many answers.

/**
 * lnG(z + 1/2) - (lnG(z) + lnG(z + 1))/2, lnG the logarithm of the gamma function: pushed up by its recurrence, then by its series.
 * @param {number} z
 */
export function gammaStep(z) {
  let [at, pushed] = [z, 0]
  for (; at < 20; ++at) pushed -= Math.log1p(1 / (4 * at * (at + 1))) / 2
  const series = [-1 / 8, 1 / 192, -1 / 640, 17 / 14336, -31 / 18432, 691 / 180224, -5461 / 425984]
  return pushed + series.reduceRight((sum, term) => (sum / at) * (1 / at) + term, 0) / at
}

/**
 * lnG(z + d/2) - (lnG(z) + lnG(z + d))/2 for a whole d.
 * @param {number} z
 * @param {number} distance d
 */
export function gammaGap(z, distance) {
  let gap = distance % 2 === 0 ? 0 : gammaStep(z)
  for (let d = distance % 2; d < distance; d += 2) {
    const middle = z + d / 2
    gap -= (Math.log1p(d / 2 / middle) + Math.log1p((d / 2 + 1) / middle)) / 2
  }
  return gap
}

/**
 * The distance of the posteriors after two vectors of counts with the same sum.
 * @param {readonly number[]} prior
 * @param {readonly number[]} one
 * @param {readonly number[]} other
 */
export function hellinger(prior, one, other) {
  const logAffinity = prior.reduce((sum, weight, at) => {
    const [a, b] = [Number(one[at]), Number(other[at])]
    return sum + gammaGap(weight + Math.min(a, b), Math.abs(a - b))
  }, 0)
  return Math.sqrt(-Math.expm1(logAffinity))
}

/**
 * H(BI(x), BI(x + 1)) for x = 0 ... trials - 1 successes.
 * @param {readonly number[]} prior of a Beta law
 * @param {number} trials
 */
export function stepDistances([a = 1, b = 1], trials) {
  return Array.from({ length: trials }, (_, x) =>
    Math.sqrt(-Math.expm1(gammaStep(a + x) + gammaStep(b + trials - 1 - x)))
  )
}

/** The local sensitivity at each number of successes. @param {readonly number[]} steps */
export function localSensitivities(steps) {
  return Array.from({ length: steps.length + 1 }, (_, x) => Math.max(steps[x - 1] ?? 0, steps[x] ?? 0))
}
