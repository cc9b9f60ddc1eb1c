import uPlot from 'uplot'
import { axes } from './chart-axes.js'
import { drawBars, drawInterval, drawKnob, drawLawOfValues, drawMean, drawOutside, drawTruth } from './chart-layers.js'
import { currentColours, onColoursChange } from './colours.js'
import { onDrag } from './drag.js'
import { pictureOf } from './picture.js'

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').Drawn} Drawn */
/** @typedef {import('./picture.js').Picture} Picture */

/**
 * @param {HTMLElement} place
 * @param {(value: number) => void} onPick the visitor points at a true value
 * @param {(chart: { from: number, to: number }) => void} onLayout where on the page the two bounds are, in pixels
 */
export function createChart(place, onPick, onLayout) {
  let colours = currentColours()
  /** @type {Picture} */
  let picture
  /** @type {uPlot | undefined} */
  let plot
  /** @type {number | undefined} */
  let began

  /** @param {(plot: uPlot, picture: Picture, colours: import('./colours.js').Colours) => void} draw */
  const layer = (draw) => (/** @type {uPlot} */ drawn) => {
    drawn.ctx.save() // uPlot remembers the pens that it chose, and does not look whether they are still there
    draw(drawn, picture, colours)
    drawn.ctx.restore()
  }

  function create() {
    const line = /** @type {NonNullable<typeof uPlot.paths.linear>} */ (uPlot.paths.linear)()
    plot = new uPlot(
      {
        ...sizeOf(place),
        legend: { show: false },
        cursor: { show: false },
        select: { show: false, left: 0, top: 0, width: 0, height: 0 },
        padding: [8, 2, 0, 0],
        scales: {
          x: { time: false, range: () => picture.view },
          y: { range: () => [0, picture.top] }
        },
        axes: axes(
          () => colours,
          () => picture
        ),
        series: [
          {},
          {
            stroke: () => colours.law,
            width: 2.5,
            pxAlign: 0, // a gentle slope should not become a staircase
            points: { show: false },
            paths: (...given) => (picture.model.curve ? line(...given) : null)
          }
        ],
        hooks: {
          drawClear: [layer(drawOutside)],
          drawAxes: [layer(drawBars), layer(drawTruth)],
          draw: [layer(drawLawOfValues), layer(drawInterval), layer(drawMean), layer(drawKnob), layer(laidOut)]
        }
      },
      picture.line,
      place
    )

    onDrag(plot.over, (position) => {
      if (plot) onPick(plot.posToVal(position, 'x'))
    })
    new ResizeObserver(() => plot?.setSize(sizeOf(place))).observe(place)
    onColoursChange(() => {
      colours = currentColours()
      plot?.redraw(false)
    })
  }

  /** @type {(plot: uPlot, picture: Picture) => void} */
  function laidOut({ over, valToPos }, { model: { mechanism } }) {
    const left = over.offsetLeft
    onLayout({ from: left + valToPos(mechanism.lower, 'x'), to: left + valToPos(mechanism.upper, 'x') })
    if (began !== undefined) performance.measure('redraw', { start: began })
    began = undefined
  }

  return {
    /**
     * @param {Model} model
     * @param {Drawn | undefined} drawn
     * @param {number} since when the change came that led to this
     */
    show(model, drawn, since) {
      began = since
      picture = pictureOf(model, drawn)
      if (plot) plot.setData(picture.line)
      else create()
    }
  }
}

/** @param {HTMLElement} place */
function sizeOf(place) {
  const width = Math.max(place.clientWidth, 200)
  return { width, height: Math.round(Math.min(Math.max(width * 0.5, 230), 380)) }
}
