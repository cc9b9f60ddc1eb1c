import { pencil } from './plot.js'

// Bars on the canvas, and the exact height of each as a line on it. Positions are in device pixels, as uPlot's canvas has them.

/** @typedef {import('./bars.js').Bar} Bar */
/** @typedef {import('./colours.js').Colours} Colours */

/**
 * @param {import('uplot')} plot
 * @param {readonly Bar[]} bars
 * @param {ArrayLike<number>} heights
 * @param {Colours} colours
 */
export function paintBars(plot, bars, heights, colours) {
  const { ctx, ratio, x, y, left, top, width, height } = pencil(plot)
  const base = top + height
  ctx.beginPath()
  ctx.rect(left, top, width, height)
  ctx.clip()
  for (const [at, bar] of bars.entries()) {
    const value = heights[at] ?? 0
    if (value === 0) continue
    const [from, to] = edgesOf(bar, x, ratio)
    const up = y(value)
    ctx.fillStyle = colours.bars
    ctx.fillRect(from, up, to - from, base - up)
    ctx.fillStyle = colours['bars-edge']
    ctx.fillRect(from, up, to - from, ratio)
  }
}

/**
 * @param {import('uplot')} plot
 * @param {readonly Bar[]} bars
 * @param {ArrayLike<number>} heights
 * @param {string} colour
 */
export function paintCaps(plot, bars, heights, colour) {
  const { ctx, ratio, x, y } = pencil(plot)
  ctx.fillStyle = colour
  for (const [at, bar] of bars.slice(0, heights.length).entries()) {
    const [from, to] = edgesOf(bar, x, ratio)
    ctx.fillRect(from, y(heights[at] ?? 0) - 1.25 * ratio, to - from, 2.5 * ratio)
  }
}

/**
 * The edges of a bar on whole pixels, with a gap to its neighbour where there is room for one.
 * @param {Bar} bar
 * @param {(value: number) => number} x
 * @param {number} ratio
 */
function edgesOf({ from, to }, x, ratio) {
  const [start, end] = [Math.round(x(from)), Math.round(x(to))]
  const gap = end - start > 4 * ratio ? Math.max(ratio, Math.min((end - start) * 0.12, 4 * ratio)) : 0
  return /** @type {const} */ ([start + Math.round(gap / 2), end - Math.round(gap / 2)])
}
