// not quick: a quarter of a minute of processes that are killed, to leave nothing to chance
//
// Processes and threads that spend from one budget in a file: stopped, killed, and all at once. Nothing that was released is
// forgotten, and nothing is released that was not left. (Somebody who is put to sleep for long enough, in a moment that takes
// microseconds, spends twice for one release: see budget-halts.test.mjs. So not all that is recorded need be released.)

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { fileStore, PrivacyBudget } from 'inbounds/budget'
import { temporaryFolder } from './support/budget-errors.mjs'
import { generator } from './support/generator.mjs'

const folder = temporaryFolder(after)
const script = fileURLToPath(new URL('./support/budget-spender.mjs', import.meta.url))

/** A process that spends, and what it has said so far: this process is the one that logs releases. */
function spender(...settings) {
  const child = spawn(process.execPath, [script, ...settings.map(String)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const said = []
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => said.push(line))
  const ended = Promise.all([once(child, 'close'), once(lines, 'close')])
  return { child, said, ended, releases: () => said.filter((line) => line === 'released').length }
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)
const countRecorded = async (path, epsilon) =>
  (await new PrivacyBudget({ epsilon, store: fileStore(path) }).spent()).releases

/** No more than was left, and not much less. */
function assertReleased(count, max) {
  assert.ok(count <= max && count > 0.75 * max, `${count} were released of ${max}`)
}

/** Until so many were released; a process that says something else has found the store unusable. */
async function untilReleased({ said, child }, count) {
  while (said.length < count && child.exitCode === null) await sleep(2)
  assert.ok(said.length >= count, `${said.at(-1)}`)
}

for (const processes of [2, 4]) {
  test(`${processes} processes at once release no more than there is, and all of it is recorded`, async () => {
    const path = join(folder, `${processes}-at-once.json`)
    const spenders = Array.from({ length: processes }, () => spender(path, 2.4, 0.01))
    await Promise.all(spenders.map(({ ended }) => ended))
    for (const { said } of spenders) assert.equal(said.at(-1), 'refused')
    assertReleased(sum(spenders.map(({ releases }) => releases())), 240)
    assert.equal(await countRecorded(path, 2.4), 240)
    assert.deepEqual(readdirSync(`${path}.spent`), ['240'])
  })
}

test('threads of a process, several stores in it, and another process likewise', async () => {
  const path = join(folder, 'threads.json')
  const said = []
  const workers = Array.from({ length: 3 }, () => new Worker(script, { workerData: [path, 2, 0.01] }))
  const exits = workers.map((worker) => {
    worker.on('message', (word) => said.push(word))
    return once(worker, 'exit')
  })
  const other = spender(path, 2, 0.01)
  const here = Array.from({ length: 2 }, () => new PrivacyBudget({ epsilon: 2, store: fileStore(path) }))
  const own = Array.from({ length: 60 }, (_, at) => here[at % 2].spend({ epsilon: 0.01 }))
  const outcomes = await Promise.allSettled(own)
  await Promise.all([...exits, other.ended])
  for (const { reason } of outcomes) assert.ok(reason === undefined || reason.name === 'BudgetError', reason?.message)
  assert.deepEqual(said.filter((word) => word !== 'released').concat(other.said.at(-1)), Array(4).fill('refused'))
  const inThreads = said.filter((word) => word === 'released').length
  assertReleased(inThreads + other.releases() + outcomes.filter(({ status }) => status === 'fulfilled').length, 200)
  assert.equal(await countRecorded(path, 2), 200)
})

// budget/PROOF.md, Proposition 7
test('a process that sleeps in the middle of a spend, while others go on, takes nothing from them when it wakes', async () => {
  const path = join(folder, 'sleeper.json')
  const { random } = generator(9)
  const [sleeper, other] = [spender(path, 4, 0.005), spender(path, 4, 0.005)]
  await Promise.all([untilReleased(sleeper, 1), untilReleased(other, 1)])
  for (let nap = 0; nap < 40 && other.said.at(-1) === 'released'; ++nap) {
    sleeper.child.kill('SIGSTOP')
    const before = other.said.length
    while (other.said.length < before + 3 && other.said.at(-1) === 'released') await sleep(1)
    sleeper.child.kill('SIGCONT')
    await sleep(10 * random())
  }
  await Promise.all([sleeper.ended, other.ended])
  assert.deepEqual([sleeper.said.at(-1), other.said.at(-1)], ['refused', 'refused'])
  assertReleased(sleeper.releases() + other.releases(), 800)
  assert.equal(await countRecorded(path, 4), 800)
})

// budget/PROOF.md, Proposition 6
test('200 times, a process is killed in the middle of its spends: what it said is recorded, and the next one goes on', async () => {
  const path = join(folder, 'killed.json')
  const { random } = generator(137)
  const epsilon = 1e6
  const [kills, lanes] = [200, 4]
  let [logged, killed] = [0, 0]
  const watching = new PrivacyBudget({ epsilon, store: fileStore(path) })
  /** One after the other; and several such rows at once, so that the killed ones have others beside them. */
  async function lane() {
    while (killed < kills) {
      killed += 1
      const victim = spender(path, epsilon, 1)
      await untilReleased(victim, 1 + Math.floor(20 * random()))
      await sleep(6 * random())
      victim.child.kill('SIGKILL')
      const [[, signal]] = (await victim.ended).map((values) => values ?? [])
      assert.equal(signal, 'SIGKILL')
      assert.equal(victim.releases(), victim.said.length, victim.said.at(-1))
      logged += victim.releases()
      const known = logged
      assert.ok((await watching.spent()).releases >= known, 'the store shows no less than was released')
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const { releases } = await watching.spent()
  assert.equal(killed, kills)
  assert.ok(logged > 5 * kills)
  // Each of them had one spend under way.
  assert.ok(releases >= logged && releases <= logged + 2 * kills, `${logged} were released, ${releases} recorded`)
  const next = spender(path, epsilon, 1, 5)
  await next.ended
  assert.deepEqual(next.said, Array(5).fill('released'))
  assert.equal(await countRecorded(path, epsilon), releases + 5)
})
