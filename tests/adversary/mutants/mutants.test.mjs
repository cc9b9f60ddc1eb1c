import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { control, makeOnce, mutate } from './build.mjs'
import { mutants } from './mutants.mjs'
import { mutantsTable, readTable } from './table.mjs'

test('the table of mutants in the README is this one', () => {
  assert.equal(readTable(), mutantsTable(), 'node tests/adversary/mutants/table.mjs writes it')
})

test('a mutant whose place in the code is gone is an error, not a mutant that does nothing', () => {
  const lost = { name: 'lost', file: 'core/lattice.cpp', edits: [{ find: 'no such text', replace: '' }] }
  assert.throws(() => mutate(lost), /"no such text" is 0 times in src\/core\/lattice.cpp/)
})

test('every mutant has an auditor that has to find it, and a file for each auditor tests that it does, and finds nothing else', () => {
  for (const { name, caught } of mutants) assert.ok(caught.length > 0, name)
  const named = [...new Set(mutants.flatMap(({ caught }) => caught))].sort()
  const folder = new URL('.', import.meta.url)
  const files = readdirSync(folder).filter((name) => name.endsWith('.test.mjs') && name !== 'mutants.test.mjs')
  assert.deepEqual(files.sort(), named.map((auditor) => `${auditor}.test.mjs`)) // biome-ignore format: one thought
  for (const auditor of named) {
    const text = readFileSync(new URL(`${auditor}.test.mjs`, folder), 'utf8')
    for (const what of ['testMutantsWith', 'testOriginalsWith']) assert.ok(text.includes(`\n${what}('${auditor}', `), `${what}, ${auditor}`) // biome-ignore format: one thought
  }
})

test('the control has every file that a mutant edits, as it is', () => {
  assert.deepEqual(new Set(control.files), new Set(mutants.map(({ file }) => file)))
  const sources = control.files.map((file) => readFileSync(new URL(`../../../src/${file}`, import.meta.url), 'utf8'))
  assert.deepEqual(mutate(control), sources)
})

test('what was made from the same is not made again, what is half made is', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'inbounds-made-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'deeper/file')
  let times = 0
  const make = async (stamp, fails = false) => {
    const write = async () => {
      writeFileSync(file, `${++times}`)
      if (fails) throw new Error('interrupted')
    }
    await makeOnce(file, stamp, write).catch(() => {})
    return times
  }
  assert.equal(await make('one'), 1)
  assert.equal(await make('one'), 1)
  assert.equal(await make('other'), 2)
  assert.equal(await make('one', true), 3)
  assert.equal(await make('one'), 4)
  assert.equal(await make('one'), 4)
})
