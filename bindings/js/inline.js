import compressed from './inline-wasm.js'
import { loaderFrom } from './load.js'

export { EntropyError, LoadError, ParameterError } from './errors.js'
export * from './public-types.js'

// For bundlers that copy no files, and for a single file that is all there is: the WebAssembly is in the JavaScript. It is
// embedded as gzip, which leaves a third less to send than plain base64.
async function embeddedWasm() {
  const bytes = Uint8Array.from(atob(compressed), (letter) => letter.charCodeAt(0))
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
}

/**
 * Loads the WebAssembly and gives the mechanisms; always settles. Calls without a source share one instance. A `LoadError`
 * says which address was tried and why it failed; after a failure the next call tries again.
 */
export const load = loaderFrom(embeddedWasm)
