import { bulk } from './bulk-node.js'
import { loaderFrom } from './load.js'
import { open, packagedWasm } from './node-files.js'

export { EntropyError, LoadError, ParameterError } from './errors.js'
export * from './public-types.js'

export const load = loaderFrom({ packaged: packagedWasm, open, bulk: async () => bulk })
