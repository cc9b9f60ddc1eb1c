// A line at the terminal that says how far it is. It goes to standard error, and to nobody but a terminal.

const MILLISECONDS_BETWEEN = 100
const CLEAR = '\r\x1b[K'
const WIDTH = 20

export class Progress {
  /** @type {number | undefined} */ #size
  /** @type {boolean} */ #isShown
  #started = performance.now()
  #drawn = -Infinity
  #isThere = false
  #bytes = 0

  /** @param {number | undefined} size of what is read, if it is known @param {boolean} isQuiet */
  constructor(size, isQuiet) {
    this.#size = size
    this.#isShown = !isQuiet && process.stderr.isTTY === true
    if (this.#isShown) process.on('exit', () => this.clear())
  }

  /** The same chunks, and they are counted. @param {AsyncIterable<Uint8Array>} chunks */
  async *counting(chunks) {
    for await (const chunk of chunks) {
      this.#bytes += chunk.length
      yield chunk
    }
  }

  /** @param {number} rows so far */
  draw(rows) {
    const now = performance.now()
    if (!this.#isShown || now - this.#drawn < MILLISECONDS_BETWEEN) return
    this.#drawn = now
    this.#isThere = true
    const seconds = (now - this.#started) / 1000
    const pace = `${Math.round(rows / seconds).toLocaleString('en')} rows/s`
    process.stderr.write(`${CLEAR}${this.#howFar()}${(this.#bytes / 1e6).toFixed(0)} MB  ${pace}`)
  }

  clear() {
    if (this.#isThere) process.stderr.write(CLEAR)
    this.#isThere = false
  }

  #howFar() {
    if (this.#size === undefined) return ''
    const share = Math.min(1, this.#bytes / this.#size)
    const done = Math.round(WIDTH * share)
    return `[${'#'.repeat(done)}${'.'.repeat(WIDTH - done)}] ${Math.floor(100 * share)} %  `
  }
}
