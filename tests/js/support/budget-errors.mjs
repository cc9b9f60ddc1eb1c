// A budget in a file of its own, of which half is spent; and what must happen when its files were damaged.

import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileStore, PrivacyBudget, StoreError } from 'inbounds/budget'
import { counting } from './counting-mechanism.mjs'

/** A folder for files that are removed at the end. */
export function temporaryFolder(after) {
  const folder = mkdtempSync(join(tmpdir(), 'inbounds-budget-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

let count = 0

/** A budget of 1 in a new file, with 0.5 spent in two releases. */
export async function openHalfSpent(folder) {
  const path = join(folder, `${++count}.json`)
  const records = `${path}.spent`
  const live = new PrivacyBudget({ epsilon: 1, store: fileStore(path) })
  await live.spend({ epsilon: 0.25 }, { question: 'first' })
  await live.spend({ epsilon: 0.25 }, { question: 'second' })
  const reopen = () => new PrivacyBudget({ epsilon: 1, store: fileStore(path) })
  return { path, records, live, reopened: reopen, newest: () => join(records, numbersIn(records).at(-1)) }
}

/** The names of records, in order. */
export function numbersIn(records) {
  return readdirSync(records)
    .filter((name) => /^\d+$/.test(name))
    .sort((a, b) => a - b)
}

/** Every way to use a budget is refused, with this reason; no value is handed out, and nothing is drawn. */
export async function assertUnusable(budget, path, reason) {
  const mechanism = counting({ epsilon: 0.01 })
  const isRefusal = (error) => {
    assert.ok(error instanceof StoreError, error.stack)
    assert.ok(error.message.startsWith(`the budget '${path}' cannot be used: `), error.message)
    assert.ok(error.message.endsWith('; nothing was released'), error.message)
    assert.match(error.message, reason)
    return true
  }
  await assert.rejects(budget.privatise(mechanism, 1), isRefusal)
  await assert.rejects(budget.spend({ epsilon: 0 }), isRefusal)
  await assert.rejects(budget.remaining(), isRefusal)
  assert.equal(mechanism.draws, 0)
}

/** Nothing was lost, and it can be gone on with. */
export async function assertHalfSpent(budget) {
  assert.equal((await budget.spent()).epsilon, 0.5)
  const mechanism = counting({ epsilon: 0.25 })
  assert.equal(await budget.privatise(mechanism, 7), 7)
  assert.equal((await budget.spent()).epsilon, 0.75)
}
