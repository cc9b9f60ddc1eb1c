const GRID = 2 ** -53

/**
 * Uniform multiples of 2^-53 above 0 and below 1, and signs; always the same ones (splitmix64, 53 bits of each word).
 * @param {number} seed
 */
export function* fixedUniforms(seed) {
  const mask = (1n << 64n) - 1n
  let state = BigInt(seed)
  for (;;) {
    state = (state + 0x9e3779b97f4a7c15n) & mask
    let word = ((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n) & mask
    word = ((word ^ (word >> 27n)) * 0x94d049bb133111ebn) & mask
    word ^= word >> 31n
    const u = Number(word >> 11n) * GRID
    if (u > 0) yield { u, sign: word & 1n ? 1 : -1 }
  }
}
