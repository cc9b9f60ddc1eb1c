/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./draws.js').Drawn} Drawn */

/**
 * All that the chart draws, in the unit of its vertical axis: probabilities where each value has a bar, else densities.
 * @typedef {object} Picture
 * @property {Model} model
 * @property {number[]} law the exact height of each bar
 * @property {number[] | undefined} drawn the height of each bar in the draws
 * @property {import('uplot').AlignedData} data the density; nothing where each value has a bar
 * @property {[number, number]} x from the left edge to the right
 * @property {[number, number]} y
 * @property {[number, number][]} outside where no released value, nor its bar, can be
 */

const MARGIN = 0.035 // of the width, for what is outside

/**
 * @param {Model} model
 * @param {Drawn | undefined} drawn
 * @returns {Picture}
 */
export function pictureOf(model, drawn) {
  const { mechanism, cut, shares, curve, lower, upper } = model
  const widths = cut.bars.map(({ from, to }) => (cut.single ? 1 : to - from))
  /** @type {(share: number, at: number) => number} */
  const height = (share, at) => share / /** @type {number} */ (widths[at])
  const law = shares.map(height)
  // Half a bar reaches over the bound where each value has one.
  const from = Math.min(lower, cut.bars[0]?.from ?? lower)
  const to = Math.max(upper, cut.bars.at(-1)?.to ?? upper)
  const margin = MARGIN * (to - from)
  const left = Number.isFinite(mechanism.lower) ? from - margin : from
  const right = Number.isFinite(mechanism.upper) ? to + margin : to
  const heights = curve ? curve.ys.map((y) => y ?? 0) : law
  return {
    model,
    law,
    drawn: drawn && Array.from(drawn.counts, (count, at) => height(count / drawn.total, at)),
    data: /** @type {import('uplot').AlignedData} */ (
      curve
        ? [curve.xs, curve.ys]
        : [
            [from, to],
            [null, null]
          ]
    ),
    x: [left, right],
    outside: outsideOf(model, [left, right]),
    // Not from the draws: the axis should not jump whenever they are drawn again. There is room for them to differ.
    y: [0, 1.3 * Math.max(...heights)]
  }
}

/**
 * The margins beside finite bounds, and the gaps; where each value has a bar, it takes half a step of them.
 * @param {Model} model
 * @param {[number, number]} view
 * @returns {[number, number][]}
 */
function outsideOf({ mechanism, spans, cut }, [left, right]) {
  const half = cut.single ? mechanism.granularity / 2 : 0
  const ends = spans.flatMap(([from, to]) => [from - half, to + half])
  const edges = [left, ...ends, right]
  /** @type {[number, number][]} */
  const found = []
  for (let at = 0; at < edges.length; at += 2) {
    const [from, to] = [edges[at] ?? 0, edges[at + 1] ?? 0]
    if (to > from) found.push([from, to])
  }
  return found
}
