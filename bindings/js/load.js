import { checkOptions } from './arguments.js'
import { CATALOGUE } from './catalogue.js'
import { compareAll } from './compare.js'
import { createEngine } from './engine.js'
import { ENGINE, KIND } from './engine-key.js'
import { LoadError } from './errors.js'

/**
 * What `load()` resolves to: the mechanisms, and what tells which of them to use.
 * @typedef {object} Inbounds
 * @property {typeof import('./reflected-laplace.js').ReflectedLaplace} ReflectedLaplace
 * @property {typeof import('./bounded-laplace.js').BoundedLaplace} BoundedLaplace
 * @property {typeof import('./bounded-gaussian.js').BoundedGaussian} BoundedGaussian
 * @property {typeof import('./clamped-laplace.js').ClampedLaplace} ClampedLaplace
 * @property {(options: import('./compare.js').CompareOptions) => import('./compare.js').Comparison} compare every mechanism
 *   that fits, with its exact errors, the best first; or with `rmse` instead of `epsilon`, the epsilon that each needs
 */

/**
 * Where the WebAssembly may come from: its bytes, an address, a response that is on its way, or a compiled module.
 * @typedef {BufferSource | URL | string | Response | PromiseLike<Response> | WebAssembly.Module} WasmSource
 */

/** @typedef {{ wasm?: WasmSource }} LoadOptions */

/**
 * Makes the `load` of an entry point.
 * @param {() => Promise<WasmSource>} defaultSource where this platform finds the WebAssembly of the package
 */
export function loaderFrom(defaultSource) {
  /** @type {Promise<Inbounds> | undefined} */
  let shared

  /**
   * Loads the WebAssembly module; always settles. Calls without a source share one instance; after a failure the next
   * call tries again.
   * @param {LoadOptions} [options]
   * @returns {Promise<Inbounds>}
   */
  return function load(options = {}) {
    try {
      checkOptions('load', options, ['wasm'])
    } catch (error) {
      return Promise.reject(error)
    }
    if (options.wasm !== undefined) return loadFrom(options.wasm)
    shared ??= defaultSource()
      .then((source) => loadFrom(source))
      .catch((error) => {
        shared = undefined
        throw error
      })
    return shared
  }
}

/**
 * @param {WasmSource} source
 * @param {{ seed?: bigint }} [options]
 * @returns {Promise<Inbounds>}
 */
export async function loadFrom(source, options) {
  const compiled = await compile(await source)
  let engine
  try {
    engine = await createEngine(compiled, options)
  } catch (cause) {
    if (cause instanceof LoadError) throw cause
    throw new LoadError(`the WebAssembly module is not this version of inbounds: ${reason(cause)}`, { cause })
  }
  const classes = /** @type {Omit<Inbounds, 'compare'>} */ (
    Object.fromEntries(Object.entries(CATALOGUE).map(([name, entry]) => [name, boundTo(engine, entry.Mechanism)]))
  )
  /** @type {Inbounds['compare']} */
  const compare = (options) => compareAll(classes, options)
  return Object.freeze({ ...classes, compare })
}

/**
 * The mechanism class with its engine: the same class, prototypes and statics, under the same name.
 * @template {(new (...parameters: any[]) => object) & { [KIND]: string }} Class
 * @param {import('./engine.js').Engine} engine
 * @param {Class} mechanism
 * @returns {Class}
 */
function boundTo(engine, mechanism) {
  // Under a computed key, the class takes its name from there, and no minifier shortens it.
  const { [mechanism[KIND]]: bound } = {
    [mechanism[KIND]]: class extends mechanism {
      static [ENGINE] = engine
    }
  }
  return /** @type {Class} */ (bound)
}

/**
 * @param {Awaited<WasmSource>} source
 * @returns {Promise<WebAssembly.Module>}
 */
async function compile(source) {
  if (source instanceof WebAssembly.Module) return source
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return compileBytes(source, 'the given bytes')
  if (typeof Response === 'function' && source instanceof Response) return compileResponse(source, source.url)
  if (typeof source === 'string' || source instanceof URL) return compileResponse(await fetched(source), String(source))
  throw new TypeError('wasm must be bytes, a URL, a Response or a WebAssembly.Module')
}

/** @param {string | URL} address */
async function fetched(address) {
  try {
    return await fetch(address)
  } catch (cause) {
    throw new LoadError(`cannot fetch ${address}: ${reason(cause)}`, { cause })
  }
}

/**
 * @param {Response} response
 * @param {string} address
 */
async function compileResponse(response, address) {
  const named = address || 'the given response'
  if (!response.ok) throw new LoadError(`cannot load ${named}: HTTP ${response.status}`)
  // Servers that do not know the type of .wasm files are common; streaming compilation insists on it.
  const streamable = (response.headers.get('content-type') ?? '').startsWith('application/wasm')
  if (!streamable) return compileBytes(await response.arrayBuffer(), named)
  return WebAssembly.compileStreaming(response).catch((cause) => {
    throw new LoadError(`${named} is not WebAssembly that this platform can run: ${reason(cause)}`, { cause })
  })
}

/**
 * @param {BufferSource} bytes
 * @param {string} named
 */
async function compileBytes(bytes, named) {
  const start = ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes)
  if (![0x00, 0x61, 0x73, 0x6d].every((byte, at) => start[at] === byte)) {
    throw new LoadError(`${named} is not WebAssembly (a server's "not found" page, perhaps?)`)
  }
  return WebAssembly.compile(bytes).catch((cause) => {
    throw new LoadError(`${named} is not WebAssembly that this platform can run: ${reason(cause)}`, { cause })
  })
}

/** @param {unknown} cause */
function reason(cause) {
  return cause instanceof Error ? cause.message : String(cause)
}
