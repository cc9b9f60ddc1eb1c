// The textbook's mechanisms, as one would write them in an afternoon, in doubles: what odd parameters do to them is computed.
// Loops have a limit here that such code has not: reaching it stands for a program that hangs.

const LIMIT = 20000

export class Endless extends Error {}

/** @param {(turn: number) => boolean} step until it says true */
function loop(step) {
  for (let turn = 0; turn < LIMIT; ++turn) if (step(turn)) return
  throw new Endless()
}

const textbookScale = ({ sensitivity, epsilon, delta }) => sensitivity / (epsilon - Math.log(1 - delta))

/** @param {number} scale @param {() => number} random */
function laplace(scale, random) {
  const u = random() - 0.5
  return -scale * Math.sign(u) * Math.log(1 - 2 * Math.abs(u))
}

/** Abramowitz & Stegun 7.1.26, the one that is copied most. */
function erf(x) {
  const t = 1 / (1 + 0.3275911 * Math.abs(x))
  const sum = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t
  return Math.sign(x) * (1 - sum * Math.exp(-x * x))
}

/** Bisection until the interval shrinks no more, as in Algorithm 1 of Holohan et al. */
function bisect(f, left, right) {
  let size = (left + right) * 2
  loop(() => {
    if (!(size > right - left)) return true
    size = right - left
    const middle = (left + right) / 2
    const value = f(middle)
    if (value >= middle) left = middle
    if (value <= middle) right = middle
    return false
  })
  return (left + right) / 2
}

/** Every one has a scale and a draw. Options are what a caller gave, with the usual defaults. */
export const naive = {
  /** Noise outside is reflected at the bound it passed, again and again. */
  ReflectedLaplace: {
    scale: textbookScale,
    draw(truth, scale, { lower, upper }, random) {
      let value = truth + laplace(scale, random)
      loop(() => {
        if (value < lower) value = 2 * lower - value
        else if (value > upper) value = 2 * upper - value
        else return true
        return false
      })
      return value
    }
  },

  /** Noise outside is drawn again; the scale is Holohan's. */
  BoundedLaplace: {
    scale({ lower, upper, sensitivity, epsilon, delta }) {
      const width = upper - lower
      const ratio = (b) =>
        (2 - Math.exp(-sensitivity / b) - Math.exp(-(width - sensitivity) / b)) / (1 - Math.exp(-width / b))
      const next = (b) => sensitivity / (epsilon - Math.log(ratio(b)) - Math.log(1 - delta))
      const first = textbookScale({ sensitivity, epsilon, delta })
      return bisect(next, first, next(first))
    },
    draw(truth, scale, { lower, upper }, random) {
      let value = Number.NaN
      loop(() => {
        value = truth + laplace(scale, random)
        return value >= lower && value <= upper
      })
      return value
    }
  },

  /** Noise outside becomes the bound. */
  ClampedLaplace: {
    scale: textbookScale,
    draw: (truth, scale, { lower, upper }, random) => Math.min(upper, Math.max(lower, truth + laplace(scale, random)))
  },

  /** Normal noise, drawn again where it is outside; the standard deviation by halving until the loss fits. Knows no delta. */
  BoundedGaussian: {
    scale({ lower, upper, sensitivity, epsilon }) {
      const width = upper - lower
      const mass = (q, sigma) => (erf((width - q) / (sigma * Math.SQRT2)) + erf(q / (sigma * Math.SQRT2))) / 2
      const loss = (sigma) =>
        (width ** 2 - (width - sensitivity) ** 2) / (2 * sigma ** 2) +
        Math.log(mass(width, sigma) / mass(width - sensitivity, sigma))
      let [low, high] = [0, sensitivity]
      loop(() => {
        if (loss(high) <= epsilon) return true
        high *= 2
        return false
      })
      for (let turn = 0; turn < 100; ++turn) {
        const middle = (low + high) / 2
        if (loss(middle) <= epsilon) high = middle
        else low = middle
      }
      return high
    },
    draw(truth, scale, { lower, upper }, random) {
      let value = Number.NaN
      loop(() => {
        value = truth + scale * Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
        return value >= lower && value <= upper
      })
      return value
    }
  }
}
