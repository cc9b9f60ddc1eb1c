// A file in parts, so that it never has to be in memory as a whole.

/** Large enough that asking for it does not matter, small enough for a phone. */
const BYTES_AT_ONCE = 2 ** 20

/**
 * @param {Blob} file
 * @param {(bytes: number) => void} [onRead] how many were read so far
 * @returns {AsyncGenerator<Uint8Array, void, void>}
 */
export async function* chunksOf(file, onRead = () => {}) {
  for (let from = 0; from < file.size; from += BYTES_AT_ONCE) {
    const part = file.slice(from, from + BYTES_AT_ONCE)
    const bytes = await part.arrayBuffer().catch((/** @type {Error} */ error) => {
      throw new Error(`it cannot be read any more; was it changed or moved since you chose it? (${error.name})`)
    })
    onRead(Math.min(from + BYTES_AT_ONCE, file.size))
    yield new Uint8Array(bytes)
  }
}
