import { checkNumber } from './arguments.js'
import { ParameterError } from './errors.js'
import { checkTruth, refuseNaN } from './truths.js'

/**
 * Answers a question about a law: 'mass', 'logMass', 'atom', 'cdf', 'survival', 'quantile', 'mean', 'bias', 'variance' or 'snapped'.
 * @typedef {(question: string, argument?: number) => number} Ask
 */

/** What the two laws of a truth have in common. */
class Law {
  /** @type {Ask} */ #ask
  /** @type {number} */ #truth

  /**
   * @param {Ask} ask
   * @param {number} truth
   */
  constructor(ask, truth) {
    this.#ask = ask
    this.#truth = truth
    Object.freeze(this)
  }

  /** The true value, as it was given. */
  get truth() {
    return this.#truth
  }

  /** P(output <= y). @param {number} y */
  cdf(y) {
    return this.#ask('cdf', checkArgument('y', y))
  }

  /** P(output > y), precise in the far tail too. @param {number} y */
  survival(y) {
    return this.#ask('survival', checkArgument('y', y))
  }

  /** The smallest output whose cdf reaches the probability. @param {number} probability */
  quantile(probability) {
    return this.#ask('quantile', checkProbability('probability', probability))
  }

  /**
   * The outputs between the two tails of equal probability: at least `level` of them lie in it. (Near a bound it need not
   * hold the likeliest one, and it may reach across gaps. It is no confidence interval for the truth.)
   * @param {number} level
   * @returns {[number, number]}
   */
  interval(level) {
    const tail = (1 - checkProbability('level', level)) / 2
    return [this.#ask('quantile', tail), this.#ask('quantile', 1 - tail)]
  }

  /** The mean output. */
  get mean() {
    return this.#ask('mean')
  }

  /** The mean minus the truth, precise also far from 0. */
  get bias() {
    return this.#ask('bias')
  }

  /** The variance of the output around its own mean. */
  get variance() {
    return this.#ask('variance')
  }

  /** The mean squared error: variance + bias squared. */
  get mse() {
    return this.variance + this.bias ** 2
  }
}

/** The law of a released value: probabilities on the lattice. What `mechanism.at(truth)` gives. */
export class LatticeLaw extends Law {
  /** @type {Ask} */ #ask
  /** @type {ContinuousLaw} */ #continuous

  /**
   * @param {Ask} ask
   * @param {number} truth
   * @param {ContinuousLaw} continuous
   */
  constructor(ask, truth, continuous) {
    super(ask, truth)
    this.#ask = ask
    this.#continuous = continuous
  }

  /** The lattice value that the mechanism takes the truth for. */
  get snapped() {
    return this.#ask('snapped')
  }

  /** The probability of exactly this output; 0 if it is not on the lattice. @param {number} y */
  pmf(y) {
    return this.#ask('mass', checkArgument('y', y))
  }

  /** The logarithm of that probability, also where it is itself too small for a double. @param {number} y */
  logPmf(y) {
    return this.#ask('logMass', checkArgument('y', y))
  }

  /** The same law on an infinitely fine lattice: for plots, and for comparison with the literature. */
  get continuous() {
    return this.#continuous
  }
}

/** The continuous limit of a released value's law, on an infinitely fine lattice: what `law.continuous` gives. */
export class ContinuousLaw extends Law {
  /** @type {Ask} */ #ask

  /**
   * @param {Ask} ask
   * @param {number} truth
   */
  constructor(ask, truth) {
    super(ask, truth)
    this.#ask = ask
  }

  /** The density. @param {number} y */
  pdf(y) {
    return this.#ask('mass', checkArgument('y', y))
  }

  /**
   * The probability of exactly y: 0, but for the bounds of a `ClampedLaplace`, which the density leaves out.
   * @param {number} y
   */
  atom(y) {
    return this.#ask('atom', checkArgument('y', y))
  }

  /** The density's logarithm. @param {number} y */
  logPdf(y) {
    return this.#ask('logMass', checkArgument('y', y))
  }
}

/** What is asked about may be a true value. @param {string} parameter @param {unknown} value */
function checkArgument(parameter, value) {
  const number = checkTruth(parameter, value)
  return Number.isNaN(number) ? refuseNaN(parameter) : number
}

/**
 * @param {string} parameter
 * @param {unknown} value
 */
function checkProbability(parameter, value) {
  const number = checkNumber(parameter, value)
  if (number >= 0 && number <= 1) return number
  throw new ParameterError(parameter, number, `${parameter} must be from 0 to 1, got ${number}`)
}
