import { createLoader } from './load.js'
import { findWasm, open } from './node-files.js'
import { streaming } from './streaming-node.js'

export { EntropyError, LoadError, ParameterError } from './errors.js'
export * from './public-types.js'

export const load = createLoader({ findWasm, open, streaming: async () => streaming })
