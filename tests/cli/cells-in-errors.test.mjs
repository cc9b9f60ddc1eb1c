// No cell of a file is part of what the command says of it: messages end up in logs.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AGE, inFolder, rowsOf, run } from './command.mjs'

const COLUMN = ['--column', 'age', ...AGE]
const STRICT = [...COLUMN, '--outside', 'error']
const GAP = ['--column', 'age', '--spans', '9..12,14..18', '--mechanism', 'BoundedLaplace', '--epsilon', '1']

/** Cells that are easy to recognise, and what of them must not be seen. */
const CELLS = [
  ['Bern-37', 'Bern'],
  ['"Bern, ""37"""', 'Bern'],
  ['B\xfcmpliz', 'mpliz'],
  ['123456,789', '123456'],
  ['"123,456.789"', '456.789'],
  ['0xBE3742', 'BE3742'],
  ['1e99937', '99937'],
  ['-Infinity', 'Infinity'],
  ["O'37'Bern", 'Bern'],
  ['--Bern37', 'Bern'],
  [`${'x'.repeat(200)}Bern`, 'xxx']
]

/** @param {string} what @param {{ code: number | null, output: string, errors: string }} ended @param {readonly string[]} secrets @param {string} expected */
function assertSilent(what, { code, output, errors }, secrets, expected) {
  assert.ok(errors.includes(expected), `${what}: ${errors}`)
  assert.equal(code, 1, what)
  assert.equal(output, '', what)
  for (const secret of secrets) assert.ok(!errors.includes(secret), `${what}: ${errors}`)
}

test('what is no number is told by its line, its column and its kind', async () => {
  for (const [cell, ...secrets] of CELLS) {
    const input = `name;age\nAnna;37\nBeat;${cell}\n`
    for (const json of [[], ['--json']]) {
      const ended = await run(['privatise', ...COLUMN, ...json], { input })
      assertSilent(cell, ended, [...secrets, 'Anna', 'Beat'], 'line 3, column 2 (age): must be a number, got ')
      assert.doesNotMatch(ended.errors, /--missing ./, 'no advice with what is in the cell')
    }
  }
})

test('neither is it told by a thread, or of reports', () =>
  inFolder(async (folder) => {
    const many = rowsOf((row) => `Anna;${row % 100}\n`, 700_000) // more than a block
    const threaded = await run(['privatise', ...COLUMN], { input: `name;age\n${many}Beat;Bern-37\n` })
    assertSilent('in a thread', threaded, ['Bern', 'Anna', 'Beat'], 'column 2 (age): must be a number, got text')
    const answer = await run(['calibrate', ...AGE, '--json'])
    folder.write('age.json', answer.output)
    for (const [cell, secret, expected] of [
      ['Bern-37', 'Bern', 'must be a number, got text that is none'],
      ['123456.789', '123456', 'must be a value that the mechanism can release, from 0 to 120, got a number outside']
    ]) {
      const ended = await run(['estimate', '--mechanism', 'age.json'], { folder, input: `age\n37\n${cell}\n` })
      assertSilent(cell, ended, [secret], `line 3, column 1 (age): ${expected}`)
    }
  }))

test('a number that is refused is outside or in a gap, and no more is said', async () => {
  for (const [options, cell, expected] of [
    [STRICT, '123456.789', 'must be from 0 to 120, got a number outside'],
    [STRICT, '-123456.789', 'must be from 0 to 120, got a number outside'],
    [GAP, '13.37', 'must be possible, got a number in a gap']
  ]) {
    const ended = await run(['privatise', ...options], { input: `age\n10\n${cell}\n` })
    assertSilent(
      cell,
      ended,
      ['123456', '13.37', '12', '14 '].filter((secret) => !expected.includes(secret)),
      expected
    )
  }
})

test('a first row that may be no header is not told', async () => {
  const rows = 'Bern;4237.5\nGenf;52\n'
  for (const [words, input, expected] of [
    [
      COLUMN,
      rows,
      "line 1: there is no column 'age'; the first row has a number in it: if it is no header, say --no-header"
    ],
    [['--column', '4238.5', ...AGE], rows, "there is no column '4238.5'; the first row has a number in it"],
    [['--column', 'Bern', ...AGE], rows, 'line 2, column 1: must be a number, got text that is none'],
    [COLUMN, 'age;4237.5\n52\n', 'line 2: must have 2 cells like the header, got 1']
  ]) {
    const ended = await run(['privatise', ...words], { input })
    assertSilent(expected, ended, ['4237.5', 'Genf'], expected)
  }
  await inFolder(async (folder) => {
    folder.write('age.json', (await run(['calibrate', ...AGE, '--json'])).output)
    const { code, errors } = await run(['estimate', '--mechanism', 'age.json'], { folder, input: rows })
    assert.equal(errors, 'inbounds: column is required, since the file has several; the first row has a number in it: if it is no header, say --no-header\n') // biome-ignore format: one text
    assert.equal(code, 2)
  })
})

test('the names of a header are told, with its near misses', async () => {
  const { errors } = await run(['privatise', ...COLUMN], { input: 'name;ages\nAnna;37\n' })
  assert.match(errors, /there is no column 'age'; did you mean 'ages'\? The columns are 'name', 'ages'/)
})
