// Spends from a budget in a file, one release after the other, and says so after each: a line is written before the next begins.
// Arguments: path, epsilon of the budget, epsilon of a release; then, how many at most.

import { writeSync } from 'node:fs'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { BudgetError, fileStore, PrivacyBudget } from 'inbounds/budget'

const [path, whole, part, max = Infinity] = isMainThread ? process.argv.slice(2) : workerData
const say = (word) => (isMainThread ? writeSync(1, `${word}\n`) : parentPort.postMessage(word))
const budget = new PrivacyBudget({ epsilon: Number(whole), store: fileStore(path) })
const mechanism = { epsilon: Number(part), privatise: (truth) => truth }
try {
  for (let count = 0; count < Number(max); ++count) say(await budget.privatise(mechanism, 'released'))
} catch (error) {
  say(error instanceof BudgetError ? 'refused' : `${error.name}: ${error.message}`)
}
