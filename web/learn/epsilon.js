import { createLineChart } from '../charts/line-chart.js'
import { afterPause } from '../controls/after-pause.js'
import { element } from '../controls/elements.js'
import { announce } from '../site/start.js'
import { factorAtMost, significant } from '../wording/figures.js'
import { createDial, createEpsilonDial } from './dial.js'
import { ANSWERS, EVENINGS } from './survey.js'
import { inPercent } from './words.js'

// Step 2: the odds between two people, before a report and after it.

/** @param {import('inbounds').Inbounds} inbounds */
export function openEpsilon({ ReflectedLaplace }) {
  const chart = createLineChart(element('epsilon-chart'), {
    lines: [
      { colour: 'law', width: 2.5 },
      { colour: 'plum', dash: [6, 4], width: 2.5 }
    ],
    xTitle: 'the report',
    yTitle: 'how likely',
    yLabel: inPercent,
    onPick: (value) => report.move(value)
  })
  const report = createDial('epsilon-report', { stops: ANSWERS, value: 6, words: String, onChange: show })
  const epsilon = createEpsilonDial('epsilon-value', 1, show)
  const announceSoon = afterPause(1000, announce)

  function show() {
    const since = performance.now()
    const survey = new ReflectedLaplace({ ...EVENINGS, epsilon: epsilon.value })
    const [ann, ben] = [survey.at(EVENINGS.lower), survey.at(EVENINGS.upper)]
    const at = report.value
    const [fromAnn, fromBen] = [ann.pmf(at), ben.pmf(at)]
    const ys = [ann, ben].map((law) => ANSWERS.map((answer) => law.pmf(answer)))
    const y = /** @type {[number, number]} */ ([0, 1.12 * Math.max(...ys.flat())])
    const marks = [
      { x: at, colour: /** @type {const} */ ('muted') },
      { x: at, y: fromAnn, colour: /** @type {const} */ ('law') },
      { x: at, y: fromBen, colour: /** @type {const} */ ('plum') }
    ]
    chart.show({ xs: ANSWERS, ys, y, marks }, since)

    const sure = fromAnn / (fromAnn + fromBen)
    element('epsilon-factor').textContent = factorInWords(at, fromAnn, fromBen, sure)
    element('odds-after').style.setProperty('--share', `${100 * sure}%`)
    element('odds-words').textContent = `${significant(100 * sure, 3)}% Ann`
    // Over all reports and all pairs of people, exactly.
    const worst = survey.audit()
    element('epsilon-most').textContent =
      `The largest factor of all, for the report ${worst.output}, is ${factorAtMost(worst.epsilon)}. Promised is no more than ` +
      `e to the power of ${significant(epsilon.value)}, which is ${factorAtMost(epsilon.value)}.`
    element('epsilon-chart').setAttribute(
      'aria-label',
      `Line chart of how likely each report from 0 to 30 is. Ann’s line falls from ${inPercent(ann.pmf(0))} at 0 to ${inPercent(ann.pmf(30))} at 30; Ben’s is its mirror image. At the report ${at}, Ann’s is at ${inPercent(fromAnn)} and Ben’s at ${inPercent(fromBen)}.`
    )
    announceSoon(element('epsilon-factor').textContent)
  }
  show()
  announceSoon.cancel()
}

/**
 * @param {number} report
 * @param {number} fromAnn
 * @param {number} fromBen
 * @param {number} sure
 */
function factorInWords(report, fromAnn, fromBen, sure) {
  const odds = `If you held both for equally likely, it is now ${significant(100 * sure, 3)}% Ann.`
  const shares = `Ann reports ${report} in ${inPercent(fromAnn)} of all cases, Ben in ${inPercent(fromBen)}`
  const [more, other] = fromAnn > fromBen ? ['Ann', 'Ben'] : ['Ben', 'Ann']
  const factor = significant(Math.max(fromAnn / fromBen, fromBen / fromAnn), 3)
  if (factor === '1') return `${shares}: no hint at all. ${odds}`
  return `${shares}: ${factor} times as likely from ${more} as from ${other}. ${odds}`
}
