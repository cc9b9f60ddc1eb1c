import { checkNumber, checkOptionalNumber, checkOptions } from './arguments.js'
import { describe } from './describe.js'
import { ENGINE, KIND } from './engine-key.js'
import { ParameterError } from './errors.js'
import { FIRST_JSON_VERSION, JSON_VERSION } from './noise-options.js'
import { ownFromJSON, ownOf } from './own.js'

/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./engine.js').Definition} Definition */

/** The way past a constructor's own calibration, for fromJSON. */
class RestoreRequest {
  /** @param {unknown} request */
  constructor(request) {
    this.request = request
  }
}

/** @typedef {{ engine: Engine, definition: Definition, version: 1 | 2 }} Internals version: of its JSON */

/** Of a mechanism, and not of a proxy of one. @type {(value: unknown) => Internals | undefined} */
let internalsIn

/**
 * What every mechanism has. Objects are immutable and hold no memory that would have to be freed.
 */
export class Mechanism {
  /** What only the classes of mechanisms see of it. @type {Internals} */ #internals

  /** The privacy loss asked for; where the noise was given instead, its exact loss. @readonly @type {number} */ epsilon
  /** The probability mass that may escape epsilon. @readonly @type {number} */ delta
  /** Where the size of the noise is from; `'given'` if it was chosen by hand. @readonly @type {'tight' | 'published' | 'given'} */ calibration

  /**
   * @param {Engine} engine
   * @param {Definition} definition
   * @param {{ epsilon: number, delta: number }} description
   * @param {{ calibration: 'tight' | 'published' | 'given', version?: 1 | 2 }} request
   */
  constructor(engine, definition, description, request) {
    this.#internals = { engine, definition, version: request.version ?? JSON_VERSION }
    this.epsilon = description.epsilon
    this.delta = description.delta
    this.calibration = request.calibration
  }

  /**
   * The exact delta of the same mechanism at another epsilon, or (of noise on numbers) another scale; left out: its own.
   * @param {{ scale?: number, epsilon?: number }} [question]
   * @returns {number}
   */
  deltaOf(question = {}) {
    const { engine, definition } = internalsOf(this, 'deltaOf({ epsilon })')
    const known = Object.hasOwn(this, 'scale') ? ['scale', 'epsilon'] : ['epsilon']
    const { scale, epsilon = this.epsilon } = checkOptions('deltaOf', question, known)
    return engine.deltaOf(definition, checkOptionalNumber('scale', scale), checkNumber('epsilon', epsilon))
  }

  /** Two sentences in plain language: what comes out, and what it gives away. */
  describe() {
    const seeded = internalsOf(this, 'describe()').engine.isSeeded
      ? ' The noise comes from a seed: it protects nobody.'
      : ''
    return describe(/** @type {any} */ (this)) + seeded
  }

  static {
    internalsIn = (value) => (value instanceof Mechanism && #internals in value ? value.#internals : undefined)
  }
}

// `using` works, and has nothing to do. Older platforms lack the symbol.
if (Symbol.dispose) Object.defineProperty(Mechanism.prototype, Symbol.dispose, { value() {} })

/**
 * What a constructor does first: takes its options, or what fromJSON has made of them, and has the mechanism made.
 * @template {object} Request, Description
 * @param {any} Class
 * @param {import('./engine.js').Factory<Request, Description>} factory
 * @param {unknown} options
 * @param {(kind: string, options: unknown) => Request} requestFromOptions
 */
export function makeFor(Class, factory, options, requestFromOptions) {
  const engine = engineOf(Class)
  const request =
    options instanceof RestoreRequest
      ? /** @type {Request} */ (options.request)
      : requestFromOptions(kindOf(Class), options)
  return { engine, request, ...engine.make(factory, request) }
}

/**
 * @param {any} Class
 * @param {unknown} json an object or its text
 * @param {(kind: string, json: unknown) => unknown} requestFromJSON
 */
export function restore(Class, json, requestFromJSON) {
  engineOf(Class)
  const request = requestFromJSON(kindOf(Class), typeof json === 'string' ? parse(json) : json)
  const mechanism = new Class(new RestoreRequest(request))
  checkUnchanged(mechanism, new Class(new RestoreRequest(withoutResults(request))))
  return mechanism
}

/** What was asked for once, before a scale or an epsilon was computed from it. @param {any} request */
function withoutResults(request) {
  const computed =
    request.calibration === 'given'
      ? { epsilon: undefined }
      : { scale: undefined, temperature: undefined, alpha: undefined }
  return { ...request, ...computed, rate: undefined }
}

/**
 * A mechanism whose numbers do not belong together was written by nobody here. (Those of another release may differ by
 * roundings; where they differ by more, the version of what toJSON writes is another.)
 * @param {any} mechanism as it was written
 * @param {any} afresh computed from its other parameters
 */
function checkUnchanged(mechanism, afresh) {
  const [own, other] = [ownOf(mechanism), ownOf(afresh)] // not every class has all of these numbers
  // On lattices of 1/n, release 1.0 sometimes counted a step more, and so made more noise than is needed.
  const isPart = (/** @type {number} */ step) => step < 1 && !Number.isInteger(Math.log2(step))
  const mayBeWider = internalsIn(mechanism)?.version === FIRST_JSON_VERSION && [own.granularity].flat().some(isPart)
  for (const name of ['rate', 'scale', 'temperature', 'alpha', 'epsilon', 'delta']) {
    const [value, expected] = [own[name], other[name]]
    const isWider = mayBeWider && (name === 'rate' ? value < expected : value > expected)
    if (!isWider && Math.abs(value - expected) > 1e-9 * expected) {
      throw new ParameterError(name, value, `${name} must be ${expected}, as the other parameters say, got ${value}`)
    }
  }
}

/** @param {string} text */
function parse(text) {
  try {
    return ownFromJSON(text)
  } catch (cause) {
    throw new SyntaxError('fromJSON takes what toJSON wrote, as an object or as its text, and this text is no JSON', {
      cause
    })
  }
}

/**
 * What a mechanism is made of. `truths.map(mechanism.privatise)` loses the mechanism, and a proxy does not have what is
 * private in it.
 * @param {unknown} receiver
 * @param {string} example a call
 */
export function internalsOf(receiver, example) {
  const found = internalsIn(receiver)
  if (found) return found
  const [method] = example.split('(')
  throw new TypeError(`${method} must be called on the mechanism itself, as in mechanism.${example}`)
}

/**
 * The engine of the class that `load()` handed out.
 * @param {any} Class
 * @returns {Engine}
 */
export function engineOf(Class) {
  if (Class?.[ENGINE]) return Class[ENGINE]
  throw new TypeError('this must be called on a class that load() gave, as in ReflectedLaplace.fromJSON(text)')
}

/** @param {any} Class @returns {string} */
export function kindOf(Class) {
  return Class[KIND]
}
