export { BudgetError, StoreError } from './budget/budget-errors.js'
export { fileStore } from './budget/file-store-node.js'
export { indexedDBStore } from './budget/indexed-db-store.js'
export { Memo } from './budget/memo.js'
export { memoryStore } from './budget/memory-store.js'
export { PrivacyBudget } from './budget/privacy-budget.js'
export * from './budget/public-types.js'
export { ParameterError } from './errors.js'

// What a budget is made of, in Node, Bun and Deno.
