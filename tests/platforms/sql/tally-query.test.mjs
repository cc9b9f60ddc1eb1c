// The SQL of tallyQuery, run by a database: it has to count as Tally does, report by report.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import { load } from '../../../dist/collector-node.js'
import { loadSeeded } from '../../../dist/testing-node.js'
import { reportsTable } from './reports-table.mjs'

const { Tally, tallyQuery, estimate } = await load()
const { ReflectedLaplace, BoundedLaplace, ClampedLaplace, BoundedGaussian } = await loadSeeded(20)

let instance
let connection
before(async () => {
  instance = await DuckDBInstance.create(':memory:')
  connection = await instance.connect()
})
after(() => {
  connection?.closeSync()
  instance?.closeSync()
})

async function rowsOf(sql) {
  return (await connection.runAndReadAll(sql)).getRowObjects()
}

describe('a hundred million reports', () => {
  // Three of ten people are spread evenly from 0.1 to 0.3, seven are at 0.82.
  const people = 1e8
  const truthOf = (person) => (person % 10 < 3 ? 0.1 + (0.2 * ((Math.floor(person / 10) % 1000) + 0.5)) / 1000 : 0.82)
  const trueMean = 0.3 * 0.2 + 0.7 * 0.82
  const trueVariance = 0.3 * (0.2 ** 2 / 12 + (0.2 - trueMean) ** 2) + 0.7 * (0.82 - trueMean) ** 2
  const trueShare = (from) => (from > 0.09 && from < 0.29 ? 0.3 / 4 : from > 0.79 && from < 0.81 ? 0.7 : 0)
  const confidence = 1 - 1e-6 // so that another seed would do as well
  const mechanism = new ReflectedLaplace({ lower: 0, upper: 1, epsilon: 1 })
  const counted = new Tally(mechanism)
  const queried = new Tally(mechanism)

  before(async () => {
    await reportsTable(connection, mechanism, truthOf, people, (reports) => counted.add(reports))
    queried.addRows(await rowsOf(tallyQuery(mechanism, { table: 'reports', column: 'x' })))
  })
  after(() => connection.run('DROP TABLE reports'))

  test('the database counts what JavaScript counts, in every bin', () => {
    assert.equal(queried.total, people)
    assert.deepEqual(queried.toJSON(), counted.toJSON())
  })

  test('the estimate has the truth in its intervals', () => {
    const { reports, mean, variance, quantiles, histogram, fit, warnings } = estimate(
      { tally: queried },
      { confidence }
    )
    assert.equal(reports, people)
    assertHolds(mean, trueMean, 0.02)
    assertHolds(variance, trueVariance, 0.05)
    for (const [at, truth] of [0.1 + (0.2 * 0.25) / 0.3, 0.82, 0.82].entries()) assertHolds(quantiles[at], truth, 0.5)
    assert.equal(histogram.length, 20)
    for (const bin of histogram) assertHolds(bin, trueShare(bin.from), 1)
    const above = histogram.filter(({ from }) => from > 0.59)
    const share = above.reduce((sum, bin) => sum + bin.share, 0)
    assert.ok(Math.abs(share - 0.7) < 0.01, `${share} of the histogram is above 0.6`)
    assert.ok(fit.probability > 1e-6)
    assert.deepEqual(warnings, [])
  })

  test('its time does not depend on how many they are', () => {
    const few = new Tally(mechanism).add(
      mechanism.privatiseAll(Float64Array.from({ length: 10_000 }, (_, i) => truthOf(i)))
    )
    const [long, short] = minTimes([() => estimate({ tally: queried }), () => estimate({ tally: few })])
    assert.ok(long < 3 * short, `${long} ms, and ${short} ms for ${few.total} reports`)
  })

  test('memory stays below 1.5 GB, most of which is the table', () => {
    assert.ok(process.resourceUsage().maxRSS < 1.5e6, `${process.resourceUsage().maxRSS} kB`)
  })
})

/** The interval holds the truth, and is no longer than that. */
function assertHolds({ low, high, ...rest }, truth, longest) {
  assert.ok(low <= truth && truth <= high, `${truth} is not from ${low} to ${high}: ${JSON.stringify(rest)}`)
  assert.ok(high - low <= longest, `from ${low} to ${high}: ${JSON.stringify(rest)}`)
}

