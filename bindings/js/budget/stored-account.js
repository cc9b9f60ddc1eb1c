import { shown } from '../arguments.js'
import { StoreError } from './budget-errors.js'
import { MemoryStore, updateNow } from './memory-store.js'
import { readRecord, written } from './record.js'

/** @typedef {import('./account.js').Account} Account */

/**
 * Where a record is kept. `update` hands the text of the record to `change` (nothing, if there is none yet), and keeps the text
 * that `change` gives back, if it gives one. In between, nobody else may read or write it; and only when the text would survive
 * a power cut is the promise fulfilled, with `result`. If anything fails, it is rejected.
 * @typedef {object} Store
 * @property {string} named what it is, for messages
 * @property {<Result>(change: (text: string | undefined) => { text?: string, result: Result }) => Promise<Result>} update as said above
 */

/** An account in a store. What it has shown once is never forgotten: a store that shows less was put back. */
export class StoredAccount {
  /** @type {Store | MemoryStore} */ #store
  #id = ''
  #revision = 0

  /** @param {unknown} store */
  constructor(store) {
    if (!(store instanceof MemoryStore) && typeof (/** @type {any} */ (store)?.update) !== 'function') {
      const choice = "memoryStore(), indexedDBStore('survey') in browsers, or fileStore('budget.json') in Node"
      throw new TypeError(`store must say where to keep what was spent: ${choice}; got ${shown(store)}`)
    }
    this.#store = /** @type {Store | MemoryStore} */ (store)
  }

  /**
   * Changes what is kept; all or nothing.
   * @template Result
   * @param {(account: Account | undefined) => { account?: Account, result: Result }} change an account that it gives back is
   *   kept; one that it was given is not changed otherwise
   * @returns {Promise<Result> | Result}
   */
  update(change) {
    if (!(this.#store instanceof MemoryStore)) return this.#updateRecord(this.#store, change)
    try {
      return updateNow(this.#store, change)
    } catch (error) {
      throw error instanceof StoreError ? unusable('the budget in this store', error) : error
    }
  }

  /**
   * @template Result
   * @param {Store} store
   * @param {(account: Account | undefined) => { account?: Account, result: Result }} change
   */
  async #updateRecord(store, change) {
    /** @type {Account | undefined} */
    let seen
    /** @type {unknown} */
    let ownFault
    try {
      const result = await store.update((text) => {
        seen = text === undefined ? undefined : readRecord(text)
        this.#checkGrown(seen)
        try {
          const { account, result } = change(seen)
          seen = account ?? seen
          return account ? { text: written(account), result } : { result }
        } catch (error) {
          if (!(error instanceof StoreError)) ownFault = error // about what was asked, not about the store
          throw error
        }
      })
      if (seen) [this.#id, this.#revision] = [seen.id, seen.revision]
      return result
    } catch (/** @type {any} */ error) {
      if (error === ownFault) throw error
      throw unusable(store.named ?? 'the budget in this store', error)
    }
  }

  /** @param {Account | undefined} account */
  #checkGrown(account) {
    if (this.#id === '') return
    if (account === undefined) throw new StoreError('its record is gone')
    if (account.id !== this.#id) throw new StoreError('its record was replaced by that of another budget')
    if (account.revision < this.#revision) {
      throw new StoreError(
        `its record was put back to an earlier one (change ${account.revision}, after ${this.#revision})`
      )
    }
  }
}

/** @param {string} named @param {any} error */
function unusable(named, error) {
  const cause = error?.cause ?? error
  return new StoreError(`${named} cannot be used: ${error?.message ?? error}; nothing was released`, { cause })
}
