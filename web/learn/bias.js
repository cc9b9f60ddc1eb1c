import { createLineChart } from '../charts/line-chart.js'
import { afterPause } from '../controls/after-pause.js'
import { element } from '../controls/elements.js'
import { announce } from '../site/start.js'
import { withSign } from '../wording/figures.js'
import { withCollector } from './collector.js'
import { createDial, createEpsilonDial } from './dial.js'
import { ANSWERS, EVENINGS } from './survey.js'
import { evenings } from './words.js'

// Step 4: what reports average to, and how the collector finds back.

const PEOPLE = 20_000
const inHundredths = (/** @type {number} */ value) => value.toFixed(2).replace('-', '−')

/** @typedef {{ plain: number, mean: import('inbounds/collector').Estimated }} Found */

/** @param {import('inbounds').Inbounds} inbounds */
export function openBias({ ReflectedLaplace, ClampedLaplace }) {
  const chart = createLineChart(element('bias-chart'), {
    lines: [
      { colour: 'muted', dash: [3, 3] },
      { colour: 'law', width: 2.5 },
      { colour: 'ochre', dash: [8, 4] }
    ],
    xTitle: 'true number',
    yTitle: 'average report'
  })
  const truth = createDial('bias-truth', { stops: ANSWERS, value: 3, words: evenings, onChange: change })
  const epsilon = createEpsilonDial('bias-epsilon', 2, change)
  const announceSoon = afterPause(1000, announce)
  /** @type {import('inbounds/collector').Collector | undefined} */
  let collector

  /** @param {Found} [found] */
  function show(found) {
    const since = performance.now()
    const bounds = { ...EVENINGS, epsilon: epsilon.value }
    const [mirrored, cut] = [new ReflectedLaplace(bounds), new ClampedLaplace(bounds)]
    const ys = [ANSWERS, ...[mirrored, cut].map((mechanism) => ANSWERS.map((answer) => mechanism.at(answer).mean))]
    chart.show({ xs: ANSWERS, ys, y: [EVENINGS.lower, EVENINGS.upper], marks: marksOf(truth.value, found) }, since)
    const { mean, bias } = mirrored.at(truth.value)
    element('bias-law').textContent =
      `For a true ${truth.value}, mirrored noise reports ${inHundredths(mean)} on average: a bias of ${withSign(inHundredths(bias))}. ` +
      `Cut-off noise has a bias of ${withSign(inHundredths(cut.at(truth.value).bias))}.`
    element('bias-found').textContent = found
      ? resultInWords(truth.value, found)
      : collector
        ? 'Collecting …'
        : 'Loading the collector …'
    const line = (/** @type {readonly number[] | undefined} */ values) =>
      `from ${inHundredths(values?.[0] ?? 0)} to ${inHundredths(values?.at(-1) ?? 0)}`
    element('bias-chart').setAttribute(
      'aria-label',
      `Line chart of the average report for each true number from 0 to 30. Without bias it would be the true number; with mirrored noise it goes ${line(ys[1])}, with cut-off noise ${line(ys[2])}. ${found ? resultInWords(truth.value, found) : ''}`
    )
  }

  function collect() {
    if (!collector) return
    const mechanism = new collector.ReflectedLaplace({ ...EVENINGS, epsilon: epsilon.value })
    const reports = mechanism.privatiseAll(new Float64Array(PEOPLE).fill(truth.value))
    const plain = reports.reduce((sum, report) => sum + report) / reports.length
    show({ plain, mean: collector.estimate({ reports, mechanism }).mean })
  }
  const collectSoon = afterPause(120, collect)

  function change() {
    show()
    collectSoon()
    announceSoon(element('bias-law').textContent)
  }

  element('bias-collect').addEventListener('click', () => {
    collect()
    announceSoon(element('bias-found').textContent)
  })
  show()
  withCollector((loaded) => {
    collector = loaded
    collect()
  })
}

/**
 * @param {number} truth
 * @param {Found | undefined} found
 * @returns {import('../charts/marks.js').Mark[]}
 */
function marksOf(truth, found) {
  if (!found) return []
  return [
    { x: truth, y: found.plain, colour: 'truth' },
    { x: truth, y: found.mean.value, colour: 'blue' }
  ]
}

/** @param {number} truth @param {Found} found */
function resultInWords(truth, { plain, mean }) {
  return (
    `20,000 people whose true number is ${truth}: the plain average of their reports is ${inHundredths(plain)}. The collector ` +
    `estimates ${inHundredths(mean.value)}, and is 95% sure that it lies from ${inHundredths(mean.low)} to ${inHundredths(mean.high)}.`
  )
}
