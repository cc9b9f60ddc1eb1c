import { significant } from '../wording/figures.js'

/** @typedef {import('./findings.js').Findings} Findings */

/** A place, or counts. @param {any} value */
const place = (value) =>
  Array.isArray(value) ? `(${value.map((part) => significant(part, 5)).join(', ')})` : significant(value, 5)

/** e^loss, as people say it. @param {number} loss */
export function times(loss) {
  const factor = Math.exp(loss)
  return factor < 1e6 ? `${significant(factor, 3)} times` : `e^${significant(loss, 4)} times`
}

/** @param {Findings} findings */
export function worstWords({ worst: { epsilon, delta, truth, neighbour, output }, kind }) {
  const truths = kind === 'posterior' || kind === 'smooth' ? 'true counts' : 'true values'
  const pair = `the ${truths} ${place(truth)} and ${place(neighbour)}`
  if (output === undefined)
    return `Worst are ${pair}: a share of ${significant(delta, 4)} escapes ε = ${significant(epsilon, 4)}, and more between no other neighbours.`
  if (delta > 0)
    return `Worst are ${pair}: a share of ${significant(delta, 4)} of what is released tells more than ε = ${significant(epsilon, 4)} allows, most of all the output ${place(output)}.`
  return `Worst are ${pair}: the output ${place(output)} is ${times(epsilon)} likelier for the first than for the second. No other pair of neighbours, and no other output, tells more.`
}

/** @param {Findings} findings */
export function beliefWords({ worst: { epsilon, delta } }) {
  const sure = 1 / (1 + Math.exp(-epsilon))
  const rest = delta > 0 ? `, but for a chance of ${significant(delta, 3)}` : ''
  return `Somebody who held both for equally likely may become up to ${(Math.ceil(sure * 1000) / 10).toFixed(1)}% sure of one of them${rest}.`
}

/** @param {Findings} findings */
export function tightWords({ tight, noise, worst, mechanism }) {
  if (mechanism.method === 'local')
    return 'Local sensitivity is not private for all priors: it can be audited, and releases nothing.'
  const used = worst.epsilon / mechanism.epsilon
  if (tight === undefined && mechanism.calibration === 'published' && used < 0.999)
    return `Promised is ε = ${significant(mechanism.epsilon, 4)}: ${significant(100 * used, 3)}% of it is used, so less noise would do.`
  if (tight === undefined)
    return mechanism.calibration === 'tight'
      ? 'This is the least noise of its kind that was found to keep the promise.'
      : ''
  const ratio = tight / noise
  const promise = `ε = ${significant(mechanism.calibration === 'published' ? mechanism.epsilon : worst.epsilon, 4)}`
  if (Math.abs(ratio - 1) < 1e-4) return `It is also the least scale for ${promise}.`
  return `The tight scale for ${promise} is ${significant(tight, 5)}: ${significant(100 * ratio, 3)}% of this one.`
}

/** @param {Findings} findings */
export function noiseName({ kind }) {
  return { laplace: 'Scale', gaussian: 'Standard deviation', posterior: 'Temperature', smooth: 'Alpha' }[kind]
}

/** @param {Findings} findings */
export function lossWords({ worst, curve }) {
  if (!curve) return ''
  const known = curve.losses.filter((loss) => loss !== null)
  return `Above 0 an output speaks for the first of the pair, below 0 for the second. Here it runs from ${significant(Math.min(...known), 4)} to ${significant(Math.max(...known), 4)}; the dashed lines are ±ε, ${significant(worst.epsilon, 4)}.`
}

/**
 * @param {Findings} findings
 * @param {readonly { epsilon: number, delta: number | null }[]} deltas
 */
export function deltaWords({ pure, mechanism }, deltas) {
  if (Array.isArray(mechanism.lower) && mechanism.lower.length > 1)
    return `In several dimensions the exact delta is 0 from ε = ${significant(pure, 4)} on, and not computed below.`
  const half = deltas.find(({ epsilon }) => epsilon >= pure / 2)
  const start = deltas[0]?.delta
  const words =
    typeof start === 'number'
      ? `At ε = 0 it is ${significant(start, 3)}, the most by which any event’s probability changes. `
      : ''
  const middle = half?.delta ? `At half of the loss it is ${significant(half.delta, 3)}. ` : ''
  return `${words}${middle}${Number.isFinite(pure) ? `From ε = ${significant(pure, 4)} on, nothing escapes.` : 'It never reaches 0.'}`
}

/** @param {Findings} findings */
export function announcement({ worst }) {
  return `Exact epsilon ${significant(worst.epsilon, 4)}, delta ${significant(worst.delta, 3)}.`
}
