// Budgets on disks that are full, or that may not be written: a reason, no value, and nothing lost.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { BudgetError, fileStore, PrivacyBudget } from 'inbounds/budget'
import { assertHalfSpent, assertUnusable, openHalfSpent, temporaryFolder } from './support/budget-errors.mjs'
import { counting } from './support/counting-mechanism.mjs'

const folder = temporaryFolder(after)
const run = promisify(execFile)
const script = (name) => fileURLToPath(new URL(`./support/${name}.mjs`, import.meta.url))

test('a disk that is full: no value is handed out, no draft stays, and when there is space again it goes on', async () => {
  const place = join(folder, 'small')
  fs.mkdirSync(place)
  // A disk of 20 pages that only this process sees, and that ends with it.
  const command = 'mount -t tmpfs -o size=80k none "$1" && exec "$2" "$3" "$1"'
  const disk = ['-rm', 'sh', '-c', command, 'sh', place, process.execPath, script('budget-full-disk')]
  const report = JSON.parse((await run('unshare', disk)).stdout)
  assert.deepEqual(report.before, { value: 1 })
  for (const pages of [0, 1, 2]) {
    for (const { name, message, cause, ...rest } of report[pages]) {
      assert.deepEqual([name, cause, rest], ['StoreError', 'ENOSPC', {}])
      const start = `the budget '${join(place, 'budget.json')}' cannot be used: it cannot be written: ENOSPC`
      assert.ok(message.startsWith(start) && message.endsWith('; nothing was released'), message)
    }
    assert.deepEqual(report[`records ${pages}`], ['61'], 'what was written of the next record is removed')
    assert.equal(report[`spent ${pages}`], 0.7)
  }
  assert.deepEqual(report.after, { value: 1 })
  assert.equal(report.spent, 0.8)
})

test('files that may not grow: the same, where nobody may mount a disk', async () => {
  const path = join(folder, 'limited.json')
  const budget = new PrivacyBudget({ epsilon: 1, store: fileStore(path) })
  await budget.spend({ epsilon: 0.25 })
  const command = 'ulimit -f 0; exec "$@"'
  const limited = ['-c', command, 'sh', process.execPath, script('budget-spender'), path, '1', '0.25', '1']
  // What it says goes through a pipe, which is no file.
  const { stdout } = await run('sh', limited)
  assert.match(
    stdout,
    /^StoreError: the budget '.*limited\.json' cannot be used: it cannot be written: EFBIG.*; nothing was released\n$/
  )
  assert.deepEqual(fs.readdirSync(`${path}.spent`), ['1'])
  assert.equal((await budget.spent()).epsilon, 0.25)
  await budget.spend({ epsilon: 0.75 })
})

test('a file that is read-only is refused before anything is drawn, for whoever may write everything, too', async () => {
  const { path, live, reopened } = await openHalfSpent(folder)
  fs.chmodSync(path, 0o444)
  for (const budget of [live, reopened()]) {
    await assertUnusable(budget, path, /it is read-only, and what is spent could not be written down/)
  }
  fs.chmodSync(path, 0o600)
  await assertHalfSpent(live)
})

test('a folder that may not be written to', async () => {
  const { path, records, live } = await openHalfSpent(folder)
  const isRoot = process.getuid() === 0
  // Whoever may do everything is nobody for a moment, who owns the files.
  if (isRoot) for (const place of [folder, path, records, ...inside(records)]) fs.chownSync(place, 65534, 65534)
  fs.chmodSync(records, 0o500)
  const mechanism = counting({ epsilon: 0.25 })
  if (isRoot) process.seteuid(65534)
  try {
    await assert.rejects(live.privatise(mechanism, 1), {
      name: 'StoreError',
      message: new RegExp(`^the budget '${path}' cannot be used: it cannot be written: EACCES.*; nothing was released$`)
    })
    assert.equal((await live.spent()).epsilon, 0.5)
  } finally {
    if (isRoot) process.seteuid(0)
    fs.chmodSync(records, 0o700)
  }
  await assertHalfSpent(live)
})

test('after any error the same object can be gone on with, and a budget that is empty is still empty', async () => {
  const { path, live } = await openHalfSpent(folder)
  await live.spend({ epsilon: 0.5 })
  fs.chmodSync(path, 0o400)
  await assertUnusable(live, path, /read-only/)
  fs.chmodSync(path, 0o600)
  await assert.rejects(live.spend({ epsilon: 0.001 }), BudgetError)
})

const inside = (place) => fs.readdirSync(place).map((name) => join(place, name))
