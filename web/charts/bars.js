// How the released values are sorted into bars: one bar for each value while there are few, otherwise equal groups of
// neighbouring values, which never reach across a gap. Edges lie half a step beside the values, so that no value is ever on one.

const MAX_SINGLE_VALUES = 151
const FEWEST_GROUPS = 60
const MAX_GROUPS = 240
/** What division may be off by: 0.3/0.1 is less than 3. */
const ROUNDING = 1e-6

/** @typedef {{ from: number, to: number }} Bar */
/** @typedef {{ bars: Bar[], single: boolean, indexOf: (value: number) => number }} Cut */

/**
 * @param {{ spans: readonly (readonly [number, number])[], granularity: number, origin?: number, scale: number }} lattice where
 *   released values are shown: what is whole steps from the origin within these spans
 * @returns {Cut}
 */
export function cutIntoBars({ spans, granularity, origin = 0, scale }) {
  const runs = spans
    .map(([from, to]) => ({
      first: Math.ceil((from - origin) / granularity - ROUNDING),
      last: Math.floor((to - origin) / granularity + ROUNDING)
    }))
    .filter(({ first, last }) => first <= last)
  const values = runs.reduce((sum, { first, last }) => sum + last - first + 1, 0)
  const single = values <= MAX_SINGLE_VALUES
  // Two bars per scale show the shape of a peak; more than that only show the noise of drawing.
  const groups = Math.min(Math.max(Math.ceil((2 * values * granularity) / scale), FEWEST_GROUPS), MAX_GROUPS)
  const size = single ? 1 : Math.ceil(values / groups)

  /** @param {number} index the edge below this point */
  const edge = (index) => origin + (index - 0.5) * granularity
  /** @type {Bar[]} */
  const bars = []
  const starts = runs.map(({ first, last }) => {
    const start = bars.length
    for (let at = first; at <= last; at += size) {
      bars.push({ from: edge(at), to: edge(Math.min(at + size, last + 1)) })
    }
    return { first, last, start }
  })
  return {
    bars,
    single,
    /** -1 for values that are not shown. */
    indexOf(value) {
      const index = Math.round((value - origin) / granularity)
      const run = starts.find(({ first, last }) => index >= first && index <= last)
      return run ? run.start + Math.floor((index - run.first) / size) : -1
    }
  }
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
 * @param {ArrayLike<number>} values
 * @param {Uint32Array} [counts] of earlier values, which are added to
 */
export function countsOf({ bars, indexOf }, values, counts = new Uint32Array(bars.length)) {
  for (let at = 0; at < values.length; ++at) {
    const bar = indexOf(/** @type {number} */ (values[at]))
    if (bar >= 0) counts[bar] = (counts[bar] ?? 0) + 1
  }
  return counts
}
