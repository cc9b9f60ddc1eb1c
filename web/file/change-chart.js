import { horizontalAxis, verticalAxis } from '../charts/axes.js'
import { paintBars, paintCaps } from '../charts/bar-layers.js'
import { createPlot, pencil } from '../charts/plot.js'

// Shares of true values (bars), of noisy ones (lines on them), and what a collector makes of these (dots with intervals).

/** @typedef {import('./column-statistics.js').ColumnChange} ColumnChange */
/** @typedef {{ share: number, low: number, high: number }} Estimated */
/** @typedef {import('../charts/plot.js').Shown & { bars: { from: number, to: number }[], truth: number[], noisy: number[], estimated: readonly Estimated[] }} Picture */

/** @param {HTMLElement} place */
export function createChangeChart(place) {
  /** @type {import('../charts/plot.js').Design<Picture>} */
  const design = {
    height: (width) => Math.min(Math.max(width * 0.4, 200), 300),
    axes: (colours) => [
      horizontalAxis(colours),
      verticalAxis(colours, { label: (share) => `${Number((100 * share).toPrecision(3))}%` })
    ],
    lines: () => [{ paths: () => null }],
    layers: {
      middle: [(plot, { bars, truth }, colours) => paintBars(plot, bars, truth, colours)],
      front: [
        (plot, { bars, noisy }, colours) => paintCaps(plot, bars, noisy, colours.plum),
        (plot, { bars, estimated }, colours) => paintEstimates(plot, bars, estimated, colours.truth)
      ]
    }
  }
  const plot = createPlot(place, design)

  return {
    /** @param {ColumnChange} change @param {number} granularity */
    show({ bins, truth, noisy, estimate }, granularity) {
      const bars = barsOf(bins, granularity)
      const estimated = estimate?.histogram ?? []
      const highest = Math.max(...truth.shares, ...noisy.shares, ...estimated.map(({ share }) => share))
      const x = /** @type {[number, number]} */ ([bars[0]?.from ?? 0, bars.at(-1)?.to ?? 1])
      const data = /** @type {import('uplot').AlignedData} */ ([x, [null, null]])
      plot.show({ data, x, y: [0, 1.15 * highest], bars, truth: truth.shares, noisy: noisy.shares, estimated })
    }
  }
}

/** Bins are of released values; bars meet half-way between them. @param {readonly { from: number, to: number }[]} bins @param {number} granularity */
function barsOf(bins, granularity) {
  return bins.map(({ from, to }, at) => {
    const [before, after] = [bins[at - 1], bins[at + 1]]
    return {
      from: before ? (before.to + from) / 2 : from - granularity / 2,
      to: after ? (to + after.from) / 2 : to + granularity / 2
    }
  })
}

/**
 * @param {import('uplot')} plot
 * @param {readonly { from: number, to: number }[]} bars
 * @param {readonly Estimated[]} estimated
 * @param {string} colour
 */
function paintEstimates(plot, bars, estimated, colour) {
  const { ctx, ratio, x, y, left, top, width, height } = pencil(plot)
  ctx.beginPath()
  ctx.rect(left, top, width, height + 5 * ratio)
  ctx.clip()
  ctx.fillStyle = colour
  ctx.strokeStyle = colour
  ctx.lineWidth = ratio
  for (const [at, { share, low, high }] of estimated.entries()) {
    const bar = bars[at]
    if (!bar) continue
    const middle = Math.round(x((bar.from + bar.to) / 2))
    ctx.globalAlpha = 0.45 // intervals are long, and must not hide the rest
    ctx.beginPath()
    ctx.moveTo(middle, y(low))
    ctx.lineTo(middle, y(high))
    ctx.stroke()
    ctx.globalAlpha = 1
    ctx.beginPath()
    ctx.arc(middle, y(share), 3.5 * ratio, 0, 2 * Math.PI)
    ctx.fill()
  }
}
