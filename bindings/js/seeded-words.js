/** How many words the state has, and how far apart those are that are mixed. */
const STATE = 312
const MIDDLE = 156

/**
 * The words of a fixed seed: std::mt19937_64 of C++, whose output the standard fixes to the bit (Nishimura 2000), so that native
 * code has the same. In halves of 32 bits, since BigInts would take ten times as long.
 */
export class SeededWords {
  #high = new Int32Array(STATE)
  #low = new Int32Array(STATE)
  #used = STATE

  /** @param {bigint} seed from 0 to 2^64 - 1 */
  constructor(seed) {
    let word = seed
    for (let at = 0; at < STATE; ++at) {
      if (at > 0) word = BigInt.asUintN(64, 6364136223846793005n * (word ^ (word >> 62n)) + BigInt(at))
      this.#high[at] = Number(word >> 32n)
      this.#low[at] = Number(BigInt.asUintN(32, word))
    }
  }

  /** @param {Uint32Array} halves to fill: of each word the lower half, then the upper one */
  fill(halves) {
    const [high, low] = [this.#high, this.#low]
    for (let at = 0; at < halves.length; at += 2) {
      if (this.#used === STATE) this.#twist()
      let [h, l] = [Number(high[this.#used]), Number(low[this.#used])]
      this.#used += 1
      // x ^= (x >> 29) & 0x5555555555555555, then three shifts to the left, left and right.
      const [h29, l29] = [h >>> 29, (l >>> 29) | (h << 3)]
      h ^= h29 & 0x55555555
      l ^= l29 & 0x55555555
      const [h17, l17] = [(h << 17) | (l >>> 15), l << 17]
      h ^= h17 & 0x71d67fff
      l ^= l17 & 0xeda60000
      h ^= (l << 5) & 0xfff7eee0 // 37 to the left: the lower half moves up by 5
      l ^= h >>> 11 // 43 to the right
      halves[at] = l
      halves[at + 1] = h
    }
  }

  #twist() {
    const [high, low] = [this.#high, this.#low]
    for (let at = 0; at < STATE; ++at) {
      const [next, far] = [(at + 1) % STATE, (at + MIDDLE) % STATE]
      // The upper 33 bits of one and the lower 31 of the next.
      const h = Number(high[at])
      const l = (Number(low[at]) & 0x80000000) | (Number(low[next]) & 0x7fffffff)
      const odd = -(l & 1)
      high[at] = Number(high[far]) ^ (h >>> 1) ^ (odd & 0xb5026f5a)
      low[at] = Number(low[far]) ^ ((l >>> 1) | (h << 31)) ^ (odd & 0xa96619e9)
    }
    this.#used = 0
  }
}
