import { ownOf } from '../own.js'
import { StoreError } from './budget-errors.js'

/** @typedef {import('./stored-account.js').Store} Store */

const DATABASE = 'inbounds-budgets'
const RECORDS = 'records'

/**
 * A store in the browser's own database, for all pages and workers of a site. Who clears the site's data clears it, too.
 * @param {string} name of the budget
 * @returns {Store}
 */
export function indexedDBStore(name) {
  if (typeof name !== 'string' || name === '')
    throw new TypeError("indexedDBStore takes a name, as in indexedDBStore('survey')")
  if (typeof indexedDB === 'undefined') {
    throw new StoreError('this platform has no IndexedDB; in Node, Bun and Deno, use fileStore')
  }
  /** @type {Promise<IDBDatabase> | undefined} */
  let opening
  const openOnce = () => {
    opening ??= openDatabase(() => {
      opening = undefined
    })
    return opening
  }
  const witness = witnessOf(`${DATABASE}:${name}`)
  return {
    named: `the budget '${name}' in this browser`,
    update: (change) => alone(`${DATABASE}:${name}`, async () => inTransaction(await openOnce(), name, change, witness))
  }
}

/**
 * One at a time, among all tabs and workers. A transaction would be enough; but it waits in the browser, where nobody can tell
 * why, and pages without https have no locks.
 * @template Result
 * @param {string} name
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
function alone(name, work) {
  const locks = globalThis.navigator?.locks
  return locks ? /** @type {Promise<Result>} */ (locks.request(name, work)) : work()
}

/** @param {() => void} onClose @returns {Promise<IDBDatabase>} */
function openDatabase(onClose) {
  return new Promise((resolve, reject) => {
    /** @param {unknown} cause */
    const fail = (cause) => {
      onClose() // the next call tries again
      reject(new StoreError(`the browser's database cannot be opened: ${reasonOf(cause)}`, { cause }))
    }
    /** @type {IDBOpenDBRequest} */
    let request
    try {
      request = indexedDB.open(DATABASE, 1)
    } catch (cause) {
      return fail(cause)
    }
    request.onupgradeneeded = () => request.result.createObjectStore(RECORDS)
    request.onerror = () => fail(request.error)
    request.onsuccess = () => {
      const database = request.result
      if (!database.objectStoreNames.contains(RECORDS)) {
        database.close()
        return fail('it holds something else')
      }
      database.onclose = onClose
      database.onversionchange = () => {
        database.close() // somebody clears the data of the site, and must not have to wait
        onClose()
      }
      resolve(database)
    }
  })
}

/**
 * Reads, changes and writes in one transaction, and is done when the record is on the disk.
 * @template Result
 * @param {IDBDatabase} database
 * @param {string} name
 * @param {(text: string | undefined) => { text?: string, result: Result }} change
 * @param {ReturnType<typeof witnessOf>} witness
 * @returns {Promise<Result>}
 */
function inTransaction(database, name, change, witness) {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(RECORDS, 'readwrite', { durability: 'strict' })
    const records = transaction.objectStore(RECORDS)
    /** @type {{ value: Result } | undefined} */
    let outcome
    /** @type {unknown} */
    let failure
    let isKept = false
    const reading = records.get(name)
    reading.onsuccess = () => {
      try {
        witness.check(reading.result)
        const { text, result } = ownOf(change(reading.result))
        outcome = { value: result }
        if (text !== undefined) records.put(text, name)
        isKept = text !== undefined
      } catch (error) {
        failure = error
        transaction.abort()
      }
    }
    transaction.oncomplete = () => {
      if (isKept) witness.keep()
      resolve(/** @type {{ value: Result }} */ (outcome).value)
    }
    transaction.onabort = () => {
      if (failure !== undefined) return reject(failure)
      const cause = transaction.error
      reject(new StoreError(`the browser's database cannot write: ${reasonOf(cause)}`, { cause }))
    }
  })
}

/**
 * Browsers throw a database away that they find damaged, and start a new one without a word. That there was a record is kept
 * elsewhere, too, where a page can (workers cannot): a mere mark, which says nothing else.
 * @param {string} key
 */
function witnessOf(key) {
  const marks = storageOfMarks()
  const isMarked = () => Boolean(marks?.getItem(key))
  return {
    /** @param {string | undefined} found */
    check(found) {
      if (found === undefined && isMarked()) {
        throw new StoreError(`its record is gone, though there was one (the mark '${key}' in localStorage says so)`)
      }
    },
    keep() {
      try {
        if (!isMarked()) marks?.setItem(key, 'there is a record in IndexedDB')
      } catch {
        // It may be full. What was spent is on the disk all the same, and the next change tries again.
      }
    }
  }
}

function storageOfMarks() {
  try {
    return globalThis.localStorage
  } catch {
    return undefined // a page may be forbidden to have one
  }
}

/** @param {any} cause */
function reasonOf(cause) {
  if (cause?.name === 'QuotaExceededError') return 'the space that this site may use is full'
  return String(cause?.message || cause?.name || cause || 'it was closed')
}
