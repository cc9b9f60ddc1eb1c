// What npm test asks of a fuzzer, and what it takes for an answer. The fuzzers here are made up: they write down how they were
// called, and say how many runs they made.

import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fuzz } from '../../tools/fuzz.mjs'

/** A build folder whose fuzzer of `laws` says something; and what it was called with, what was printed. */
function buildOf(t, says, { status = 0 } = {}) {
  const build = mkdtempSync(join(tmpdir(), 'inbounds-fuzz-'))
  t.after(() => rmSync(build, { recursive: true }))
  const programs = join(build, 'tests/adversary/fuzz')
  mkdirSync(programs, { recursive: true })
  const calls = join(build, 'calls')
  const script = `#!/bin/sh\necho "$@" >> '${calls}'\necho '${says}'\nexit ${status}\n`
  writeFileSync(join(programs, 'fuzz_laws'), script, { mode: 0o755 })
  const lines = []
  t.mock.method(console, 'log', (line) => lines.push(line))
  const readCalls = () => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [])
  return { options: { built: true, chosen: ['laws'], build }, called: readCalls, lines }
}

const stats = (runs) => `stat::number_of_executed_units: ${runs}`

test('runs that are asked for take the time they take, and all of them have to be made', async (t) => {
  const whole = buildOf(t, stats(4000))
  await fuzz({ ...whole.options, runs: 4000, seed: 1 })
  const [replay, search, ...more] = whole.called()
  assert.deepEqual(more, [])
  assert.match(replay, / -runs=0 /)
  assert.match(search, / -runs=4000 -seed=1 /)
  assert.doesNotMatch(search, /max_total_time/)
  assert.ok(whole.lines.includes('laws: nothing found (4000 runs)'), whole.lines.join('\n'))

  const few = buildOf(t, stats(3999))
  const message = /^Error: the fuzzer of laws made 3999 runs, and 4000 were asked for$/
  await assert.rejects(fuzz({ ...few.options, runs: 4000 }), message)
  await assert.rejects(fuzz({ ...buildOf(t, 'nothing').options, runs: 4000 }), /made NaN runs/)
})

test('seconds that are asked for are given in slices, so that there are signs of life', async (t) => {
  const { options, called } = buildOf(t, stats(7))
  await fuzz({ ...options, seconds: 150 })
  const slices = called().flatMap((call) => /-max_total_time=(\d+)/.exec(call)?.[1] ?? [])
  assert.deepEqual(slices, ['60', '60', '30'])
})

test('where addresses cannot be fixed, that is said', async (t) => {
  const path = process.env.PATH
  t.after(() => {
    process.env.PATH = path
  })
  const { options, lines } = buildOf(t, stats(4000))
  process.env.PATH = options.build // no setarch
  await fuzz({ ...options, runs: 4000 })
  assert.match(lines[0], /^Addresses cannot be fixed here/)
})

test('a fuzzer that breaks down without an input is no finding', async (t) => {
  t.mock.method(process.stderr, 'write', () => true)
  const { options } = buildOf(t, 'cannot begin', { status: 7 })
  await assert.rejects(fuzz({ ...options, runs: 4000 }), /^Error: the fuzzer of laws broke down .* exit code 7$/)
})
