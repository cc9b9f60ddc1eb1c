// What is painted on the canvas besides axes and curve. Positions are in device pixels, as uPlot's canvas has them.

/** @typedef {import('./picture.js').Picture} Picture */
/** @typedef {import('./colours.js').Colours} Colours */
/** @typedef {(plot: import('uplot'), picture: Picture, colours: Colours) => void} Layer */

const KNOB = 28 // below the top, clear of the interval

/** @param {import('uplot')} plot */
function pencil(plot) {
  const ratio = devicePixelRatio
  return {
    ctx: plot.ctx,
    ratio,
    /** @param {number} value */
    x: (value) => plot.valToPos(value, 'x', true),
    /** @param {number} value */
    y: (value) => plot.valToPos(value, 'y', true),
    ...plot.bbox
  }
}

/** The places where no released value can ever be. @type {Layer} */
export function drawOutside(plot, { inside }, colours) {
  const { ctx, ratio, x, left, top, width, height } = pencil(plot)
  ctx.beginPath()
  ctx.rect(left, top, x(inside[0]) - left, height)
  ctx.rect(x(inside[1]), top, left + width - x(inside[1]), height)
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
  if (!drawn) return
  const { ctx, ratio, x, y, left, top, width, height } = pencil(plot)
  const base = top + height
  ctx.beginPath()
  ctx.rect(left, top, width, height)
  ctx.clip()
  for (const [at, bar] of model.cut.bars.entries()) {
    const value = drawn[at] ?? 0
    if (value === 0) continue
    const [from, to] = edgesOf(bar, x, ratio)
    const up = y(value)
    ctx.fillStyle = colours.bars
    ctx.fillRect(from, up, to - from, base - up)
    ctx.fillStyle = colours['bars-edge']
    ctx.fillRect(from, up, to - from, ratio)
  }
}

/** The exact probability of each value, where there are few: a line on each bar. @type {Layer} */
export function drawLawOfValues(plot, { model, law }, colours) {
  if (!model.cut.single) return
  const { ctx, ratio, x, y } = pencil(plot)
  ctx.fillStyle = colours.law
  for (const [at, bar] of model.cut.bars.entries()) {
    const [from, to] = edgesOf(bar, x, ratio)
    ctx.fillRect(from, y(law[at] ?? 0) - 1.25 * ratio, to - from, 2.5 * ratio)
  }
}

/** Where 95% of the released values lie: a bracket, as intervals are written. @type {Layer} */
export function drawInterval(plot, { model }, colours) {
  const { ctx, ratio, x, top } = pencil(plot)
  const [from, to] = [x(model.interval[0]), x(model.interval[1])]
  const middle = top + 12 * ratio
  const reach = 5 * ratio
  const inward = Math.min(reach, (to - from) / 3)
  ctx.strokeStyle = colours.law
  ctx.lineWidth = 1.5 * ratio
  ctx.beginPath()
  for (const [end, side] of /** @type {const} */ ([
    [from, 1],
    [to, -1]
  ])) {
    ctx.moveTo(end + side * inward, middle - reach)
    ctx.lineTo(end, middle - reach)
    ctx.lineTo(end, middle + reach)
    ctx.lineTo(end + side * inward, middle + reach)
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

/**
 * The edges of a bar on whole pixels, with a gap to its neighbour where there is room for one.
 * @param {import('./bars.js').Bar} bar
 * @param {(value: number) => number} x
 * @param {number} ratio
 */
function edgesOf({ from, to }, x, ratio) {
  const [start, end] = [Math.round(x(from)), Math.round(x(to))]
  const gap = end - start > 4 * ratio ? Math.max(ratio, Math.min((end - start) * 0.12, 4 * ratio)) : 0
  return /** @type {const} */ ([start + Math.round(gap / 2), end - Math.round(gap / 2)])
}
