import { significant } from '../wording/figures.js'

export const FONT = '12px system-ui, sans-serif'
const CHARACTER = 7 // the width of a digit in this font, generously

/**
 * What labels say; null for those that are left out.
 * @typedef {(split: number) => string | null} Label
 */

/** @typedef {() => import('./colours.js').Colours} CurrentColours */

/**
 * uPlot's own list of increments ends at 10^15, and bounds need not.
 * @param {CurrentColours} colours
 */
function common(colours) {
  return {
    font: FONT,
    labelFont: FONT,
    labelSize: 20,
    stroke: () => colours().muted,
    incrs: (
      /** @type {unknown} */ _plot,
      /** @type {number} */ _axis,
      /** @type {number} */ min,
      /** @type {number} */ max
    ) => roundSteps(max - min)
  }
}

/**
 * @param {CurrentColours} colours
 * @param {{ label?: Label, title?: string, logarithmic?: boolean }} [choice]
 * @returns {import('uplot').Axis}
 */
export function horizontalAxis(colours, { label = (split) => significant(split), title, logarithmic = false } = {}) {
  const { incrs, ...rest } = common(colours)
  return {
    ...rest,
    ...(logarithmic ? {} : { incrs }),
    ...(title === undefined ? {} : { label: title }),
    size: 30,
    space: 56,
    border: { show: true, stroke: () => colours().hairline, width: 1 },
    grid: { show: false },
    ticks: { stroke: () => colours().hairline, width: 1, size: 5 },
    filter: (_plot, splits) => splits.map((split) => (labelOf(split, label, logarithmic) === null ? null : split)),
    values: (_plot, splits) => splits.map((split) => (split === null ? null : label(split)))
  }
}

/**
 * @param {CurrentColours} colours
 * @param {{ label?: Label, title?: string, logarithmic?: boolean }} [choice]
 * @returns {import('uplot').Axis}
 */
export function verticalAxis(colours, { label = (split) => significant(split, 3), title, logarithmic = false } = {}) {
  const { incrs, ...rest } = common(colours)
  return {
    ...rest,
    ...(logarithmic ? {} : { incrs }),
    ...(title === undefined ? {} : { label: title }),
    size: (_plot, labels) => 18 + CHARACTER * Math.max(1, ...(labels ?? []).map((text) => text?.length ?? 0)),
    space: logarithmic ? 30 : 60,
    border: { show: false },
    grid: { stroke: () => colours().hairline, width: 1 },
    ticks: { show: false },
    filter: (_plot, splits) => splits.map((split) => (labelOf(split, label, logarithmic) === null ? null : split)),
    values: (_plot, splits) => splits.map((split) => (split === null ? null : label(split)))
  }
}

/**
 * On a logarithmic axis, powers of ten alone have labels.
 * @param {number} split
 * @param {Label} label
 * @param {boolean} logarithmic
 */
function labelOf(split, label, logarithmic) {
  const power = Math.log10(split)
  return logarithmic && Math.abs(power - Math.round(power)) > 1e-9 ? null : label(split)
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
