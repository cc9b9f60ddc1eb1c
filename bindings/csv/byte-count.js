const [LOW_BITS, HIGH_BITS] = [0x7f7f7f7f, 0x80808080]
/** So often can a count that has a byte of its own go up. */
const MAX_IN_A_BYTE = 255

/**
 * How often a byte occurs. Every byte of a file is asked for twice before a thread sees it, so four are compared at once:
 * that is three times as fast as one by one.
 * @param {Uint8Array} bytes
 * @param {number} byte
 */
export function countOf(bytes, byte) {
  if (bytes.length < 8) return countOneByOne(bytes, byte)
  const start = (4 - (bytes.byteOffset % 4)) % 4 // words begin at multiples of 4
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + start, (bytes.length - start) >>> 2)
  const end = start + 4 * words.length
  let count = countOneByOne(bytes.subarray(0, start), byte) + countOneByOne(bytes.subarray(end), byte)
  const pattern = byte * 0x01010101
  for (let at = 0; at < words.length; ) {
    const until = Math.min(at + MAX_IN_A_BYTE, words.length)
    let four = 0 // counts, one for each byte of a word
    for (; at < until; ++at) {
      const other = /** @type {number} */ (words[at]) ^ pattern // 0 where a byte is the one
      four = (four + ((~(((other & LOW_BITS) + LOW_BITS) | other) & HIGH_BITS) >>> 7)) | 0
    }
    count += (four & 255) + ((four >>> 8) & 255) + ((four >>> 16) & 255) + (four >>> 24)
  }
  return count
}

/** @param {Uint8Array} bytes @param {number} byte */
function countOneByOne(bytes, byte) {
  let count = 0
  for (const one of bytes) if (one === byte) count += 1
  return count
}
