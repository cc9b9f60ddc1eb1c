import { createLineChart } from '../charts/line-chart.js'
import { ROLES, stylesOf } from './line-styles.js'
import { make } from './markup.js'

/** @typedef {import('./computations/result.js').Chart} Chart */

const SVG = 'http://www.w3.org/2000/svg'

/**
 * A chart with its title and legend. It can be shown again with other numbers.
 * @param {Chart} chart
 */
export function createFigure(chart) {
  const place = make('div', { class: 'chart', role: 'img', 'aria-label': describeFigure(chart) })
  const styles = stylesOf(chart.lines)
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
    place.setAttribute('aria-label', describeFigure(next))
    words.textContent = next.words
    const marks = (next.marks ?? []).map(({ role, ...mark }) => ({
      ...mark,
      colour: ROLES[role].colour,
      dash: ROLES[role].dash
    }))
    drawn.show({
      xs: next.xs,
      ys: next.lines.map(({ ys }) => ys),
      marks,
      x: rangeOf(next),
      ...(next.y && { y: next.y })
    })
  }

  return { figure, show }
}

/** A little further than the data, so that the last label of the axis has room. @param {Chart} chart @returns {[number, number]} */
function rangeOf({ xs, logarithmicX }) {
  const [from, to] = [xs[0] ?? 0, xs.at(-1) ?? 1]
  return [from, logarithmicX ? to * (to / from) ** 0.03 : to + 0.015 * (to - from)]
}

/** @param {Chart} chart */
function describeFigure({ title, words, xTitle, yTitle }) {
  return `${title}: ${yTitle} over ${xTitle}. ${words}`
}

/** @param {import('./line-styles.js').LineStyle} style */
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
