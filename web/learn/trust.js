import { createLineChart } from '../charts/line-chart.js'
import { afterPause } from '../controls/after-pause.js'
import { element } from '../controls/elements.js'
import { announce } from '../site/start.js'
import { significant, whole } from '../wording/figures.js'
import { withCollector } from './collector.js'
import { createCountDial, createEpsilonDial } from './dial.js'
import { CROWD_MEAN, EVENINGS } from './survey.js'

// Step 5: noise on every number, or on the average of all of them.

const WIDTH = EVENINGS.upper - EVENINGS.lower
const CONFIDENCE = 0.95
const POINTS = 160 // of each law, evenly over its probability

/** @typedef {import('inbounds').ReflectedLaplace} Mechanism */

/** @param {import('inbounds').Inbounds} inbounds */
export function openTrust({ ReflectedLaplace }) {
  const chart = createLineChart(element('trust-chart'), {
    lines: [
      { colour: 'plum', dash: [6, 4], width: 2.5 },
      { colour: 'law', width: 2.5 }
    ],
    xTitle: 'evenings',
    yLabel: () => null
  })
  const people = createCountDial('trust-people', 100, [1, 5], change)
  const epsilon = createEpsilonDial('trust-epsilon', 1, change)
  const announceSoon = afterPause(1000, announce)
  /** @type {import('inbounds/collector').Collector | undefined} */
  let collector

  function show() {
    const since = performance.now()
    const bounds = { ...EVENINGS, epsilon: epsilon.value }
    const local = new ReflectedLaplace(bounds)
    // One person can move the average of n by an n-th of the range. Averages are no whole numbers.
    const central = new ReflectedLaplace({
      lower: EVENINGS.lower,
      upper: EVENINGS.upper,
      epsilon: epsilon.value,
      sensitivity: WIDTH / people.value
    })
    const { xs, ys } = shapesOf([local, central])
    chart.show({ xs, ys, y: [0, 1.1], marks: [{ x: CROWD_MEAN, y: 0, colour: 'truth' }] }, since)

    tell('trust-local-sensitivity', local.sensitivity)
    tell('trust-central-sensitivity', central.sensitivity)
    tell('trust-local-scale', local.scale)
    tell('trust-central-scale', central.scale)
    const [low, high] = central.at(CROWD_MEAN).interval(CONFIDENCE)
    tell('trust-central-error', (high - low) / 2, '± ')
    if (collector) {
      const mechanism = new collector.ReflectedLaplace(bounds)
      const error = Number(collector.errorOf({ mechanism, reports: people.value, confidence: CONFIDENCE }))
      // The average lies between the bounds anyway: what is known to within half the range is not known at all.
      if (error < WIDTH / 2) tell('trust-local-error', error, '± ')
      else Object.assign(element('trust-local-error'), { value: String(error), textContent: 'not at all' })
    } else element('trust-local-error').textContent = '…'
    element('trust-words').textContent = comparisonInWords(people.value, local, central)
    element('trust-chart').setAttribute(
      'aria-label',
      `Line chart of what is released, each line drawn to the same height. ${intervalInWords('The report of one person', local)} ${intervalInWords(`The average of ${whole(people.value)} people`, central)} The true average is ${significant(CROWD_MEAN, 3)}.`
    )
  }

  function change() {
    show()
    announceSoon(element('trust-words').textContent)
  }

  show()
  withCollector((loaded) => {
    collector = loaded
    show()
  })
}

/**
 * The densities on points that show both, each with a peak of 1.
 * @param {readonly Mechanism[]} mechanisms
 */
function shapesOf(mechanisms) {
  const laws = mechanisms.map((mechanism) => mechanism.at(CROWD_MEAN).continuous)
  const points = new Set([EVENINGS.lower, CROWD_MEAN, EVENINGS.upper])
  for (const law of laws) {
    for (let at = 1; at < POINTS; ++at) points.add(law.quantile(at / POINTS))
  }
  const xs = [...points].sort((a, b) => a - b)
  return { xs, ys: laws.map((law) => xs.map((x) => law.pdf(x) / law.pdf(CROWD_MEAN))) }
}

/** @param {string} id @param {number} value @param {string} [sign] */
function tell(id, value, sign = '') {
  Object.assign(element(id), { value: String(value), textContent: `${sign}${significant(value, 3)}` })
}

/** @param {string} what @param {Mechanism} mechanism */
function intervalInWords(what, mechanism) {
  const [low, high] = mechanism.at(CROWD_MEAN).interval(CONFIDENCE)
  return `${what} lies from ${significant(low, 3)} to ${significant(high, 3)} in 95% of all cases.`
}

/**
 * @param {number} people
 * @param {Mechanism} local
 * @param {Mechanism} central
 */
function comparisonInWords(people, local, central) {
  const times = Number((local.scale / central.scale).toPrecision(2)).toLocaleString('en-GB')
  return `For the same epsilon, each of the ${whole(people)} people’s own noise is ${times} times as wide as that of the average. (The local error allows for the worst of crowds, and for how people differ; the central one is of the noise alone.)`
}
