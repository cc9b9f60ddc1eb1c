import { readFile } from 'node:fs/promises'
import { LoadError } from './errors.js'

/** The WebAssembly beside this file: Node's fetch does not read files. */
export async function packagedWasm() {
  const address = new URL('./inbounds.wasm', import.meta.url)
  return readFile(address).catch((cause) => {
    throw new LoadError(`cannot read ${address}: ${cause.message}`, { cause })
  })
}
