import { FONT } from './axes.js'
import { pencil } from './plot.js'

/**
 * A place worth pointing at: a vertical line where only x is given, a horizontal one where only y is, else a dot.
 * @typedef {object} Mark
 * @property {number} [x]
 * @property {number} [y]
 * @property {keyof import('./colours.js').Colours} colour
 * @property {number[]} [dash] lengths of strokes and gaps, in pixels
 * @property {number} [size] of a dot: its radius, in pixels
 * @property {string} [words] beside it
 */

/** @type {import('./plot.js').Layer<import('./plot.js').Shown & { marks: readonly Mark[] }>} */
export function drawMarks(plot, { marks }, colours) {
  const { ctx, ratio, x, y, left, top, width, height } = pencil(plot)
  ctx.font = FONT.replace('12px', `${12 * ratio}px`)
  ctx.lineWidth = 1.5 * ratio
  for (const mark of marks) {
    ctx.fillStyle = colours[mark.colour]
    ctx.strokeStyle = colours[mark.colour]
    ctx.setLineDash((mark.dash ?? []).map((length) => length * ratio))
    const [at, up] = [mark.x === undefined ? left + width : x(mark.x), mark.y === undefined ? top : y(mark.y)]
    ctx.beginPath()
    if (mark.x === undefined) {
      ctx.moveTo(left, up)
      ctx.lineTo(left + width, up)
      ctx.stroke()
    } else if (mark.y === undefined) {
      ctx.moveTo(at, top)
      ctx.lineTo(at, top + height)
      ctx.stroke()
    } else {
      ctx.arc(at, up, (mark.size ?? 5) * ratio, 0, 2 * Math.PI)
      ctx.fill()
    }
    if (mark.words) writeBeside(ctx, mark.words, at, up, { left, right: left + width, top, ratio })
  }
}

/**
 * Above the mark, on the side where there is room.
 * @param {CanvasRenderingContext2D} ctx
 * @param {string} words
 * @param {number} at
 * @param {number} up
 * @param {{ left: number, right: number, top: number, ratio: number }} plot
 */
function writeBeside(ctx, words, at, up, { left, right, top, ratio }) {
  const room = 6 * ratio
  const before = at + room + ctx.measureText(words).width > right && at - left > right - at
  ctx.textAlign = before ? 'right' : 'left'
  ctx.textBaseline = up - 18 * ratio < top ? 'top' : 'bottom'
  ctx.fillText(words, at + (before ? -room : room), up + (ctx.textBaseline === 'top' ? room : -room / 2))
}
