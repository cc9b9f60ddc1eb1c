import { randomBytes } from 'node:crypto'
import { link, lstat, open, realpath, rename, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DataError, fileError } from './errors.js'
import { forget, removeAtExit, removeNow } from './temporary-files.js'

// A file that is there whole or not at all: it is written under another name beside its place, and moved when it is done.

export class NewFile {
  /** @type {string} */ #target
  /** @type {string} */ #temporary
  /** @type {import('node:fs/promises').FileHandle} */ #file
  /** @type {boolean} */ #mayReplace

  /**
   * @param {string} target
   * @param {string} temporary
   * @param {import('node:fs/promises').FileHandle} file
   * @param {boolean} mayReplace
   */
  constructor(target, temporary, file, mayReplace) {
    this.#target = target
    this.#temporary = temporary
    this.#file = file
    this.#mayReplace = mayReplace
  }

  /**
   * Begins the file, if its place is free or may be taken.
   * @param {string} path
   * @param {{ option: string, mayReplace: boolean, why: string }} how `why` a file that is there is not just replaced
   */
  static async begin(path, { option, mayReplace, why }) {
    await checkPlace(path, option, mayReplace, why)
    // The file that a link points to is replaced, and not the link.
    const target = await realpath(path).catch(() => path)
    const temporary = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.unfinished`)
    try {
      const file = await open(temporary, 'wx', 0o600)
      removeAtExit(temporary)
      return new NewFile(target, temporary, file, mayReplace)
    } catch (error) {
      throw fileError(error, `cannot write '${path}'`)
    }
  }

  /** @param {Uint8Array} bytes */
  async write(bytes) {
    try {
      for (let from = 0; from < bytes.length; ) from += (await this.#file.write(bytes, from)).bytesWritten
    } catch (error) {
      throw fileError(error, `cannot write '${this.#target}'`)
    }
  }

  /** All of it is on the disk before it has its name. */
  async finish() {
    try {
      await this.#file.chmod(0o666 & ~process.umask())
      await this.#file.sync()
      await this.#file.close()
      if (this.#mayReplace) await rename(this.#temporary, this.#target)
      else await moveWithoutReplacing(this.#temporary, this.#target)
      forget(this.#temporary)
    } catch (error) {
      throw fileError(error, `cannot write '${this.#target}'`)
    }
    await syncFolder(dirname(this.#target))
  }
}

/** @param {string} path @param {string} option @param {boolean} mayReplace @param {string} why */
async function checkPlace(path, option, mayReplace, why) {
  const there = await stat(path).catch(() => lstat(path).catch(() => undefined))
  if (there === undefined) return
  if (!there.isFile()) throw new DataError(`${option} must be a file, got '${path}', which is something else`)
  if (!mayReplace) throw new DataError(`${option} must be a new file, got '${path}', which is there already; ${why}`)
}

/**
 * A rename replaces what is there; a second name does not, and tells. Some disks have no second names.
 * @param {string} from
 * @param {string} to
 */
async function moveWithoutReplacing(from, to) {
  try {
    await link(from, to)
    removeNow(from)
  } catch (error) {
    const { code } = /** @type {any} */ (error)
    if (code === 'EEXIST')
      throw new DataError(`'${to}' was made by somebody else in the meantime, and is left as it is`)
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EACCES', 'EMLINK'].includes(code)) throw error
    await rename(from, to)
  }
}

/** So that the name survives a power cut, too. Not every system can do that, and the file is there in any case. @param {string} path */
async function syncFolder(path) {
  try {
    const folder = await open(path)
    await folder.sync().finally(() => folder.close())
  } catch {
    // as said
  }
}
