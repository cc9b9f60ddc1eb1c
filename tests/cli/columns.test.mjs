// Several columns: which options go with which, and how epsilon is divided.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds/collector'
import { divide } from '../../bindings/csv/epsilon-shares.js'
import { AGE, inFolder, run } from './command.mjs'

const { ReflectedLaplace, BoundedLaplace } = await load()
const plain = (value) => JSON.parse(JSON.stringify(value))
const TABLE = 'name,age,income,hour\nA,37,2000,10\nB,52,,11\nC,18,500,15\n'
const BOTH = ['--column', 'income', '--column', 'age', '--lower', '0', '--upper', '20000', '--upper', '120']

/** @param {readonly string[]} words @param {string} [input] */
async function summaryOf(words, input = TABLE) {
  const { code, output, errors } = await run(['privatise', ...words, '--json'], { input })
  assert.equal(code, 0, errors)
  return { ...JSON.parse(errors), table: output }
}

test('an epsilon is divided evenly, by shares, or not at all', async () => {
  const even = await summaryOf([...BOTH, '--epsilon', '1'])
  assert.equal(even.epsilon, 1)
  assert.equal(even.rows, 3)
  assert.deepEqual(even.missing, { income: 1, age: 0 })
  assert.deepEqual(even.mechanisms, {
    income: plain(new ReflectedLaplace({ lower: 0, upper: 20000, epsilon: 0.5 })),
    age: plain(new ReflectedLaplace({ lower: 0, upper: 120, epsilon: 0.5 }))
  })
  const shared = await summaryOf([...BOTH, '--epsilon', '1', '--share', '1', '--share', '3', '--delta', '1e-6'])
  assert.deepEqual([shared.epsilon, shared.delta], [1, 1e-6])
  assert.deepEqual([shared.mechanisms.income.epsilon, shared.mechanisms.age.epsilon], [0.25, 0.75])
  assert.ok(Math.abs(shared.mechanisms.income.delta / 0.25e-6 - 1) < 1e-12)
  assert.equal(shared.mechanisms.income.delta + shared.mechanisms.age.delta, 1e-6)
  const own = await summaryOf([...BOTH, '--epsilon', '1', '--epsilon', '0.5'])
  assert.deepEqual([own.epsilon, own.mechanisms.income.epsilon, own.mechanisms.age.epsilon], [1.5, 1, 0.5])
})

test('parts of an epsilon add up to it, never to more', () => {
  const exact = (parts) => parts.reduce((sum, part) => sum + scaleUp(part), 0n)
  const scaleUp = (part) => BigInt(part * 2 ** 120) // a whole number, for all parts here
  for (const total of [1, 0.1, 0.3, 3, 1 / 3, 1e-9, 699.9]) {
    for (const weights of [
      [1, 1, 1],
      [1, 2, 4, 7],
      [0.1, 0.2, 0.7],
      [1e-3, 5, 1e3],
      [3, 1]
    ]) {
      const parts = divide(total, weights)
      assert.equal(exact(parts), scaleUp(total), `${total} by ${weights}`)
      const all = weights.reduce((sum, weight) => sum + weight, 0)
      for (const [at, part] of parts.entries()) assert.ok(Math.abs(part / ((total * weights[at]) / all) - 1) < 1e-9)
    }
  }
  assert.deepEqual(divide(0, [1, 3]), [0, 0])
})

test('each column has its own bounds, steps, spans and mechanism', async () => {
  const { mechanisms, table } = await summaryOf([
    ...['--column', 'age', '--lower', '0', '--upper', '120', '--granularity', '1', '--mechanism', 'BoundedLaplace'],
    ...[
      '--column',
      'income',
      '--lower',
      '-10',
      '--upper',
      '100',
      '--granularity',
      '10',
      '--mechanism',
      'ClampedLaplace'
    ],
    ...['--epsilon', '2', '--sensitivity', '60']
  ])
  assert.deepEqual(
    [mechanisms.age.mechanism, mechanisms.income.mechanism, mechanisms.income.lower],
    ['BoundedLaplace', 'ClampedLaplace', -10]
  )
  assert.equal(mechanisms.age.sensitivity, 60)
  const rows = table
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','))
  assert.deepEqual(rows[0], ['name', 'age', 'income', 'hour'])
  for (const [name, age, income] of rows.slice(1)) {
    assert.ok(Number.isInteger(Number(age)) && age >= 0 && age <= 120)
    assert.equal(income === '', name === 'B')
    assert.ok(Number(income) % 10 === 0 && income >= -10 && income <= 100)
  }
  const spans = ['--column', 'hour', '--spans', '9..12,14..18', '--epsilon', '1', '--granularity', '0.25']
  assert.deepEqual((await summaryOf(spans)).mechanisms.hour.gaps, [[12, 14]])
})

