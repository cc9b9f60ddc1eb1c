import uPlot from 'uplot'
import { horizontalAxis, verticalAxis } from './axes.js'
import { paintBars, paintCaps } from './bar-layers.js'
import { drawMarks } from './marks.js'
import { createPlot } from './plot.js'

/**
 * @typedef {object} Bars
 * @property {readonly import('./bars.js').Bar[]} bars where each begins and ends
 * @property {ArrayLike<number>} [heights] of filled bars
 * @property {ArrayLike<number>} [caps] of a line on each bar: what is exact
 * @property {{ xs: number[], ys: number[] }} [curve] a line before the bars
 * @property {number} [top] how far the vertical axis reaches
 * @property {readonly import('./marks.js').Mark[]} [marks]
 */

/**
 * Bars side by side from 0 upwards.
 * @param {HTMLElement} place an element with role="img"; its aria-label says what the chart shows, and is the caller's
 * @param {object} [design]
 * @param {string} [design.xTitle]
 * @param {string} [design.yTitle]
 * @param {import('./axes.js').Label} [design.xLabel]
 * @param {import('./axes.js').Label} [design.yLabel]
 * @param {(width: number) => number} [design.height]
 * @param {(value: number) => void} [design.onPick] the visitor points at a value of the horizontal axis
 */
export function createBarChart(place, { xTitle, yTitle, xLabel, yLabel, height, onPick } = {}) {
  const line = /** @type {NonNullable<typeof uPlot.paths.linear>} */ (uPlot.paths.linear)()
  /** @type {import('./plot.js').Design<import('./plot.js').Shown & Required<Omit<Bars, 'top' | 'curve'>>>} */
  const chart = {
    ...(height && { height }),
    ...(onPick && { onPick }),
    axes: (colours) => [
      horizontalAxis(colours, { ...(xLabel && { label: xLabel }), ...(xTitle && { title: xTitle }) }),
      verticalAxis(colours, { ...(yLabel && { label: yLabel }), ...(yTitle && { title: yTitle }) })
    ],
    lines: (colours) => [{ stroke: () => colours().law, width: 2.5, paths: line }],
    layers: {
      middle: [(drawn, { bars, heights }, colours) => paintBars(drawn, bars, heights, colours)],
      front: [(drawn, { bars, caps }, colours) => paintCaps(drawn, bars, caps, colours.law), drawMarks]
    }
  }
  const plot = createPlot(place, chart)

  return {
    /**
     * @param {Bars} shown
     * @param {number} [since]
     */
    show({ bars, heights = [], caps = [], curve, top, marks = [] }, since) {
      const from = bars[0]?.from ?? 0
      const to = bars.at(-1)?.to ?? 1
      const highest = Math.max(...Array.from(heights), ...Array.from(caps), ...(curve?.ys ?? []), Number.MIN_VALUE)
      const nothing = { xs: [from, to], ys: [null, null] }
      const { xs, ys } = curve ?? nothing
      const data = /** @type {import('uplot').AlignedData} */ ([xs, ys])
      plot.show({ data, x: [from, to], y: [0, top ?? 1.15 * highest], bars, heights, caps, marks }, since)
    }
  }
}
