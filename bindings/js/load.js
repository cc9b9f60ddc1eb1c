import { checkOptions } from './arguments.js'
import { classesWith } from './classes.js'
import { compareAll } from './compare.js'
import { createEngine } from './engine.js'
import { LoadError } from './errors.js'
import { ownOf } from './own.js'
import { buildOf } from './provenance.js'
import { privatiseRecords } from './records.js'
import { compileFrom, reason } from './wasm-source.js'

/** @typedef {import('./wasm-source.js').WasmSource} WasmSource */
/** @typedef {import('./wasm-source.js').Open} Open */
/** @typedef {import('./wasm-source.js').CompiledModule} CompiledModule */
/** @typedef {import('./provenance.js').Build} Build */

/**
 * What `load()` resolves to: the mechanisms, what tells which of them to use, and how the WebAssembly was built.
 * @typedef {object} Inbounds
 * @property {typeof import('./reflected-laplace.js').ReflectedLaplace} ReflectedLaplace noise that is reflected at the bounds:
 *   the one to start with
 * @property {typeof import('./bounded-laplace.js').BoundedLaplace} BoundedLaplace noise truncated to the bounds: the mechanism
 *   of the literature
 * @property {typeof import('./bounded-gaussian.js').BoundedGaussian} BoundedGaussian normal noise truncated to the bounds: the
 *   one for vectors
 * @property {typeof import('./clamped-laplace.js').ClampedLaplace} ClampedLaplace noise of which whatever leaves the bounds is
 *   released as a bound: what most libraries do
 * @property {typeof import('./posterior.js').BetaPosterior} BetaPosterior the posterior of a number of successes
 * @property {typeof import('./posterior.js').DirichletPosterior} DirichletPosterior the posterior of counts in several
 *   categories
 * @property {typeof import('./smooth-laplace.js').SmoothLaplace} SmoothLaplace a number computed from a count, with noise as
 *   large as that count needs
 * @property {(options: import('./compare.js').CompareOptions) => import('./compare.js').Comparison} compare Every mechanism
 *   that fits, with its exact errors, the best first; or with `rmse` instead of `epsilon`, the epsilon that each needs.
 * @property {typeof import('./records.js').privatiseRecords} privatiseRecords Private values for the fields of records that have a
 *   mechanism, and what each record costs in all.
 * @property {Readonly<Build>} build how the WebAssembly was made
 */

/**
 * The options of `load()`.
 * @typedef {object} LoadOptions
 * @property {WasmSource} [wasm] where the WebAssembly is to come from. Default: the file beside the package's JavaScript
 */

/** For entries whose WebAssembly is a file of its own: most often, a bundler left it behind. */
const WASM_LEFT_BEHIND =
  "if inbounds.wasm is not beside the JavaScript, import 'inbounds/inline' or call load({ wasm: address })"

/**
 * What differs from entry point to entry point.
 * @template {Inbounds} Loaded
 * @typedef {object} Entry
 * @property {() => Promise<WasmSource>} findWasm where this platform finds the WebAssembly of the package
 * @property {() => Promise<any>} streaming what is loaded when there is much to do
 * @property {Open} [open]
 * @property {string} [advice] what to do if it is not there; empty, if it cannot but be there
 * @property {(compiled: CompiledModule, words: undefined, streaming: () => Promise<any>) => Promise<Loaded>} [from] what the entry
 *   makes of it
 */

/**
 * Makes the `load` of an entry point.
 * @template {Inbounds} [Loaded=Inbounds]
 * @param {Entry<Loaded>} entry
 */
export function createLoader(entry) {
  const {
    findWasm,
    streaming,
    open,
    advice = WASM_LEFT_BEHIND,
    from = /** @type {any} */ (createLibrary)
  } = ownOf(entry)
  /** @param {CompiledModule} compiled */
  const create = (compiled) => from(compiled, undefined, streaming)
  /** @type {Promise<Loaded> | undefined} */
  let shared

  /**
   * Loads the WebAssembly module; always settles. Calls without a source share one instance; after a failure the next
   * call tries again.
   * @param {LoadOptions} [options]
   * @returns {Promise<Loaded>}
   */
  return function load(options = {}) {
    /** @type {WasmSource | undefined} */
    let wasm
    try {
      wasm = /** @type {LoadOptions} */ (checkOptions('load', options, ['wasm'])).wasm
    } catch (error) {
      return Promise.reject(error)
    }
    if (wasm !== undefined) return compileFrom(wasm, open).then(create)
    shared ??= compileFrom(findWasm(), open)
      .catch((error) => {
        throw advice ? new LoadError(`${error.message}; ${advice}`, { cause: error }) : error
      })
      .then(create)
      .catch((error) => {
        shared = undefined
        throw error
      })
    return shared
  }
}

/**
 * @param {CompiledModule} compiled
 * @param {import('./engine.js').FixedWords} [words]
 * @param {() => Promise<import('./engine.js').Streaming>} [streaming]
 * @returns {Promise<Inbounds>}
 */
export async function createLibrary(compiled, words, streaming) {
  const build = buildOf(compiled)
  let engine
  try {
    engine = await createEngine(compiled, words, streaming)
  } catch (cause) {
    if (cause instanceof LoadError) throw cause
    throw new LoadError(`the WebAssembly module is not this version of inbounds: ${reason(cause)}`, { cause })
  }
  const classes = classesWith(engine)
  /** @type {Inbounds['compare']} */
  const compare = (options) => compareAll(classes, options)
  return Object.freeze({ ...classes, compare, privatiseRecords, build })
}