/** Milliseconds of the processor, taking turns: others may be using the machine. */
function minTimes(works) {
  const min = works.map(() => Infinity)
  for (let round = 0; round < 5; ++round) {
    for (const [at, work] of works.entries()) {
      const started = process.cpuUsage().user
      work()
      min[at] = Math.min(min[at], (process.cpuUsage().user - started) / 1000)
    }
  }
  return min
}

const spreadOver = (from, to, count = 2000) => Float64Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1)) // biome-ignore format: one thought
const quote = (name) => `"${name.replaceAll('"', '""')}"`

/** A table with these columns for the length of a test. */
async function tableOf(t, name, columns, type = 'DOUBLE') {
  const names = Object.keys(columns)
  await connection.run(`CREATE TABLE ${quote(name)} (${names.map((column) => `${quote(column)} ${type}`)})`)
  t.after(() => connection.run(`DROP TABLE ${quote(name)}`))
  const length = columns[names[0]].length
  const rows = Array.from({ length }, (_, at) => `(${names.map((column) => literal(columns[column][at]))})`)
  if (length > 0) await connection.run(`INSERT INTO ${quote(name)} VALUES ${rows}`)
}

function literal(value) {
  if (value === null) return 'NULL'
  return Number.isFinite(value) ? value.toExponential() : `'${value}'::DOUBLE`
}

describe('every kind of mechanism', () => {
  const local = { lower: 0, upper: 1, epsilon: 1 }
  const numbers = {
    'bounded, with gaps': [new BoundedLaplace({ spans: [[9, 12], [14, 18]], epsilon: 1 }), spreadOver(9, 12)], // biome-ignore format: a case a line
    'reflected, with gaps': [new ReflectedLaplace({ spans: [[9, 12], [14, 18]], epsilon: 1 }), spreadOver(14, 18)], // biome-ignore format: a case a line
    clamped: [new ClampedLaplace(local), spreadOver(0, 1)],
    'clamped, with whole numbers': [new ClampedLaplace({ lower: 0, upper: 10, epsilon: 1, granularity: 1 }), spreadOver(0, 10)], // biome-ignore format: a case a line
    'in tenths': [new ReflectedLaplace({ ...local, granularity: 1 / 10 }), spreadOver(0, 1)],
    'in 1/365': [new ReflectedLaplace({ ...local, granularity: 1 / 365 }), spreadOver(0, 1)],
    ages: [new ReflectedLaplace({ lower: 0, upper: 120, epsilon: 1, granularity: 1 }), spreadOver(0, 120)],
    gaussian: [new BoundedGaussian({ ...local, delta: 0.01 }), spreadOver(0, 1)],
    'far from 0': [new ReflectedLaplace({ lower: -1e6, upper: -1e6 + 1, epsilon: 1 }), spreadOver(-1e6, -1e6 + 1)]
  }
  for (const [name, [mechanism, truths]] of Object.entries(numbers)) {
    test(name, async (t) => {
      const x = mechanism.privatiseAll(truths)
      await tableOf(t, 'reports', { x })
      await assertCounted(mechanism, { column: 'x' }, x)
    })
  }

  for (const [name, bounds] of Object.entries({
    'from 0 up': { lower: 0, upper: Infinity },
    'down from 0': { lower: -Infinity, upper: 0 }
  })) {
    for (const granularity of [undefined, 1]) {
      test(`${name}, ${granularity ? 'whole numbers' : 'all numbers'} in a range, and beyond it`, async (t) => {
        const mechanism = new ReflectedLaplace({ ...bounds, sensitivity: 1, epsilon: 0.1, granularity })
        const range = bounds.lower === 0 ? [0, 30] : [-30, 0]
        const x = mechanism.privatiseAll(spreadOver(range[0], range[1]))
        assert.ok(x.some((value) => Math.abs(value) > 31))
        await tableOf(t, 'reports', { x })
        await assertCounted(mechanism, { column: 'x', range }, x)
      })
    }
  }

  test('a box, whose sides are columns', async (t) => {
    const mechanism = new BoundedGaussian({ lower: [0, -5], upper: [1, 5], epsilon: 1 })
    const reports = mechanism.privatiseAll(spreadOver(0, 1).map((truth, at) => (at % 2 === 0 ? truth : 10 * truth - 5)))
    const [x, y] = [0, 1].map((side) => reports.filter((_, at) => at % 2 === side))
    await tableOf(t, 'reports', { y, x })
    await assertCounted(mechanism, { column: ['x', 'y'] }, reports)
  })

  async function assertCounted(mechanism, options, reports) {
    const range = options.range && { range: options.range }
    const queried = new Tally(mechanism, range).addRows(
      await rowsOf(tallyQuery(mechanism, { table: 'reports', ...options }))
    )
    const counted = new Tally(mechanism, range).add(reports)
    assert.equal(queried.total, reports.length / (mechanism.dimensions ?? 1))
    assert.deepEqual(queried.toJSON(), counted.toJSON())
  }
})

