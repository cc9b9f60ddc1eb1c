// A process is killed, or put to sleep, before every single call that touches the files of a budget, from the first one on.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { fileStore, PrivacyBudget } from 'inbounds/budget'
import { temporaryFolder } from './support/budget-errors.mjs'

const folder = temporaryFolder(after)
const script = fileURLToPath(new URL('./support/budget-halter.mjs', import.meta.url))
const budgetIn = (path) => new PrivacyBudget({ epsilon: 1, store: fileStore(path) })

/** Makes three releases of 0.1, and halts before call n. What it says, and what it halted before, if it came so far. */
async function haltAt(signal, n, path, whenAsleep = () => {}) {
  const child = spawn(process.execPath, [script, signal, n, path, 1, 0.1, 3].map(String), {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const said = []
  let place
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('halted')) {
      said.push(line)
      continue
    }
    place = line
    if (signal !== 'SIGSTOP') continue
    await whenAsleep()
    child.kill('SIGCONT')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  assert.ok(
    said.every((line) => line === 'released'),
    `${place}: ${said}`
  )
  return { released: said.length, place }
}

/** For n = 1, 2, 3, ... until a process is done before it comes to call n; a few at a time. */
async function atEveryCall(check) {
  const places = []
  let n = 0
  let isDone = false
  const lane = async () => {
    while (!isDone) {
      const place = await check(++n)
      if (place === undefined) isDone = true
      else places.push(place)
    }
  }
  await Promise.all([lane(), lane(), lane()])
  return places
}

/** All kinds of calls were met, at least as often as three releases and a beginning make them. */
function assertAllMet(places) {
  const often = { readFileSync: 4, readdirSync: 6, mkdirSync: 1, writeFileSync: 5, open: 9, linkSync: 5, unlinkSync: 8 }
  for (const [name, times] of Object.entries(often)) {
    const found = places.filter((place) => place === `halted before ${name}`).length
    assert.ok(found >= times, `${found} times ${name}`)
  }
}

// budget/PROOF.md, Proposition 6
test('killed before any call: what was released is recorded, at most one more is, and the budget can be used', async () => {
  const places = await atEveryCall(async (n) => {
    const path = join(folder, `killed-${n}.json`)
    const { released, place } = await haltAt('SIGKILL', n, path)
    const budget = budgetIn(path)
    const { releases } = await budget.spent()
    assert.ok(
      releases === released || releases === released + 1,
      `${place}: ${released} released, ${releases} recorded`
    )
    await budget.spend({ epsilon: 0.1 }, { releases: 10 - releases })
    await assert.rejects(budget.spend({ epsilon: 0.1 }), { name: 'BudgetError' })
    assert.equal((await budgetIn(path).spent()).releases, 10)
    return place
  })
  assertAllMet(places)
})

// Whoever falls asleep just after its record got a number, and wakes when others went on from it, cannot tell that from having
// come too late: it spends again. That costs budget, never privacy.
// budget/PROOF.md, Proposition 7
test('asleep before any call, while others spend: every release is recorded, and at most one of them twice', async () => {
  const places = await atEveryCall(async (n) => {
    const path = join(folder, `asleep-${n}.json`)
    let others = 0
    const { released, place } = await haltAt('SIGSTOP', n, path, async () => {
      const budget = budgetIn(path)
      for (; others < 4; ++others) await budget.spend({ epsilon: 0.1 })
    })
    assert.equal(released, 3, `${place}`)
    const twice = (await budgetIn(path).spent()).releases - 3 - others
    assert.ok(twice === 0 || (twice === 1 && /(unlink|exists|readdir)Sync$/.test(place)), `${place}: ${twice} twice`)
    return place
  })
  assertAllMet(places)
})

test('what halts leave behind is no obstacle: an empty folder, drafts, numbers long over', async () => {
  const path = join(folder, 'begun.json')
  mkdirSync(`${path}.spent`)
  writeFileSync(join(`${path}.spent`, '1-0-1-00000000.draft'), '{"inbounds":')
  const budget = budgetIn(path)
  for (let time = 0; time < 4; ++time) await budget.spend({ epsilon: 0.1 })
  for (const stale of ['0', '2']) writeFileSync(join(`${path}.spent`, stale), 'of somebody who was killed')
  assert.equal((await budgetIn(path).spent()).releases, 4)
  await budget.spend({ epsilon: 0.1 })
  assert.deepEqual(
    readdirSync(`${path}.spent`).filter((name) => !name.endsWith('draft')),
    ['5']
  )
})
