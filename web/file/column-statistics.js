// What noise does to each column, and what can be learnt from it all the same. True numbers are counted for the eyes of
// whoever has the file; the estimate is from the noisy ones alone.

/** @typedef {import('inbounds/collector').Collector} Collector */
/** @typedef {{ count: number, mean: number, deviation: number, shares: number[] }} Summary */

/**
 * @typedef {object} ColumnChange
 * @property {{ from: number, to: number }[]} bins
 * @property {Summary} truth with values outside of the bounds as the nearer one
 * @property {Summary} noisy
 * @property {import('inbounds/collector').Estimate | undefined} estimate none without reports
 */

const BINS = 20

/**
 * @param {Collector} inbounds
 * @param {readonly any[]} mechanisms as JSON
 */
export function createStatistics(inbounds, mechanisms) {
  const columns = mechanisms.map((json) => {
    const mechanism = /** @type {any} */ (inbounds)[json.mechanism].fromJSON(json)
    const bins = binsOf(inbounds, mechanism)
    return {
      bins,
      tally: new inbounds.Tally(mechanism),
      truth: new Counts(mechanism, bins),
      noisy: new Counts(mechanism, bins)
    }
  })

  return {
    /** @param {number} column @param {Float64Array} numbers */
    truths: (column, numbers) => columns[column]?.truth.add(numbers),

    /** @param {number} column @param {Float64Array} numbers */
    noisy(column, numbers) {
      columns[column]?.noisy.add(numbers)
      columns[column]?.tally.add(numbers)
    },

    /** @returns {ColumnChange[]} */
    changes: () =>
      columns.map(({ bins, tally, truth, noisy }) => ({
        bins,
        truth: truth.summary,
        noisy: noisy.summary,
        estimate: tally.total > 0 ? inbounds.estimate({ tally }, { bins: bins.length }) : undefined
      }))
  }
}

/**
 * The bins that an estimate will have: they depend on the mechanism alone, so any report tells them.
 * @param {Collector} inbounds
 * @param {any} mechanism
 */
function binsOf({ estimate }, mechanism) {
  const reports = [mechanism.privatise(mechanism.lower)]
  const values = Math.round((mechanism.highest - mechanism.lowest) / mechanism.granularity) + 1
  const count = Math.min(BINS, values)
  const { histogram } = /** @type {import('inbounds/collector').Estimate} */ (
    estimate({ mechanism, reports }, { bins: count })
  )
  return histogram.map(({ from, to }) => ({ from, to }))
}

class Counts {
  #lower
  #upper
  /** Between bins, where a value that lies on no lattice point is rounded. @type {Float64Array} */ #edges
  #counts
  #count = 0
  #sum = 0
  #squares = 0

  /** @param {{ lower: number, upper: number }} mechanism @param {readonly { from: number, to: number }[]} bins */
  constructor({ lower, upper }, bins) {
    this.#lower = lower
    this.#upper = upper
    this.#counts = new Float64Array(bins.length)
    this.#edges = Float64Array.from(bins.slice(1), ({ from }, before) => (Number(bins[before]?.to) + from) / 2)
  }

  /** Distances from the lower bound are added up: they are never negative, and less is lost by rounding. @param {Float64Array} numbers */
  add(numbers) {
    const [lower, upper, edges, counts] = [this.#lower, this.#upper, this.#edges, this.#counts]
    let [sum, squares] = [0, 0]
    for (let at = 0; at < numbers.length; ++at) {
      const value = Math.min(Math.max(/** @type {number} */ (numbers[at]), lower), upper)
      const above = value - lower
      sum += above
      squares += above * above
      let [low, high] = [0, edges.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if (value < /** @type {number} */ (edges[middle])) high = middle
        else low = middle + 1
      }
      counts[low] = /** @type {number} */ (counts[low]) + 1
    }
    this.#count += numbers.length
    this.#sum += sum
    this.#squares += squares
  }

  /** @returns {Summary} */
  get summary() {
    const count = this.#count
    const mean = this.#sum / count
    const variance = Math.max(0, this.#squares / count - mean * mean)
    return {
      count,
      mean: this.#lower + mean,
      deviation: Math.sqrt(variance),
      shares: Array.from(this.#counts, (one) => one / count)
    }
  }
}
