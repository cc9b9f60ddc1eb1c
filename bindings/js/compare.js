import { checkNumber, checkOptions, checkWord, nameKind } from './arguments.js'
import { CATALOGUE } from './catalogue.js'
import { ParameterError } from './errors.js'
import { errorOfGuess, expectedError, shareAtBounds } from './expected-error.js'
import { ownOf } from './own.js'

// Which mechanism to use: all that fit, by their exact errors.

/** @typedef {import('./catalogue.js').MechanismName} MechanismName */
/** @typedef {import('./laplace.js').LaplaceMechanism} LaplaceMechanism */
/** @typedef {import('./bounded-gaussian.js').BoundedGaussian} BoundedGaussian */
/** @typedef {import('./typical-truths.js').OnNumbers} OnNumbers */
/** @typedef {import('./laplace-options.js').DomainOptions} DomainOptions */
/** @typedef {import('./laplace-options.js').GuaranteeOptions} GuaranteeOptions */

/**
 * Give `epsilon` to learn the errors.
 * @typedef {object} EpsilonQuestion
 * @property {number} epsilon the privacy loss that is allowed
 * @property {undefined} [rmse]
 */

/**
 * Or the error to reach.
 * @typedef {object} ErrorQuestion
 * @property {number} rmse the error to reach, instead of `epsilon`: then the epsilon that it takes is found
 * @property {undefined} [epsilon]
 */

/** @typedef {EpsilonQuestion | ErrorQuestion} Question */

/**
 * @typedef {object} CompareDetails
 * @property {number} [granularity] the step between released values: a power of two, a whole number, or 1/n. Default: the
 *   largest power of two not above sensitivity/2^24 (coarser only where doubles are)
 * @property {import('./typical-truths.js').Prior} [prior] which true values are how likely. Default: all alike
 * @property {'average' | 'worst'} [by] which error counts: the one over the prior, or that of the worst true value. Default:
 *   `'average'`
 */

/**
 * What is to be compared: mechanisms for one domain and one promise, by their errors.
 * @typedef {DomainOptions & Omit<GuaranteeOptions, 'calibration'> & Question & CompareDetails} CompareOptions
 */

/**
 * One mechanism of a comparison.
 * @typedef {object} Compared
 * @property {MechanismName} mechanism the name of its class
 * @property {LaplaceMechanism | BoundedGaussian} instance ready to use
 * @property {number} epsilon the one asked for, or the smallest that reaches the `rmse` asked for
 * @property {number} scale of its noise, in the unit of the values
 * @property {{ average: number, worst: number }} rmse the root of the mean squared error of a released value
 * @property {{ lower?: number, upper?: number }} bias of what is released for a true value at a finite bound
 * @property {boolean} atoms whether a bound is released with a probability of its own, however fine the lattice
 */

/**
 * The answer of `compare()`.
 * @typedef {object} Comparison
 * @property {MechanismName} recommended the one to use: the best by error; of those within 1% of it, one without atoms
 * @property {LaplaceMechanism | BoundedGaussian} instance the recommended one, ready to use
 * @property {string} reason in a sentence; a second one warns if a single answer is further off than a guess would be
 * @property {Compared[]} mechanisms the best first: by error, or by the epsilon that is needed
 * @property {{ mechanism: MechanismName, why: string }[]} unfit the mechanisms that cannot do what is asked
 * @property {{ value: number, average: number, worst: number } | undefined} guess the error of an answer that tells nothing:
 *   always the mean of the prior; undefined between infinite bounds
 */

const OPTIONS = [
  'lower',
  'upper',
  'gaps',
  'spans',
  'epsilon',
  'rmse',
  'delta',
  'sensitivity',
  'guarantee',
  'granularity',
  'prior',
  'by'
]
const MIN_EPSILON = 1e-6
const MAX_EPSILON = 700
/** Costs that differ by less than this are alike. */
const ALIKE = 1.01

/**
 * @param {Record<MechanismName, any>} classes as `load()` hands them out
 * @param {unknown} options
 * @returns {Comparison}
 */
