// Every mutant is found by each auditor that is named for it, or the auditors have gone blind.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds'
import * as draws from '../draws/auditor.mjs'
import * as exact from '../exact/exact-auditor.mjs'
import * as posteriors from '../exact/posterior-auditor.mjs'
import { subjects } from '../words/subjects.mjs'
import * as words from '../words/words-auditor.mjs'
import { builtMutant, mutated } from './build.mjs'
import { mutants } from './mutants.mjs'
import { mutantsTable, writtenTable } from './table.mjs'

const auditors = {
  exact: (mutant) => exact.audit(mutant),
  posteriors: (mutant) => posteriors.audit(mutant),
  words: (mutant) => words.audit(mutant, subjects, 1),
  draws: (mutant) => draws.audit(mutant, { enough: 1 })
}

test('the table of mutants in the README is this one', () => {
  assert.equal(writtenTable(), mutantsTable(), 'node tests/adversary/mutants/table.mjs writes it')
})

test('a mutant whose place in the code is gone is an error, not a mutant that does nothing', () => {
  const lost = { name: 'lost', file: 'core/lattice.cpp', edits: [{ find: 'no such text', replace: '' }] }
  assert.throws(() => mutated(lost), /"no such text" is 0 times in src\/core\/lattice.cpp/)
})

for (const { name, caught, ...mutant } of mutants) {
  test(`${name} is found by ${caught.join(' and ')}`, async (t) => {
    const wasm = await builtMutant({ name, ...mutant })
    for (const auditor of caught) {
      const findings = await auditors[auditor](() => load({ wasm }))
      assert.ok(findings.length > 0, `${auditor} finds nothing`)
      const [{ mechanism, what, claimed, found }] = findings
      t.diagnostic(`${auditor}: ${mechanism}: ${what} (claimed ${shown(claimed)}, found ${shown(found)})`)
    }
  })
}

const shown = (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
