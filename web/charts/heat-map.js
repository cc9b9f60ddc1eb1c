import { horizontalAxis, verticalAxis } from './axes.js'
import { drawMarks } from './marks.js'
import { createPlot, pencil } from './plot.js'

/**
 * @typedef {object} Heat
 * @property {readonly number[]} xEdges of the columns, ascending: one more than there are columns
 * @property {readonly number[]} yEdges of the rows
 * @property {ArrayLike<number>} values row after row, the lowest row first; from 0 upwards
 * @property {readonly import('./marks.js').Mark[]} [marks]
 */

/**
 * A number for each cell of a rectangle, as the strength of a colour.
 * @param {HTMLElement} place an element with role="img"; its aria-label says what the map shows, and is the caller's
 * @param {object} [design]
 * @param {string} [design.xTitle]
 * @param {string} [design.yTitle]
 * @param {(width: number) => number} [design.height]
 * @param {(x: number, y: number) => void} [design.onPick] the visitor points at a place
 */
export function createHeatMap(place, { xTitle, yTitle, height, onPick } = {}) {
  const plot = createPlot(place, {
    height: height ?? ((width) => Math.min(Math.max(width * 0.7, 240), 460)),
    ...(onPick && { onPick }),
    axes: (colours) => [
      horizontalAxis(colours, xTitle ? { title: xTitle } : {}),
      verticalAxis(colours, yTitle ? { title: yTitle } : {})
    ],
    lines: () => [{ paths: () => null }],
    layers: { middle: [drawCells], front: [drawMarks] }
  })

  return {
    /**
     * @param {Heat} shown
     * @param {number} [since]
     */
    show({ xEdges, yEdges, values, marks = [] }, since) {
      /** @type {(edges: readonly number[]) => [number, number]} */
      const extentOf = (edges) => [edges[0] ?? 0, edges.at(-1) ?? 1]
      const data = /** @type {import('uplot').AlignedData} */ ([extentOf(xEdges), [null, null]])
      plot.show({ data, x: extentOf(xEdges), y: extentOf(yEdges), xEdges, yEdges, values, marks }, since)
    }
  }
}

/** @type {import('./plot.js').Layer<import('./plot.js').Shown & Required<Heat>>} */
function drawCells(plot, { xEdges, yEdges, values }, colours) {
  const { ctx, x, y } = pencil(plot)
  const max = Math.max(...Array.from(values), Number.MIN_VALUE)
  const shades = shadesBetween(ctx, colours.surface, colours['bars-edge'])
  const columns = xEdges.length - 1
  const [across, up] = [xEdges.map((edge) => Math.round(x(edge))), yEdges.map((edge) => Math.round(y(edge)))]
  for (let row = 0; row < yEdges.length - 1; ++row) {
    for (let column = 0; column < columns; ++column) {
      const share = (values[row * columns + column] ?? 0) / max
      ctx.fillStyle = /** @type {string} */ (shades[Math.round(share * (shades.length - 1))])
      const [left, right] = [across[column] ?? 0, across[column + 1] ?? 0]
      const [bottom, top] = [up[row] ?? 0, up[row + 1] ?? 0]
      ctx.fillRect(left, top, right - left, bottom - top)
    }
  }
}

/**
 * @param {CanvasRenderingContext2D} ctx it knows every way to write a colour
 * @param {string} from
 * @param {string} to
 */
function shadesBetween(ctx, from, to, count = 64) {
  const [start, end] = [from, to].map((colour) => {
    ctx.fillStyle = colour
    const written = String(ctx.fillStyle) // #rrggbb
    return [1, 3, 5].map((at) => Number.parseInt(written.slice(at, at + 2), 16))
  })
  return Array.from({ length: count }, (_, at) => {
    const share = at / (count - 1)
    const mixed = [0, 1, 2].map((channel) => {
      const [low, high] = [start?.[channel] ?? 0, end?.[channel] ?? 0]
      return Math.round(low + (high - low) * share)
    })
    return `rgb(${mixed.join(' ')})`
  })
}
