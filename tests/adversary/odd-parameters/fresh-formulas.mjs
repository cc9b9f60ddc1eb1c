// The worst-case loss of each law, written down afresh for a lattice of points 0..steps and truths at most `maxDistance` steps from
// each other; no code is shared with the library. Of Laplace noise, `size` is the scale in steps; of normal noise, the deviation.

/** ln(cosh(b + h) / cosh(b)), without cancellation. */
function logCoshRatio(b, h) {
  if (h > 1) return h + Math.log1p(Math.exp(-2 * (b + h))) - Math.log1p(Math.exp(-2 * b))
  return Math.log1p(2 * Math.sinh(h / 2) ** 2 + Math.sinh(h) * Math.tanh(b))
}

/** The loss of plain noise: of clamped, and of reflected where no mirror is near. */
const plain = ({ maxDistance }, size) => maxDistance / size

/** erf and erfc by a series and a continued fraction: to the last digits. */
function halfErf(x) {
  if (x < 0) return -halfErf(-x)
  if (x < 2.5) {
    let [term, sum] = [x, x]
    for (let n = 1; Math.abs(term) > sum * 1e-18; ++n) {
      term *= -(x * x) / n
      sum += term / (2 * n + 1)
    }
    return sum / Math.sqrt(Math.PI)
  }
  let fraction = 0
  for (let n = 60; n > 0; --n) fraction = n / 2 / (x + fraction)
  return 0.5 - Math.exp(-x * x) / Math.sqrt(Math.PI) / (x + fraction) / 2
}

const MANY = 4096

/** The sum of e^(-k^2 / (2 size^2)) for k from 0 to steps: term by term if they are few, otherwise by Euler and Maclaurin. */
function normalSum(steps, size) {
  if (steps <= MANY) return sum(0, steps, (k) => Math.exp(-((k / size) ** 2) / 2))
  const [from, to] = [-0.5 / size, (steps + 0.5) / size]
  const slope = (x) => (-x * Math.exp((-x * x) / 2)) / size
  const whole = Math.sqrt(2 * Math.PI) * size * (halfErf(to / Math.SQRT2) - halfErf(from / Math.SQRT2))
  return whole - (slope(to) - slope(from)) / 24
}

/** By how much that sum is larger around the point `maxDistance` than around the point 0: what comes in less what goes out. */
function normalGain(steps, maxDistance, size) {
  const gainAt = (k) => {
    const [near, far] = [k / size, (steps - maxDistance + k) / size]
    return -Math.exp((-near * near) / 2) * Math.expm1(((near - far) * (near + far)) / 2)
  }
  if (maxDistance <= MANY) return sum(1, maxDistance, gainAt)
  const width = maxDistance / MANY // Simpson's rule between the halves of steps
  const at = (n) => gainAt(0.5 + n * width)
  return (width / 6) * sum(0, MANY - 1, (n) => at(n) + 4 * at(n + 0.5) + at(n + 1))
}

function sum(from, to, term) {
  let total = 0
  for (let k = from; k <= to; ++k) total += term(k)
  return total
}

/** The largest privacy loss with delta 0; `steps` may be infinite on one side, or (`line`) on both. */
export const lossOf = {
  ReflectedLaplace(where, size) {
    const { steps, maxDistance, line } = where
    if (line || steps === Infinity) return plain(where, size)
    return logCoshRatio((steps + 0.5 - maxDistance) / size, maxDistance / size)
  },
  BoundedLaplace(where, size) {
    const { steps, maxDistance, line } = where
    if (line) return plain(where, size)
    const more = Math.exp(-1 / size) * Math.expm1(-maxDistance / size) * Math.expm1(-(steps - maxDistance) / size)
    return maxDistance / size + Math.log1p(more / -Math.expm1(-(steps + 1) / size))
  },
  ClampedLaplace: plain,
  BoundedGaussian({ steps, maxDistance }, size) {
    const square = (maxDistance / size) * ((2 * steps - maxDistance) / size)
    if (maxDistance === steps) return square / 2
    return square / 2 - Math.log1p(normalGain(steps, maxDistance, size) / normalSum(steps, size))
  }
}

