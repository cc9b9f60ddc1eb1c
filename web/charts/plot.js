import uPlot from 'uplot'
import { onDrag } from '../controls/drag.js'
import { currentColours, onColoursChange } from './colours.js'

// What all charts have in common: they fill the width of their place, follow the colours of the page, and tell how long they took.

/**
 * What a chart shows at a time: the data of its lines, and how far its axes reach.
 * @typedef {{ data: import('uplot').AlignedData, x: [number, number], y: [number, number] }} Shown
 */
/** @typedef {import('./colours.js').Colours} Colours */
/**
 * Paints on the canvas, in device pixels.
 * @template {Shown} Picture
 * @typedef {(plot: uPlot, picture: Picture, colours: Colours) => void} Layer
 */

/**
 * @template {Shown} Picture
 * @typedef {object} Design
 * @property {(colours: () => Colours, picture: () => Picture) => import('uplot').Axis[]} axes
 * @property {(colours: () => Colours, picture: () => Picture) => import('uplot').Series[]} lines
 * @property {{ back?: Layer<Picture>[], middle?: Layer<Picture>[], front?: Layer<Picture>[] }} [layers] behind the axes, behind the lines, and before them
 * @property {number} [right] room for half of the last label, in pixels
 * @property {boolean} [logarithmicX]
 * @property {boolean} [logarithmicY]
 * @property {(width: number) => number} [height] for a width, both in pixels
 * @property {(x: number, y: number) => void} [onPick] the visitor points at a place, in the units of the axes
 * @property {(positionOf: (value: number) => number) => void} [onLayout] where values of the horizontal axis are, in pixels from the left edge of the place
 */

/**
 * @template {Shown} Picture
 * @param {HTMLElement} place
 * @param {Design<Picture>} design
 */
export function createPlot(place, design) {
  const { axes, lines, layers = {}, right = 18, logarithmicX = false, logarithmicY = false, onPick, onLayout } = design
  const height = design.height ?? usualHeight
  let colours = currentColours()
  /** @type {Picture} */
  let picture
  /** @type {uPlot | undefined} */
  let plot
  /** @type {number | undefined} */
  let began

  const size = () => {
    const width = Math.max(place.clientWidth, 200)
    return { width, height: Math.round(height(width)) }
  }
  /** @param {Layer<Picture>} draw */
  const layer = (draw) => (/** @type {uPlot} */ drawn) => {
    drawn.ctx.save() // uPlot remembers the pens that it chose, and does not look whether they are still there
    draw(drawn, picture, colours)
    drawn.ctx.restore()
  }

  function create() {
    const given = /** @type {const} */ ([() => colours, () => picture])
    plot = new uPlot(
      {
        ...size(),
        legend: { show: false },
        cursor: { show: false },
        select: { show: false, left: 0, top: 0, width: 0, height: 0 },
        padding: [8, right, 0, 0],
        scales: {
          x: { time: false, distr: logarithmicX ? 3 : 1, range: () => picture.x },
          y: { distr: logarithmicY ? 3 : 1, range: () => picture.y }
        },
        axes: axes(...given),
        series: [{}, ...lines(...given).map((line) => ({ pxAlign: 0, points: { show: false }, ...line }))],
        hooks: {
          drawClear: (layers.back ?? []).map(layer),
          drawAxes: (layers.middle ?? []).map(layer),
          draw: [...(layers.front ?? []).map(layer), laidOut]
        }
      },
      picture.data,
      place
    )
    if (onPick) {
      onDrag(plot.over, (x, y) => {
        if (plot) onPick(plot.posToVal(x, 'x'), plot.posToVal(y, 'y'))
      })
    }
    new ResizeObserver(() => plot?.setSize(size())).observe(place)
    onColoursChange(() => {
      colours = currentColours()
      plot?.redraw(false)
    })
  }

  /** @param {uPlot} drawn */
  function laidOut({ over, valToPos }) {
    const left = over.offsetLeft
    onLayout?.((value) => left + valToPos(value, 'x'))
    if (began !== undefined) performance.measure('redraw', { start: began })
    began = undefined
  }

  return {
    /**
     * @param {Picture} next
     * @param {number} [since] when the change came that led to this
     */
    show(next, since) {
      began = since
      picture = next
      if (plot) plot.setData(picture.data)
      else create()
    }
  }
}

/** @param {number} width */
function usualHeight(width) {
  return Math.min(Math.max(width * 0.5, 230), 380)
}

/** What a layer needs: where values are, and where the plot is. @param {uPlot} plot */
export function pencil(plot) {
  return {
    ctx: plot.ctx,
    ratio: devicePixelRatio,
    /** @param {number} value */
    x: (value) => plot.valToPos(value, 'x', true),
    /** @param {number} value */
    y: (value) => plot.valToPos(value, 'y', true),
    ...plot.bbox
  }
}
