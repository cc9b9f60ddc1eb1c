import { formatValue } from '../arguments.js'
import { memberOf, ownOf } from '../own.js'
import { StoreError } from './budget-errors.js'
import { MemoryStore, updateNow } from './memory-store.js'
import { readRecord, writeRecord } from './record.js'
import { Turns } from './turns.js'

/** @typedef {import('./account.js').Account} Account */

/**
 * Where a record is kept. `update` hands the text of the record to `change` (nothing, if there is none yet), and keeps the text
 * that `change` gives back, if it gives one. In between, no other process may read or write it; and only when the text would
 * survive a power cut is the promise fulfilled, with `result`. If anything fails, it is rejected. Within a process, the budgets of
 * a store wait for each other.
 * @typedef {object} Store
 * @property {string} named what it is, for messages
 * @property {<Result>(change: (text: string | undefined) => { text?: string, result: Result }) => Promise<Result>} update as said above
 */

/**
 * What is to be done with an account: the account that it gives back is kept, and one that it was given is not changed otherwise.
 * @template Result
 * @typedef {(account: Account | undefined) => { account: Account | undefined, result: Result }} Change
 */

/** The latest record, as it was read or written. @typedef {{ id: string, revision: number, content: string }} Latest */

/** @type {WeakMap<object, StoredAccount>} */
const ACCOUNTS = new WeakMap()

/**
 * The account in a store: the same one for all budgets that use the store.
 * @param {unknown} store
 */
export function accountIn(store) {
  const known = ACCOUNTS.get(/** @type {object} */ (store))
  if (known) return known
  if (!(store instanceof MemoryStore) && typeof memberOf(store, 'update') !== 'function') {
    const choice = "memoryStore(), indexedDBStore('survey') in browsers, or fileStore('budget.json') in Node"
    throw new TypeError(`store must say where to keep what was spent: ${choice}; got ${formatValue(store)}`)
  }
  const account = new StoredAccount(/** @type {Store | MemoryStore} */ (store))
  ACCOUNTS.set(/** @type {object} */ (store), account)
  return account
}

/**
 * An account in a store. What the store has shown once is never forgotten: if it shows less, it was put back. What is handed out
 * is what was made here, and only if the store says of it, and of nothing else, that it is kept.
 */
class StoredAccount {
  /** @type {Store | MemoryStore} */ #store
  #turns = new Turns()
  /** @type {Latest | undefined} */ #latest

  /** @param {Store | MemoryStore} store */
  constructor(store) {
    this.#store = store
  }

  /** What messages call it. @returns {string} */
  get named() {
    return memberOf(this.#store, 'named') ?? 'the budget in this store'
  }

  /**
   * Changes what is kept; all or nothing. A store in memory does so at once. Others may wait between reading and writing, and so
   * their changes wait for each other.
   * @template Result
   * @param {Change<Result>} change
   * @returns {Promise<Result> | Result}
   */
  update(change) {
    const store = this.#store
    if (!(store instanceof MemoryStore)) return this.#turns.take(() => this.#updateRecord(store, change))
    try {
      return updateNow(store, change)
    } catch (error) {
      throw error instanceof StoreError ? unusable(this.named, error) : error
    }
  }

  /**
   * A store may have to begin again, when others have written meanwhile, and so may ask more than once: the last time counts. For
   * each, it is given a receipt, which is what it has to give back (budget/PROOF.md, Proposition 6).
   * @template Result
   * @param {Store} store
   * @param {Change<Result>} change
   * @returns {Promise<Result>}
   */
  async #updateRecord(store, change) {
    /** @type {{ receipt: object, result: Result, latest: Latest | undefined } | undefined} */
    let done
    /** @type {{ error: unknown } | undefined} */
    let failure
    let isOver = false
    /** @param {string | undefined} text @returns {{ text?: string, result: any }} */
    const changeText = (text) => {
      done = failure = undefined
      try {
        if (isOver) throw new StoreError('it asked what to write after it had said that it was done')
        const found = text === undefined ? undefined : readRecord(text)
        this.#checkGrown(found)
        const { account, result } = change(found?.account)
        const next = account && { account, ...writeRecord(account) }
        const receipt = {}
        done = { receipt, result, latest: latestOf(next ?? found) }
        return ownOf(next ? { text: next.text, result: receipt } : { result: receipt })
      } catch (error) {
        failure = { error }
        throw error
      }
    }
    try {
      const receipt = await store.update(changeText)
      isOver = true
      return this.#resultOf(receipt, done, failure)
    } catch (error) {
      isOver = true
      if (failure?.error === error && !(error instanceof StoreError)) throw error // about what was asked, not about the store
      throw unusable(this.named, error)
    }
  }

  /**
   * What may be handed out: what was made when the store asked for the last time, if that is what it has kept.
   * @template Result
   * @param {unknown} receipt
   * @param {{ receipt: object, result: Result, latest: Latest | undefined } | undefined} done
   * @param {{ error: unknown } | undefined} failure
   */
  #resultOf(receipt, done, failure) {
    if (failure) throw failure.error
    if (done === undefined) throw new StoreError('it said that it was done, and did not ask what to write')
    if (receipt !== done.receipt) throw new StoreError('it gave back something else than the result of its last change')
    this.#latest = done.latest ?? this.#latest
    return done.result
  }

  /** @param {{ account: Account, content: string } | undefined} found */
  #checkGrown(found) {
    const latest = this.#latest
    if (latest === undefined) return
    if (found === undefined) throw new StoreError('its record is gone')
    const { account, content } = found
    if (account.id !== latest.id) throw new StoreError('its record was replaced by that of another budget')
    if (account.revision < latest.revision) {
      throw new StoreError(
        `its record was put back to an earlier one (change ${account.revision}, after ${latest.revision})`
      )
    }
    if (account.revision === latest.revision && content !== latest.content) {
      const why = 'somebody else wrote at the same time, which a store must not let happen'
      throw new StoreError(`its record is not the one that was written (change ${latest.revision}): ${why}`)
    }
  }
}

/** @param {{ account: Account, content: string } | undefined} record @returns {Latest | undefined} */
function latestOf(record) {
  return record && { id: record.account.id, revision: record.account.revision, content: record.content }
}

/** @param {string} named @param {any} error */
function unusable(named, error) {
  const cause = error?.cause ?? error
  return new StoreError(`${named} cannot be used: ${error?.message ?? error}; nothing was released`, { cause })
}
