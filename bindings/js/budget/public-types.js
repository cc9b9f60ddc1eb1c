// What users of TypeScript may name.

/** @typedef {import('./budget-options.js').BudgetOptions} BudgetOptions */
/** @typedef {import('./budget-options.js').Costly} Costly */
/** @typedef {import('./budget-options.js').Remark} Remark */
/** @typedef {import('./privacy-budget.js').Spent} Spent */
/** @typedef {import('./privacy-budget.js').HistoryEntry} HistoryEntry */
/** @typedef {import('./calendar-period.js').Period} Period */
/** @typedef {import('./memo.js').MemoOptions} MemoOptions */
/** @typedef {import('./stored-account.js').Store} Store */
/** @typedef {import('./memory-store.js').MemoryStore} MemoryStore */
/** @typedef {import('./budget-errors.js').Asked} Asked */
/** @typedef {import('./budget-errors.js').Left} Left */

export {}