export function compareAll(classes, options) {
  const { prior, rmse, by: measure = 'average', ...others } = checkOptions('compare', options, OPTIONS)
  const rest = ownOf(others)
  const by = checkWord('by', measure, /** @type {const} */ (['average', 'worst']))
  if (prior !== undefined && typeof prior !== 'function' && !Array.isArray(prior)) {
    throw new TypeError(`prior must be a function or an array of pairs, got ${nameKind(prior)}`)
  }
  const target = rmse === undefined ? undefined : checkTarget(rmse, rest.epsilon)
  if (target === undefined && rest.epsilon === undefined) {
    throw new TypeError('epsilon is required and must be a number (or give an rmse)')
  }
  /** @type {Comparison['unfit']} */
  const unfit = []
  /** @type {ParameterError[]} */
  const refusals = []
  const mechanisms = namesOf(CATALOGUE).flatMap((name) => {
    /** @param {unknown} epsilon */
    const create = (epsilon) => measureMechanism(name, new classes[name]({ ...optionsFor(name, rest), epsilon }), prior)
    try {
      return [target === undefined ? create(rest.epsilon) : smallestEpsilonFor(create, target, by)]
    } catch (error) {
      if (!(error instanceof ParameterError)) throw error
      refusals.push(error)
      unfit.push({ mechanism: name, why: error.message })
      return []
    }
  })
  const [first] = mechanisms
  if (first === undefined) throw refusals[0] // what none can do is a mistake in the question
  /** @param {Compared} one */
  const cost = (one) => (target === undefined ? one.rmse[by] : one.epsilon)
  const best = recommend(mechanisms, cost)
  const guess = errorOfGuess(onNumbers(first), prior)
  const named = target === undefined ? `${by} error` : 'epsilon'
  const why =
    target !== undefined && best.epsilon === MIN_EPSILON
      ? `${best.mechanism}: any epsilon will do, since even an answer that tells nothing has an error of ${short(best.rmse[by])}.`
      : reasonFor(best, mechanisms, cost, named, prior)
  const reason = why + warningOf(best, guess, by)
  mechanisms.sort((a, b) => cost(a) - cost(b))
  return { recommended: best.mechanism, instance: best.instance, reason, mechanisms, unfit, guess }
}

/** Whatever is compared is for numbers. @param {Compared} compared */
function onNumbers({ instance }) {
  return /** @type {OnNumbers} */ (/** @type {unknown} */ (instance))
}

/** @param {unknown} rmse @param {unknown} epsilon */
function checkTarget(rmse, epsilon) {
  if (epsilon !== undefined) throw new TypeError('give either epsilon or rmse, not both')
  const target = checkNumber('rmse', rmse)
  if (target > 0 && target < Infinity) return target
  throw new ParameterError('rmse', rmse, `rmse must be greater than 0 and finite, got ${rmse}`)
}

/**
 * Without what a mechanism that knows one interval and one guarantee has no option for.
 * @param {MechanismName} name
 * @param {Record<string, unknown>} options
 */
function optionsFor(name, options) {
  if (!CATALOGUE[name].plain) return options
  const { gaps, spans, guarantee, ...plain } = options
  for (const [option, value] of Object.entries({ gaps, spans, ...(guarantee !== 'dp' && { guarantee }) })) {
    if (value === undefined) continue
    throw new ParameterError(option, value, `${name} takes no ${option}`)
  }
  return plain
}

/** @template {string} Name @param {Record<Name, unknown>} record */
function namesOf(record) {
  return /** @type {Name[]} */ (Object.keys(record))
}

/**
 * @param {MechanismName} mechanism
 * @param {any} instance
 * @param {unknown} prior
 * @returns {Compared}
 */
function measureMechanism(mechanism, instance, prior) {
  const { epsilon, scale, lower, upper } = instance
  return {
    mechanism,
    instance,
    epsilon,
    scale,
    rmse: expectedError(instance, prior),
    bias: {
      ...(lower > -Infinity && { lower: instance.at(lower).bias }),
      ...(upper < Infinity && { upper: instance.at(upper).bias })
    },
    atoms: CATALOGUE[mechanism].atoms && (lower > -Infinity || upper < Infinity)
  }
}

