// Populations between 0 and 1 by their quantiles, those of tests/cpp/estimation/coverage.cpp: people stand at equal distances in probability, so that they are the
// distribution itself, and all that is random is the noise.

const values = [0.1071, 0.3334, 0.5129, 0.8713]

/** The logistic law: bell-shaped, with a quantile in closed form; what is beyond the ends lies at them. */
function bell(p, centre, deviation, [lower, upper]) {
  const at = centre + ((deviation * Math.sqrt(3)) / Math.PI) * Math.log(p / (1 - p))
  return Math.min(Math.max(at, lower), upper)
}

/** For each, the value below which a share p is. @type {Record<string, (p: number) => number>} */
export const shapes = {
  uniform: (p) => p,
  'two peaks': (p) => (p < 0.6 ? bell(p / 0.6, 0.2537, 0.05, [0, 0.5]) : bell((p - 0.6) / 0.4, 0.7519, 0.05, [0.5, 1])),
  'spike at the border': (p) => Math.max(0, (p - 0.7) / 0.3),
  skewed: (p) => Math.min(1, -0.15 * Math.log1p(-p)),
  discrete: (p) => values[Math.floor(values.length * p)]
}

/** @param {(p: number) => number} quantile @param {number} count */
export function peopleOf(quantile, count) {
  return Float64Array.from({ length: count }, (_, person) => quantile((person + 0.5) / count))
}

const steps = 20_000

/**
 * The Wasserstein-1 distance of a histogram with equal bins from 0 to 1, in each of which all is spread evenly: the mean
 * distance of its quantiles from the true ones.
 * @param {ArrayLike<number>} shares
 * @param {(p: number) => number} quantile
 */
export function distanceOf(shares, quantile) {
  let bin = 0
  let before = 0
  let sum = 0
  for (let step = 0; step < steps; ++step) {
    const p = (step + 0.5) / steps
    while (bin < shares.length - 1 && before + shares[bin] < p) before += shares[bin++]
    const inside = shares[bin] > 0 ? Math.min(1, (p - before) / shares[bin]) : 1
    sum += Math.abs((bin + inside) / shares.length - quantile(p))
  }
  return sum / steps
}
