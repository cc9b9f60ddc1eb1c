import { createLoader } from './load.js'

export { EntropyError, LoadError, ParameterError } from './errors.js'
export * from './public-types.js'

// The literal form is what bundlers look for: they copy the file and put its address here.
const findWasm = async () => new URL('./inbounds.wasm', import.meta.url)

/**
 * Loads the WebAssembly module and hands out what the package consists of. Always settles: where it cannot be loaded, with a
 * `LoadError` that says which address was tried and why it failed. Calls without a source share one instance; after a failure
 * the next call tries again.
 * @param options where the WebAssembly is, if not beside the JavaScript
 * @returns the mechanisms, `compare`, and how the WebAssembly was built
 */
export const load = createLoader({
  findWasm: findWasm,
  streaming: async () => (await import('./streaming-web.js')).streaming
})
