// Square Wave with its reconstructions EM and EMS, of Z. Li et al., "Estimating numerical distributions under local
// differential privacy", SIGMOD 2020: for a number from 0 to 1, a report from -b to 1 + b, e^epsilon times as dense within b
// of the truth as elsewhere. It is here to compare accuracy with, and draws doubles: its laws are private, what doubles tell
// beyond them was not looked at.

const MAX_ROUNDS = 10_000 // as in the authors' program, sw.py of vvv214/LDP_Protocols

/** @param {number} epsilon */
export function squareWave(epsilon) {
  const e = Math.exp(epsilon)
  const halfWidth = (epsilon * e - Math.expm1(epsilon)) / (2 * e * (Math.expm1(epsilon) - epsilon)) // b
  const far = 1 / (2 * halfWidth * e + 1) // q: the density, and the probability as well, since the outside has length 1
  const near = e * far // p

  return {
    epsilon,
    halfWidth,
    near,
    far,
    lowest: -halfWidth,
    highest: 1 + halfWidth,

    density(truth, output) {
      if (!(output >= -halfWidth && output <= 1 + halfWidth)) return 0
      return Math.abs(output - truth) <= halfWidth ? near : far
    },

    /**
     * One report. The outside is a line of length 1 that was cut in two: going on behind the wave once it is reached gives
     * each side the share of its length. To choose the side first, by a coin, would not be private.
     * @param {number} truth from 0 to 1
     * @param {() => number} random gives numbers from 0 to 1, without 1
     */
    draw(truth, random) {
      if (random() >= far) return truth - halfWidth + 2 * halfWidth * random()
      const outside = random()
      return outside < truth ? outside - halfWidth : outside + halfWidth
    }
  }
}

/**
 * Estimates the share of truths in each of equally wide bins from as many equally wide bins of reports.
 * @param {ReturnType<typeof squareWave>} wave
 * @param {number} bins
 */
export function reconstruction(wave, bins) {
  const transitions = transitionsOf(wave, bins)
  const { lowest, highest, epsilon } = wave
  return {
    transitions,

    /** How many reports are in each bin. @param {Iterable<number>} reports */
    tally(reports) {
      const counts = new Float64Array(bins)
      for (const report of reports) {
        counts[Math.min(bins - 1, Math.floor(((report - lowest) / (highest - lowest)) * bins))] += 1
      }
      return counts
    },

    em: (counts) => climb(transitions, counts, 1e-3 * Math.exp(epsilon), (shares) => shares),
    ems: (counts) => climb(transitions, counts, 1e-3, smooth)
  }
}

/**
 * A row for each bin of reports: the probability of a report in it, for truths that are spread evenly over each bin of
 * truths. With H(t), the integral of min(max(s, 0), 2b) over s up to t, truths from u to v have a part H(y - u + b) -
 * H(y - v + b) of their waves below y; differences of that are exact integrals.
 */
function transitionsOf({ halfWidth, near, far, lowest, highest }, bins) {
  const whole = 2 * halfWidth
  const integral = (t) => (t <= 0 ? 0 : t <= whole ? (t * t) / 2 : whole * (t - halfWidth))
  const below = (y, bin) => integral(y - bin / bins + halfWidth) - integral(y - (bin + 1) / bins + halfWidth)
  const step = (highest - lowest) / bins
  return Array.from({ length: bins }, (_, row) => {
    const [from, to] = [lowest + row * step, lowest + (row + 1) * step]
    return Float64Array.from({ length: bins }, (_, bin) => {
      return far * step + (near - far) * bins * (below(to, bin) - below(from, bin))
    })
  })
}

/**
 * From even shares on, until a round changes the log-likelihood by less than the threshold: by the difference, as in the
 * authors' program, since a thousandth of the likelihood itself would be reached at once.
 */
function climb(transitions, counts, threshold, smooth) {
  let shares = new Float64Array(transitions.length).fill(1 / transitions.length)
  let likelihood = -Infinity
  for (let round = 1; round <= MAX_ROUNDS; ++round) {
    const expected = mix(transitions, shares)
    const before = likelihood
    likelihood = counts.reduce((sum, count, row) => (count > 0 ? sum + count * Math.log(expected[row]) : sum), 0)
    if (Math.abs(likelihood - before) < threshold) return { shares, rounds: round - 1 }
    shares = normalise(smooth(improve(transitions, counts, expected, shares)))
  }
  return { shares, rounds: MAX_ROUNDS }
}

/** The probability of each bin of reports. */
export function mix(transitions, shares) {
  return Float64Array.from(transitions, (row) => {
    let sum = 0
    for (let bin = 0; bin < row.length; ++bin) sum += row[bin] * shares[bin] // most of the time of EM is spent here
    return sum
  })
}

/** E and M: counts are shared among the bins of truths that they may have come from. */
function improve(transitions, counts, expected, shares) {
  const better = new Float64Array(shares.length)
  for (const [at, row] of transitions.entries()) {
    if (counts[at] === 0) continue
    const weight = counts[at] / expected[at]
    for (let bin = 0; bin < better.length; ++bin) better[bin] += weight * row[bin]
  }
  return better.map((sum, bin) => sum * shares[bin])
}

/** S: the binomial weights (1, 2, 1)/4, and at the ends what there is of them, (2, 1)/3. */
function smooth(shares) {
  const last = shares.length - 1
  return shares.map((share, bin) => {
    if (last === 0) return share
    if (bin === 0 || bin === last) return (2 * share + shares[bin === 0 ? 1 : last - 1]) / 3
    return (shares[bin - 1] + 2 * share + shares[bin + 1]) / 4
  })
}

function normalise(shares) {
  const sum = shares.reduce((total, share) => total + share, 0)
  return shares.map((share) => share / sum)
}
