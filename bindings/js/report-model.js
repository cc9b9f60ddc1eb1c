import { formatValue, nameKind } from './arguments.js'
import { gaussianFactory } from './gaussian-factory.js'
import { requestFromJSON as gaussianFromJSON } from './gaussian-options.js'
import { laplaceFactory } from './laplace-factory.js'
import { requestFromJSON as laplaceFromJSON } from './laplace-options.js'
import { memberOf, ownFromJSON } from './own.js'
import { posteriorFactory } from './posterior-factory.js'
import { requestFromJSON as posteriorFromJSON } from './posterior-options.js'

// A mechanism as a collector knows it. Whoever reports has one of their own, in another process as a rule: what both share
// is its JSON, and that is all that is used here of whatever mechanism is given.

/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./engine.js').Definition} Definition */

/**
 * A mechanism for numbers or vectors, of this or of another entry of the package, what its `toJSON` gives, or that as a text.
 * @typedef {import('./laplace.js').LaplaceMechanism | import('./bounded-gaussian.js').BoundedGaussian | import('./laplace-options.js').LaplaceJSON | import('./gaussian-options.js').GaussianJSON | string} MechanismLike
 */

/** How each is made from its JSON. @type {Record<string, [any, (kind: string, json: unknown) => unknown]>} */
const FACTORIES = {
  ReflectedLaplace: [laplaceFactory, laplaceFromJSON],
  BoundedLaplace: [laplaceFactory, laplaceFromJSON],
  ClampedLaplace: [laplaceFactory, laplaceFromJSON],
  BoundedGaussian: [gaussianFactory, gaussianFromJSON],
  BetaPosterior: [posteriorFactory, posteriorFromJSON],
  DirichletPosterior: [posteriorFactory, posteriorFromJSON]
}

/** What reports of a mechanism are, and the way to ask C++ about them. */
export class ReportModel {
  /** @type {Engine} */ #engine
  /** @type {Definition} */ #definition

  /** The mechanism. @readonly @type {any} */ mechanism
  /** Its JSON, by which mechanisms are compared. @readonly @type {string} */ text

  /** @param {Engine} engine @param {any} classes @param {string} text what `textOf` gave @param {unknown} given for messages */
  constructor(engine, classes, text, given) {
    const json = jsonFrom(text, given)
    if (!Object.hasOwn(FACTORIES, json.mechanism)) {
      throw new TypeError(
        `mechanism must be one of ${Object.keys(FACTORIES).join(', ')}, got ${formatValue(json.mechanism)}`
      )
    }
    const [factory, requestFromJSON] = /** @type {(typeof FACTORIES)[string]} */ (FACTORIES[json.mechanism])
    this.mechanism = classes[json.mechanism].fromJSON(json) // which checks that its numbers belong together
    this.text = JSON.stringify(this.mechanism)
    this.#engine = engine
    this.#definition = engine.make(factory, requestFromJSON(json.mechanism, ownFromJSON(this.text))).definition
  }

  /** Whether reports are counts. */
  get isPosterior() {
    return Object.hasOwn(this.mechanism, 'prior')
  }

  /** Whether reports are vectors. */
  get isBox() {
    return Array.isArray(this.mechanism.lower)
  }

  /** How many numbers a report has. @returns {number} */
  get sides() {
    return this.isPosterior ? this.mechanism.prior.length : (memberOf(this.mechanism, 'dimensions') ?? 1)
  }

  /** @param {string} question a function of bindings/embind/estimation.cpp @param {readonly number[] | Float64Array} list @param {number} [more] */
  ask(question, list, more = 0) {
    return this.#engine.askList(this.#definition, question, /** @type {number[]} */ (list), more)
  }
}

/**
 * The JSON of whatever is given as a mechanism; `'null'` if it has none.
 * @param {unknown} given
 * @returns {string}
 */
export function textOf(given) {
  if (typeof given === 'string') return given
  try {
    return JSON.stringify(given) ?? 'null'
  } catch {
    return 'null' // cycles and BigInts cannot be written
  }
}

/** @param {string} text @param {unknown} given for messages */
function jsonFrom(text, given) {
  const json = parse(text, 'mechanism must be a mechanism or what its toJSON gives')
  if (typeof json?.mechanism === 'string') return json
  throw new TypeError(`mechanism must be a mechanism or what its toJSON gives, got ${nameKind(given)}`)
}

/**
 * What a text says. Why it is no JSON, engines tell with a part of the text, and that may be anything: so there is no `cause`.
 * @param {string} text @param {string} rule what it should be
 */
export function parse(text, rule) {
  try {
    return ownFromJSON(text)
  } catch {
    throw new SyntaxError(`${rule}, and this text is no JSON`)
  }
}
