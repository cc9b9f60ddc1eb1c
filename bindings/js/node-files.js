import { readFile } from 'node:fs/promises'

/** The WebAssembly of the package, beside this file. */
export const packagedWasm = async () => new URL('./inbounds.wasm', import.meta.url)

/**
 * What is at an address: Node's fetch does not read files.
 * @param {string | URL} address
 */
export async function open(address) {
  return /^file:/i.test(String(address)) ? readFile(new URL(address)) : fetch(address)
}
