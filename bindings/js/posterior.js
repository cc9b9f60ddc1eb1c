import { checkNumber } from './arguments.js'
import { KIND } from './engine-key.js'
import { ParameterError } from './errors.js'
import { internalsOf, kindOf, Mechanism, makeFor, restore } from './mechanism.js'
import { JSON_VERSION } from './noise-options.js'
import { posteriorFactory } from './posterior-factory.js'
import { requestFromJSON, requestFromOptions } from './posterior-options.js'
import { checkCount, checkTruths } from './truths.js'

/** @typedef {import('./posterior-options.js').PosteriorOptions} PosteriorOptions */
/** @typedef {import('./posterior-options.js').PosteriorJSON} PosteriorJSON */
/** @typedef {import('./posterior-options.js').Method} Method */
/** @typedef {import('./posterior-options.js').BetaRelease} BetaRelease */
/** @typedef {import('./posterior-options.js').DirichletRelease} DirichletRelease */

// Questions, as numbers for C++.
const DRAW = 0
const PROBABILITIES = 1
const DISTANCE = 2
const CANDIDATE = 3

/**
 * What the posteriors have in common: Bayesian inference from counts, of which the posterior of other counts is released, near
 * the true ones.
 * @template Truth, Release
 */
class Posterior extends Mechanism {
  /** Whether truths are numbers of successes. @type {boolean} */ #isBeta

  /** The weights of the prior. @readonly @type {readonly number[]} */ prior
  /** How many answers are counted. @readonly @type {number} */ trials
  /** What distances are measured in. @readonly @type {Method} */ method
  /** Of the method `'smooth'`: how fast the sensitivity may change. @readonly @type {number | undefined} */ smoothing
  /**
   * How fast probabilities fall: by e^-temperature per sensitivity of distance, or per answer (`'geometric'`).
   * @readonly @type {number}
   */
  temperature
  /** How many counts can be released. @readonly @type {number} */ candidates

  /** @param {PosteriorOptions} options */
  constructor(options) {
    const isBeta = kindOf(new.target) === 'BetaPosterior'
    const { engine, request, definition, description } = makeFor(
      new.target,
      posteriorFactory,
      options,
      (kind, given) => {
        const request = requestFromOptions(kind, given)
        if (isBeta) checkTwo(request.prior)
        return request
      }
    )
    super(engine, definition, description, request)
    this.#isBeta = isBeta
    this.prior = Object.freeze([...request.prior])
    this.trials = request.trials
    this.method = request.method
    this.smoothing = request.method === 'smooth' ? description.smoothing : undefined
    this.temperature = description.temperature
    this.candidates = description.candidates
    Object.freeze(this)
  }

  /**
   * The mechanism that `toJSON` wrote, with the same laws to the bit. Numbers that do not belong together are refused.
   * @template {Posterior<any, any>} Kind
   * @this {new (options: any) => Kind}
   * @param {PosteriorJSON | string} json the object, or its text
   * @returns {Kind}
   */
  static fromJSON(json) {
    return restore(this, json, requestFromJSON)
  }

  /**
   * A private posterior for true counts. Each call spends the whole epsilon again.
   * @param {Truth} truth the number of successes; or the counts of all categories, which sum to `trials`
   * @returns {Release}
   */
  privatise(truth) {
    internalsOf(this, 'privatise(truth)')
    if (this.method === 'local') {
      throw new ParameterError('method', 'local', "method must not be 'local', which is not private")
    }
    const counts = this.#ask(truth, DRAW)
    const posterior = counts.map((count, at) => count + Number(this.prior[at]))
    return /** @type {Release} */ (this.#isBeta ? { successes: counts[0], posterior } : { counts, posterior })
  }

  /**
   * The probability of every candidate, for true counts: of 0, 1, 2, ... successes, or in the order of `candidate`.
   * @param {Truth} truth
   * @returns {Float64Array}
   */
  probabilities(truth) {
    internalsOf(this, 'probabilities(truth)')
    return Float64Array.from(this.#ask(truth, PROBABILITIES))
  }

  /**
   * The mean Hellinger distance between the posterior of true counts and what is released: 0 if they are the same, 1 if they
   * have nothing in common.
   * @param {Truth} truth
   * @returns {number}
   */
  expectedDistance(truth) {
    internalsOf(this, 'expectedDistance(truth)')
    return Number(this.#ask(truth, DISTANCE)[0])
  }

  /**
   * What can be released, by its place: counts are in lexicographic order.
   * @param {number} place from 0 to `candidates` - 1
   * @returns {Truth}
   */
  candidate(place) {
    internalsOf(this, 'candidate(0)')
    const last = this.candidates - 1
    if (!(Number.isInteger(checkNumber('place', place)) && place >= 0 && place <= last)) {
      throw new ParameterError('place', place, `place must be a whole number from 0 to ${last}, got ${place}`)
    }
    return this.#shape(this.#list([place], CANDIDATE))
  }

  /**
   * The exact worst case of what is released.
   * @returns {import('./posterior-options.js').PosteriorAudit<Truth>}
   */
  audit() {
    const { engine, definition } = internalsOf(this, 'audit()')
    return engine.audit(definition, this.prior.length, (counts) => this.#shape(counts))
  }

  /** The mechanism in writing, for `JSON.stringify`; `fromJSON` reads it. @returns {PosteriorJSON} */
  toJSON() {
    internalsOf(this, 'toJSON()')
    const { prior, trials, method, smoothing, epsilon, delta, temperature, calibration } = this
    const mechanism = kindOf(this.constructor)
    return {
      mechanism,
      version: JSON_VERSION,
      prior,
      trials,
      method,
      smoothing,
      epsilon,
      delta,
      temperature,
      calibration
    }
  }

  /** @param {number[]} counts @returns {Truth} */
  #shape(counts) {
    return /** @type {any} */ (this.#isBeta ? counts[0] : counts)
  }

  /** @param {unknown} truth @param {number} question */
  #ask(truth, question) {
    if (!this.#isBeta) return this.#list(checkTruths('counts', truth), question)
    const successes = checkCount('successes', truth, this.trials)
    return this.#list([successes, this.trials - successes], question)
  }

  /** @param {readonly number[]} numbers @param {number} question */
  #list(numbers, question) {
    const { engine, definition } = internalsOf(this, 'privatise(truth)')
    return Array.from(engine.askList(definition, 'posteriorAsk', numbers, question))
  }
}

/**
 * Private inference about a probability: of a number of successes in a known number of trials, and a Beta prior, the Beta
 * posterior of another number of successes is released, near the true one.
 * @extends {Posterior<number, BetaRelease>}
 */
export class BetaPosterior extends Posterior {
  static [KIND] = 'BetaPosterior'
}

/**
 * Private inference about several probabilities: of counts in categories, which sum to a known number of trials, and a Dirichlet
 * prior, the Dirichlet posterior of other counts is released, near the true ones.
 * @extends {Posterior<readonly number[], DirichletRelease>}
 */
export class DirichletPosterior extends Posterior {
  static [KIND] = 'DirichletPosterior'
}

/** @param {readonly number[]} prior */
function checkTwo(prior) {
  if (prior.length === 2) return
  throw new ParameterError('prior', prior, `prior must be two weights, got ${prior.length}`)
}
