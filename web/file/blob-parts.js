// A file that grows. The browser keeps what is in a Blob outside of the memory of scripts, and moves it to its own disk space
// when there is much of it; when the page is closed, or the worker ended, it is gone.

const BYTES_AT_ONCE = 4 * 2 ** 20

export class BlobParts {
  #type
  /** @type {Blob[]} */ #blobs = []
  #memory = new Uint8Array(BYTES_AT_ONCE)
  #length = 0

  /** @param {string} type */
  constructor(type) {
    this.#type = type || 'text/csv'
  }

  /** @param {Uint8Array<ArrayBuffer>} bytes they are copied */
  add(bytes) {
    if (this.#length + bytes.length > this.#memory.length) this.#flush()
    if (bytes.length > this.#memory.length) {
      this.#blobs.push(new Blob([bytes]))
      return
    }
    this.#memory.set(bytes, this.#length)
    this.#length += bytes.length
  }

  /** All of it. */
  finish() {
    this.#flush()
    return new Blob(this.#blobs, { type: this.#type })
  }

  #flush() {
    if (this.#length > 0) this.#blobs.push(new Blob([this.#memory.subarray(0, this.#length)]))
    this.#length = 0
  }
}
