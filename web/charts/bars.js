// How the released values are sorted into bars: one bar for each value while there are few, otherwise equal groups of
// neighbouring values. Edges lie half a step beside the values, so that no value is ever on one.

const MOST_SINGLE_VALUES = 151
const FEWEST_GROUPS = 60
const MOST_GROUPS = 240

/** @typedef {{ from: number, to: number }} Bar */
/** @typedef {{ bars: Bar[], single: boolean, indexOf: (value: number) => number }} Cut */

/**
 * @param {{ first: number, granularity: number, steps: number, scale: number }} lattice
 * @returns {Cut}
 */
export function cutIntoBars({ first, granularity, steps, scale }) {
  const values = steps + 1
  const single = values <= MOST_SINGLE_VALUES
  // Two bars per scale show the shape of a peak; more than that only show the noise of drawing.
  const wanted = Math.min(Math.max(Math.ceil((2 * steps * granularity) / scale), FEWEST_GROUPS), MOST_GROUPS)
  const size = single ? 1 : Math.ceil(values / wanted)

  /** @param {number} index the edge below this value */
  const edge = (index) => first + (index - 0.5) * granularity
  const bars = []
  for (let start = 0; start < values; start += size) {
    bars.push({ from: edge(start), to: edge(Math.min(start + size, values)) })
  }
  return { bars, single, indexOf: (value) => Math.floor(Math.round((value - first) / granularity) / size) }
}

/**
 * The exact probability of each bar.
 * @param {Cut} cut
 * @param {{ cdf: (y: number) => number }} law
 */
export function sharesOf({ bars }, law) {
  return bars.map(({ from, to }) => law.cdf(to) - law.cdf(from))
}

/**
 * How many of the values lie in each bar.
 * @param {Cut} cut
 * @param {Float64Array} values
 */
export function countsOf({ bars, indexOf }, values) {
  const counts = new Uint32Array(bars.length)
  for (const value of values) {
    const bar = indexOf(value)
    counts[bar] = (counts[bar] ?? 0) + 1
  }
  return counts
}
