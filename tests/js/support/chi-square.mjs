// Statistical tests use fixed seeds, so they either always pass or always fail; this is the chance that a correct sampler
// and an untried seed fail.
export const alpha = 1e-6

/**
 * The probability of counts at least this far from the expected ones: Pearson's chi-square. Neighbouring cells with fewer
 * than ten expected counts are pooled, as the approximation asks.
 */
export function chiSquarePValue(expected, counts) {
  let statistic = 0
  let cells = 0
  let pooledExpected = 0
  let pooledCount = 0
  for (let cell = 0; cell < expected.length; ++cell) {
    pooledExpected += expected[cell]
    pooledCount += counts[cell]
    if (pooledExpected >= 10 || cell === expected.length - 1) {
      statistic += (pooledCount - pooledExpected) ** 2 / pooledExpected
      cells += 1
      pooledExpected = 0
      pooledCount = 0
    }
  }
  return upperGamma((cells - 1) / 2, statistic / 2)
}

/** Q(a, x), the regularised upper incomplete gamma function, for a a multiple of 1/2: by its recurrence in a. */
function upperGamma(a, x) {
  let value = Number.isInteger(a) ? Math.exp(-x) : complementaryError(Math.sqrt(x))
  let logTerm = Number.isInteger(a) ? -x : -x - 0.5 * Math.log(Math.PI * x)
  for (let k = Number.isInteger(a) ? 1 : 0.5; k < a; ++k) {
    logTerm += Math.log(x / k)
    value += Math.exp(logTerm)
  }
  return value
}

/** erfc by the trapezoidal rule for its integral over e^-t^2, far more precise than a test needs. */
function complementaryError(x) {
  const step = 1e-3
  let sum = 0
  for (let t = x + step / 2; t < x + 8; t += step) sum += Math.exp(-t * t)
  return (2 / Math.sqrt(Math.PI)) * step * sum
}
