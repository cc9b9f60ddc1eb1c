// The tests of an auditor: it finds every mutant that it is named for, or it has gone blind; and nothing else.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { control, loaderOf } from './build.mjs'
import { mutants } from './mutants.mjs'

/** @typedef {(load: () => Promise<any>) => Promise<{ mechanism: string, what: string, claimed: any, found: any }[]>} Audit */

/** @param {string} auditor @param {Audit} audit */
export function testOriginalsWith(auditor, audit) {
  test(`nothing is found by ${auditor} in what is no mutant, and made as they are`, async () => {
    assert.deepEqual(await audit(await workingLoaderOf(control)), [])
  })
}

/** What cannot be loaded, or does not even draw, is no library that is broken in a way that an auditor has to find. */
async function workingLoaderOf(mutant) {
  const load = await loaderOf(mutant)
  const { BoundedLaplace } = await load()
  const value = new BoundedLaplace({ lower: 0, upper: 1, epsilon: 1, granularity: 0.25 }).privatise(0.5)
  assert.ok([0, 0.25, 0.5, 0.75, 1].includes(value), `${mutant.name} draws ${value}`)
  return load
}

/**
 * @param {string} auditor its name in mutants.mjs
 * @param {Audit} audit
 */
export function testMutantsWith(auditor, audit) {
  const caught = mutants.filter((mutant) => mutant.caught.includes(auditor))
  assert.ok(caught.length > 0, `${auditor} is named for no mutant`)
  for (const mutant of caught) {
    test(`${mutant.name} is found by ${auditor}`, async (t) => {
      const findings = await audit(await workingLoaderOf(mutant))
      assert.ok(findings.length > 0, `${auditor} finds nothing`)
      const [{ mechanism, what, claimed, found }] = findings
      t.diagnostic(`${mechanism}: ${what} (claimed ${format(claimed)}, found ${format(found)})`)
    })
  }
}

const format = (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
