import { createLineChart } from '../charts/line-chart.js'
import { afterPause } from '../controls/after-pause.js'
import { datum, element } from '../controls/elements.js'
import { announce } from '../site/start.js'
import { significant, whole } from '../wording/figures.js'
import { createCountDial, createEpsilonDial } from './dial.js'
import { createMotion } from './motion.js'
import { observe } from './observer.js'
import { EVENINGS } from './survey.js'
import { inPercent } from './words.js'

// Step 7: the same person asked again and again, with fresh noise and with one answer that is kept.

const MAX = 1000
const SUSPECTED = { truth: 4, other: 24 }

/** @param {import('inbounds').Inbounds} inbounds */
export function openAgain({ ReflectedLaplace }) {
  /** @type {import('../charts/line-chart.js').Line[]} */
  const lines = [
    { colour: 'plum', dash: [6, 4], width: 2.5 },
    { colour: 'law', width: 2.5 }
  ]
  const design = { lines, logarithmicX: true, height: () => 190 }
  const guesses = createLineChart(element('again-guess-chart'), { ...design, yTitle: 'evenings' })
  const certainties = createLineChart(element('again-sure-chart'), {
    ...design,
    xTitle: 'times asked',
    yLabel: inPercent
  })
  const times = createCountDial('again-times', 1, [0, 3], change)
  const epsilon = createEpsilonDial('again-epsilon', 2, () => {
    ask()
    change()
  })
  const motion = createMotion()
  const announceSoon = afterPause(1000, announce)
  /** @type {ReturnType<typeof observe>} */
  let fresh
  /** @type {ReturnType<typeof observe>} */
  let kept

  function ask() {
    const mechanism = new ReflectedLaplace({ ...EVENINGS, epsilon: epsilon.value })
    const answers = mechanism.privatiseAll(new Float64Array(MAX).fill(SUSPECTED.truth))
    fresh = observe(mechanism, answers, SUSPECTED)
    kept = observe(mechanism, answers.subarray(0, 1), SUSPECTED)
  }

  function show() {
    const since = performance.now()
    const releases = times.value
    const xs = fresh.map((_, at) => at + 1)
    const [start] = kept
    const upTo = (/** @type {'guess' | 'sure'} */ what) => [
      fresh.map((seen, at) => (at < releases ? seen[what] : null)),
      xs.map((x) => (x <= releases ? (start?.[what] ?? null) : null))
    ]
    const range = { x: /** @type {[number, number]} */ ([1, MAX]) }
    const truth = { y: SUSPECTED.truth, colour: /** @type {const} */ ('truth') }
    guesses.show({ xs, ys: upTo('guess'), ...range, y: [EVENINGS.lower, EVENINGS.upper], marks: [truth] }, since)
    certainties.show({ xs, ys: upTo('sure'), ...range, y: [0, 1.05] })
    const now = fresh[releases - 1]
    if (now && start) tell(releases, now, start)
  }

  /**
   * @param {number} releases
   * @param {import('./observer.js').Seen} now
   * @param {import('./observer.js').Seen} start
   */
  function tell(releases, now, start) {
    const count = releases === 1 ? 'Asked once' : `Asked ${whole(releases)} times`
    for (const [name, seen, spent] of /** @type {const} */ ([
      ['fresh', now, releases * epsilon.value],
      ['kept', start, epsilon.value]
    ])) {
      datum(`again-${name}-guess`, seen.guess, significant(seen.guess, 3))
      datum(`again-${name}-sure`, seen.sure, certainty(seen.sure))
      datum(`again-${name}-spent`, spent, whole(Number(spent.toPrecision(6))))
    }
    element('again-words').textContent =
      `${count}: with fresh noise, the best guess at the true ${SUSPECTED.truth} is ${significant(now.guess, 3)}. ` +
      `With one kept answer, it stays at ${significant(start.guess, 3)}, however often it is sent.`
    for (const [id, what, of] of [
      ['guess', 'the best guess', (/** @type {import('./observer.js').Seen} */ seen) => significant(seen.guess, 3)],
      ['sure', 'how sure an observer is', (/** @type {import('./observer.js').Seen} */ seen) => certainty(seen.sure)]
    ]) {
      const value = /** @type {(seen: import('./observer.js').Seen) => string} */ (of)
      element(`again-${id}-chart`).setAttribute(
        'aria-label',
        `Line chart of ${what} after 1 to ${whole(MAX)} answers. ${count}: ${value(now)} with fresh noise, ${value(start)} with one kept answer.`
      )
    }
  }

  function change() {
    show()
    announceSoon(element('again-words').textContent)
  }

  element('again-run').addEventListener('click', () => {
    motion.run((share) => times.move(MAX ** share)) // evenly on the axis, which is logarithmic
  })
  element('again-anew').addEventListener('click', () => {
    motion.stop()
    ask()
    times.move(1)
  })
  for (const id of ['again-times', 'again-epsilon']) element(id).addEventListener('input', () => motion.stop())
  ask()
  show()
}

/** Never 100%: nobody is ever quite sure. @param {number} share */
function certainty(share) {
  return share > 0.9999 ? 'over 99.99%' : share < 0.0001 ? 'under 0.01%' : `${significant(100 * share, 4)}%`
}
