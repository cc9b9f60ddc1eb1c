import { createCollector } from './collecting.js'
import { ENGINE } from './engine-key.js'
import { createLibrary } from './load.js'

/**
 * What `load()` of `inbounds/collector` resolves to: all that the one of `inbounds` gives, and what turns reports into
 * statistics.
 * @typedef {import('./load.js').Inbounds & import('./collecting.js').Collecting} Collector
 */

/** For entries whose WebAssembly is a file of its own: most often, a bundler left it behind. */
export const COLLECTOR_LEFT_BEHIND =
  'if inbounds-collector.wasm is not beside the JavaScript, call load({ wasm: address })'

/**
 * @param {import('./load.js').CompiledModule} compiled
 * @param {undefined} words
 * @param {() => Promise<any>} streaming
 * @returns {Promise<Collector>}
 */
export async function collectorFrom(compiled, words, streaming) {
  const inbounds = await createLibrary(compiled, words, streaming)
  const { compare, privatiseRecords, build, ...classes } = inbounds
  // All of them have the same engine.
  const engine = /** @type {any} */ (classes.ReflectedLaplace)[ENGINE]
  return Object.freeze({ ...inbounds, ...createCollector(engine, classes) })
}
