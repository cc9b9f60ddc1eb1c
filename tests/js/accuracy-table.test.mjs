// The tables of how close estimates come, on the page about collecting: made by minutes of `npm run bench -- accuracy --write`,
// so what is tested here is how they are made of what was measured, and that the page has them in that form.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accuracyLines, accuracyOnPage, epsilons, sizes } from '../../tools/accuracy-table.mjs'
import { baselines, ours, withHistogram } from '../bench/accuracy/trials.mjs'

const ways = [...ours, ...baselines]
const results = epsilons.flatMap((epsilon) =>
  sizes.map((people) => ({
    epsilon,
    people,
    mean: Object.fromEntries(ways.map((way, at) => [way, (at + 1) / 1000])),
    distance: Object.fromEntries(withHistogram.map((way, at) => [way, (withHistogram.length - at) / 100]))
  }))
)

const isRow = (line) => line.startsWith('|')
const cellsOf = (line) => line.slice(1, -1).split('|').map((cell) => cell.trim()) // biome-ignore format: one thought

test('tables have a row for each setting, and the smallest of a row in bold', () => {
  const rows = accuracyLines(results).filter(isRow)
  assert.equal(rows.length, 2 * (2 + results.length))
  const values = ['**0.0010**', '0.0020', '0.0030', '0.0040', '0.0050', '0.0060', '0.0070', '0.0080', '0.0090']
  assert.deepEqual(cellsOf(rows[2]), ['0.5', '10,000', ...values, '0.010', '0.011'])
  assert.equal(cellsOf(rows.at(-1)).at(-1), '**0.010**')
})

test('sentences say where others are nearer', () => {
  const sentences = accuracyLines(results).filter((line) => line.startsWith('- '))
  assert.equal(sentences.length, baselines.length + 2)
  assert.equal(sentences[2], '- Piecewise: its mean is nowhere nearer than that of `ReflectedLaplace`.')
  assert.equal(
    sentences.at(-1),
    '- Square Wave, EMS: its histogram is nearer than that of `ReflectedLaplace` in 12 of 12 rows (8.0 times as near with epsilon 0.5 and 10,000 reports), and nearer than all of ours in 12.'
  )
})

test('the page has them', async () => {
  const lines = accuracyLines(results)
  const shown = await accuracyOnPage()
  const withoutNumbers = (line) => (isRow(line) ? line.replace(/\*\*|0\.\d+/g, '') : line)
  const tablesOf = (lines) => lines.slice(0, lines.findLastIndex(isRow) + 1).map(withoutNumbers)
  assert.deepEqual(tablesOf(shown), tablesOf(lines))
  const names = (lines) => lines.filter((line) => line.startsWith('- ')).map((line) => line.replace(/ is .*/, ''))
  assert.deepEqual(names(shown), names(lines))
  for (const line of shown.filter((line) => /^\| \d/.test(line))) {
    const numbers = cellsOf(line).slice(2)
    const values = numbers.map((cell) => Number(cell.replaceAll('*', '')))
    const bold = numbers.findIndex((cell) => cell.startsWith('**'))
    assert.ok(values.every((value) => value > 0 && value < 0.5), line) // biome-ignore format: one thought
    assert.equal(values[bold], Math.min(...values), line)
  }
})
