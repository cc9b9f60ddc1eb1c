// The SQL that counts reports, to the letter. tests/platforms has a real engine count with it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds/collector'

const { Tally, tallyQuery, ReflectedLaplace, BoundedGaussian, BetaPosterior } = await load()
const tiny = new ReflectedLaplace({ lower: 0, upper: 3, epsilon: 1, granularity: 1 })
const half = new ReflectedLaplace({ lower: 0, upper: Infinity, sensitivity: 1, epsilon: 1, granularity: 1 })
const box = new BoundedGaussian({ lower: [0, 0], upper: [1, 2], epsilon: 1, granularity: 1 })

/** The query for `tiny`, of names that are quoted already. */
const expectedQuery = (table, column) =>
  `SELECT bin, COUNT(*) AS reports FROM (SELECT CASE WHEN ${column} >= -5e-1 AND ${column} <= 3.5e+0 THEN ` +
  `CASE WHEN ${column} < 1.5e+0 THEN CASE WHEN ${column} < 5e-1 THEN 0 ELSE 1 END ` +
  `ELSE CASE WHEN ${column} < 2.5e+0 THEN 2 ELSE 3 END END ` +
  `ELSE -1 END AS bin FROM ${table}) AS binned GROUP BY bin`

test('the text of a small query, in each dialect', () => {
  const names = { table: 'reports', column: 'age' }
  assert.equal(tallyQuery(tiny, names), expectedQuery('"reports"', '"age"'))
  assert.equal(tallyQuery(tiny, { ...names, dialect: 'ansi' }), expectedQuery('"reports"', '"age"'))
  for (const dialect of ['bigquery', 'spark']) {
    assert.equal(tallyQuery(tiny, { ...names, dialect }), expectedQuery('`reports`', '`age`'))
  }
  assert.equal(tallyQuery(JSON.stringify(tiny), names), tallyQuery(tiny.toJSON(), names))
})

test('names are quoted, whatever is in them', () => {
  for (const [dialect, name, quoted] of [
    ['ansi', 'my table', '"my table"'],
    ['ansi', 'a.b', '"a.b"'],
    ['ansi', 'a"b', '"a""b"'],
    ['ansi', '"; DROP TABLE reports; --', '"""; DROP TABLE reports; --"'],
    ['ansi', 'a\\"b', '"a\\""b"'],
    ['ansi', 'a`b', '"a`b"'],
    ['bigquery', 'a`b', '`a\\`b`'],
    ['bigquery', 'a\\', '`a\\\\`'],
    ['bigquery', 'a\\`b', '`a\\\\\\`b`'],
    ['bigquery', 'a"b', '`a"b`'],
    ['spark', 'a`b', '`a``b`'],
    ['spark', 'a\\`; DROP TABLE x; --', '`a\\``; DROP TABLE x; --`'],
    ['spark', '$&', '`$&`']
  ]) {
    assert.equal(
      tallyQuery(tiny, { table: name, column: 'x', dialect }),
      expectedQuery(quoted, `${quoted[0]}x${quoted[0]}`)
    )
    assert.equal(
      tallyQuery(tiny, { table: 'x', column: name, dialect }),
      expectedQuery(`${quoted[0]}x${quoted[0]}`, quoted)
    )
    assert.equal(unquote(dialect, quoted), name, 'and mean what was meant')
  }
  const parts = { table: ['pro"ject', 'data.set', 'table'], column: ['x'] }
  assert.equal(tallyQuery(tiny, parts), expectedQuery('"pro""ject"."data.set"."table"', '"x"'))
  assert.equal(
    tallyQuery(tiny, { ...parts, dialect: 'bigquery' }),
    expectedQuery('`pro"ject`.`data.set`.`table`', '`x`')
  )
})