/** Logarithms of the probabilities of the points 0..steps for every truth, from the noise itself: for a few points only. */
export function lawsOf(mechanism, steps, size) {
  const points = Array.from({ length: steps + 1 }, (_, at) => at)
  return points.map((truth) => {
    const weights = points.map((point) => logWeight[mechanism](truth, point, steps, size))
    const total = logSum(weights)
    return weights.map((weight) => weight - total)
  })
}

function logSum(logs) {
  const max = Math.max(...logs)
  return max + Math.log(logs.reduce((sum, one) => sum + Math.exp(one - max), 0))
}

const logWeight = {
  /** The point and its mirror image half a step beyond the end come again every 2 (steps + 1): on both sides, four series. */
  ReflectedLaplace(truth, point, steps, size) {
    const period = 2 * (steps + 1)
    const distances = [point - truth, -1 - point - truth].map((d) => ((d % period) + period) % period)
    return logSum(distances.flatMap((d) => [-d / size, (d - period) / size]))
  },
  BoundedLaplace: (truth, point, _, size) => -Math.abs(point - truth) / size,
  /** An end gets what is beyond it, too. */
  ClampedLaplace(truth, point, steps, size) {
    const beyond = point === 0 || point === steps ? Math.log(-Math.expm1(-1 / size)) : 0
    return -Math.abs(point - truth) / size - beyond
  },
  BoundedGaussian: (truth, point, _, size) => -(((point - truth) / size) ** 2) / 2
}

/** The largest of what a pair of truths gives, over all neighbours. */
function worstPair(laws, maxDistance, ofPair) {
  let worst = 0
  laws.forEach((one, at) => {
    laws.forEach((other, at2) => {
      if (at !== at2 && Math.abs(at - at2) <= maxDistance) worst = Math.max(worst, ofPair(one, other))
    })
  })
  return worst
}

/** The probability that escapes epsilon, at the worst of all pairs. */
export function deltaOf(laws, maxDistance, epsilon) {
  return worstPair(laws, maxDistance, (one, other) =>
    one.reduce((sum, log, at) => sum + Math.max(0, Math.exp(log) - Math.exp(epsilon + other[at])), 0)
  )
}

/** The largest loss, over all pairs and outputs. */
export function largestLoss(laws, maxDistance) {
  return worstPair(laws, maxDistance, (one, other) => Math.max(...one.map((log, at) => log - other[at])))
}

/** How far the mean of what is released for a truth at a finite end lies from that end, on [0, width] without a lattice. */
export const meanAtEnd = {
  ReflectedLaplace: (width, scale) => scale * Math.tanh(width / (2 * scale)),
  BoundedLaplace(width, scale) {
    const x = width / scale
    return x < 1e-4 ? width * (1 / 2 - x / 12) : scale - width / Math.expm1(x)
  },
  ClampedLaplace: (width, scale) => (-scale * Math.expm1(-width / scale)) / 2,
  BoundedGaussian(width, scale) {
    const x = width / scale
    return (scale * -Math.expm1((-x * x) / 2)) / (Math.sqrt(2 * Math.PI) * halfErf(x / Math.SQRT2))
  }
}

/** The same between a finite end and an infinite one, where everything beyond `width` is released as that. */
export function meanAtOnlyEnd(mechanism, width, scale) {
  const whole = -scale * Math.expm1(-width / scale)
  return mechanism === 'ClampedLaplace' ? whole / 2 : whole
}

/** Of logarithms of probabilities. @param {readonly number[]} law */
export function momentsOf(law) {
  const mean = law.reduce((sum, log, at) => sum + Math.exp(log) * at, 0)
  return { mean, variance: law.reduce((sum, log, at) => sum + Math.exp(log) * (at - mean) ** 2, 0) }
}
