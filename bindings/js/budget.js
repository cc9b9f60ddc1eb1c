import { StoreError } from './budget/budget-errors.js'

export { BudgetError, StoreError } from './budget/budget-errors.js'
export { indexedDBStore } from './budget/indexed-db-store.js'
export { Memo } from './budget/memo.js'
export { memoryStore } from './budget/memory-store.js'
export { PrivacyBudget } from './budget/privacy-budget.js'
export * from './budget/public-types.js'
export { ParameterError } from './errors.js'

/**
 * A store in a file, which browsers do not have; see the entry for Node.
 * @param {string} path
 * @returns {import('./budget/stored-account.js').Store}
 */
export function fileStore(path) {
  throw new StoreError(`there are no files here for fileStore('${path}'); in browsers, use indexedDBStore`)
}
