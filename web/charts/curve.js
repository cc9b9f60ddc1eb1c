const EVENLY_SPACED = 120
const EQUALLY_LIKELY = 120

/**
 * Points of a density: half of them evenly over the range, for its whole extent; half evenly over the probability, for a
 * peak that may be far narrower than the range; and the peak itself, where the curve has a corner. Between two spans, the
 * curve has a gap.
 * @param {import('inbounds').ContinuousLaw} law
 * @param {readonly (readonly [number, number])[]} spans in ascending order
 * @returns {{ xs: number[], ys: (number | null)[] }}
 */
export function curveOf(law, spans) {
  const [lower, upper] = [spans[0]?.[0] ?? 0, spans.at(-1)?.[1] ?? 0]
  const all = [Math.min(Math.max(law.truth, lower), upper)]
  for (let i = 1; i < EVENLY_SPACED; ++i) all.push(lower + (upper - lower) * (i / EVENLY_SPACED))
  for (let i = 1; i < EQUALLY_LIKELY; ++i) all.push(law.quantile(i / EQUALLY_LIKELY))
  /** @type {number[]} */
  const xs = []
  /** @type {(number | null)[]} */
  const ys = []
  for (const [from, to] of spans) {
    const before = xs.at(-1)
    if (before !== undefined) {
      xs.push((before + from) / 2)
      ys.push(null)
    }
    const inside = new Set([from, to, ...all.filter((x) => x > from && x < to)])
    for (const x of [...inside].sort((a, b) => a - b)) {
      xs.push(x)
      ys.push(law.pdf(x))
    }
  }
  return { xs, ys }
}
