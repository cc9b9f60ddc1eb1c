import { readFile } from 'node:fs/promises'
import { ownOf } from './own.js'

/** The WebAssembly of the package, beside this file. */
export const findWasm = async () => new URL('./inbounds.wasm', import.meta.url)

/**
 * What is at an address: Node's fetch does not read files.
 * @param {string | URL} address
 */
export async function open(address) {
  if (!URL.canParse(address)) {
    throw new Error("in Node an address is a whole URL, such as new URL('./inbounds.wasm', import.meta.url)")
  }
  return /^file:/i.test(String(address)) ? readFile(new URL(address), ownOf({ flag: 'r' })) : fetch(address)
}
