import { StoreError } from './budget-errors.js'

/** @typedef {import('./account.js').Account} Account */

/** Changes the account in a store, at once. @type {<Result>(store: MemoryStore, change: import('./stored-account.js').Change<Result>) => Result} */
export let updateNow

/**
 * A store that forgets when the page is closed or the process ends: for tests, and for budgets that are to last no longer.
 * All budgets with the same store share what was spent.
 */
export class MemoryStore {
  /** @type {Account | undefined} */ #account
  #isBusy = false

  /**
   * @template Result
   * @param {import('./stored-account.js').Change<Result>} change
   * @returns {Result}
   */
  #update(change) {
    // A change within a change would be overwritten, and its spend with it.
    if (this.#isBusy) throw new StoreError('a mechanism uses it while it draws for it')
    this.#isBusy = true
    try {
      const { account, result } = change(this.#account)
      if (account) this.#account = account
      return result
    } finally {
      this.#isBusy = false
    }
  }

  static {
    updateNow = (store, change) => store.#update(change)
  }
}

/** A store that forgets when the page is closed or the process ends. */
export function memoryStore() {
  return new MemoryStore()
}
