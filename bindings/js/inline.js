import { inlinedWasm } from './inline-source.js'
import { loaderFrom } from './load.js'

export { EntropyError, LoadError, ParameterError } from './errors.js'
export * from './public-types.js'

// For bundlers that copy no files, and for a single file that is all there is. It is also what bundlers take while their
// users develop: the development servers of Vite 7 and before move a package's JavaScript away from its other files.
/**
 * Loads the WebAssembly and gives the mechanisms; always settles. Calls without a source share one instance. A `LoadError`
 * says which address was tried and why it failed; after a failure the next call tries again.
 */
export const load = loaderFrom(inlinedWasm)
