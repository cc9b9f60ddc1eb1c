// Jobs with what they need: the order, how many run at a time, and what a failure does.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runJobs } from '../../tools/test/pool.mjs'

/**
 * Jobs by their names and needs, `fails` among them, some only `after` others; says what happened in which order, and how many ran
 * at most at a time.
 */
async function done(jobs, { atATime = 2, fails = [], after = {}, share } = {}) {
  const events = []
  const problems = {}
  let [running, max] = [0, 0]
  const all = Object.entries(jobs).map(([id, needs]) => ({
    id,
    needs,
    after: after[id],
    share,
    async run() {
      events.push(id)
      max = Math.max(max, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      if (fails.includes(id)) throw new Error(`${id} is broken`)
    }
  }))
  await runJobs(all, atATime, ({ id }, problem) => {
    events.push(`end of ${id}`)
    if (problem) problems[id] = problem.message
  })
  return { events, problems, max }
}

test('jobs begin in their order, as many at a time as there may be', async () => {
  const jobs = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((id) => [id, []]))
  for (const atATime of [1, 2, 3]) {
    const { events, problems, max } = await done(jobs, { atATime })
    assert.deepEqual(
      events.filter((event) => event.length === 1),
      ['a', 'b', 'c', 'd', 'e']
    )
    assert.equal(max, atATime)
    assert.deepEqual(problems, {})
  }
})

test('of jobs that take a part of a place, so many more run at a time', async () => {
  const jobs = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => [id, []]))
  for (const [share, most] of [
    [1, 2],
    [0.5, 4],
    [0.75, 2]
  ]) {
    assert.equal((await done(jobs, { share })).max, most) // biome-ignore format: one thought
  }
})

test('a job waits for what it needs, and lets later ones go first', async () => {
  const { events } = await done({ made: ['package'], package: [], other: [] })
  assert.ok(events.indexOf('end of package') < events.indexOf('made'))
  assert.ok(events.indexOf('other') < events.indexOf('made'))
})

test('what needs something that failed fails as well, by its name, and is not run; the rest goes on', async () => {
  const jobs = { package: [], page: ['package'], visit: ['page'], lint: [] }
  const { events, problems } = await done(jobs, { fails: ['package'] })
  assert.deepEqual(problems, {
    package: 'package is broken',
    page: 'it needs package, which failed',
    visit: 'it needs page, which failed'
  })
  assert.ok(!events.includes('page') && !events.includes('visit'))
  assert.ok(events.includes('end of lint'))
})

test('what comes after another waits for its end, whether it fails or not, and for nothing that is not there', async () => {
  const jobs = { first: [], second: [], tests: ['second'] }
  const after = { second: ['first', 'somebody else'] }
  for (const fails of [[], ['first']]) {
    const { events, problems } = await done(jobs, { after, fails })
    assert.deepEqual(events, ['first', 'end of first', 'second', 'end of second', 'tests', 'end of tests'])
    assert.deepEqual(Object.keys(problems), fails)
  }
})

test('a need that nobody meets is an error, not a wait without end', async () => {
  await assert.rejects(done({ a: [], b: ['c'] }), /^Error: b needs what nobody makes: c$/)
})
