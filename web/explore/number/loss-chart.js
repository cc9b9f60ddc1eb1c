import { createLineChart } from '../../charts/line-chart.js'
import { element } from '../../controls/elements.js'
import { significant } from '../../wording/figures.js'
import { lossesOf } from './loss.js'
import { whenOpen } from './when-open.js'

/** How much each output tells about which of two true values it was, with what is allowed. */
export function createLossChart() {
  const place = element('loss-chart')
  const chart = createLineChart(place, {
    lines: [
      { colour: 'law', width: 2.5 },
      { colour: 'truth', dash: [5, 4] }
    ],
    xTitle: 'released value',
    yTitle: 'privacy loss'
  })
  return whenOpen('loss-panel', (/** @type {import('./model.js').Model} */ model) => {
    const { outputs, worst, own } = lossesOf(model)
    const { audit, format, lower, upper } = model
    const at = nearest(outputs, audit.output)
    const max = Math.max(worst.allowed, ...worst.losses.map((loss) => Math.abs(loss ?? 0)))
    chart.show({
      xs: outputs,
      ys: [worst.losses, own ? own.losses : outputs.map(() => null)],
      x: [lower, upper],
      y: [-1.25 * max, 1.25 * max],
      marks: [
        { y: worst.allowed, colour: 'plum', dash: [2, 3] },
        { y: -worst.allowed, colour: 'plum', dash: [2, 3] },
        { x: outputs[at] ?? 0, y: worst.losses[at] ?? 0, colour: 'law' }
      ]
    })
    const pair = `${format(worst.truth)} against ${format(worst.neighbour)}`
    const ownPair = own && `${format(own.truth)} against ${format(own.neighbour)}`
    element('loss-worst').textContent = `the worst pair of true values: ${pair}`
    element('loss-own').textContent = ownPair
      ? `your true value: ${ownPair}`
      : 'your true value has no neighbour that is possible'
    element('loss-allowed').textContent = `what is allowed: ${significant(worst.allowed, 4)} either way`
    place.setAttribute(
      'aria-label',
      `Chart of the privacy loss of every output. For the true values ${pair}, it is largest at the output ${format(outputs[at] ?? 0)}: ` +
        `${significant(worst.losses[at] ?? 0, 4)}, where ${significant(worst.allowed, 4)} is allowed.`
    )
    element('loss-largest').textContent = largestSentence(model, worst)
  })
}

/**
 * @param {import('./model.js').Model} model
 * @param {import('./loss.js').Pair} pair
 */
function largestSentence({ mechanism, audit }, { allowed, losses }) {
  const over = losses.filter((loss) => loss !== null && Math.abs(loss) > allowed * (1 + 1e-9)).length
  if (over === 0)
    return 'No output leaves the band between the two lines: whatever is released tells at most this much.'
  return (
    `Some outputs lie outside the band: that is what delta is for. Together they are more likely than allowed by ` +
    `${significant(audit.delta, 3)} at most, of ${significant(mechanism.delta, 3)} granted.`
  )
}

/** @param {readonly number[]} values @param {number} target */
function nearest(values, target) {
  let best = 0
  for (const [at, value] of values.entries()) {
    if (Math.abs(value - target) < Math.abs((values[best] ?? 0) - target)) best = at
  }
  return best
}
