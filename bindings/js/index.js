import { loaderFrom } from './load.js'

export { EntropyError, LoadError, ParameterError } from './errors.js'
export * from './public-types.js'

// The literal form is what bundlers look for: they copy the file and put its address here.
export const load = loaderFrom(async () => new URL('./inbounds.wasm', import.meta.url))
