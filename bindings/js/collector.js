import { COLLECTOR_LEFT_BEHIND, collectorFrom } from './collector-load.js'
import { createLoader } from './load.js'

export * from './collector-types.js'
export { EntropyError, LoadError, ParameterError } from './errors.js'
export * from './public-types.js'

// The literal form is what bundlers look for: they copy the file and put its address here.
const findWasm = async () => new URL('./inbounds-collector.wasm', import.meta.url)

/**
 * Like `load()` of `inbounds`, with what turns reports into statistics, too: for servers and analysts. Its WebAssembly is
 * another file, `inbounds-collector.wasm`.
 * @param options where the WebAssembly is, if not beside the JavaScript
 * @returns what `load()` of `inbounds` gives, and the estimates
 */
export const load = createLoader({
  findWasm: findWasm,
  streaming: async () => (await import('./streaming-no-workers.js')).streaming,
  advice: COLLECTOR_LEFT_BEHIND,
  from: collectorFrom
})
