import { randomBytes } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeFileSync
} from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { ownOf } from '../own.js'
import { StoreError } from './budget-errors.js'
import { Turns } from './turns.js'

// A store in files, for any number of processes and threads, and without locks that somebody who was killed could leave behind.
//
//   budget.json          says that there is a budget, and which; written once
//   budget.json.spent/   17: the record, at its 17th change
//
// To change the record is to create the file with the next number, and only one can: a file is written and synced under a name
// of its own, and then linked to the number, which fails if the number is taken. Whoever comes second reads again. The largest
// number is the record, and the others are removed. A number that was removed can be taken once more by somebody who was asleep
// meanwhile; a larger one is then there, so that it looks, and gives way.
//
// Calls that take microseconds are made at once: to hand them to a thread takes longer. Only the disk is waited for.

/** @typedef {import('./stored-account.js').Store} Store */

/** After this, a file that nobody has linked was left behind by somebody who was killed. */
const ABANDONED_MILLISECONDS = 60_000
const TEXT = /** @type {{ encoding: 'utf8', flag: string }} */ (ownOf({ encoding: 'utf8', flag: 'r' }))

/**
 * A store in files. The folder beside the file, of the same name and `.spent`, belongs to it.
 * @param {string} path of the file, which is made if neither is there
 * @returns {Store}
 */
export function fileStore(path) {
  if (typeof path !== 'string' || path === '')
    throw new TypeError("fileStore takes a path, as in fileStore('budget.json')")
  const files = new Files(path)
  const turns = new Turns() // so that this process does not stand in its own way
  return {
    named: `the budget '${path}'`,
    update: (change) => turns.take(() => files.update(change))
  }
}

class Files {
  /** @type {string} */ #path
  /** @type {string} */ #folder
  /** @type {string | undefined} */ #id
  #count = 0

  /** @param {string} path */
  constructor(path) {
    this.#path = path
    this.#folder = `${path}.spent`
  }

  /**
   * @template Result
   * @param {(text: string | undefined) => { text?: string, result: Result }} change
   * @returns {Promise<Result>}
   */
  async update(change) {
    for (let attempt = 0; ; ++attempt) {
      this.#id ??= this.#identity()
      const { number, text } = this.#id === undefined ? { number: -1, text: undefined } : this.#newest(this.#id)
      const { text: next, result } = ownOf(change(text))
      if (next === undefined) return result // to look makes no files
      if (this.#id === undefined) this.#id = await this.#begin()
      else if (await this.#claim(number + 1, this.#id, next)) return result
      await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(2 ** attempt, 20)))
    }
  }

