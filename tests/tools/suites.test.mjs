import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { stepsOf, suiteNames } from '../../tools/test/suites.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

const testFiles = readdirSync(join(root, 'tests'), { recursive: true })
  .map((name) => `tests/${name.replaceAll('\\', '/')}`)
  .filter((name) => !name.includes('node_modules') && /(\.test\.m?js|_test\.cpp)$/.test(name))

test('every test file is run by one suite, those in C++ by the one with sanitizers, too', () => {
  const steps = stepsOf(suiteNames)
  assert.ok(testFiles.length > 200)
  for (const file of testFiles) {
    const suites = steps.filter(({ name }) => name === file).map(({ suite }) => suite)
    if (!file.endsWith('.cpp')) assert.equal(suites.length, 1, `${file}: ${suites}`)
    else assert.ok(suites.includes('native'), `${file}: ${suites}`)
  }
  const sanitized = steps.filter(({ suite }) => suite === 'sanitize')
  assert.ok(sanitized.length > 0.9 * testFiles.filter((file) => file.endsWith('.cpp')).length)
})

test('what a step needs stands before it, and each is there once', () => {
  for (const names of [suiteNames, ...suiteNames.map((name) => [name])]) {
    const before = new Set()
    for (const { id, needs } of stepsOf(names)) {
      for (const need of needs) assert.ok(before.has(need), `${id} needs ${need}`)
      assert.ok(!before.has(id), `${id} is there twice`)
      before.add(id)
    }
  }
})

test('a suite builds no more than it needs', () => {
  const builtFor = (...names) => stepsOf(names).flatMap(({ suite, id }) => (suite === 'build' ? [id] : []))
  assert.deepEqual(builtFor('lint'), [])
  assert.deepEqual(builtFor('wasm'), ['the package'])
  assert.deepEqual(builtFor('browser'), ['the package', 'the page'])
})

test('quick leaves out what is slow, and nothing else of its suites', () => {
  const names = ['native', 'wasm']
  const all = stepsOf(names).map(({ id }) => id)
  const quick = stepsOf(names, { isQuick: true }).map(({ id }) => id)
  assert.ok(quick.every((id) => all.includes(id)))
  assert.ok(quick.length < all.length && quick.length > 0.8 * all.length, `${quick.length} of ${all.length}`)
})
