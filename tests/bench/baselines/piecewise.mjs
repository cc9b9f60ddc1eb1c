// The Piecewise Mechanism of N. Wang et al., "Collecting and analyzing multidimensional data with local differential
// privacy", ICDE 2019, Algorithm 2: for a number from -1 to 1, a report from -C to C whose mean is that number. It is here
// to compare accuracy with, and draws doubles: its laws are private, what doubles tell beyond them was not looked at.

/** @param {number} epsilon */
export function piecewise(epsilon) {
  const root = Math.exp(epsilon / 2)
  const furthest = (root + 1) / (root - 1) // C
  const width = furthest - 1 // of the piece around the truth
  const far = (1 - 1 / root) / (2 * (root + 1)) // density outside of the piece
  const near = far * Math.exp(epsilon)
  const start = (truth) => ((furthest + 1) * truth - width) / 2 // l(t)

  return {
    lowest: -furthest,
    highest: furthest,

    /** Where the density changes, for a truth: it is near in between, and far elsewhere. */
    piece: (truth) => [start(truth), start(truth) + width],

    density(truth, output) {
      if (!(Math.abs(output) <= furthest)) return 0
      const past = output - start(truth)
      return past >= 0 && past <= width ? near : far
    },

    /**
     * One report. The outside is a line of length C + 1 that was cut in two: going on behind the piece once it is reached
     * gives each side the share of its length.
     * @param {number} truth from -1 to 1
     * @param {() => number} random gives numbers from 0 to 1, without 1
     */
    draw(truth, random) {
      const from = start(truth)
      if (random() < root / (root + 1)) return from + width * random()
      const outside = -furthest + (furthest + 1) * random()
      return outside < from ? outside : outside + width
    },

    /** Of the truths, without bias: the plain mean of their reports. */
    mean: (reports) => reports.reduce((sum, report) => sum + report, 0) / reports.length
  }
}
