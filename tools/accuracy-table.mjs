// The tables of web/docs/collecting.md that say how close estimates come, made from what tests/bench/accuracy.bench.mjs
// measures: `npm run bench -- accuracy --write`. That takes minutes, so a test checks only their form.

import { fileURLToPath } from 'node:url'
import { readPart, writePart } from './built-part.mjs'

const page = fileURLToPath(new URL('../web/docs/collecting.md', import.meta.url))
const START = '<!-- accuracy -->'
const END = '<!-- /accuracy -->'

export const epsilons = [0.5, 1, 2, 4]
export const sizes = [1e4, 1e5, 1e6]

/** What every way is called on the page. */
const titles = {
  likelihood: '`ReflectedLaplace`',
  cosines: '`ReflectedLaplace`, by cosines',
  'smoothing 0': '`ReflectedLaplace`, `smoothing: 0`',
  BoundedLaplace: '`BoundedLaplace`',
  BoundedGaussian: '`BoundedGaussian`',
  ClampedLaplace: '`ClampedLaplace`',
  average: 'average of `ReflectedLaplace`',
  'clamped average': 'average of `ClampedLaplace`',
  Piecewise: 'Piecewise',
  'Square Wave EM': 'Square Wave, EM',
  'Square Wave EMS': 'Square Wave, EMS'
}
const byUs = ['likelihood', 'cosines', 'smoothing 0', 'BoundedLaplace', 'BoundedGaussian', 'ClampedLaplace']
const measures = {
  mean: 'How far the mean of values from 0 to 1 is off, on average over five populations:',
  distance: 'How far their histogram of 100 bins is off (the Wasserstein-1 distance: how far shares have to be moved):'
}

/** @param {{ epsilon: number, people: number, mean: Record<string, number>, distance: Record<string, number> }[]} results */
export function accuracyLines(results) {
  return [
    ...Object.entries(measures).flatMap(([measure, caption]) => [caption, '', ...tableOf(results, measure), '']),
    ...sentencesOf(results)
  ]
}

/** The smallest of each row in bold. */
function tableOf(results, measure) {
  const ways = waysOf(results, measure)
  const rows = results.map(({ epsilon, people, [measure]: errors }) => {
    const min = Math.min(...ways.map((way) => errors[way]))
    const cells = ways.map((way) => (errors[way] === min ? `**${short(errors[way])}**` : short(errors[way])))
    return rowOf([epsilon, people.toLocaleString('en'), ...cells])
  })
  const heads = ['epsilon', 'reports', ...ways.map((way) => titles[way])]
  return [rowOf(heads), rowOf(heads.map(() => '---')), ...rows]
}

/** Where others are nearer, one sentence for each of them. */
function sentencesOf(results) {
  const others = (measure) => waysOf(results, measure).filter((way) => !byUs.includes(way))
  return [
    ...others('mean').map((way) => sentenceOf(results, 'mean', way, 'Its mean')),
    ...others('distance').map((way) => sentenceOf(results, 'distance', way, 'Its histogram'))
  ].map((sentence) => `- ${sentence}`)
}

function sentenceOf(results, measure, way, what) {
  const times = (errors) => errors.likelihood / errors[way]
  const wins = results.filter(({ [measure]: errors }) => times(errors) > 1)
  const over = results.filter(({ [measure]: errors }) => byUs.every((mine) => errors[way] < errors[mine]))
  const name = `${titles[way][0].toUpperCase()}${titles[way].slice(1)}`
  if (wins.length === 0) return `${name}: ${what.toLowerCase()} is nowhere nearer than that of \`ReflectedLaplace\`.`
  const max = wins.reduce((a, b) => (times(b[measure]) > times(a[measure]) ? b : a))
  const where = `${times(max[measure]).toFixed(1)} times as near with epsilon ${max.epsilon} and ${max.people.toLocaleString('en')} reports`
  const all = over.length === 0 ? 'nowhere' : `in ${over.length}`
  return `${name}: ${what.toLowerCase()} is nearer than that of \`ReflectedLaplace\` in ${wins.length} of ${results.length} rows (${where}), and nearer than all of ours ${all}.`
}

function waysOf(results, measure) {
  return Object.keys(titles).filter((way) => way in results[0][measure])
}

function rowOf(cells) {
  return `| ${cells.join(' | ')} |`
}

function short(value) {
  return value.toPrecision(2)
}

/** What stands between the marks. */
export async function accuracyOnPage() {
  return (await readPart(page, START, END)).split('\n')
}

export function writeAccuracy(lines) {
  return writePart(page, START, END, lines.join('\n'))
}
