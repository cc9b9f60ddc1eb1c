/**
 * Two sentences for somebody who has never heard of epsilon.
 * @param {import('./bounded-laplace.js').BoundedLaplace} mechanism
 */
export function describe({ lower, upper, epsilon, sensitivity, granularity, steps }) {
  const values =
    granularity === 1 ? 'a whole number' : steps < 1e6 ? `a multiple of ${rounded(granularity)}` : 'a number'
  const pair =
    sensitivity >= upper - lower
      ? 'any two true values'
      : `two true values that are at most ${rounded(sensitivity)} apart`
  return (
    `Releases ${values} from ${rounded(lower)} to ${rounded(upper)} that is random but likelier to be near the true value. ` +
    `Whatever is released, the odds between ${pair} change by at most a factor of ${factor(epsilon)} (epsilon = ${rounded(epsilon)}).`
  )
}

/** @param {number} value */
function rounded(value) {
  return String(Number(value.toPrecision(6)))
}

/**
 * e^epsilon, rounded up in the last place shown: the sentence is a promise. Near 1, what it adds to 1 is what matters.
 * @param {number} epsilon
 */
function factor(epsilon) {
  const digits = epsilon < 1 ? Math.min(15, Math.ceil(-Math.log10(epsilon)) + 2) : 2
  if (epsilon > 20) return `e^${rounded(epsilon)}`
  return String(Number((Math.ceil(Math.exp(epsilon) * 10 ** digits) / 10 ** digits).toFixed(digits)))
}
