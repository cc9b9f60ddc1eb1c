import { readFile } from 'node:fs/promises'
import { LoadError } from './errors.js'
import { loaderFrom } from './load.js'

export { EntropyError, LoadError, ParameterError } from './errors.js'

export const load = loaderFrom(packagedWasm)

/** Node's fetch does not read files. */
export async function packagedWasm() {
  const address = new URL('./inbounds.wasm', import.meta.url)
  return readFile(address).catch((cause) => {
    throw new LoadError(`cannot read ${address}: ${cause.message}`, { cause })
  })
}
