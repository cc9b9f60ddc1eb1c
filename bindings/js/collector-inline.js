import { collectorFrom } from './collector-load.js'
import { unpackWasm } from './inline-source.js'
import { createLoader } from './load.js'
import { streaming } from './streaming-no-workers.js'

export * from './collector-types.js'
export { EntropyError, LoadError, ParameterError } from './errors.js'
export * from './public-types.js'

// What bundlers take while their users develop; see inline.js.

export const load = createLoader({
  findWasm: unpackWasm,
  streaming: async () => streaming,
  advice: '',
  from: collectorFrom
})
