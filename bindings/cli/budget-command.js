import { existsSync } from 'node:fs'
import { openBudget, refusals, standingLine, standingOf } from './budget-file.js'
import { asUsage, DataError, UsageError } from './errors.js'
import { numberFrom } from './option-values.js'
import { print } from './standard-streams.js'
import { textTable } from './text-table.js'

/** @typedef {import('./arguments.js').Given} Given */

const TERMS = ['epsilon', 'delta', 'slack', 'period']

/** Makes a budget, or shows one. @param {Given} given */
export async function budgetCommand(given) {
  const [path] = given.files
  if (path === undefined) throw new UsageError('budget takes a file, as in: inbounds budget budget.json --epsilon 3')
  const budget = await (TERMS.some(given.has) ? newBudget(path, given) : openBudget(path))
  const standing = await refusals(() => standingOf(budget, path))
  const history = await refusals(() => budget.history())
  if (given.has('json')) return print(`${JSON.stringify({ ...standing, history }, null, 2)}\n`)
  return print(`${[standingLine(standing), ...historyLines(history)].join('\n')}\n`)
}

/** @param {string} path @param {Given} given */
async function newBudget(path, given) {
  if (!given.has('epsilon'))
    throw new UsageError('epsilon is required to make a budget: what all releases may cost', 'epsilon')
  if (existsSync(path)) {
    const rule = 'a promise that was made is kept; another budget needs a file of its own'
    throw new DataError(`'${path}' is there already: ${rule}`)
  }
  const { PrivacyBudget, fileStore } = await import('inbounds/budget')
  const numbers = ['epsilon', 'delta', 'slack'].flatMap((option) => {
    const text = given.one(option)
    return text === undefined ? [] : [[option, numberFrom(option, text)]]
  })
  const period = given.one('period')
  const options = { ...Object.fromEntries(numbers), ...(period !== undefined && { period }) }
  const budget = asUsage(() => new PrivacyBudget({ ...options, store: fileStore(path) }))
  await refusals(() => budget.create())
  return budget
}

/** @param {readonly import('inbounds/budget').HistoryEntry[]} history */
function historyLines(history) {
  if (history.length === 0) return ['Nothing was released yet.']
  const rows = history.map(({ question, mechanism, epsilon, delta, releases, first, last }) => [
    question,
    mechanism,
    String(releases),
    String(epsilon),
    String(delta),
    first.toISOString().slice(0, 16),
    last.toISOString().slice(0, 16)
  ])
  const head = ['question', 'mechanism', 'releases', 'epsilon each', 'delta each', 'first (UTC)', 'last (UTC)']
  return ['', textTable([head, ...rows], [true, true])]
}
