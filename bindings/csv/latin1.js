// Bytes as text, one character for each byte, and back: whatever the encoding of a file, nothing of it is lost. Node's Buffer
// does that fastest; where there is none, what every browser has does the same.

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */
/**
 * @typedef {object} Latin1
 * @property {(bytes: Uint8Array) => string} textOf
 * @property {(text: string) => Bytes} bytesFrom
 * @property {(length: number) => Bytes} memoryFor what is written to
 * @property {(memory: Bytes, text: string, at: number) => number} writeText how many bytes were written
 */

/** A call takes so many arguments, everywhere. */
const CHARACTERS_AT_ONCE = 8192
const [LAST_OF_LATIN1, BYTE] = [255, 255]
const decoder = new TextDecoder('latin1')
const encoder = new TextEncoder()

/** @type {Latin1} */
export const everywhere = {
  textOf(bytes) {
    // What the web calls Latin-1 is Windows-1252, which differs from it in 27 bytes; they become characters beyond Latin-1.
    const text = decoder.decode(bytes)
    if (!hasBeyond(text)) return text
    const parts = []
    for (let at = 0; at < bytes.length; at += CHARACTERS_AT_ONCE) {
      parts.push(String.fromCharCode(...bytes.subarray(at, at + CHARACTERS_AT_ONCE)))
    }
    return parts.join('')
  },

  bytesFrom(text) {
    const bytes = new Uint8Array(text.length)
    everywhere.writeText(bytes, text, 0)
    return bytes
  },

  memoryFor: (length) => new Uint8Array(length),

  writeText(memory, text, at) {
    // UTF-8 is the same as long as all of it is ASCII, and that is what most files are.
    const { read } = encoder.encodeInto(text, memory.subarray(at, at + text.length))
    if (read === text.length) return text.length
    for (let index = 0; index < text.length; ++index) memory[at + index] = text.charCodeAt(index) & BYTE
    return text.length
  }
}

/** @param {string} text */
function hasBeyond(text) {
  for (let at = 0; at < text.length; ++at) if (text.charCodeAt(at) > LAST_OF_LATIN1) return true
  return false
}

/** @param {any} Buffer @returns {Latin1} */
export function latin1By(Buffer) {
  return {
    textOf: ({ buffer, byteOffset, length }) => Buffer.from(buffer, byteOffset, length).toString('latin1'),
    bytesFrom: (text) => Buffer.from(text, 'latin1'),
    memoryFor: (length) => Buffer.allocUnsafeSlow(length),
    writeText: (memory, text, at) => /** @type {any} */ (memory).write(text, at, 'latin1')
  }
}

const fastest = 'Buffer' in globalThis ? latin1By(/** @type {any} */ (globalThis).Buffer) : everywhere
export const { textOf, bytesFrom, memoryFor, writeText } = fastest
