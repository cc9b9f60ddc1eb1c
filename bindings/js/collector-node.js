import { COLLECTOR_LEFT_BEHIND, collectorFrom } from './collector-load.js'
import { createLoader } from './load.js'
import { open } from './node-files.js'
import { streaming } from './streaming-node.js'

export * from './collector-types.js'
export { EntropyError, LoadError, ParameterError } from './errors.js'
export * from './public-types.js'

const findWasm = async () => new URL('./inbounds-collector.wasm', import.meta.url)

export const load = createLoader({
  findWasm: findWasm,
  open,
  streaming: async () => streaming,
  advice: COLLECTOR_LEFT_BEHIND,
  from: collectorFrom
})
