import { createLineChart } from '../charts/line-chart.js'
import { afterPause } from '../controls/after-pause.js'
import { element } from '../controls/elements.js'
import { logarithmicTrack } from '../controls/tracks.js'
import { announce } from '../site/start.js'
import { factorAtMost, percentAtMost, significant, whole } from '../wording/figures.js'
import { withCollector } from './collector.js'
import { createCountDial, createDial, createEpsilonDial } from './dial.js'
import { EVENINGS } from './survey.js'

// Step 6: what an epsilon promises, how well the average will be known, and how many people it takes.

const CURVE = logarithmicTrack(-1, 1).stops.filter((_, at) => at % 2 === 0)
const ERRORS = [0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5]

export function openChoosing() {
  for (const id of ['choosing-found', 'choosing-needed']) element(id).textContent = 'Loading the collector …'
  withCollector(start)
}

/** @param {import('inbounds/collector').Collector} collector */
function start({ ReflectedLaplace, errorOf, reportsNeeded }) {
  const chart = createLineChart(element('choosing-chart'), {
    lines: [{ colour: 'law', width: 2.5 }],
    logarithmicX: true,
    xTitle: 'epsilon',
    yTitle: 'error, in evenings'
  })
  const mechanismOf = (/** @type {number} */ at) => new ReflectedLaplace({ ...EVENINGS, epsilon: at })
  const mechanisms = CURVE.map(mechanismOf)
  const epsilon = createEpsilonDial('choosing-epsilon', 1, change)
  const people = createCountDial('choosing-people', 10_000, [2, 6], change)
  const error = createDial('choosing-error', { stops: ERRORS, value: 1, words: (off) => `± ${off}`, onChange: change })
  const announceSoon = afterPause(1000, announce)
  /** @type {number[]} */
  let curve = []
  let curveIsFor = 0

  /** With so many people, for each epsilon; only where it can have changed. */
  function curveNow() {
    if (curveIsFor !== people.value) {
      curve = mechanisms.map((mechanism) => Number(errorOf({ mechanism, reports: people.value })))
      curveIsFor = people.value
    }
    return curve
  }

  function show() {
    const since = performance.now()
    const mechanism = mechanismOf(epsilon.value)
    const off = Number(errorOf({ mechanism, reports: people.value }))
    const needed = reportsNeeded({ mechanism, error: error.value })
    const ys = curveNow()
    chart.show(
      {
        xs: CURVE,
        ys: [ys],
        y: [0, (EVENINGS.upper - EVENINGS.lower) / 2], // beyond half the range, nothing is known
        marks: [
          { y: error.value, colour: 'blue', dash: [2, 3] },
          { x: epsilon.value, y: off, colour: 'truth' }
        ]
      },
      since
    )
    const count = whole(people.value)
    element('choosing-promise').textContent = promiseInWords(epsilon.value)
    element('choosing-found').textContent =
      `With ${count} people, the average is known to within ± ${significant(off, 3)} evenings, in 19 of 20 surveys. ` +
      (off <= error.value ? 'That is enough.' : 'That is not enough.')
    element('choosing-needed').textContent = `Within ± ${error.value} takes ${whole(needed)} people at this epsilon.`
    element('choosing-chart').setAttribute(
      'aria-label',
      `Line chart of the error of the average with ${count} people, the axis of epsilon logarithmic. It falls from ${significant(ys[0] ?? 0, 3)} at epsilon ${CURVE[0]} to ${significant(ys.at(-1) ?? 0, 3)} at epsilon ${CURVE.at(-1)}. Your epsilon of ${significant(epsilon.value)} gives ${significant(off, 3)}; you can live with ${error.value}.`
    )
  }

  function change() {
    show()
    announceSoon(['promise', 'found', 'needed'].map((part) => element(`choosing-${part}`).textContent).join(' '))
  }
  show()
}

/** @param {number} epsilon */
function promiseInWords(epsilon) {
  const sure = 1 / (1 + Math.exp(-epsilon)) // from odds of 1:1
  const words = sure > 0.999 ? 'practically certain' : `${percentAtMost(sure)} sure at most`
  return `The promise: odds change by a factor of ${factorAtMost(epsilon)} at most. Whoever held something for as likely as not can become ${words}.`
}
