import { LoadError } from './errors.js'
import { moduleName } from './module-name.js'

// From where the WebAssembly is said to be to a compiled module.

// The types here are of names that TypeScript knows without its library for browsers, too, as in projects for Node.

/** @typedef {ArrayBuffer | ArrayBufferView} Bytes */

/** A `WebAssembly.Module`, which is an object like any other to TypeScript. @typedef {object} CompiledModule */

/**
 * Where the WebAssembly may come from: its bytes, an address, a response that is on its way, or a compiled module.
 * @typedef {Bytes | URL | string | Response | PromiseLike<Response> | CompiledModule} WasmSource
 */

/** How a platform gets what is at an address. @typedef {(address: string | URL) => Promise<Response | Bytes>} Open */

/**
 * @param {WasmSource | Promise<WasmSource>} given
 * @param {Open} [open]
 * @param {string} [named] for messages
 * @returns {Promise<CompiledModule>}
 */
export async function compileFrom(given, open = (address) => fetch(address), named) {
  const source = await Promise.resolve(asItIs(given)).catch((cause) =>
    throwNotLoaded(named ?? `${moduleName}.wasm`, cause)
  )
  // Some browsers can be told to do without it, such as Safari in its lockdown mode.
  if (typeof WebAssembly === 'undefined') throw new LoadError('this platform has no WebAssembly')
  // By their tags, which objects have in other realms, too, such as those of test runners.
  const kind = Object.prototype.toString.call(source).slice(8, -1)
  if (kind === 'WebAssembly.Module') return /** @type {CompiledModule} */ (source)
  if (kind === 'String' || kind === 'URL') {
    const address = /** @type {string | URL} */ (source)
    return compileFrom(await openAt(address, open), open, String(address))
  }
  if (kind === 'Response') {
    const response = /** @type {Response} */ (source)
    return compileResponse(response, named || response.url || 'the given response')
  }
  if (kind === 'ArrayBuffer' || ArrayBuffer.isView(source)) {
    return compileBytes(/** @type {BufferSource} */ (source), named ?? 'what was given')
  }
  throw new TypeError('wasm must be bytes, a URL, a Response or a WebAssembly.Module')
}

/**
 * Bytes and addresses can be changed by whoever gave them, before they are looked at.
 * @param {any} given
 * @returns {any}
 */
function asItIs(given) {
  if (ArrayBuffer.isView(given)) return new Uint8Array(given.buffer, given.byteOffset, given.byteLength).slice()
  const kind = Object.prototype.toString.call(given).slice(8, -1)
  if (kind === 'ArrayBuffer') return given.slice(0)
  return kind === 'URL' ? new URL(given.href) : given
}

/**
 * @param {string | URL} address
 * @param {Open} open
 */
function openAt(address, open) {
  return open(address).catch((cause) => throwNotLoaded(address, cause))
}

/**
 * @param {Response} response
 * @param {string} named
 */
async function compileResponse(response, named) {
  if (!response.ok) throw new LoadError(`cannot load ${named}: HTTP ${response.status}`)
  // Servers that do not know the type of .wasm files are common; streaming compilation insists on it.
  const streamable = (response.headers.get('content-type') ?? '').startsWith('application/wasm')
  if (streamable && response instanceof globalThis.Response) {
    // It also fails where the response does: if the connection ends, or somebody has read it before.
    return WebAssembly.compileStreaming(response).catch((cause) =>
      cause instanceof TypeError ? throwNotLoaded(named, cause) : throwNotRunnable(named, cause)
    )
  }
  const bytes = await response.arrayBuffer().catch((cause) => throwNotLoaded(named, cause))
  return compileBytes(bytes, named)
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
  return WebAssembly.compile(bytes).catch((cause) => throwNotRunnable(named, cause))
}

/**
 * @param {string | URL} named
 * @param {unknown} cause
 * @returns {never}
 */
function throwNotLoaded(named, cause) {
  throw new LoadError(`cannot load ${named}: ${reason(cause)}`, { cause })
}

/**
 * @param {string} named
 * @param {unknown} cause
 * @returns {never}
 */
function throwNotRunnable(named, cause) {
  throw new LoadError(`${named} is not WebAssembly that this platform can run: ${reason(cause)}`, { cause })
}

/** What went wrong, and what is behind it: Node's fetch says only that it failed. @param {unknown} cause */
export function reason(cause) {
  if (!(cause instanceof Error)) return String(cause)
  return cause.cause instanceof Error && cause.cause.message
    ? `${cause.message} (${cause.cause.message})`
    : cause.message
}
