import { countOf } from './byte-count.js'
import { TableError } from './errors.js'

// A file in blocks of whole rows, which threads can work on without knowing of each other.

/**
 * Bytes of whole rows, and what a thread has to know of what came before.
 * @typedef {object} RowBlock
 * @property {Uint8Array<ArrayBuffer>} bytes
 * @property {number} line of its first byte, as an editor counts
 * @property {number} quotes how many there are in it
 * @property {Newline} newline
 * @property {'' | 'open' | 'long'} error its rows have no end: a quote is open at the end of the file, or a row is too long
 */

/** What ends lines in this file: line feeds (of CRLF, too), or carriage returns. @typedef {'feed' | 'return'} Newline */

export const MAX_MEBIBYTES_OF_A_ROW = 16
const MAX_BYTES_OF_A_ROW = MAX_MEBIBYTES_OF_A_ROW * 2 ** 20
const [NUL, LF, CR, QUOTE] = [0, 10, 13, 34]

/**
 * The blocks of a file, one for each chunk that a row ends in. Chunks are copied: their memory may be used again.
 * @param {AsyncIterable<Uint8Array>} chunks
 * @param {import('./block-memory.js').BlockMemory} memory
 * @returns {AsyncGenerator<RowBlock, void, void>}
 */
export async function* rowBlocks(chunks, memory) {
  /** @type {RowCutter | undefined} */
  let cutter
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue
    cutter ??= new RowCutter(chunk, memory)
    const block = cutter.cut(chunk)
    if (block) yield block
    if (block?.error) return
  }
  const rest = cutter?.end()
  if (rest) yield rest
}

/**
 * Quotes are counted, and nothing is parsed: a line feed after an even number of them ends a row. That is right for the
 * strict CSV of RFC 4180, where a quote inside a field that does not begin with one is an error; whoever parses the blocks
 * finds those.
 */
class RowCutter {
  /** @type {Uint8Array[]} */ #waiting = []
  #waitingBytes = 0
  #isInside = false
  #quotes = 0
  #lines = 0
  #line = 1
  /** @type {Newline} */ #newline
  /** @type {import('./block-memory.js').BlockMemory} */ #memory

  /** @param {Uint8Array} first chunk of the file @param {import('./block-memory.js').BlockMemory} memory */
  constructor(first, memory) {
    checkEncoding(first)
    this.#memory = memory
    this.#newline = newlineOf(first)
  }

  /**
   * The rows that end in this chunk, and what was waiting before it.
   * @param {Uint8Array} chunk
   * @returns {RowBlock | undefined}
   */
  cut(chunk) {
    this.#checkText(chunk)
    const all = this.#countIn(chunk)
    this.#isInside = this.#isInside !== (all.quotes % 2 === 1)
    const end = this.#lastEndIn(chunk)
    if (end === 0) {
      this.#wait(new Uint8Array(chunk), all)
      return this.#waitingBytes > MAX_BYTES_OF_A_ROW ? this.#block('long') : undefined
    }
    const rest = new Uint8Array(chunk.subarray(end))
    const later = this.#countIn(rest)
    this.#wait(chunk.subarray(0, end), { quotes: all.quotes - later.quotes, lines: all.lines - later.lines })
    const block = this.#block('')
    this.#wait(rest, later)
    return block
  }

  /** What is left when the file has ended. @returns {RowBlock | undefined} */
  end() {
    return this.#waitingBytes === 0 ? undefined : this.#block(this.#isInside ? 'open' : '')
  }

  /** @param {Uint8Array} bytes @param {{ quotes: number, lines: number }} counted in them */
  #wait(bytes, { quotes, lines }) {
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
    this.#quotes += quotes
    this.#lines += lines
  }

  /** All that is waiting, in memory of its own that can move to a thread. @param {RowBlock['error']} error @returns {RowBlock} */
  #block(error) {
    const bytes = this.#memory.take(this.#waitingBytes)
    let at = 0
    for (const part of this.#waiting.splice(0)) {
      bytes.set(part, at)
      at += part.length
    }
    const block = { bytes, line: this.#line, quotes: this.#quotes, newline: this.#newline, error }
    this.#line += this.#lines
    this.#waitingBytes = this.#quotes = this.#lines = 0
    return block
  }

  /** @param {Uint8Array} chunk */
  #countIn(chunk) {
    return { quotes: countOf(chunk, QUOTE), lines: countOf(chunk, this.#newline === 'feed' ? LF : CR) }
  }

  /** Where the last row ends, looked for from the end of the chunk; 0 if none does. @param {Uint8Array} chunk */
  #lastEndIn(chunk) {
    let isInside = this.#isInside
    for (let at = chunk.length - 1; at >= 0; --at) {
      const byte = chunk[at]
      if (byte === QUOTE) isInside = !isInside
      if (isInside) continue
      if (byte === LF) return at + 1
      // The line feed of a carriage return may be in the next chunk.
      if (byte === CR && this.#newline === 'return' && at + 1 < chunk.length && chunk[at + 1] !== LF) return at + 1
    }
    return 0
  }

  /** @param {Uint8Array} chunk */
  #checkText(chunk) {
    const at = chunk.indexOf(NUL)
    if (at < 0) return
    const line = this.#line + this.#lines + this.#countIn(chunk.subarray(0, at)).lines
    const hint = 'is it text at all? UTF-16 has to be saved as UTF-8 first'
    throw new TableError(`line ${line}: must be text, got a byte of zero; ${hint}`, { line })
  }
}

/** @param {Uint8Array} first */
function checkEncoding(first) {
  const [one, two] = first
  if ((one === 0xff && two === 0xfe) || (one === 0xfe && two === 0xff)) {
    throw new TableError('must be UTF-8 or another encoding that keeps ASCII, got UTF-16; save it as UTF-8 first')
  }
}

/**
 * How the first row ends. A file whose first row is longer than a chunk is taken to use line feeds.
 * @param {Uint8Array} first
 * @returns {Newline}
 */
function newlineOf(first) {
  let isInside = false
  for (let at = 0; at < first.length; ++at) {
    const byte = first[at]
    if (byte === QUOTE) isInside = !isInside
    if (isInside) continue
    if (byte === LF) return 'feed'
    if (byte === CR) return at + 1 < first.length && first[at + 1] !== LF ? 'return' : 'feed'
  }
  return 'feed'
}

/**
 * In which line a place of a block is.
 * @param {Pick<RowBlock, 'line' | 'newline'>} block
 * @param {string} text of the block
 * @param {number} at
 */
export function lineAt({ line, newline }, text, at) {
  return line + text.slice(0, at).split(newline === 'feed' ? '\n' : '\r').length - 1
}
