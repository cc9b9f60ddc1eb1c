import { countsOf, cutIntoBars, sharesOf } from '../charts/bars.js'
import { curveOf } from '../charts/curve.js'
import { formatterFor } from '../wording/figures.js'

// What the page shows, without how: everything the library says about one choice of settings, and what was drawn.

export const DRAWS = 10_000
/** The mechanism of the page: the one that the library recommends. */
const MECHANISM = 'ReflectedLaplace'

/** @typedef {ReturnType<typeof modelOf>} Model */
/** @typedef {ReturnType<typeof drawFor>} Drawn */
/** @typedef {{ value: number, error: number, ownError: number }} Guess */

/**
 * @param {import('inbounds').Inbounds} inbounds
 * @param {import('./settings.js').Options} options
 * @param {number} truth
 */
export function modelOf({ [MECHANISM]: Mechanism }, options, truth) {
  const mechanism = new Mechanism(options)
  const law = mechanism.at(truth)
  const { lower, upper, granularity, steps, scale } = mechanism
  const cut = cutIntoBars({ first: mechanism.at(lower).snapped, granularity, steps, scale })
  return {
    name: MECHANISM,
    options,
    truth,
    clamped: Math.min(Math.max(truth, lower), upper),
    mechanism,
    law,
    audit: mechanism.audit(),
    mean: law.mean,
    bias: law.bias,
    deviation: Math.sqrt(law.variance),
    interval: law.interval(0.95),
    cut,
    shares: sharesOf(cut, law),
    curve: cut.single ? undefined : curveOf(law.continuous, lower, upper),
    format: formatterFor(mechanism)
  }
}

/**
 * Private values for looking at.
 * @param {Model} model
 */
export function drawFor({ mechanism, truth, cut }) {
  const values = mechanism.privatiseAll(new Float64Array(DRAWS).fill(truth))
  const mean = values.reduce((sum, value) => sum + value / DRAWS, 0)
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2 / DRAWS, 0)
  const counts = countsOf(cut, values)
  values.sort()
  return {
    counts,
    mean,
    bias: mean - truth,
    deviation: Math.sqrt(variance),
    interval: [ranked(values, 0.025), ranked(values, 0.975)],
    smallest: ranked(values, 0),
    largest: ranked(values, 1)
  }
}

/**
 * The answer that is always the same, whatever the truth, if it is nearer to it than a private value: by the root of the mean
 * squared error over all true values. Undefined where the private value is nearer.
 * @param {import('inbounds').Inbounds} inbounds
 * @param {import('./settings.js').Options} options
 * @returns {Guess | undefined}
 */
export function betterGuess({ compare }, options) {
  const { mechanisms, guess } = compare(options)
  const own = mechanisms.find(({ mechanism }) => mechanism === MECHANISM)
  if (!guess || !own || !(own.rmse.average > guess.average)) return undefined
  return { value: guess.value, error: guess.average, ownError: own.rmse.average }
}

/**
 * @param {Float64Array} sorted
 * @param {number} probability
 */
function ranked(sorted, probability) {
  return /** @type {number} */ (sorted[Math.max(Math.ceil(probability * sorted.length) - 1, 0)])
}