/** A name as the dialect reads it; nothing may be left over behind its last quote. */
function unquote(dialect, text) {
  const inside = { ansi: /^"((?:[^"]|"")*)"$/, bigquery: /^`((?:[^`\\]|\\.)*)`$/, spark: /^`((?:[^`]|``)*)`$/ }[dialect]
  const [, name] = inside.exec(text)
  return dialect === 'bigquery' ? name.replaceAll(/\\(.)/g, '$1') : name.replaceAll(/(["`])\1/g, '$1')
}

test('vectors have a query for each coordinate', () => {
  assert.equal(
    tallyQuery(box, { table: 'r', column: ['x', 'y'] }),
    'SELECT 0 AS side, bin, COUNT(*) AS reports FROM (SELECT CASE WHEN "x" >= -5e-1 AND "x" <= 1.5e+0 THEN ' +
      'CASE WHEN "x" < 5e-1 THEN 0 ELSE 1 END ELSE -1 END AS bin FROM "r") AS binned GROUP BY bin\n' +
      'UNION ALL\n' +
      'SELECT 1 AS side, bin, COUNT(*) AS reports FROM (SELECT CASE WHEN "y" >= -5e-1 AND "y" <= 2.5e+0 THEN ' +
      'CASE WHEN "y" < 1.5e+0 THEN CASE WHEN "y" < 5e-1 THEN 0 ELSE 1 END ELSE 2 END ' +
      'ELSE -1 END AS bin FROM "r") AS binned GROUP BY bin'
  )
})

test('every edge is in the query, as the very same double, and every bin', () => {
  for (const [mechanism, options] of [
    [new ReflectedLaplace({ lower: 0.1, upper: 120, epsilon: 1 }), {}],
    [new BoundedGaussian({ lower: 1e-9, upper: 1 / 3, epsilon: 1 }), {}],
    [half, { range: [0, 1000] }]
  ]) {
    const query = tallyQuery(mechanism, { table: 'r', column: 'x', ...options })
    const { edges } = new Tally(mechanism, options)
    const read = [...query.matchAll(/"x" < (\S+)/g)].map(([, text]) => Number(text))
    assert.deepEqual(read.toSorted((a, b) => a - b), edges) // biome-ignore format: shorter so
    const bins = [...query.matchAll(/(?:THEN|ELSE) (\d+)/g)].map(([, text]) => Number(text))
    assert.deepEqual(bins, Array.from({ length: edges.length + 1 }, (_, at) => at)) // biome-ignore format: shorter so
    assert.ok(query.length < 10_000)
  }
})

test('mistakes are named', () => {
  const good = { table: 'r', column: 'x' }
  for (const [change, message] of [
    [{ table: undefined }, 'table must be a name, got undefined'],
    [{ table: '' }, 'table must be a name, got the string ""'],
    [{ table: [] }, 'table must be a name, got an empty array'],
    [{ table: ['a', 3] }, 'table must be a name, got 3'],
    [{ table: new Array(1) }, 'table must be a name, got undefined'],
    [{ column: undefined }, 'column must be a name, got undefined'],
    [{ column: 3 }, 'column must be a name, got 3'],
    [{ column: ['x', 'y'] }, 'column must be one name, got 2'],
    [{ dialect: 3 }, "dialect must be 'ansi' or 'bigquery' or 'spark', got 3"],
    [{ dialect: null }, "dialect must be 'ansi' or 'bigquery' or 'spark', got null"],
    [{ columns: 'x' }, "tallyQuery has no option 'columns'; did you mean 'column'?"]
  ]) {
    assert.throws(() => tallyQuery(tiny, { ...good, ...change }), { name: 'TypeError', message })
  }
  assert.throws(() => tallyQuery(tiny, { ...good, dialect: 'mysql' }), {
    name: 'ParameterError',
    message: "dialect must be 'ansi' or 'bigquery' or 'spark', got 'mysql'",
    parameter: 'dialect',
    value: 'mysql'
  })
  assert.throws(() => tallyQuery(box, good), { name: 'TypeError', message: 'column must be 2 names, got 1' })
  assert.throws(() => tallyQuery(half, good), { name: 'TypeError', message: /^range is required where a bound/ })
  assert.throws(() => tallyQuery(tiny), {
    name: 'TypeError',
    message: 'tallyQuery takes an object of options, such as { table: ... }, got undefined'
  })
  const beta = new BetaPosterior({ prior: [1, 1], trials: 10, epsilon: 1 })
  assert.throws(() => tallyQuery(beta, good), { name: 'TypeError', message: /^mechanism must be one for numbers/ })
})