test('what was spent and what is missing is said, unless it is to be quiet', async () => {
  const { code, errors } = await run(['privatise', ...BOTH, '--epsilon', '1', '--delta', '1e-6'], { input: TABLE })
  assert.equal(code, 0)
  assert.match(errors, /^3 rows with noise on income, age\.$/m)
  assert.match(errors, /^age: Releases .* But for a probability of 5e-7 \(delta\), the odds .* \(epsilon = 0\.5\)\.$/m)
  assert.match(
    errors,
    /^Spent: epsilon 1 and delta 0\.000001, for each row; a person with several rows, or a second run, adds up\.$/m
  )
  assert.match(errors, /^income: 1 value is missing and stays so; everybody can see in which rows\.$/m)
  const quiet = await run(['privatise', ...BOTH, '--epsilon', '1', '--quiet'], { input: TABLE })
  assert.equal(quiet.errors, '')
})

// biome-ignore format: a table
const refused = [
  [[], 'column is required: which one gets noise, as in --column age'],
  [['--column', 'age', '--lower', '0', '--upper', '120'], 'epsilon is required: how much each row may give away, as in --epsilon 1'],
  [['--column', 'age', '--column', 'age', ...AGE], "column must be another one each time, got 'age' twice: noise on noise"],
  [['--column', 'age', '--lower', '1', ...AGE], 'lower must be given once, as there is one column, got it 2 times'],
  [['--column', 'a', '--column', 'b', '--column', 'c', '--lower', '1', ...AGE], 'lower must be given once for all 3 columns, or once for each, got it 2 times'],
  [['--column', 'a', '--column', 'b', '--column', 'c', '--epsilon', '1', ...AGE], 'epsilon must be given once for all 3 columns, or once for each, got it 2 times'],
  [[...BOTH, '--epsilon', '1', '--share', '1', '--share', '0'], 'share must be greater than 0 and finite, got 0'],
  [[...BOTH, '--epsilon', '1', '--epsilon', '1', '--share', '1', '--share', '2'], 'share must be left out where there is nothing to divide'],
  [['--column', 'age', '--share', '1', ...AGE], 'share must be left out where there is nothing to divide'],
  [[...BOTH, '--epsilon', '1', '--sensitivity', '500'], "column 'age': sensitivity must be at most upper - lower (120), got 500"],
  [['--column', 'age', ...AGE, '--outside', 'cut'], "outside must be 'clamp' or 'error', got 'cut'"],
  [['--column', 'age', ...AGE, '--guarantee', 'strict'], "guarantee must be 'dp' or 'metric', got 'strict'"],
  [['--column', 'age', '--mechanism', 'm.json', '--guarantee', 'metric'], "guarantee must be left out with a mechanism from the file 'm.json', which has bounds and epsilon of its own"],
  [['--column', 'age', ...AGE, '--no-header'], "column must be a number from 1 with --no-header, got 'age'"],
  [['--column', '0', ...AGE, '--no-header'], "column must be a number from 1 with --no-header, got '0'"],
  [['--column', 'age', ...AGE, '--stream', '--output', 'x.csv'], 'stream must be left out with --output, which is there whole or not at all'],
  [['--column', 'age', ...AGE, '--save', 'x.csv', '--output', './x.csv'], "save must be a file of its own, got 'x.csv', which is used otherwise"],
  [['--column', 'age', '--mechanism', 'm.json', '--epsilon', '1'], "epsilon must be left out with a mechanism from the file 'm.json', which has bounds and epsilon of its own"],
  [['--column', 'age', '--mechanism', 'm.json', '--lower', '1'], "lower must be left out with a mechanism from the file 'm.json', which has bounds and epsilon of its own"],
  [['--column', 'a', '--column', 'b', '--mechanism', 'm.json', '--mechanism', 'BoundedLaplace'], 'mechanism must be names or files for all columns, got some of each']
]

