import uPlot from 'uplot'
import { horizontalAxis, verticalAxis } from '../../charts/axes.js'
import { createPlot } from '../../charts/plot.js'
import { significant } from '../../wording/figures.js'
import {
  drawAtoms,
  drawBars,
  drawInterval,
  drawKnob,
  drawLawOfValues,
  drawMean,
  drawOutside,
  drawTruth
} from './law-layers.js'
import { pictureOf } from './picture.js'

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./draws.js').Drawn} Drawn */
/** @typedef {(value: number) => number} PositionOf */

/**
 * @param {HTMLElement} place
 * @param {(value: number) => void} onPick the visitor points at a true value
 * @param {(positionOf: PositionOf, model: Model) => void} onLayout where values are, in pixels from the left edge of the place
 */
export function createLawChart(place, onPick, onLayout) {
  const line = /** @type {NonNullable<typeof uPlot.paths.linear>} */ (uPlot.paths.linear)()
  /** @type {Model} */
  let model
  /** @type {[number, number] | undefined} */
  let held
  /** @type {[number, number]} */
  let view = [0, 1]
  const plot = createPlot(place, {
    right: 2, // there is a margin
    onPick,
    onLayout: (positionOf) => onLayout(positionOf, model),
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
      front: [drawLawOfValues, drawAtoms, drawInterval, drawMean, drawKnob]
    }
  })

  return {
    /**
     * @param {Model} next
     * @param {Drawn | undefined} drawn
     * @param {number} [since] when the change came that led to this
     */
    show(next, drawn, since) {
      model = next
      const picture = pictureOf(model, drawn)
      if (held) picture.x = held
      view = picture.x
      plot.show(picture, since)
    },
    /** While an end of the domain is dragged, the axis stays where it is. @param {boolean} target */
    hold(target) {
      held = target ? view : undefined
    }
  }
}

/**
 * No labels where no value can be.
 * @param {number} value
 * @param {import('./picture.js').Picture} picture
 */
function isInside(value, { model }) {
  return model.spans.some(([from, to]) => value >= from && value <= to)
}

/**
 * @param {number} height
 * @param {import('./picture.js').Picture} picture
 */
function heightLabel(height, picture) {
  return picture.model.cut.single ? `${significant(height * 100, 3)}%` : significant(height, 3)
}
