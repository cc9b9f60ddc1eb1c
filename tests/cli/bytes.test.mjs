// Whatever is not a number with noise stays as it was, byte for byte: random tables with random quotes, delimiters and line
// ends, longer than what is read at once, so that cells lie across the borders of blocks.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { run } from './command.mjs'

const RUNS = 30
const BYTES = 700_000 // nearly three blocks

/** Bytes of all kinds, but for those that CSV gives a meaning; NUL is refused. */
const plainText = fc.string({
  unit: fc.constantFrom(...'aB 1.;|\t', '\xe4', '\xc3\xa4', '\xff', '\x01', "'"),
  maxLength: 8
})
const anyText = fc.string({ unit: fc.constantFrom(...'ab,;|\t" \n\r', '\xe4', '\xff'), maxLength: 12 })
const number = fc.oneof(
  fc.integer({ min: -20, max: 200 }).map(String),
  fc.double({ min: 0, max: 120, noNaN: true }).map(String)
)
const numberCell = fc.oneof(
  { weight: 6, arbitrary: number },
  { weight: 1, arbitrary: number.map((text) => `"${text}"`) },
  { weight: 1, arbitrary: number.map((text) => ` ${text} `) }
)
const missingCell = fc.constantFrom('', '""', ' ', 'NA', '"NA"')

/** A table as pieces of bytes: between each two of them is a number with noise. */
const tables = fc
  .record({
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    newline: fc.constantFrom('\n', '\r\n', '\r', 'mixed'),
    columns: fc.integer({ min: 2, max: 6 }),
    isMarked: fc.boolean(),
    isEnded: fc.boolean()
  })
  .chain((shape) =>
    fc.record({
      shape: fc.constant(shape),
      place: fc.integer({ min: 0, max: shape.columns - 1 }),
      rows: fc.array(fc.record({ texts: fc.array(otherCell(shape), { minLength: shape.columns, maxLength: shape.columns }), number: fc.oneof({ weight: 9, arbitrary: numberCell.map((cell) => ({ cell, isNumber: true })) }, { weight: 1, arbitrary: missingCell.map((cell) => ({ cell, isNumber: false })) }), end: fc.constantFrom('\n', '\r\n'), isBlankAfter: fc.boolean() }), { minLength: 5, maxLength: 40 }) // biome-ignore format: a record
    })
  )

function otherCell({ delimiter }) {
  const isPlain = (text) => !text.includes(delimiter) && !text.startsWith(' "')
  return fc.oneof(
    plainText.filter(isPlain),
    anyText.map((text) => `"${text.replaceAll('"', '""')}"`)
  )
}

function piecesOf({ shape: { delimiter, newline, columns, isMarked, isEnded }, place, rows }) {
  const header = Array.from({ length: columns }, (_, at) => (at === place ? '"the ""age"""' : `c${at}`))
  const firstEnd = newline === 'mixed' ? '\n' : newline
  const pieces = [`${isMarked ? '\xef\xbb\xbf' : ''}${header.join(delimiter)}${firstEnd}`]
  const truths = []
  let length = 0
  for (let row = 0; length < BYTES; ++row) {
    const { texts, number: { cell, isNumber }, end, isBlankAfter } = rows[row % rows.length] // biome-ignore format: one line
    const lineEnd = newline === 'mixed' ? end : newline
    const before = texts
      .slice(0, place)
      .map((text) => text + delimiter)
      .join('')
    const after =
      texts
        .slice(place + 1)
        .map((text) => delimiter + text)
        .join('') +
      lineEnd +
      (isBlankAfter ? lineEnd : '')
    if (isNumber) {
      pieces[pieces.length - 1] += before
      pieces.push(after)
      truths.push(cell)
    } else pieces[pieces.length - 1] += before + cell + after
    length += before.length + cell.length + after.length
  }
  if (!isEnded) pieces[pieces.length - 1] = pieces.at(-1).replace(/[\r\n]+$/, '')
  return { pieces, truths }
}

test('random tables come out with other numbers, and all else as it was', async () => {
  const words = ['--column', 'the "age"', '--lower', '0', '--upper', '120', '--granularity', '1', '--epsilon', '1']
  await fc.assert(
    fc.asyncProperty(tables, async (table) => {
      const { pieces, truths } = piecesOf(table)
      const input = pieces.map((piece, at) => piece + (truths[at] ?? '')).join('')
      const command = ['privatise', ...words, '--missing', 'NA', '--delimiter', table.shape.delimiter, '--json']
      const { code, output, errors } = await run(command, { input })
      assert.equal(code, 0, errors)
      let at = 0
      for (const [index, piece] of pieces.entries()) {
        assert.equal(output.slice(at, at + piece.length), piece)
        at += piece.length
        if (index === truths.length) break
        const [noisy] = /^\d+/.exec(output.slice(at, at + 4)) ?? assert.fail(`no number at ${at}`)
        assert.ok(Number(noisy) <= 120)
        at += noisy.length
      }
      assert.equal(at, output.length)
    }),
    { seed: 20261118, numRuns: RUNS, endOnFailure: true } // a smaller table would take hours to find
  )
})
