import { FONT } from '../../charts/axes.js'
import { paintBars, paintCaps } from '../../charts/bar-layers.js'
import { pencil } from '../../charts/plot.js'
import { significant } from '../../wording/figures.js'

// What is painted on the canvas besides axes and curve. Positions are in device pixels, as uPlot's canvas has them.

/** @typedef {import('../../charts/plot.js').Layer<import('./picture.js').Picture>} Layer */

const KNOB = 28 // below the top, clear of the interval

/** The places where no released value can ever be. @type {Layer} */
export function drawOutside(plot, { outside }, colours) {
  const { ctx, ratio, x, left, top, width, height } = pencil(plot)
  ctx.beginPath()
  for (const [from, to] of outside) {
    const [start, end] = [Math.max(x(from), left), Math.min(x(to), left + width)]
    if (end > start) ctx.rect(start, top, end - start, height)
  }
  ctx.clip()
  ctx.strokeStyle = colours.outside
  ctx.lineWidth = 1.5 * ratio
  ctx.beginPath()
  for (let at = left - height; at < left + width; at += 6 * ratio) {
    ctx.moveTo(at, top + height)
    ctx.lineTo(at + height, top)
  }
  ctx.stroke()
}

/** The values that were drawn. @type {Layer} */
export function drawBars(plot, { model, drawn }, colours) {
  if (drawn) paintBars(plot, model.cut.bars, drawn, colours)
}

/** The exact probability of each value, where there are few: a line on each bar. @type {Layer} */
export function drawLawOfValues(plot, { model, law }, colours) {
  if (model.cut.single) paintCaps(plot, model.cut.bars, law, colours.law)
}

/** Bounds that are released with a probability of their own: no density shows it. @type {Layer} */
export function drawAtoms(plot, { model }, colours) {
  const { ctx, ratio, x, left, top, width, height } = pencil(plot)
  ctx.font = FONT.replace('12px', `${12 * ratio}px`)
  ctx.fillStyle = colours.law
  ctx.textBaseline = 'top'
  for (const { at, share } of model.atoms) {
    const isLeft = x(at) < left + width / 2
    ctx.fillRect(x(at) - 2 * ratio, top + 40 * ratio, 4 * ratio, height - 40 * ratio)
    ctx.textAlign = isLeft ? 'left' : 'right'
    ctx.fillText(`${significant(share * 100, 3)}%`, x(at) + (isLeft ? 6 : -6) * ratio, top + 42 * ratio)
  }
}

/** Where 95% of the released values lie: a bracket, as intervals are written. @type {Layer} */
export function drawInterval(plot, { model }, colours) {
  const { ctx, ratio, x, top } = pencil(plot)
  const [from, to] = [x(model.interval[0]), x(model.interval[1])]
  const middle = top + 12 * ratio
  const halfWidth = 5 * ratio
  const inward = Math.min(halfWidth, (to - from) / 3)
  ctx.strokeStyle = colours.law
  ctx.lineWidth = 1.5 * ratio
  ctx.beginPath()
  for (const [end, side] of /** @type {const} */ ([
    [from, 1],
    [to, -1]
  ])) {
    ctx.moveTo(end + side * inward, middle - halfWidth)
    ctx.lineTo(end, middle - halfWidth)
    ctx.lineTo(end, middle + halfWidth)
    ctx.lineTo(end + side * inward, middle + halfWidth)
  }
  ctx.moveTo(from, middle)
  ctx.lineTo(to, middle)
  ctx.stroke()
}

/** @type {Layer} */
export function drawMean(plot, { model }, colours) {
  const { ctx, ratio, x, top, height } = pencil(plot)
  ctx.strokeStyle = colours.law
  ctx.lineWidth = 1.5 * ratio
  ctx.setLineDash([4 * ratio, 4 * ratio])
  ctx.beginPath()
  ctx.moveTo(x(model.mean), top + 12 * ratio)
  ctx.lineTo(x(model.mean), top + height)
  ctx.stroke()
}

/** The true value. Under the law: where there is little noise, both are in the same place. @type {Layer} */
export function drawTruth(plot, { model }, colours) {
  const { ctx, ratio, x, top, height } = pencil(plot)
  ctx.strokeStyle = colours.truth
  ctx.lineWidth = 2 * ratio
  ctx.beginPath()
  ctx.moveTo(x(model.clamped), top + KNOB * ratio)
  ctx.lineTo(x(model.clamped), top + height)
  ctx.stroke()
}

/** What asks to be dragged. @type {Layer} */
export function drawKnob(plot, { model }, colours) {
  const { ctx, ratio, x, top } = pencil(plot)
  ctx.fillStyle = colours.truth
  ctx.strokeStyle = colours.surface
  ctx.lineWidth = 2 * ratio
  ctx.beginPath()
  ctx.arc(x(model.clamped), top + KNOB * ratio, 7 * ratio, 0, 2 * Math.PI)
  ctx.stroke()
  ctx.fill()
}
