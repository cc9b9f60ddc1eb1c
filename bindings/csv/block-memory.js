// Memory for blocks, used again and again: what is thrown away piles up for a while before it is collected, and a file of a
// gigabyte would take a third of one.

/** With noise, a block may grow by so much and still fits where it was. */
const ROOM_TO_GROW = 1.5
const MAX_KEPT = 8

export class BlockMemory {
  /** @type {ArrayBuffer[]} */ #free = []

  /** @param {number} length @returns {Uint8Array<ArrayBuffer>} */
  take(length) {
    const at = this.#free.findIndex(({ byteLength }) => byteLength >= length)
    const [buffer = new ArrayBuffer(Math.ceil(length * ROOM_TO_GROW))] = at < 0 ? [] : this.#free.splice(at, 1)
    return new Uint8Array(buffer, 0, length)
  }

  /** Nobody needs these bytes any more. @param {Uint8Array<ArrayBuffer>} bytes */
  give({ buffer }) {
    if (this.#free.length < MAX_KEPT) this.#free.push(buffer)
  }
}
