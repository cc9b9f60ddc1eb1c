import { KIND } from './engine-key.js'
import { ownOf } from './own.js'

/** @typedef {import('./typical-truths.js').OnNumbers} OnNumbers */
/** @typedef {import('./laplace.js').LaplaceMechanism} LaplaceMechanism */
/** @typedef {import('./bounded-gaussian.js').BoundedGaussian} BoundedGaussian */

/**
 * Two sentences for somebody who has never heard of epsilon.
 * @param {any} mechanism
 */
export function describe(mechanism) {
  const { lower, prior, values } = ownOf(mechanism) // not every class has all of them
  if (prior) {
    if (mechanism.method === 'local') return "Releases nothing: 'local' is not private."
    return `Releases the posterior of counts near the true ones. ${promiseOf(mechanism, 'two data sets that differ in one answer')}`
  }
  if (values) {
    const released = `a number from ${mechanism.lowest} to ${mechanism.highest}: the true value with random noise`
    return `Releases ${released}. ${promiseOf(mechanism, 'two true counts that differ by 1')}`
  }
  if (typeof lower !== 'number') {
    const vector = `a vector of ${lower.length} numbers, each between its bounds: the true one`
    return `Releases ${vector} with random noise. ${promise(mechanism, 'vectors')}`
  }
  const outcomes = outputs(/** @type {OnNumbers} */ (/** @type {unknown} */ (mechanism)))
  const noisy = `the true value with random noise${isClamped(mechanism) ? ', or the nearer bound where that leaves the range' : ''}`
  return `Releases ${outcomes}: ${noisy}. ${promise(mechanism, 'values')}`
}

/** @param {any} mechanism */
function isClamped({ lower, upper, constructor: Class }) {
  return Class[KIND] === 'ClampedLaplace' && (lower > -Infinity || upper < Infinity)
}

/** @param {OnNumbers} mechanism */
function outputs({ spans, lowest, highest, granularity, origin, steps }) {
  const values =
    granularity === 1 && Number.isInteger(origin)
      ? 'a whole number'
      : steps >= 1e6 && granularity <= 1
        ? 'a number'
        : origin === 0
          ? `a multiple of ${round(granularity)}`
          : `a number in steps of ${round(granularity)}`
  // The outermost ends as they can be released: a whole number from 0.5 to 9.5 is one from 1 to 9.
  const released = spans.map(([from, to], at) => [
    at === 0 && from > -Infinity ? lowest : from,
    at + 1 === spans.length && to < Infinity ? highest : to
  ])
  const shown = released.slice(0, 3).map(([from, to]) => between(Number(from), Number(to)))
  const more = spans.length > 3 ? ` or in one of ${spans.length - 3} more spans` : ''
  return `${values} ${shown.join(' or ')}${more}`
}

/** @param {number} from @param {number} to */
function between(from, to) {
  // Bounds as they are: rounded, they might lie outside.
  if (from === to) return `of ${from}`
  if (from === -Infinity && to === Infinity) return 'of any size'
  if (from === -Infinity) return `up to ${to}`
  if (to === Infinity) return `from ${from} up`
  return `from ${from} to ${to}`
}

/**
 * @param {LaplaceMechanism | BoundedGaussian} mechanism
 * @param {string} noun
 */
function promise(mechanism, noun) {
  const { lower, upper, epsilon, guarantee, sensitivity, granularity, origin } = mechanism
  if (guarantee === 'metric') {
    const steps = origin === 0 ? 'multiples' : 'steps'
    return (
      `Whatever is released, the odds between two true values that are ${round(sensitivity)} apart, once rounded to ` +
      `${steps} of ${round(Number(granularity))}, change by at most a factor of ${factor(epsilon)} (epsilon = ${round(epsilon)}), by less the closer ` +
      'they are and by more the further.'
    )
  }
  const pair = isAnyPair(lower, upper, sensitivity)
    ? `any two true ${noun}`
    : `two true ${noun} that are at most ${round(sensitivity)} apart`
  return promiseOf(mechanism, pair)
}

/** @param {{ epsilon: number, delta: number }} mechanism @param {string} pair */
function promiseOf({ epsilon, delta }, pair) {
  const named = `epsilon = ${round(epsilon)}`
  if (delta === 0) {
    return `Whatever is released, the odds between ${pair} change by at most a factor of ${factor(epsilon)} (${named}).`
  }
  return (
    `But for a probability of ${round(delta)} (delta), the odds between ${pair} change by at most a factor of ` +
    `${factor(epsilon)} (${named}).`
  )
}

/**
 * Whether any two true values are neighbours. Of a box, whose diagonal is a rounded root, src/core/box.cpp forgives more
 * than this does, so that this never says too much.
 * @param {import('./gaussian-options.js').Place} lower
 * @param {import('./gaussian-options.js').Place} upper
 * @param {number} sensitivity
 */
function isAnyPair(lower, upper, sensitivity) {
  if (typeof lower === 'number') return sensitivity >= Number(upper) - lower
  const ends = [upper].flat()
  const squares = lower.reduce((sum, from, side) => sum + (Number(ends[side]) - from) ** 2, 0)
  return sensitivity >= Math.sqrt(squares) * (1 - 2 ** -50)
}

/** @param {number} value */
function round(value) {
  return String(Number(value.toPrecision(6)))
}

/**
 * e^epsilon, rounded up in the last place shown: the sentence is a promise. Near 1, what it adds to 1 is what matters.
 * @param {number} epsilon
 */
function factor(epsilon) {
  if (epsilon === 0) return '1'
  const digits = epsilon < 1 ? Math.min(15, Math.ceil(-Math.log10(epsilon)) + 2) : 2
  if (epsilon > 12) return `e^${round(epsilon)}`
  return String(Number((Math.ceil(Math.exp(epsilon) * 10 ** digits) / 10 ** digits).toFixed(digits)))
}
