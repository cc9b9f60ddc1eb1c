// A source of random bits that hands out chosen words, and sees which are used.
//
// crypto.getRandomValues is given a window into the memory from which words are taken in order, and which are wiped (made 0)
// when they have been used. Whoever keeps that window can put a word where the next one is taken, and count how many were.

/** What stands where nothing was chosen. The smallest word but 0, which looks like a used one. */
export const TAIL = 1n
/** A word like any other, for draws that nobody looks at. */
const USUAL = 0x9e3779b97f4a7c15n
/** No draw of these tests needs as many words as are in so many blocks: its sampler does not end. */
const MAX_REFILLS = 4

/** The memory was not as the sampler of this package leaves it; what is measured no longer is. */
class Unsteerable extends Error {}

export class SteeredSource {
  #own = Object.getOwnPropertyDescriptor(globalThis.crypto, 'getRandomValues')
  #position = 0
  #refills = 0
  #window = new BigUint64Array(0)
  /** How many words were still there when the block was used up. */
  leftOver = 0
  /** What the platform says instead of words. @type {Error | undefined} */
  failure

  constructor() {
    const fill = (bytes) => this.#fill(bytes)
    Object.defineProperty(globalThis.crypto, 'getRandomValues', { value: fill, configurable: true, writable: true })
  }

  /** The platform's own generator again. */
  restore() {
    if (this.#own) Object.defineProperty(globalThis.crypto, 'getRandomValues', this.#own)
    else delete globalThis.crypto.getRandomValues
  }

  /**
   * What comes out if these words are the next ones (after them, only `TAIL`), and how many words it used.
   * @template Result
   * @param {readonly bigint[]} words none of them 0
   * @param {() => Result} draw
   */
  draw(words, draw) {
    const from = this.#position
    this.#window.set(words, from)
    this.#refills = 0
    const result = draw()
    if (this.#refills > 0) throw new Unsteerable(`a draw took more than the ${this.left} words that were left`)
    let to = from
    while (this.#window[to] === 0n) to += 1
    if (to === from) throw new Unsteerable('a draw used no word, or did not wipe it')
    this.#position = to
    for (let at = to; at < from + words.length; ++at) this.#window[at] = TAIL
    return { result, used: to - from }
  }

  /** How many words are left in the block. */
  get left() {
    return this.#window.length - this.#position
  }

  /** Makes sure that so many words are left. @param {number} words @param {() => void} draw uses at least one */
  makeRoom(words, draw) {
    if (this.left >= words) return
    this.giveUp()
    this.nextBlock(draw)
  }

  /** Fills the rest of the block with words like any others. */
  giveUp() {
    this.#window.fill(USUAL, this.#position)
  }

  /** Draws until another block has been asked for. @param {() => void} draw */
  nextBlock(draw) {
    this.#refills = 0
    for (let turn = 0; this.#refills === 0; ++turn) {
      if (turn > 1e5) throw new Unsteerable('the platform is not asked for more bits, however many draws are made')
      draw()
    }
    this.#position = this.#window.findIndex((word) => word !== 0n)
  }

  #fill(bytes) {
    if (bytes.byteLength % 8 !== 0 || bytes.byteLength < 1024) return bytes.fill(1) // loading looks whether it works
    if (this.failure) throw this.failure
    this.#refills += 1
    if (this.#refills > MAX_REFILLS) throw new Unsteerable('a draw does not end')
    this.#window = new BigUint64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8)
    this.leftOver += this.#window.reduce((count, word) => count + (word === 0n ? 0 : 1), 0)
    this.#window.fill(TAIL)
    this.#position = 0
    return bytes
  }
}
