import uPlot from 'uplot'
import { horizontalAxis, verticalAxis } from './axes.js'
import { drawMarks } from './marks.js'
import { createPlot } from './plot.js'

// Lines over one axis, with marks: what several views need.

/**
 * @typedef {object} Line
 * @property {keyof import('./colours.js').Colours} colour
 * @property {number[]} [dash] lengths of strokes and gaps, in pixels
 * @property {number} [width]
 */

/**
 * @typedef {object} Lines
 * @property {readonly number[]} xs ascending
 * @property {readonly (readonly (number | null)[])[]} ys of each line; null leaves a gap
 * @property {[number, number]} [x] how far the axis reaches, if not as far as the data
 * @property {[number, number]} [y]
 * @property {readonly import('./marks.js').Mark[]} [marks]
 */

/**
 * @param {HTMLElement} place an element with role="img"; its aria-label says what the chart shows, and is the caller's
 * @param {object} design
 * @param {readonly Line[]} design.lines
 * @param {string} [design.xTitle]
 * @param {string} [design.yTitle]
 * @param {import('./axes.js').Label} [design.xLabel]
 * @param {import('./axes.js').Label} [design.yLabel]
 * @param {boolean} [design.logarithmicX]
 * @param {boolean} [design.logarithmicY]
 * @param {(width: number) => number} [design.height]
 * @param {(value: number) => void} [design.onPick] the visitor points at a value of the horizontal axis
 */
export function createLineChart(place, design) {
  const { lines, logarithmicX = false, logarithmicY = false } = design
  const path = /** @type {NonNullable<typeof uPlot.paths.linear>} */ (uPlot.paths.linear)()
  const plot = createPlot(place, {
    logarithmicX,
    logarithmicY,
    height: design.height ?? ((width) => Math.min(Math.max(width * 0.45, 200), 320)),
    ...(design.onPick && { onPick: design.onPick }),
    axes: (colours) => [
      horizontalAxis(colours, {
        ...(design.xLabel && { label: design.xLabel }),
        ...(design.xTitle && { title: design.xTitle }),
        logarithmic: logarithmicX
      }),
      verticalAxis(colours, {
        ...(design.yLabel && { label: design.yLabel }),
        ...(design.yTitle && { title: design.yTitle }),
        logarithmic: logarithmicY
      })
    ],
    lines: (colours) =>
      lines.map(({ colour, dash, width = 2 }) => ({
        stroke: () => colours()[colour],
        width,
        paths: path,
        ...(dash && { dash })
      })),
    layers: { front: [drawMarks] }
  })

  return {
    /**
     * @param {Lines} shown
     * @param {number} [since]
     */
    show({ xs, ys, x, y, marks = [] }, since) {
      const data = /** @type {import('uplot').AlignedData} */ ([xs, ...ys])
      plot.show({ data, x: x ?? extentOf([xs]), y: y ?? rangeOf(ys, marks, logarithmicY), marks }, since)
    }
  }
}

/** @param {readonly (readonly (number | null)[])[]} lists @returns {[number, number]} */
function extentOf(lists) {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of lists.flat()) {
    if (value === null || !Number.isFinite(value)) continue
    min = Math.min(min, value)
    max = Math.max(max, value)
  }
  return min <= max ? [min, max] : [0, 1]
}

/**
 * @param {readonly (readonly (number | null)[])[]} ys
 * @param {readonly import('./marks.js').Mark[]} marks
 * @param {boolean} logarithmic
 * @returns {[number, number]}
 */
function rangeOf(ys, marks, logarithmic) {
  const [min, max] = extentOf([...ys, marks.map(({ y }) => y ?? null)])
  if (logarithmic) return [min / 1.5, max * 1.5]
  const room = 0.08 * (max - min || Math.abs(max) || 1)
  return [min >= 0 && min < max / 2 ? 0 : min - room, max <= 0 && max > min / 2 ? 0 : max + room]
}