describe('what a table may hold', () => {
  const ages = new ReflectedLaplace({ lower: 0, upper: 120, epsilon: 1, granularity: 1 })
  const x = ages.privatiseAll(spreadOver(0, 120))
  const counted = new Tally(ages).add(x).toJSON()

  for (const type of ['DOUBLE', 'FLOAT', 'INTEGER', 'SMALLINT', 'BIGINT', 'DECIMAL(9, 2)']) {
    test(`a column of ${type}`, async (t) => {
      await tableOf(t, 'reports', { x }, type)
      const rows = await rowsOf(tallyQuery(ages, { table: 'reports', column: 'x' }))
      assert.deepEqual(new Tally(ages).addRows(rows).toJSON(), counted)
    })
  }

  test('FLOAT, which rounds what it is given', async (t) => {
    const tenths = new ReflectedLaplace({ lower: 0, upper: 1000, epsilon: 1, granularity: 1 / 10 })
    const reports = tenths.privatiseAll(spreadOver(0, 1000))
    assert.notDeepEqual(reports.map(Math.fround), reports)
    await tableOf(t, 'reports', { x: reports }, 'FLOAT')
    const rows = await rowsOf(tallyQuery(tenths, { table: 'reports', column: 'x' }))
    assert.deepEqual(new Tally(tenths).addRows(rows).toJSON(), new Tally(tenths).add(reports).toJSON())
  })

  test('names with quotes, spaces and more, and qualified ones', async (t) => {
    const [table, column] = ['its "reports"; SELECT', `age, in 'years' -- "x" é`]
    await tableOf(t, table, { [column]: x })
    for (const name of [table, ['main', table], ['memory', 'main', table]]) {
      const rows = await rowsOf(tallyQuery(ages, { table: name, column }))
      assert.deepEqual(new Tally(ages).addRows(rows).toJSON(), counted)
    }
  })

  test('what the mechanism cannot have released has the bin -1, and is refused', async (t) => {
    const odd = [null, Number.NaN, Infinity, -Infinity, -0.51, 120.51, 1e300, -1e300]
    await tableOf(t, 'reports', { x: [...odd, -0.49, -0, 0, 120, 120.49] })
    const rows = await rowsOf(tallyQuery(ages, { table: 'reports', column: 'x' }))
    const sorted = rows.map(({ bin, reports }) => [Number(bin), Number(reports)]).sort(([a], [b]) => a - b)
    assert.deepEqual(sorted, [[-1, odd.length], [0, 3], [120, 2]]) // biome-ignore format: pairs
    const tally = new Tally(ages)
    assert.throws(() => tally.addRows(rows), {
      name: 'ParameterError',
      message:
        'rows must have only what the mechanism can release; leave the row with bin -1 out to count the others, got 8 other reports (or NULL)'
    })
    assert.equal(tally.total, 0)
    assert.equal(tally.addRows(rows.filter(({ bin }) => bin >= 0)).total, 5)
  })

  test('one odd value at a time', async (t) => {
    const fine = new ReflectedLaplace({ lower: 0, upper: 1, epsilon: 1 })
    const step = fine.granularity
    for (const value of [null, Number.NaN, Infinity, -Infinity, -0.6 * step, 1 + 0.6 * step]) {
      await t.test(String(value), async (t) => {
        await tableOf(t, 'reports', { x: [value] })
        const rows = await rowsOf(tallyQuery(fine, { table: 'reports', column: 'x' }))
        assert.deepEqual(rows.map(({ bin, reports }) => [bin, reports]), [[-1, 1n]]) // biome-ignore format: pairs
        if (value !== null) assert.throws(() => new Tally(fine).add(value), { name: 'ParameterError' })
      })
    }
  })

  test('nothing at all', async (t) => {
    await tableOf(t, 'reports', { x: [] })
    const rows = await rowsOf(tallyQuery(ages, { table: 'reports', column: 'x' }))
    assert.deepEqual(rows, [])
    assert.equal(new Tally(ages).addRows(rows).total, 0)
  })
})
