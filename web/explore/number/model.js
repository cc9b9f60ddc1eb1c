import { cutIntoBars, sharesOf } from '../../charts/bars.js'
import { curveOf } from '../../charts/curve.js'
import { formatterFor } from '../../wording/figures.js'
import { windowOf } from './window.js'

// What the page shows, without how: everything the library says about one choice of settings.

export const DRAWS = 10_000

/** @typedef {ReturnType<typeof modelOf>} Model */
/** @typedef {{ value: number, error: number, ownError: number }} Guess */
/** @typedef {import('inbounds').MechanismName} MechanismName */
/**
 * What the mechanisms for numbers have in common, which is all that is needed here.
 * @typedef {Omit<import('inbounds').ReflectedLaplace, 'eigenvalue' | 'cosine'>} OnNumbers
 */

/**
 * @param {import('inbounds').Inbounds} inbounds
 * @param {MechanismName} name
 * @param {import('./settings.js').Options} options
 * @param {number} truth
 */
export function modelOf(inbounds, name, options, truth) {
  const mechanism = make(inbounds, name, options)
  const law = mechanism.at(truth)
  const { granularity, origin, scale } = mechanism
  const [lower, upper] = windowOf(mechanism, law)
  const spans = mechanism.spans
    .map(([from, to]) => /** @type {const} */ ([Math.max(from, lower), Math.min(to, upper)]))
    .filter(([from, to]) => from <= to)
  const cut = cutIntoBars({ spans, granularity, origin, scale })
  return {
    name,
    options,
    truth,
    clamped: Math.min(Math.max(truth, mechanism.lower), mechanism.upper),
    mechanism,
    law,
    audit: mechanism.audit(),
    mean: law.mean,
    bias: law.bias,
    deviation: Math.sqrt(law.variance),
    interval: law.interval(0.95),
    /** What is shown of the domain: all of it, if it is finite. */
    spans,
    lower,
    upper,
    cut,
    shares: sharesOf(cut, law),
    curve: cut.single ? undefined : curveOf(law.continuous, spans),
    atoms: cut.single ? [] : atomsOf(law.continuous, mechanism),
    format: formatterFor({ lower, upper, scale })
  }
}

/**
 * @param {import('inbounds').Inbounds} inbounds
 * @param {MechanismName} name
 * @param {import('./settings.js').Options} options
 */
export function make(inbounds, name, options) {
  const Mechanism = /** @type {new (options: import('./settings.js').Options) => OnNumbers} */ (
    /** @type {unknown} */ (inbounds[name])
  )
  return new Mechanism(options)
}

/**
 * Bounds that are released with a probability of their own.
 * @param {import('inbounds').ContinuousLaw} law
 * @param {{ lower: number, upper: number }} bounds
 */
function atomsOf(law, { lower, upper }) {
  return [lower, upper]
    .filter(Number.isFinite)
    .map((at) => ({ at, share: law.atom(at) }))
    .filter(({ share }) => share > 0)
}

/**
 * The answer that is always the same, whatever the truth, if it is nearer to it than a private value: by the root of the mean
 * squared error over all true values. Undefined where the private value is nearer.
 * @param {import('inbounds').Comparison | undefined} comparison
 * @param {MechanismName} name
 * @returns {Guess | undefined}
 */
export function betterGuess(comparison, name) {
  const own = comparison?.mechanisms.find(({ mechanism }) => mechanism === name)
  const guess = comparison?.guess
  if (!guess || !own || !(own.rmse.average > guess.average)) return undefined
  return { value: guess.value, error: guess.average, ownError: own.rmse.average }
}
