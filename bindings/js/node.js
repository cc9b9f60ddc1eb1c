import { loaderFrom } from './load.js'
import { open, packagedWasm } from './node-files.js'
import { streaming } from './streaming-node.js'

export { EntropyError, LoadError, ParameterError } from './errors.js'
export * from './public-types.js'

export const load = loaderFrom({ packaged: packagedWasm, open, streaming: async () => streaming })
