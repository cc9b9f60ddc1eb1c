import uPlot from 'uplot'
import { horizontalAxis, verticalAxis } from '../charts/axes.js'
import { createPlot } from '../charts/plot.js'
import { significant } from '../wording/figures.js'
import { drawBars, drawInterval, drawKnob, drawLawOfValues, drawMean, drawOutside, drawTruth } from './law-layers.js'
import { pictureOf } from './picture.js'

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').Drawn} Drawn */

/**
 * @param {HTMLElement} place
 * @param {(value: number) => void} onPick the visitor points at a true value
 * @param {(chart: { from: number, to: number }) => void} onLayout where on the page the two bounds are, in pixels
 */
export function createLawChart(place, onPick, onLayout) {
  const line = /** @type {NonNullable<typeof uPlot.paths.linear>} */ (uPlot.paths.linear)()
  /** @type {Model} */
  let model
  const plot = createPlot(place, {
    onPick,
    onLayout: (positionOf) => {
      const { lower, upper } = model.mechanism
      onLayout({ from: positionOf(lower), to: positionOf(upper) })
    },
    axes: (colours, picture) => [
      horizontalAxis(colours, { label: (split) => (isInside(split, picture()) ? significant(split) : null) }),
      verticalAxis(colours, { label: (split) => heightLabel(split, picture()) })
    ],
    lines: (colours, picture) => [
      {
        stroke: () => colours().law,
        width: 2.5,
        paths: (...given) => (picture().model.curve ? line(...given) : null)
      }
    ],
    layers: {
      back: [drawOutside],
      middle: [drawBars, drawTruth],
      front: [drawLawOfValues, drawInterval, drawMean, drawKnob]
    }
  })

  return {
    /**
     * @param {Model} next
     * @param {Drawn | undefined} drawn
     * @param {number} since when the change came that led to this
     */
    show(next, drawn, since) {
      model = next
      plot.show(pictureOf(model, drawn), since)
    }
  }
}

/**
 * No labels where no value can be.
 * @param {number} value
 * @param {import('./picture.js').Picture} picture
 */
function isInside(value, picture) {
  return value >= picture.model.mechanism.lower && value <= picture.model.mechanism.upper
}

/**
 * @param {number} height
 * @param {import('./picture.js').Picture} picture
 */
function heightLabel(height, picture) {
  return picture.model.cut.single ? `${significant(height * 100, 3)}%` : significant(height, 3)
}
