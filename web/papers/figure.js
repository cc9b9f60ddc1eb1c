import { createLineChart } from '../charts/line-chart.js'
import { make } from './markup.js'

/** @typedef {import('./computations/result.js').Chart} Chart */

const SVG = 'http://www.w3.org/2000/svg'

/** @type {Readonly<Record<Chart['lines'][number]['role'], { colour: keyof import('../charts/colours.js').Colours, dash: number[], width: number }>>} */
const ROLES = {
  paper: { colour: 'law', dash: [], width: 2 },
  tight: { colour: 'blue', dash: [8, 4], width: 2.5 },
  other: { colour: 'ochre', dash: [2, 3], width: 2.5 },
  plain: { colour: 'muted', dash: [4, 4], width: 1.5 },
  alarm: { colour: 'truth', dash: [], width: 2.5 }
}

/** For further lines of the same kind. */
const MORE_DASHES = [
  [14, 3],
  [8, 3],
  [5, 3],
  [3, 3],
  [1, 3]
]

/**
 * A chart with its title and legend. It can be shown again with other numbers.
 * @param {Chart} chart
 */
export function createFigure(chart) {
  const place = make('div', { class: 'chart', role: 'img', 'aria-label': spoken(chart) })
  const styles = chart.lines.map(({ role }, at) => {
    const before = chart.lines.slice(0, at).filter((line) => line.role === role).length
    return before === 0 ? ROLES[role] : { ...ROLES[role], dash: MORE_DASHES[(before - 1) % MORE_DASHES.length] ?? [] }
  })
  const words = make('p', {})
  const legend = make(
    'ul',
    { class: 'legend' },
    ...chart.lines.map(({ name }, at) => make('li', {}, swatch(styles[at] ?? ROLES.plain), name))
  )
  const figure = make(
    'figure',
    {},
    make('h4', {}, chart.title),
    place,
    make('figcaption', {}, ...(chart.lines.length > 1 ? [legend] : []), words)
  )
  const drawn = createLineChart(place, {
    lines: styles.map(({ colour, dash, width }) => ({ colour, dash, width })),
    xTitle: chart.xTitle,
    yTitle: chart.yTitle,
    logarithmicX: chart.logarithmicX ?? false,
    logarithmicY: chart.logarithmicY ?? false
  })

  /** @param {Chart} next */
  function show(next) {
    place.setAttribute('aria-label', spoken(next))
    words.textContent = next.words
    const marks = (next.marks ?? []).map(({ role, ...mark }) => ({
      ...mark,
      colour: ROLES[role].colour,
      dash: ROLES[role].dash
    }))
    drawn.show({ xs: next.xs, ys: next.lines.map(({ ys }) => ys), marks, x: reach(next), ...(next.y && { y: next.y }) })
  }

  return { figure, show }
}

/** A little further than the data, so that the last label of the axis has room. @param {Chart} chart @returns {[number, number]} */
function reach({ xs, logarithmicX }) {
  const [from, to] = [xs[0] ?? 0, xs.at(-1) ?? 1]
  return [from, logarithmicX ? to * (to / from) ** 0.03 : to + 0.015 * (to - from)]
}

/** @param {Chart} chart */
function spoken({ title, words, xTitle, yTitle }) {
  return `${title}: ${yTitle} over ${xTitle}. ${words}`
}

/** @param {typeof ROLES[keyof typeof ROLES]} style */
function swatch({ colour, dash, width }) {
  const svg = document.createElementNS(SVG, 'svg')
  const line = document.createElementNS(SVG, 'line')
  for (const [name, value] of Object.entries({
    class: `line-swatch ${colour}`,
    viewBox: '0 0 28 8',
    'aria-hidden': 'true'
  }))
    svg.setAttribute(name, value)
  for (const [name, value] of Object.entries({
    x1: 0,
    x2: 28,
    y1: 4,
    y2: 4,
    'stroke-width': width,
    'stroke-dasharray': dash.join(' ')
  }))
    line.setAttribute(name, String(value))
  svg.append(line)
  return svg
}
