import { existsSync } from 'node:fs'
import { DataError, OverBudgetError, UsageError } from './errors.js'

// A budget that is kept in a file, from run to run.

/** @typedef {import('inbounds/budget').PrivacyBudget} PrivacyBudget */

/**
 * The budget in a file that is there. It is never made on the way: a path that was mistyped would be a fresh budget.
 * @param {string} path
 * @returns {Promise<PrivacyBudget>}
 */
export async function openBudget(path) {
  if (!existsSync(path)) {
    throw new UsageError(`budget: there is no '${path}'; to make one: inbounds budget ${path} --epsilon 3`, 'budget')
  }
  const { PrivacyBudget, fileStore } = await import('inbounds/budget')
  return refusals(() => PrivacyBudget.open(fileStore(path)))
}

/**
 * What a budget refuses, and what is wrong with its file, each with an exit code of its own.
 * @template Result
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function refusals(work) {
  try {
    return await work()
  } catch (/** @type {any} */ error) {
    if (error?.name === 'BudgetError') throw new OverBudgetError(error.message)
    if (error?.name === 'StoreError') throw new DataError(error.message)
    throw error
  }
}

/**
 * What is spent and what is left, as other programs read it.
 * @param {PrivacyBudget} budget
 * @param {string} path
 */
export async function standingOf(budget, path) {
  const { epsilon, delta, slack, period = null } = budget
  const { renewal = null, ...spent } = await budget.spent()
  return { file: path, epsilon, delta, slack, period, spent, remaining: await budget.remaining(), renewal }
}

/** The same for people. @param {Awaited<ReturnType<typeof standingOf>>} standing */
export function standingLine({ file, epsilon, delta, period, spent, remaining, renewal }) {
  const of = `${epsilon}${delta > 0 ? ` (delta ${spent.delta} of ${delta})` : ''}${period ? ` a ${period}` : ''}`
  const until = renewal ? `, until ${renewal.toISOString().slice(0, 10)}` : ''
  return `Budget '${file}': epsilon ${spent.epsilon} of ${of} is spent; one more release may cost ${remaining.epsilon}${until}.`
}
