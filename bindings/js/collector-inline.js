import { collectorFrom } from './collector-load.js'
import { inlinedWasm } from './inline-source.js'
import { loaderFrom } from './load.js'
import { streaming } from './streaming-no-workers.js'

export * from './collector-types.js'
export { EntropyError, LoadError, ParameterError } from './errors.js'
export * from './public-types.js'

// What bundlers take while their users develop; see inline.js.

export const load = loaderFrom({
  packaged: inlinedWasm,
  streaming: async () => streaming,
  advice: '',
  from: collectorFrom
})
