import { createBarChart } from '../charts/bar-chart.js'
import { afterPause } from '../controls/after-pause.js'
import { element } from '../controls/elements.js'
import { announce } from '../site/start.js'
import { significant, whole } from '../wording/figures.js'
import { createDial } from './dial.js'
import { createMotion } from './motion.js'
import { ANSWERS, CROWD, EVENINGS, peopleOfCrowd } from './survey.js'
import { evenings, inPercent } from './words.js'

// Step 1: reports pile up. One of them says next to nothing, all of them show the crowd.

const EPSILON = 2
const MIDDLE = (EVENINGS.lower + EVENINGS.upper) / 2
const BARS = ANSWERS.map((answer) => ({ from: answer - 0.5, to: answer + 0.5 }))

/** @param {import('inbounds').Inbounds} inbounds */
export function openIdea({ ReflectedLaplace }) {
  const survey = new ReflectedLaplace({ ...EVENINGS, epsilon: EPSILON })
  const laws = ANSWERS.map((truth) => survey.at(truth))
  // How often each report is to be expected, if somebody of the crowd is met by chance.
  const expected = ANSWERS.map((report) => laws.reduce((sum, law, at) => sum + (CROWD[at] ?? 0) * law.pmf(report), 0))
  const chart = createBarChart(element('idea-chart'), {
    xTitle: 'reported evenings',
    yTitle: 'reports',
    yLabel: (split) => (Number.isInteger(split) ? whole(split) : null)
  })
  const motion = createMotion()
  const announceSoon = afterPause(1000, announce)
  const own = createDial('idea-own', { stops: ANSWERS, value: 4, words: evenings, onChange: showOwn })
  const counts = new Uint32Array(ANSWERS.length)
  /** @type {number | undefined} */
  let report

  const total = () => counts.reduce((sum, count) => sum + count, 0)

  function show() {
    const since = performance.now()
    const reports = total()
    const marks = report === undefined ? [] : [{ x: report, colour: /** @type {const} */ ('truth') }]
    const caps = reports === 0 ? [] : expected.map((share) => share * reports)
    chart.show({ bars: BARS, heights: counts, caps, ...(reports === 0 && { top: 10 }), marks }, since)
    element('idea-crowd').textContent = crowdInWords()
    element('idea-chart').setAttribute('aria-label', chartInWords(reports))
  }

  /** What the report says about the sender: next to nothing. */
  function showOwn() {
    element('idea-one').textContent = report === undefined ? '' : reportInWords(report)
  }

  /** @param {number} sent */
  function reportInWords(sent) {
    const chances = laws.map((law) => law.pmf(sent))
    const max = Math.max(...chances) / Math.min(...chances)
    const from = (/** @type {number} */ truth) => inPercent(chances[truth] ?? 0)
    return (
      `The report is ${sent}. Somebody with your number sends that in ${from(own.value)} of all cases; somebody with 0 in ` +
      `${from(EVENINGS.lower)}, with 30 in ${from(EVENINGS.upper)}. It is at most ${significant(max, 3)} times as likely from one ` +
      'person as from any other: no proof of anything.'
    )
  }

  function crowdInWords() {
    const fewer = counts.reduce((sum, count, answer) => sum + (answer < MIDDLE ? count : 0), 0)
    const more = counts.reduce((sum, count, answer) => sum + (answer > MIDDLE ? count : 0), 0)
    const reports = total()
    if (reports === 0) return 'No reports yet.'
    const [all, low, high] = [reports, fewer, more].map(whole)
    // An even crowd would be this uneven, by chance, less than once in a thousand times.
    const clear = fewer - more > 3.3 * Math.sqrt(reports)
    const verdict = clear ? 'So this crowd drinks seldom.' : 'Too few to tell.'
    return `${all} ${reports === 1 ? 'report' : 'reports'}: ${low} below ${MIDDLE}, ${high} above. ${verdict}`
  }

  /** @param {number} reports */
  function chartInWords(reports) {
    if (reports === 0) return 'Chart of the reports, from 0 to 30 evenings. There are none yet.'
    const likeliest = counts.indexOf(Math.max(...counts))
    return `Bar chart of the reports, from 0 to 30 evenings. ${crowdInWords()} The most frequent report is ${likeliest}. What is to be expected falls from ${inPercent(expected[0] ?? 0)} at 0 to ${inPercent(expected.at(-1) ?? 0)} at 30.`
  }

  /** @param {ArrayLike<number>} reports they arrive one after the other */
  function pile(reports) {
    let arrived = 0
    motion.run((share) => {
      for (const until = Math.round(share * reports.length); arrived < until; ++arrived) {
        const report = reports[arrived] ?? 0
        counts[report] = (counts[report] ?? 0) + 1
      }
      show()
    })
  }

  element('idea-send').addEventListener('click', () => {
    report = survey.privatise(own.value)
    showOwn()
    pile([report])
    announceSoon(element('idea-one').textContent)
  })
  for (const [id, people] of /** @type {const} */ ([
    ['idea-hundred', 100],
    ['idea-many', 10_000]
  ])) {
    element(id).addEventListener('click', () => {
      pile(survey.privatiseAll(peopleOfCrowd(people)))
      announceSoon(`${whole(people)} more reports.`)
    })
  }
  element('idea-clear').addEventListener('click', () => {
    motion.stop()
    counts.fill(0)
    report = undefined
    showOwn()
    show()
    announceSoon('No reports yet.')
  })
  show()
}
