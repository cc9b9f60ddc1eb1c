// Random bits that are not random: the platform's generator, with what comes from it spoilt.

/**
 * Does something while the generator is spoilt.
 * @param {(bytes: Uint8Array) => void} spoil
 * @param {() => Promise<any>} doing
 */
export async function whileSpoilt(spoil, doing) {
  const working = globalThis.crypto.getRandomValues.bind(globalThis.crypto)
  const value = (bytes) => {
    working(bytes)
    spoil(bytes)
    return bytes
  }
  Object.defineProperty(globalThis.crypto, 'getRandomValues', { configurable: true, value })
  try {
    return await doing()
  } finally {
    delete globalThis.crypto.getRandomValues // back to the one of the prototype
  }
}

/** The highest bit of each word is set more often than not: with the probability 1/2 + share/2. */
export const bias = (share) => (bytes) => {
  for (let word = 0; word + 8 <= bytes.length; word += 8) if (bytes[word] < 256 * share) bytes[word + 7] |= 0x80
}

/** Each word comes twice. */
export function double(bytes) {
  for (let word = 0; word + 16 <= bytes.length; word += 16) bytes.copyWithin(word + 8, word, word + 8)
}

/** Whatever is asked for, it begins with the same bits. */
export function sameAgain() {
  const first = globalThis.crypto.getRandomValues(new Uint8Array(65536))
  return (bytes) => bytes.set(first.subarray(0, bytes.length))
}