  /** The record as it is now, and its number. @param {string} id @returns {{ number: number, text: string | undefined }} */
  #newest(id) {
    const file = reading(() => statSync(this.#path))
    if (file === undefined) throw new StoreError(`'${this.#path}' is gone`)
    if ((file.mode & 0o222) === 0) throw new StoreError('it is read-only, and what is spent could not be written down')
    for (let missing = -1; ; ) {
      const number = this.#largest()
      if (number < 0 || number === missing) throw new StoreError(`its record in '${this.#folder}' is gone`)
      const text = reading(() => readFileSync(join(this.#folder, String(number)), TEXT))
      if (text === undefined) {
        missing = number // somebody was faster, and has removed it; a larger one is there
        continue
      }
      if (identityIn(text) !== id) throw new StoreError(`the record in '${this.#folder}' is of another budget`)
      const record = text.slice(text.indexOf('\n') + 1)
      return { number, text: number === 0 && record === '' ? undefined : record } // a later one that is empty lost its text
    }
  }

  /** The numbers that are there. */
  #numbers() {
    const names = reading(() => readdirSync(this.#folder)) ?? []
    return names.filter((name) => /^\d+$/.test(name)).map(Number)
  }

  /** The largest of them; -1 if there are none. */
  #largest() {
    return Math.max(-1, ...this.#numbers())
  }

  /** What the file says; nothing, if there is nothing at all. */
  #identity() {
    const largest = this.#largest() // before the file is read: it is there before anything is spent
    const text = reading(() => readFileSync(this.#path, TEXT))
    if (text !== undefined) return identityIn(text)
    if (largest <= 0) return undefined
    throw new StoreError(`'${this.#path}' is gone, though there is a record in '${this.#folder}'`)
  }

  /** The record first: with the file comes the promise that there is one. @returns {Promise<string | undefined>} */
  async #begin() {
    const parent = dirname(this.#path)
    // A disk that is not there must not pass for a budget that nobody has used.
    if (!existsSync(parent)) throw new StoreError(`there is no folder '${parent}'`)
    writing(() => mkdirSync(this.#folder, { recursive: true, mode: 0o700 }))
    const found = this.#largest()
    if (found < 0) await this.#claim(0, randomBytes(16).toString('hex'), '')
    const first = reading(() => readFileSync(join(this.#folder, '0'), TEXT))
    if (first === undefined) return this.#identity() // somebody else has begun, and spent already
    const id = identityIn(first)
    await this.#create(this.#path, `${identityLine(id)}\n`)
    await syncToDisk(parent)
    return id
  }

  /** Whether this record became the one with the number (budget/PROOF.md, Proposition 7). @param {number} number @param {string} id @param {string} text */
  async #claim(number, id, text) {
    const isClaimed = await this.#create(join(this.#folder, String(number)), `${identityLine(id)}\n${text}`)
    if (!isClaimed) return false
    // What a folder lists while others change it can lack both what they removed and what they made; so that is asked, too.
    const follows = number === 0 || existsSync(join(this.#folder, String(number - 1)))
    const numbers = this.#numbers()
    if (!follows || numbers.some((other) => other > number)) {
      this.#remove([String(number)]) // taken once more, after it was removed
      return false
    }
    await syncToDisk(this.#folder)
    const older = numbers.filter((other) => other < number).sort((a, b) => a - b)
    this.#remove(older.map(String)) // the oldest first: where a number is free once more, none before it is left
    return true
  }

  /** A file that is whole and on the disk before it has its name. Whether the name was free. @param {string} path @param {string} text */
  async #create(path, text) {
    this.#count += 1
    const draft = `${process.pid}-${threadId}-${this.#count}-${randomBytes(4).toString('hex')}.draft`
    try {
      const place = join(this.#folder, draft)
      writing(() => writeFileSync(place, text, ownOf({ flag: 'wx', mode: 0o600 })))
      await syncToDisk(place)
      return tryLink(place, path)
    } finally {
      this.#remove([draft])
      if (this.#count % 64 === 1) this.#removeAbandoned()
    }
  }

  #removeAbandoned() {
    const drafts = (reading(() => readdirSync(this.#folder)) ?? []).filter((name) => name.endsWith('.draft'))
    const age = (/** @type {string} */ name) =>
      Date.now() - (reading(() => statSync(join(this.#folder, name)))?.mtimeMs ?? 0)
    this.#remove(drafts.filter((name) => age(name) > ABANDONED_MILLISECONDS))
  }

  /** Nothing depends on it. @param {readonly string[]} names */
  #remove(names) {
    for (const name of names) {
      try {
        unlinkSync(join(this.#folder, name))
      } catch {
        // as said
      }
    }
  }
}

/** What is there, and nothing for what is not. @template Result @param {() => Result} read @returns {Result | undefined} */
function reading(read) {
  try {
    return read()
  } catch (/** @type {any} */ cause) {
    if (cause.code === 'ENOENT') return undefined
    throw new StoreError(`it cannot be read: ${cause.message}`, { cause })
  }
}

/** @template Result @param {() => Result} write @returns {Result} */
function writing(write) {
  try {
    return write()
  } catch (/** @type {any} */ cause) {
    throw new StoreError(`it cannot be written: ${cause.message}`, { cause })
  }
}

/** Whether a name was free that a file was to get. @param {string} draft @param {string} path */
function tryLink(draft, path) {
  try {
    linkSync(draft, path)
    return true
  } catch (/** @type {any} */ cause) {
    // Gone: somebody took the draft for abandoned, as this process was asleep.
    if (cause.code === 'EEXIST' || cause.code === 'ENOENT') return false
    throw new StoreError(`it cannot be written: ${cause.message}`, { cause })
  }
}

/** Waits until a file, or the names in a folder, would survive a power cut. @param {string} path */
async function syncToDisk(path) {
  try {
    const file = await open(path)
    await file.sync().finally(() => file.close())
  } catch (/** @type {any} */ cause) {
    throw new StoreError(`it cannot be written for good: ${cause.message}`, { cause })
  }
}

/** @param {string} id */
function identityLine(id) {
  return `{"inbounds":"budget","id":"${id}"}`
}

/** @param {string} text */
function identityIn(text) {
  const [, id] = /^\{"inbounds":"budget","id":"([0-9a-f]{32})"\}\n/.exec(text) ?? []
  if (id !== undefined) return id
  throw new StoreError(text.trim() === '' ? 'it is empty' : 'it is damaged, or holds something else')
}
