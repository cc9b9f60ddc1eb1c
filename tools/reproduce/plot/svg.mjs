// A chart as SVG: axes, lines with gaps, points where there are few, marks and a legend. Colours are classes, which the report has a style sheet for; a file
// of its own brings one along, for light and dark.

import { ROLES, stylesOf } from '../../../web/papers/line-styles.js'
import { escapeHtml } from '../../docs/html.mjs'
import { FILE_STYLE } from './file-style.mjs'
import { rangeOf, scaleOf } from './scale.mjs'

/** @typedef {import('../../../web/papers/computations/result.js').Chart} Chart */

const WIDTH = 520
const TOP = 44
const PLOT = 250 // the height of the plot itself
const RIGHT = 18
const BELOW = 50 // for the labels and the title of the axis
const LINE = 20 // of the legend
const CHARACTER = 7.2 // how wide one is, about
const FEW_POINTS = 30

/**
 * @param {Chart} chart
 * @param {string} name for the ids in it: several may be in one document
 * @param {{ alone?: boolean }} [wishes] alone: for a file of its own
 */
export function chartSvg(chart, name, { alone = false } = {}) {
  const [x, y] = scalesOf(chart)
  const left = 34 + CHARACTER * Math.max(...y.ticks.map(({ label }) => label.length))
  const frame = { left, right: WIDTH - RIGHT, top: TOP, bottom: TOP + PLOT }
  const place = {
    x: (/** @type {number} */ value) => round(frame.left + (frame.right - frame.left) * x.at(value)),
    y: (/** @type {number} */ value) => round(frame.bottom - (frame.bottom - frame.top) * y.at(value))
  }
  const legend = legendOf(chart, frame.bottom + BELOW)
  const height = frame.bottom + BELOW + legend.height + 6
  const parts = [
    `<title id="${name}-title">${escapeHtml(chart.title)}</title>`,
    `<desc id="${name}-words">${escapeHtml(`${chart.yTitle} over ${chart.xTitle}. ${chart.words}`)}</desc>`,
    alone ? `<style>${FILE_STYLE}</style><rect class="paper" width="${WIDTH}" height="${height}"/>` : '',
    `<clipPath id="${name}-clip"><rect x="${frame.left}" y="${frame.top - 2}" width="${round(frame.right - frame.left)}" height="${PLOT + 4}"/></clipPath>`,
    text(12, 20, chart.title, 'title'),
    axes(chart, x, y, place, frame),
    `<g clip-path="url(#${name}-clip)">`,
    ...chart.lines.map((line, at) => drawLine(chart, line, stylesOf(chart.lines)[at], place)),
    '</g>',
    ...(chart.marks ?? []).map((mark) => drawMark(mark, place, frame, endWithRoom(chart, mark, place))),
    legend.svg
  ]
  const namespace = alone ? ' xmlns="http://www.w3.org/2000/svg"' : ''
  return `<svg${namespace} class="plot" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="${name}-title ${name}-words">\n${parts.filter(Boolean).join('\n')}\n</svg>\n`
}

/** @param {Chart} chart @returns {[import('./scale.mjs').Scale, import('./scale.mjs').Scale]} */
function scalesOf({ xs, lines, y, logarithmicX = false, logarithmicY = false, marks = [] }) {
  const values = lines.flatMap(({ ys }) => ys.filter((value) => value !== null))
  const named = marks.flatMap(({ y: value }) => (value === undefined ? [] : [value]))
  const [from, to] = [xs[0] ?? 0, xs.at(-1) ?? 1]
  const [low, high] = y ?? rangeOf([...values, ...named], logarithmicY)
  return [
    logarithmicX ? scaleOf(...rangeOf([from, to], true), true) : scaleOf(from, to),
    scaleOf(low, high, logarithmicY)
  ]
}

