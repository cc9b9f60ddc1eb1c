import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mutated } from './build.mjs'
import { mutants } from './mutants.mjs'
import { mutantsTable, writtenTable } from './table.mjs'

test('the table of mutants in the README is this one', () => {
  assert.equal(writtenTable(), mutantsTable(), 'node tests/adversary/mutants/table.mjs writes it')
})

test('a mutant whose place in the code is gone is an error, not a mutant that does nothing', () => {
  const lost = { name: 'lost', file: 'core/lattice.cpp', edits: [{ find: 'no such text', replace: '' }] }
  assert.throws(() => mutated(lost), /"no such text" is 0 times in src\/core\/lattice.cpp/)
})

test('every mutant has an auditor that has to find it, and there is a test for each auditor', () => {
  const named = new Set(mutants.flatMap(({ caught }) => caught))
  assert.deepEqual([...named].sort(), ['draws', 'exact', 'posteriors', 'words'])
  for (const { name, caught } of mutants) assert.ok(caught.length > 0, name)
})