/**
 * The smallest epsilon whose error is not above the one asked for: errors fall with epsilon.
 * @param {(epsilon: number) => Compared} create
 * @param {number} rmse
 * @param {'average' | 'worst'} by
 */
function smallestEpsilonFor(create, rmse, by) {
  const smallest = create(MIN_EPSILON)
  if (smallest.rmse[by] <= rmse) return smallest
  let found = mostPrecise(create)
  if (found.rmse[by] > rmse) {
    const possible = `at least ${found.rmse[by]}, for which epsilon is ${found.epsilon}`
    throw new ParameterError('rmse', rmse, `rmse must be ${possible}, got ${rmse}`)
  }
  let fails = MIN_EPSILON
  while (found.epsilon > fails * (1 + 1e-9)) {
    const tried = create(Math.sqrt(found.epsilon * fails))
    if (tried.rmse[by] <= rmse) found = tried
    else fails = tried.epsilon
  }
  return found
}

/**
 * With the largest epsilon that there is, or that the lattice has room for.
 * @param {(epsilon: number) => Compared} create
 * @param {number} [epsilon]
 * @returns {Compared}
 */
function mostPrecise(create, epsilon = MAX_EPSILON) {
  try {
    return create(epsilon)
  } catch (error) {
    if (epsilon < 1 || !(error instanceof ParameterError && error.parameter === 'granularity')) throw error
    return mostPrecise(create, epsilon / 2)
  }
}

/**
 * The first in the catalogue that is as good as any, of those whose bounds are no likelier than other values.
 * @param {Compared[]} mechanisms in the order of the catalogue
 * @param {(one: Compared) => number} cost
 */
function recommend(mechanisms, cost) {
  const even = mechanisms.filter(({ atoms }) => !atoms)
  const candidates = even.length > 0 ? even : mechanisms
  const smallest = Math.min(...candidates.map(cost))
  return /** @type {Compared} */ (candidates.find((one) => cost(one) <= ALIKE * smallest))
}

/**
 * @param {Compared} best
 * @param {Compared[]} mechanisms
 * @param {(one: Compared) => number} cost
 * @param {string} named
 * @param {unknown} prior
 */
function reasonFor(best, mechanisms, cost, named, prior) {
  /** @param {Compared[]} some */
  const list = (some) => some.map((one) => `${one.mechanism} ${short(cost(one))}`).join(', ')
  const others = mechanisms.filter((one) => one !== best)
  const worse = others.filter((one) => cost(one) > ALIKE * cost(best))
  const alike = others.filter((one) => !worse.includes(one) && !one.atoms)
  const piling = others
    .filter((one) => !worse.includes(one) && one.atoms)
    .map((one) => {
      const share = `${short(100 * shareAtBounds(onNumbers(one), prior))}%`
      return `${one.mechanism} (${short(cost(one))}) releases exactly a bound in ${share} of its answers`
    })
  return [
    `${best.mechanism}: ${named} ${short(cost(best))}`,
    worse.length > 0 && `less than ${list(worse)}`,
    alike.length > 0 && `within 1% of ${list(alike)}`,
    piling.length > 0 && `while ${piling.join(', ')}`
  ]
    .filter(Boolean)
    .join(', ')
    .concat('.')
}

/** @param {Compared} best @param {Comparison['guess']} guess @param {'average' | 'worst'} by */
function warningOf(best, guess, by) {
  if (guess === undefined || best.rmse[by] < guess[by]) return ''
  // With as many digits as tell the guess from its neighbours: 1000000.5 between 1000000 and 1000001.
  const digits = 4 + Math.max(0, Math.ceil(Math.log10(Math.abs(guess.value) / guess.worst)))
  const saying = Number(guess.value.toPrecision(Math.min(digits, 17)))
  return ` A single answer is further off than always saying ${saying} (${by} error ${short(guess[by])}): only many of them together are of use.`
}

/** @param {number} value */
function short(value) {
  return String(Number(value.toPrecision(4)))
}