function axes({ xTitle, yTitle }, x, y, place, { left, right, top, bottom }) {
  const middle = (top + bottom) / 2
  return [
    ...y.ticks.map(({ value, label }) => {
      const at = place.y(value)
      return `<path class="grid" d="M${left} ${at}H${right}"/>${text(left - 8, at + 4.5, label, 'end')}`
    }),
    `<path class="axis" d="M${left} ${bottom}H${right}"/>`,
    ...x.ticks.map(({ value, label }) => {
      const at = place.x(value)
      return `<path class="axis" d="M${at} ${bottom}v5"/>${text(at, bottom + 19, label, 'middle')}`
    }),
    text(round((left + right) / 2), bottom + 39, xTitle, 'middle'),
    `<text class="middle" transform="translate(16 ${middle}) rotate(-90)">${escapeHtml(yTitle)}</text>`
  ].join('\n')
}

/** @param {Chart} chart @param {Chart['lines'][number]} line @param {import('../../../web/papers/line-styles.js').LineStyle} style */
function drawLine({ xs }, { ys }, style, place) {
  const points = xs.map((x, at) =>
    ys[at] === null || ys[at] === undefined ? null : `${place.x(x)} ${place.y(ys[at])}`
  )
  const path = points.map((point, at) => (point ? `${at > 0 && points[at - 1] ? 'L' : 'M'}${point}` : '')).join('')
  const dots = xs.length > FEW_POINTS ? [] : points.filter((point) => point !== null)
  const circles = dots.map(
    (point) => `<circle class="dot ${style.colour}" cx="${point.split(' ')[0]}" cy="${point.split(' ')[1]}" r="3"/>`
  )
  return `<path class="line ${style.colour}" ${strokeOf(style)} d="${path}"/>${circles.join('')}`
}

/** Where the words of a value stand in the way of no line: at the end of the axis from which the lines are farther. */
function endWithRoom({ lines }, { y }, place) {
  const room = (/** @type {0 | -1} */ at) =>
    Math.min(...lines.map(({ ys }) => Math.abs(place.y(ys.at(at) ?? Number.POSITIVE_INFINITY) - place.y(y))))
  return y !== undefined && room(0) > room(-1) ? 'left' : 'right'
}

/** A value on an axis, or a point if it has both. */
function drawMark({ x, y, words = '', role }, place, { left, right, top, bottom }, end) {
  const { colour } = ROLES[role]
  if (x !== undefined && y !== undefined) {
    const [atX, atY] = [place.x(x), place.y(y)]
    return `<circle class="dot ${colour}" cx="${atX}" cy="${atY}" r="5"/>${text(atX + 9, atY - 7, words, colour)}`
  }
  if (x !== undefined) {
    const at = place.x(x)
    return `<path class="line ${colour}" ${strokeOf(ROLES.plain)} d="M${at} ${top}V${bottom}"/>${text(at, top - 5, words, `middle ${colour}`)}`
  }
  const at = place.y(y)
  return `<path class="line ${colour}" ${strokeOf(ROLES.plain)} d="M${left} ${at}H${right}"/>${end === 'left' ? text(left + 4, at - 5, words, colour) : text(right - 4, at - 5, words, `end ${colour}`)}`
}

/** Two beside each other where they are short. @param {Chart} chart @param {number} top */
function legendOf({ lines }, top) {
  const columns = lines.length > 3 && lines.every(({ name }) => name.length <= 26) ? 2 : 1
  const styles = stylesOf(lines)
  const items = lines.map(({ name }, at) => {
    const [x, y] = [12 + (at % columns) * (WIDTH / 2), top + 8 + Math.floor(at / columns) * LINE]
    return `<path class="line ${styles[at].colour}" ${strokeOf(styles[at])} d="M${x} ${y}h30"/>${text(x + 38, y + 4.5, name)}`
  })
  return { svg: items.join('\n'), height: Math.ceil(lines.length / columns) * LINE }
}

/** @param {{ dash: number[], width: number }} style */
const strokeOf = ({ dash, width }) =>
  `stroke-width="${width}"${dash.length > 0 ? ` stroke-dasharray="${dash.join(' ')}"` : ''}`

/** @param {number} x @param {number} y @param {string} words @param {string} [kind] */
const text = (x, y, words, kind = '') =>
  words === '' ? '' : `<text x="${round(x)}" y="${round(y)}"${kind && ` class="${kind}"`}>${escapeHtml(words)}</text>`

/** Hundredths of a pixel are enough, and make smaller files. @param {number} value */
const round = (value) => Math.round(value * 100) / 100
