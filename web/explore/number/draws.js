import { countsOf } from '../../charts/bars.js'
import { DRAWS } from './model.js'

// Private values for looking at, a few at a time: so that one sees the law come about.

const SECONDS = 4

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
  const still = matchMedia('(prefers-reduced-motion: reduce)')
  /** @type {{ model: import('./model.js').Model, values: Float64Array, counts: Uint32Array, total: number } | undefined} */
  let run
  let frame = 0
  let elapsed = 0
  let paused = false

  /** @param {number} upTo */
  function drawUpTo(upTo) {
    if (!run) return
    try {
      const { model, values, counts } = run
      const portion = values.subarray(run.total, upTo)
      portion.fill(model.truth)
      model.mechanism.privatiseAll(portion, { into: portion })
      countsOf(model.cut, portion, counts)
      run.total = upTo
      tell(summed(run))
    } catch (error) {
      stop()
      fail(error) // no random bits to be had
    }
  }

  function next() {
    const since = performance.now()
    frame = requestAnimationFrame(() => {
      if (!run) return
      // A slow tab draws as many per second as a quick one; slowly at first, when each value can be seen.
      elapsed += Math.min(performance.now() - since, 100) / 1000
      const share = Math.min(elapsed / SECONDS, 1) ** 3
      const upTo = Math.min(Math.max(Math.ceil(DRAWS * share), run.total + 1), DRAWS)
      drawUpTo(upTo)
      if (run && run.total < DRAWS) next()
    })
  }

  function stop() {
    cancelAnimationFrame(frame)
    run = undefined
  }

  return {
    /** @param {import('./model.js').Model} model */
    start(model) {
      stop()
      elapsed = 0
      run = { model, values: new Float64Array(DRAWS), counts: new Uint32Array(model.cut.bars.length), total: 0 }
      if (still.matches) drawUpTo(DRAWS)
      else if (!paused) next()
    },
    stop,
    /** @param {boolean} wanted */
    pause(wanted) {
      paused = wanted
      cancelAnimationFrame(frame)
      if (!paused && run && run.total < DRAWS) next()
    },
    /** Whether there is anything to pause. */
    streams: () => !still.matches
  }
}

/**
 * @param {{ model: import('./model.js').Model, values: Float64Array, counts: Uint32Array, total: number }} run
 * @returns {Drawn}
 */
function summed({ model, values, counts, total }) {
  const sorted = values.slice(0, total).sort()
  const mean = sorted.reduce((sum, value) => sum + value / total, 0)
  const variance = sorted.reduce((sum, value) => sum + (value - mean) ** 2 / total, 0)
  return {
    total,
    counts,
    mean,
    bias: mean - model.truth,
    deviation: Math.sqrt(variance),
    interval: [ranked(sorted, 0.025), ranked(sorted, 0.975)],
    smallest: ranked(sorted, 0),
    largest: ranked(sorted, 1)
  }
}

/**
 * @param {Float64Array} sorted
 * @param {number} probability
 */
function ranked(sorted, probability) {
  return /** @type {number} */ (sorted[Math.max(Math.ceil(probability * sorted.length) - 1, 0)])
}
