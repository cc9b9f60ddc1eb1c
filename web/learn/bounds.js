import { createBarChart } from '../charts/bar-chart.js'
import { afterPause } from '../controls/after-pause.js'
import { element } from '../controls/elements.js'
import { announce } from '../site/start.js'
import { significant } from '../wording/figures.js'
import { createDial, createEpsilonDial, wholeNumbers } from './dial.js'
import { inPercent } from './words.js'

// Step 3: the same promise without bounds, cut off at the bounds, and mirrored by them.

const AGES = { lower: 0, upper: 120, granularity: 1 }
const SHOWN = /** @type {const} */ ([-120, 240])
const YEARS = 10 // of a bar
const ANSWERS = 10
const EDGES = { from: AGES.lower - 0.5, to: AGES.upper + 0.5 }
// Edges lie half a year beside the ages, so that no age is on one; the last bar within the bounds ends with them.
const BARS = wholeNumbers(0, (SHOWN[1] - SHOWN[0]) / YEARS - 1).map((at) => {
  const from = SHOWN[0] + YEARS * at - 0.5
  return { from, to: from + YEARS }
})

/** @typedef {import('inbounds').ReflectedLaplace | import('inbounds').ClampedLaplace} Mechanism */
/** @typedef {{ name: string, of: (epsilon: number) => Mechanism, inWords: (mechanism: Mechanism, age: number) => string }} Way */

/** @param {import('inbounds').Inbounds} inbounds */
export function openBounds({ ReflectedLaplace, ClampedLaplace }) {
  const sensitivity = AGES.upper - AGES.lower
  /** @type {readonly Way[]} */
  const ways = [
    {
      name: 'free',
      of: (epsilon) =>
        new ReflectedLaplace({
          ...AGES,
          lower: Number.NEGATIVE_INFINITY,
          upper: Number.POSITIVE_INFINITY,
          sensitivity,
          epsilon
        }),
      inWords: (mechanism, age) => {
        const law = mechanism.at(age)
        const [below, above] = [law.cdf(AGES.lower - 1), law.survival(AGES.upper)]
        return `${inPercent(below + above)} of all answers are no ages: ${inPercent(below)} are below 0, ${inPercent(above)} above 120.`
      }
    },
    {
      name: 'cut',
      of: (epsilon) => new ClampedLaplace({ ...AGES, epsilon }),
      inWords: (mechanism, age) => {
        const law = mechanism.at(age)
        return `All are ages, but ${inPercent(law.pmf(AGES.lower))} are exactly 0 and ${inPercent(law.pmf(AGES.upper))} exactly 120.`
      }
    },
    {
      name: 'mirror',
      of: (epsilon) => new ReflectedLaplace({ ...AGES, epsilon }),
      inWords: (mechanism, age) => {
        const law = mechanism.at(age)
        return `All are ages, and no heap: ${inPercent(law.pmf(AGES.lower))} are exactly 0, ${inPercent(law.pmf(AGES.upper))} exactly 120.`
      }
    }
  ]
  const charts = ways.map(({ name }) =>
    createBarChart(element(`bounds-${name}-chart`), {
      height: () => 220,
      xTitle: 'age',
      yLabel: inPercent
    })
  )
  const age = createDial('bounds-age', {
    stops: wholeNumbers(AGES.lower, AGES.upper),
    value: 12,
    words: (years) => `${years} ${years === 1 ? 'year' : 'years'}`,
    onChange: showAndDraw
  })
  const epsilon = createEpsilonDial('bounds-epsilon', 4, showAndDraw)
  const announceSoon = afterPause(1000, announce)

  function show() {
    const since = performance.now()
    const mechanisms = ways.map((way) => way.of(epsilon.value))
    const heights = mechanisms.map((mechanism) => sharesOf(mechanism.at(age.value)))
    const top = 1.1 * Math.max(...heights.flat()) // one for all, so that heights can be compared
    for (const [at, { name, inWords }] of ways.entries()) {
      const mechanism = /** @type {Mechanism} */ (mechanisms[at])
      const words = inWords(mechanism, age.value)
      charts[at]?.show({ bars: BARS, heights: heights[at] ?? [], top, marks: marksAt(age.value) }, since)
      element(`bounds-${name}-words`).textContent = `${words} Scale of the noise: ${significant(mechanism.scale, 3)}.`
      element(`bounds-${name}-chart`).setAttribute(
        'aria-label',
        `Bar chart of what is sent for the true age ${age.value}, from ${SHOWN[0]} to ${SHOWN[1]}. ${words}`
      )
    }
    return mechanisms
  }

  function showAndDraw() {
    draw(show())
    announceSoon(element('bounds-free-words').textContent)
  }

  /** @param {readonly Mechanism[]} mechanisms */
  function draw(mechanisms) {
    for (const [at, { name }] of ways.entries()) {
      const answers = mechanisms[at]?.privatiseAll(new Array(ANSWERS).fill(age.value)) ?? []
      element(`bounds-${name}-answers`).replaceChildren('Ten answers: ', ...Array.from(answers, answerElement))
    }
  }

  element('bounds-draw').addEventListener('click', () => {
    draw(ways.map((way) => way.of(epsilon.value)))
    announceSoon(element('bounds-free-answers').textContent)
  })
  showAndDraw()
  announceSoon.cancel()
}

/** @param {{ cdf: (age: number) => number }} law */
function sharesOf(law) {
  return BARS.map(({ from, to }) => law.cdf(to) - law.cdf(from))
}

/** @param {number} age @returns {import('../charts/marks.js').Mark[]} */
function marksAt(age) {
  return [
    { x: EDGES.from, colour: 'muted', dash: [4, 3] },
    { x: EDGES.to, colour: 'muted', dash: [4, 3] },
    { x: age, colour: 'truth' }
  ]
}

/** @param {number} answer */
function answerElement(answer) {
  const possible = answer >= AGES.lower && answer <= AGES.upper
  const shown = document.createElement(possible ? 'span' : 'mark')
  shown.textContent = `${significant(answer)} `
  if (!possible) shown.className = 'impossible'
  return shown
}
