import { significant } from './figures.js'

const FONT = '12px system-ui, sans-serif'
const CHARACTER = 7 // the width of a digit in this font, generously

/**
 * Both axes. uPlot's own list of increments ends at 10^15, and bounds need not.
 * @param {() => import('./colours.js').Colours} colours
 * @param {() => import('./picture.js').Picture} picture
 * @returns {import('uplot').Axis[]}
 */
export function axes(colours, picture) {
  const common = {
    font: FONT,
    stroke: () => colours().muted,
    border: { show: true, stroke: () => colours().hairline, width: 1 },
    incrs: (
      /** @type {unknown} */ _plot,
      /** @type {number} */ _axis,
      /** @type {number} */ min,
      /** @type {number} */ max
    ) => roundSteps(max - min)
  }
  return [
    {
      ...common,
      size: 30,
      space: 56,
      grid: { show: false },
      ticks: { stroke: () => colours().hairline, width: 1, size: 5 },
      // No labels where no value can be.
      filter: (_plot, splits) => splits.map((split) => (isInside(split, picture()) ? split : null)),
      values: (_plot, splits) => splits.map((split) => (split === null ? null : significant(split)))
    },
    {
      ...common,
      size: (_plot, labels) => 18 + CHARACTER * Math.max(1, ...(labels ?? []).map((label) => label?.length ?? 0)),
      space: 60,
      border: { show: false },
      grid: { stroke: () => colours().hairline, width: 1 },
      ticks: { show: false },
      values: (_plot, splits) => splits.map((split) => heightLabel(split, picture()))
    }
  ]
}

/**
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

/**
 * 1, 2 and 5 times the powers of ten that can divide this range into a readable number of parts.
 * @param {number} range
 */
function roundSteps(range) {
  const power = Math.floor(Math.log10(range))
  const steps = []
  for (let down = 3; down >= 0; --down) {
    for (const digits of [1, 2, 5]) steps.push(Number(`${digits}e${power - down}`))
  }
  return steps
}
