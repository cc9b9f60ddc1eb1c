import { randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileError } from './errors.js'
import { print } from './standard-streams.js'
import { removeAtExit, removeNow } from './temporary-files.js'

// What is to be printed only when all of it is known to be good: half a release, and a second one after the mistake is
// mended, would spend epsilon twice.

const MAX_BYTES_IN_MEMORY = 8 * 2 ** 20
const BYTES_AT_ONCE = 256 * 1024

export class Spool {
  /** @type {Uint8Array[]} */ #parts = []
  #length = 0
  /** @type {import('node:fs/promises').FileHandle | undefined} */ #file
  #path = ''

  /** @param {Uint8Array} bytes */
  async write(bytes) {
    this.#length += bytes.length
    if (this.#length <= MAX_BYTES_IN_MEMORY) {
      this.#parts.push(new Uint8Array(bytes)) // whose memory may be used again
      return
    }
    try {
      this.#file ??= await this.#openFile()
      for (const part of [...this.#parts.splice(0), bytes]) await this.#file.writeFile(part)
    } catch (error) {
      throw fileError(error, `cannot write to the folder for temporary files, '${tmpdir()}'`)
    }
  }

  async finish() {
    for (const part of this.#parts.splice(0)) await print(part)
    if (this.#file === undefined) return
    const memory = new Uint8Array(BYTES_AT_ONCE)
    for (let from = 0; from < this.#length; ) {
      const { bytesRead } = await this.#file.read(memory, 0, memory.length, from)
      await print(memory.subarray(0, bytesRead))
      from += bytesRead
    }
    await this.#file.close()
    removeNow(this.#path)
  }

  /** A file that has no name any more vanishes with this process, whatever becomes of it. Windows wants the name to stay. */
  async #openFile() {
    this.#path = join(tmpdir(), `inbounds-${randomBytes(8).toString('hex')}`)
    const file = await open(this.#path, 'wx+', 0o600)
    if (!removeNow(this.#path)) removeAtExit(this.#path)
    return file
  }
}
