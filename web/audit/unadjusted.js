import { createLineChart } from '../charts/line-chart.js'
import { element } from '../controls/elements.js'
import { significant } from '../wording/figures.js'
import { times } from './wording.js'

/**
 * The exact loss of the scale s/epsilon on bounded noise, by sensitivity.
 * @param {import('inbounds').Inbounds} inbounds
 * @param {number} epsilon
 */
export function unadjustedLosses({ BoundedLaplace, ReflectedLaplace }, epsilon) {
  const xs = Array.from({ length: 50 }, (_, k) => (k + 1) / 50)
  const loss = (/** @type {typeof BoundedLaplace | typeof ReflectedLaplace} */ Mechanism) =>
    xs.map((sensitivity) => new Mechanism({ lower: 0, upper: 1, sensitivity, scale: sensitivity / epsilon }).epsilon)
  return { xs, bounded: loss(BoundedLaplace), reflected: loss(ReflectedLaplace) }
}

/** @param {import('inbounds').Inbounds} inbounds */
export function createUnadjusted(inbounds) {
  const place = element('unadjusted-chart')
  const chart = createLineChart(place, {
    lines: [
      { colour: 'truth', width: 2.5 },
      { colour: 'blue', dash: [8, 4] }
    ],
    xTitle: 'sensitivity, of a width of 1',
    yTitle: 'exact loss'
  })
  return {
    /** @param {number} epsilon */
    show(epsilon) {
      const { xs, bounded, reflected } = unadjustedLosses(inbounds, epsilon)
      const max = Math.max(...bounded)
      const at = Number(xs[bounded.indexOf(max)])
      const enough = inbounds.BoundedLaplace.scaleFor({ lower: 0, upper: 1, sensitivity: at, epsilon })
      const marks = [
        { y: epsilon, colour: /** @type {const} */ ('muted'), dash: [4, 4], words: 'promised' },
        { x: at, y: max, colour: /** @type {const} */ ('truth'), words: 'bounded' },
        { x: Number(xs[25]), y: Number(reflected[25]), colour: /** @type {const} */ ('blue'), words: 'reflected' }
      ]
      chart.show({ xs, ys: [bounded, reflected], y: [0, max * 1.2], marks })
      const words = `At a sensitivity of ${significant(at, 3)}, the scale ${significant(at / epsilon, 4)} loses ${significant(max, 5)} instead of ${significant(epsilon, 4)}: an output is ${times(max)} likelier, not ${times(epsilon)}. Bounded noise needs ${significant(enough, 4)}. Reflected noise of the very same scale keeps the promise everywhere.`
      place.setAttribute('aria-label', `Exact loss over the sensitivity. ${words}`)
      element('unadjusted-words').textContent = words
    }
  }
}
