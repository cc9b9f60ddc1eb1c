import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { buildsAtATime, stepsOf, suiteNames, testCasesIn, usesOf } from '../../tools/test/suites.mjs'

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
  const sanitized = steps.filter(({ suite }) => suite === 'sanitize').map(({ name }) => name)
  const others = testFiles.filter((file) => file.endsWith('.cpp') && !sanitized.includes(file))
  // Simulations, and nothing else.
  assert.deepEqual(others, ['tests/cpp/estimation/bias_between_test.cpp', 'tests/cpp/estimation/coverage_test.cpp'])
})

test('every test case in C++ is read with its tags, or the file is an error', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'inbounds-cases-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'some_test.cpp')
  const read = (text) => {
    writeFileSync(file, text)
    return testCasesIn(relative(root, file))
  }
  const heads = [
    'TEST_CASE("short", "[a]") {',
    'TEST_CASE("on {1, 2} and \\"so on\\"", "[a]") {',
    'TEST_CASE("long\\n"\n          "er",\n          "[long]") {'
  ]
  assert.deepEqual(read(heads.map((head) => `${head} check({1}); }\n`).join('\n')), heads)
  assert.throws(() => read('  TEST_CASE("within", "[a]") {\n}\n'), /has 1 test cases, and 0 of them are understood$/)
})

test('what a step needs stands before it, and each is there once', () => {
  for (const names of [suiteNames, ...suiteNames.map((name) => [name])]) {
    const before = new Set()
    const steps = stepsOf(names)
    const ids = steps.map(({ id }) => id)
    for (const { id, needs, after } of steps) {
      for (const need of needs) assert.ok(before.has(need), `${id} needs ${need}`)
      assert.ok(!after.some((other) => !before.has(other) && ids.includes(other)), `${id} comes after ${after}`)
      assert.ok(!before.has(id), `${id} is there twice`)
      before.add(id)
    }
  }
})

test('a suite builds no more than it needs', () => {
  const buildsFor = (...names) => stepsOf(names).flatMap(({ suite, id }) => (suite === 'build' ? [id] : []))
  assert.deepEqual(buildsFor('lint'), [])
  assert.deepEqual(buildsFor('wasm'), ['the package'])
  assert.deepEqual(buildsFor('native'), ['the native tests'])
  assert.deepEqual(buildsFor('browser'), ['the package', 'the page'])
})

test('a build that fails takes nothing with it that is not made of it', () => {
  const needed = new Set(stepsOf(['native', 'sanitize', 'adversary']).flatMap(({ id, needs }) => needs.map((need) => `${id} needs ${need}`))) // biome-ignore format: a chain
  const ofAuditor = [...needed].filter((words) => words.endsWith('needs the exact auditor'))
  assert.ok(ofAuditor.length > 10 && ofAuditor.every((words) => words.startsWith('adversary: ')))
})

test('a suite asks for no more than it uses', () => {
  const usesOfSuites = (...names) => usesOf(stepsOf(names)).sort()
  assert.deepEqual(usesOfSuites('lint', 'docs', 'tools'), [])
  assert.deepEqual(usesOfSuites('types', 'package', 'cli'), ['package'])
  assert.deepEqual(usesOfSuites('wasm'), ['package', 'platforms']) // a recipe for a database is run with one
  assert.deepEqual(usesOfSuites('native', 'sanitize'), ['native'])
  assert.deepEqual(usesOfSuites('browser'), ['chromium', 'package'])
  assert.deepEqual(usesOfSuites(...suiteNames), ['chromium', 'firefox', 'fuzz', 'native', 'package', 'platforms'])
})

test('builds that can run at the same time are counted: those of one folder, and what is made of others, follow', () => {
  assert.equal(buildsAtATime(stepsOf(['lint'])), 0)
  assert.equal(buildsAtATime(stepsOf(['sanitize', 'native', 'browser'])), 2)
  assert.equal(buildsAtATime(stepsOf(suiteNames)), 3)
})

test('quick leaves out what says so of itself, and nothing else of its suites', () => {
  const names = ['native', 'wasm']
  const idsOf = (steps) => steps.map(({ id }) => id)
  const all = idsOf(stepsOf(names))
  const steps = stepsOf(names, { isQuick: true })
  const quick = idsOf(steps)
  assert.ok(quick.every((id) => all.includes(id)))
  const missing = all.filter((id) => !quick.includes(id))
  for (const suite of names) assert.ok(missing.some((id) => id.startsWith(suite)), `all of ${suite} is quick`) // biome-ignore format: one thought
  assert.ok(missing.length < 0.1 * all.length, missing.join(', '))
  const core = [
    'native: tests/cpp/core/lattice_test.cpp',
    'native: tests/cpp/privacy/laplace_loss_test.cpp',
    'wasm: tests/js/architecture.test.mjs',
    'wasm: tests/js/errors.test.mjs',
    'wasm: tests/js/privatise-stream.test.mjs',
    'wasm: tests/js/proof-links.test.mjs',
    'wasm: tests/js/reflected-laplace.test.mjs'
  ]
  for (const id of core) assert.ok(quick.includes(id), `${id} is not quick`)
  assert.deepEqual(usesOf(steps).sort(), ['native', 'package'])
})
