import { loaderFrom } from './load.js'

export { EntropyError, LoadError, ParameterError } from './errors.js'
export * from './public-types.js'

// The literal form is what bundlers look for: they copy the file and put its address here.
const packagedWasm = async () => new URL('./inbounds.wasm', import.meta.url)

/**
 * Loads the WebAssembly and gives the mechanisms; always settles. Calls without a source share one instance. A `LoadError`
 * says which address was tried and why it failed; after a failure the next call tries again.
 */
export const load = loaderFrom(packagedWasm)
