// What the log of a test program is taken for. The logs are those that Node's runner and Catch2 print here.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { print, printSummary, resultOf } from '../../tools/test/report.mjs'

const folder = mkdtempSync(join(tmpdir(), 'inbounds-logs-'))
after(() => rmSync(folder, { recursive: true }))

function outcome(text, problem, suite = 'wasm', isCounted = !['lint', 'build'].includes(suite)) {
  const log = join(folder, 'log')
  writeFileSync(log, text)
  const { passed, failed, problem: words } = resultOf({ suite, name: 'a file', log, isCounted }, problem, 1)
  return [passed, failed, words]
}

/** What Node prints of a file of tests. */
function nodeSays(code) {
  const file = join(folder, 'some.test.mjs')
  writeFileSync(file, `import { test } from 'node:test'\n${code}`)
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  try {
    return execFileSync(process.execPath, ['--test-reporter=spec', file], { encoding: 'utf8', env })
  } catch ({ stdout }) {
    return stdout
  }
}

const ended = new Error('it ended with exit code 1')

test("tests of Node's runner are counted", () => {
  assert.deepEqual(outcome(nodeSays("test('a', () => {})\ntest('b', () => {})")), [2, 0, undefined])
  const fails = "test('a', () => {})\ntest('b', () => { throw new Error('no') })"
  assert.deepEqual(outcome(nodeSays(fails), ended), [1, 1, ended.message])
})

test('tests of Catch2 are counted', () => {
  assert.deepEqual(outcome('All tests passed (61 assertions in 8 test cases)\n'), [8, 0, undefined])
  assert.deepEqual(outcome('All tests passed (1 assertion in 1 test case)\n'), [1, 0, undefined])
  const broken = 'test cases:  8 |  7 passed | 1 failed\nassertions: 61 | 60 passed | 1 failed\n'
  assert.deepEqual(outcome(broken, ended), [7, 1, ended.message])
})

test('a file that runs no test has failed', () => {
  assert.deepEqual(outcome(nodeSays('')), [0, 1, 'it ran no test'])
  assert.deepEqual(outcome('No tests ran\n'), [0, 1, 'it ran no test'])
  assert.deepEqual(outcome(nodeSays("test.skip('a', () => {})")), [0, 1, 'it ran no test'])
})

test('what is skipped is told, and counts as nothing else', (t) => {
  const log = join(folder, 'log')
  writeFileSync(log, nodeSays("test('a', () => {})\ntest.skip('b', () => {})\ntest.todo('c')"))
  const result = resultOf({ suite: 'wasm', name: 'a file', log, isCounted: true }, undefined, 1)
  assert.deepEqual([result.passed, result.failed, result.skipped], [1, 0, 2])
  const lines = []
  t.mock.method(console, 'log', (line) => lines.push(line))
  print(result)
  printSummary([result], 1)
  assert.equal(lines[0], '✔ wasm      a file (1.0 s, 2 skipped)')
  assert.equal(lines.at(-1), '\n1 passed, 0 failed, 2 skipped')
})

test('another program is a test, a build is none, and what failed is told in any case', () => {
  assert.deepEqual(outcome('Checked 400 files\n', undefined, 'lint'), [1, 0, undefined])
  assert.deepEqual(outcome('', ended, 'lint'), [0, 1, ended.message])
  assert.deepEqual(outcome('', ended), [0, 1, ended.message])
  assert.deepEqual(outcome('', undefined, 'build'), [0, 0, undefined])
  assert.deepEqual(outcome('', ended, 'build'), [0, 1, ended.message])
  assert.deepEqual(resultOf({ suite: 'wasm', name: 'a', log: join(folder, 'none') }, ended, 0).failed, 1)
})
