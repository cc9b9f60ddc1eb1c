import { countsOf } from '../../charts/bars.js'
import { createStream } from '../stream.js'
import { DRAWS } from './model.js'

// Private values for looking at, a few at a time: so that one sees the law come about.

/** @typedef {{ model: import('./model.js').Model, values: Float64Array, counts: Uint32Array, total: number }} Run */

/**
 * @typedef {object} Drawn
 * @property {number} total how many so far
 * @property {Uint32Array} counts of each bar
 * @property {number} mean
 * @property {number} bias
 * @property {number} deviation
 * @property {number[]} interval
 * @property {number} smallest
 * @property {number} largest
 */

/**
 * Draws values of the model's law, and tells after each portion what came of all of them.
 * @param {(drawn: Drawn) => void} tell
 * @param {(error: unknown) => void} fail
 */
export function createDraws(tell, fail) {
  /** @type {Run | undefined} */
  let run
  const stream = createStream(DRAWS, (upTo) => {
    if (!run) return
    try {
      const { model, values, counts } = run
      const portion = values.subarray(run.total, upTo)
      portion.fill(model.truth)
      model.mechanism.privatiseAll(portion, { into: portion })
      countsOf(model.cut, portion, counts)
      run.total = upTo
      tell(sumUp(run))
    } catch (error) {
      stream.stop()
      run = undefined
      fail(error) // no random bits to be had
    }
  })

  return {
    /** @param {import('./model.js').Model} model */
    start(model) {
      run = { model, values: new Float64Array(DRAWS), counts: new Uint32Array(model.cut.bars.length), total: 0 }
      stream.start()
    },
    stop: stream.stop,
    pausedBy: stream.pauseWith
  }
}

/**
 * @param {Run} run
 * @returns {Drawn}
 */
function sumUp({ model, values, counts, total }) {
  const sorted = values.slice(0, total).sort()
  const mean = sorted.reduce((sum, value) => sum + value / total, 0)
  const variance = sorted.reduce((sum, value) => sum + (value - mean) ** 2 / total, 0)
  return {
    total,
    counts,
    mean,
    bias: mean - model.truth,
    deviation: Math.sqrt(variance),
    interval: [quantileOf(sorted, 0.025), quantileOf(sorted, 0.975)],
    smallest: quantileOf(sorted, 0),
    largest: quantileOf(sorted, 1)
  }
}

/**
 * @param {Float64Array} sorted
 * @param {number} probability
 */
function quantileOf(sorted, probability) {
  return /** @type {number} */ (sorted[Math.max(Math.ceil(probability * sorted.length) - 1, 0)])
}