test('options that do not go together are refused before anything is read', async () => {
  for (const [words, message] of refused) {
    const { code, output, errors } = await run(['privatise', ...words], { input: TABLE })
    assert.equal(errors, `inbounds: ${message}\n`)
    assert.equal(code, 2)
    assert.equal(output, '')
  }
})

test('mechanisms are saved, and used again: one by itself, several by their columns', () =>
  inFolder(async (folder) => {
    folder.write('data.csv', TABLE)
    const first = await run(['privatise', 'data.csv', '--column', 'age', ...AGE, '--save', 'm.json'], { folder })
    assert.equal(first.code, 0, first.errors)
    const age = new ReflectedLaplace({ lower: 0, upper: 120, granularity: 1, epsilon: 1 })
    assert.deepEqual(JSON.parse(folder.read('m.json')), plain(age))

    const words = ['privatise', 'data.csv', '--mechanism']
    const second = await run([...words, 'm.json', '--column', 'age', '--json'], { folder })
    assert.deepEqual(JSON.parse(second.errors).mechanisms, { age: plain(age) })
    const none = await run([...words, 'm.json'], { folder })
    assert.equal(none.errors, 'inbounds: column is required: which one gets noise, as in --column age\n')
    const twice = await run([...words, 'm.json', '--column', 'age', '--column', 'hour', '--json'], { folder })
    assert.equal(JSON.parse(twice.errors).epsilon, 2)

    const both = await run(['privatise', 'data.csv', ...BOTH, '--epsilon', '1', '--save', 'both.json'], { folder })
    assert.equal(both.code, 0, both.errors)
    assert.deepEqual(Object.keys(JSON.parse(folder.read('both.json'))), ['income', 'age'])
    const all = JSON.parse((await run([...words, 'both.json', '--json'], { folder })).errors)
    assert.deepEqual(all.mechanisms, JSON.parse(folder.read('both.json')))
    const one = JSON.parse((await run([...words, 'both.json', '--column', 'age', '--json'], { folder })).errors)
    assert.deepEqual([Object.keys(one.mechanisms), one.epsilon], [['age'], 0.5])
    const other = await run([...words, 'both.json', '--column', 'hour'], { folder })
    assert.equal(other.code, 2)
    assert.match(other.errors, /column must be one that 'both\.json' has a mechanism for \(income, age\), got 'hour'/)

    folder.write('hour.json', JSON.stringify(new BoundedLaplace({ lower: 9, upper: 18, epsilon: 2 })))
    const files = ['--column', 'age', '--column', 'hour', '--mechanism', 'm.json', '--mechanism', 'hour.json']
    const pairs = JSON.parse((await run(['privatise', 'data.csv', ...files, '--json'], { folder })).errors)
    assert.deepEqual([pairs.epsilon, pairs.mechanisms.hour.mechanism], [3, 'BoundedLaplace'])
  }))

test('with --output the summary is on standard output, and says where the release is', () =>
  inFolder(async (folder) => {
    folder.write('data.csv', TABLE)
    const words = ['privatise', 'data.csv', '--column', 'age', ...AGE, '--output', 'out.csv', '--json']
    const { code, output, errors } = await run(words, { folder })
    assert.equal(code, 0, errors)
    assert.equal(errors, '')
    const { rows, output: where, epsilon, delta } = JSON.parse(output)
    assert.deepEqual({ rows, where, epsilon, delta }, { rows: 3, where: 'out.csv', epsilon: 1, delta: 0 })
    assert.match(folder.read('out.csv'), /^name,age,income,hour\nA,\d+,2000,10\nB,\d+,,11\nC,\d+,500,15\n$/)
  }))
