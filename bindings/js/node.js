import { loaderFrom } from './load.js'
import { packagedWasm } from './packaged-wasm.js'

export { EntropyError, LoadError, ParameterError } from './errors.js'

export const load = loaderFrom(packagedWasm)
