import { DRAWS } from './model.js'

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').Drawn} Drawn */

/**
 * All that the chart draws, in the unit of its vertical axis: probabilities where each value has a bar, else densities.
 * @typedef {object} Picture
 * @property {Model} model
 * @property {number[]} law the exact height of each bar
 * @property {number[] | undefined} drawn the height of each bar in the draws
 * @property {import('uplot').AlignedData} data the density; nothing where each value has a bar
 * @property {[number, number]} x from the left edge to the right
 * @property {[number, number]} y
 * @property {[number, number]} inside where released values, or their bars, can be
 */

const MARGIN = 0.035 // of the width, for what is outside

/**
 * @param {Model} model
 * @param {Drawn | undefined} drawn
 * @returns {Picture}
 */
export function pictureOf(model, drawn) {
  const { mechanism, cut, shares, curve } = model
  const widths = cut.bars.map(({ from, to }) => (cut.single ? 1 : to - from))
  /** @type {(share: number, at: number) => number} */
  const height = (share, at) => share / /** @type {number} */ (widths[at])
  const law = shares.map(height)
  // Half a bar reaches over the bound where each value has one.
  const from = Math.min(mechanism.lower, ...cut.bars.map((bar) => bar.from))
  const to = Math.max(mechanism.upper, ...cut.bars.map((bar) => bar.to))
  const margin = MARGIN * (to - from)
  return {
    model,
    law,
    drawn: drawn && Array.from(drawn.counts, (count, at) => height(count / DRAWS, at)),
    data: curve
      ? [curve.xs, curve.ys]
      : [
          [from, to],
          [null, null]
        ],
    x: [from - margin, to + margin],
    inside: [from, to],
    // Not from the draws: the axis should not jump whenever they are drawn again. There is room for them to differ.
    y: [0, 1.3 * Math.max(...(curve ? curve.ys : law))]
  }
}
