import { createLineChart } from '../charts/line-chart.js'
import { element } from '../controls/elements.js'
import { positionDependentLaw } from '../published/croft.js'
import { significant } from '../wording/figures.js'
import { times } from './wording.js'

/**
 * The loss between a truth on the bound and one a sensitivity away, over the outputs.
 * @param {number} epsilon
 */
export function positionLosses(epsilon) {
  const setting = { sensitivity: 1, epsilon }
  const [one, two] = [positionDependentLaw(0, setting), positionDependentLaw(1, setting)]
  const loss = (/** @type {number} */ y) => one.logPdf(y) - two.logPdf(y)
  const slope = 1 / two.scale - 1 / one.scale
  // Beyond both truths it is a straight line.
  const passes = 1 + (epsilon - loss(1)) / slope
  const far = Math.max(40, 2 * passes)
  const xs = Array.from({ length: 201 }, (_, k) => (far * k) / 200)
  return { xs, losses: xs.map(loss), loss, passes, slope }
}

/** @param {import('inbounds').Inbounds} inbounds */
export function createPosition({ ReflectedLaplace }) {
  const place = element('position-chart')
  const chart = createLineChart(place, {
    lines: [
      { colour: 'truth', width: 2.5 },
      { colour: 'blue', dash: [8, 4] }
    ],
    xTitle: 'output, in sensitivities from the bound',
    yTitle: 'privacy loss'
  })
  return {
    /** @param {number} epsilon */
    show(epsilon) {
      const { xs, losses, loss, passes } = positionLosses(epsilon)
      const own = new ReflectedLaplace({ lower: 0, upper: Number.POSITIVE_INFINITY, sensitivity: 1, epsilon })
      const [near, far] = [own.at(0).continuous, own.at(1).continuous]
      const reflected = xs.map((y) => near.logPdf(y) - far.logPdf(y))
      const marks = [
        { y: epsilon, colour: /** @type {const} */ ('muted'), dash: [4, 4], words: 'promised' },
        { x: passes, y: epsilon, colour: /** @type {const} */ ('truth'), words: significant(passes, 4) },
        { x: Number(xs[60]), y: Number(reflected[60]), colour: /** @type {const} */ ('blue'), words: 'reflected' }
      ]
      chart.show({ xs, ys: [losses, reflected], x: [0, 1.02 * Number(xs.at(-1))], marks })
      const distance = 10 * Math.ceil(passes)
      const words = `The loss is ${significant(loss(0), 3)} at the bound, as intended, and passes ε again at the output ${significant(passes, 4)}. At ${distance} it is ${significant(loss(distance), 4)}: such an output is ${times(loss(distance))} likelier for one neighbour. It grows without end, for every ε. The reflected mechanism has one scale, ${significant(own.scale, 4)}, and never passes ε.`
      place.setAttribute('aria-label', `Privacy loss over the output. ${words}`)
      element('position-words').textContent = words
    }
  }
}
