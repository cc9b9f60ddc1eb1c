// Every pair of truths and every output of a small lattice, added up one by one: what closed forms are compared with.

/** @typedef {{ lowest: number, steps: number, granularity: number, at: (truth: number) => { pmf: (value: number) => number } }} OnLattice */

/** The probabilities of all points, for each truth. @param {OnLattice} mechanism @returns {number[][]} */
export function rowsOf(mechanism) {
  const points = Array.from({ length: mechanism.steps + 1 }, (_, k) => mechanism.lowest + k * mechanism.granularity)
  return points.map((truth) => {
    const law = mechanism.at(truth)
    return points.map((point) => law.pmf(point))
  })
}

/** The largest loss of two truths at most so many steps apart. @param {readonly number[][]} rows @param {number} maxDistance */
export function largestLoss(rows, maxDistance) {
  return overPairs(rows, maxDistance, (one, other) => Math.max(...one.map((p, k) => Math.log(p / Number(other[k])))))
}

/**
 * The largest hockey-stick divergence of such truths: what the best of all sets of outputs gains above e^epsilon.
 * @param {readonly number[][]} rows
 * @param {number} maxDistance
 * @param {number} epsilon
 */
export function largestDelta(rows, maxDistance, epsilon) {
  const factor = Math.exp(epsilon)
  return overPairs(rows, maxDistance, (one, other) =>
    one.reduce((sum, p, k) => sum + Math.max(0, p - factor * Number(other[k])), 0)
  )
}

/**
 * @param {readonly number[][]} rows
 * @param {number} maxDistance
 * @param {(one: number[], other: number[]) => number} lost
 */
function overPairs(rows, maxDistance, lost) {
  let max = 0
  for (const [i, one] of rows.entries()) {
    for (const [j, other] of rows.entries())
      if (i !== j && Math.abs(i - j) <= maxDistance) max = Math.max(max, lost(one, other))
  }
  return max
}
