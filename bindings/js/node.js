import { loaderFrom } from './load.js'
import { open, packagedWasm } from './node-files.js'

export { EntropyError, LoadError, ParameterError } from './errors.js'
export * from './public-types.js'

/**
 * Loads the WebAssembly and gives the mechanisms; always settles. Calls without a source share one instance. A `LoadError`
 * says which address was tried and why it failed; after a failure the next call tries again.
 */
export const load = loaderFrom(packagedWasm, open)
