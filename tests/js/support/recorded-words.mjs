// Which random words were used, and where copies of them are left. crypto.getRandomValues fills as ever, straight into the
// memory of WebAssembly, and what it filled is written down; a word is used once it is no longer where it was put.

/** What loading asks for, to see whether the generator works, is no block of words. */
const PROBE = 8

export class RecordedWords {
  #own = Object.getOwnPropertyDescriptor(globalThis.crypto, 'getRandomValues')
  #words = new BigUint64Array(0)
  #window = new BigUint64Array(0)
  #seen = 0
  #used = []

  constructor() {
    const generate = globalThis.crypto.getRandomValues.bind(globalThis.crypto)
    const value = (bytes) => {
      generate(bytes)
      if (bytes.byteLength > PROBE) this.#next(bytes)
      return bytes
    }
    Object.defineProperty(globalThis.crypto, 'getRandomValues', { value, configurable: true, writable: true })
  }

  /** The platform's own generator again. */
  restore() {
    if (this.#own) Object.defineProperty(globalThis.crypto, 'getRandomValues', this.#own)
    else delete globalThis.crypto.getRandomValues
  }

  /** Puts chosen words where the next ones are taken from. @param {readonly bigint[]} words none of them 0 */
  choose(words) {
    this.#look()
    for (const array of [this.#words, this.#window]) array.set(words, this.#seen)
  }

  /** The words that were used since somebody asked. @returns {bigint[]} */
  takeUsed() {
    this.#look()
    return this.#used.splice(0)
  }

  #look() {
    // Of a memory that has grown since, the window is another one.
    if (this.#window.length === 0 && this.#words.length > 0) throw new Error('the memory has grown: load afresh')
    while (this.#window[this.#seen] === 0n) this.#used.push(this.#words[this.#seen++])
  }

  #next(bytes) {
    // Nobody asks for more before all are used.
    for (; this.#seen < this.#words.length; ++this.#seen) this.#used.push(this.#words[this.#seen])
    this.#window = new BigUint64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8)
    this.#words = this.#window.slice()
    this.#seen = 0
  }
}

/** A word, as it is or as it is read: from the other end, without its last bits. */
const formsOf = (word) => [word, ~word & ALL, word >> 1n, (~word & ALL) >> 1n, word >> 2n]
const ALL = (1n << 64n) - 1n

/**
 * Where words stand in a memory: at any multiple of four bytes, like the limbs of large numbers. Random words stand there by
 * chance once in 2^64 for each of them and each place.
 * @param {readonly bigint[]} words
 * @param {WebAssembly.Memory} memory
 * @returns {number[]} addresses
 */
export function placesOf(words, memory) {
  /** @type {Map<number, Set<number>>} */
  const targets = new Map()
  for (const form of words.flatMap(formsOf)) {
    const low = Number(form & 0xffffffffn)
    if (!targets.has(low)) targets.set(low, new Set())
    targets.get(low)?.add(Number(form >> 32n))
  }
  const halves = new Uint32Array(memory.buffer)
  const places = []
  for (let at = 0; at + 1 < halves.length; ++at) {
    if (halves[at] !== 0 && targets.get(halves[at])?.has(halves[at + 1])) places.push(4 * at)
  }
  return places
}
