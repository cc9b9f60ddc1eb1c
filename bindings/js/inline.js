import { unpackWasm } from './inline-source.js'
import { createLoader } from './load.js'
import { streaming } from './streaming-inline.js'

export { EntropyError, LoadError, ParameterError } from './errors.js'
export * from './public-types.js'

// For bundlers that copy no files, and for a single file that is all there is. It is also what bundlers take while their
// users develop: the development servers of Vite 7 and before move a package's JavaScript away from its other files.

/**
 * Loads the WebAssembly module and hands out what the package consists of. Always settles: where it cannot be loaded, with a
 * `LoadError` that says which address was tried and why it failed. Calls without a source share one instance; after a failure
 * the next call tries again.
 * @param options where the WebAssembly is, if not inside
 * @returns the mechanisms, `compare`, and how the WebAssembly was built
 */
export const load = createLoader({ findWasm: unpackWasm, streaming: async () => streaming, advice: '' })
