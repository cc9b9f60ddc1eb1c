// Several fields of one person at once, and what they cost together.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds'

const { ReflectedLaplace, BoundedLaplace, BoundedGaussian, BetaPosterior, privatiseRecords } = await load()
const age = new ReflectedLaplace({ lower: 0, upper: 120, epsilon: 1, granularity: 1 })
const score = new BoundedLaplace({ lower: 0, upper: 10, epsilon: 0.5, delta: 1e-6 })
const exact = new BoundedLaplace({ lower: 0, upper: 1000, sensitivity: 1, epsilon: 40, granularity: 1 })

test('objects: fields with a mechanism are private, others are as they were, and the cost is stated', async () => {
  const people = Object.freeze([
    Object.freeze({ name: 'Ada', age: 52, score: 7.5 }),
    Object.freeze({ name: 'Kim', age: 37, score: 2, note: null })
  ])
  const { records, epsilon, delta, missing } = await privatiseRecords(people, { age, score })
  assert.equal(epsilon, 1.5)
  assert.equal(delta, 1e-6)
  assert.deepEqual(missing, { age: 0, score: 0 })
  assert.deepEqual(
    records.map(({ age, score, ...rest }) => rest),
    [{ name: 'Ada' }, { name: 'Kim', note: null }]
  )
  for (const record of records) {
    assert.ok(Number.isInteger(record.age) && record.age >= 0 && record.age <= 120)
    assert.ok(record.score >= 0 && record.score <= 10)
  }
  assert.equal(people[0].age, 52, 'what was given is not changed')
})

test('columns come back as columns', async () => {
  const columns = { name: ['Ada', 'Kim'], rank: new Float64Array([500, 20]) }
  const { records } = await privatiseRecords(columns, { rank: exact })
  assert.deepEqual(records.name, ['Ada', 'Kim'])
  assert.ok(records.rank instanceof Float64Array)
  assert.ok(Math.abs(records.rank[0] - 500) <= 1 && Math.abs(records.rank[1] - 20) <= 1)
  assert.deepEqual([...columns.rank], [500, 20])
})

test('what is missing stays missing, in its row, and is counted', async () => {
  const { records, missing } = await privatiseRecords(
    [{ rank: 5 }, { rank: null }, {}, { rank: undefined }, { rank: 900 }],
    {
      rank: exact
    }
  )
  assert.deepEqual(missing, { rank: 3 })
  assert.deepEqual(records.slice(1, 4), [{ rank: null }, {}, { rank: undefined }])
  assert.ok(Math.abs(records[0].rank - 5) <= 1 && Math.abs(records[4].rank - 900) <= 1)
  const columns = await privatiseRecords({ rank: [5, null, 900] }, { rank: exact })
  assert.deepEqual(columns.missing, { rank: 1 })
  assert.equal(columns.records.rank[1], null)
  assert.ok(Math.abs(columns.records.rank[2] - 900) <= 1)
})

test('vectors are fields like any other', async () => {
  const place = new BoundedGaussian({ lower: [0, 10], upper: [1, 11], epsilon: 1 })
  const { records } = await privatiseRecords([{ at: [0.5, 10.5] }, { at: null }, { at: [0, 11] }], { at: place })
  assert.equal(records[1].at, null)
  for (const { at } of [records[0], records[2]]) {
    assert.ok(Array.isArray(at) && at.length === 2)
    assert.ok(at[0] >= 0 && at[0] <= 1 && at[1] >= 10 && at[1] <= 11)
  }
})

/** A double times 2^200. */
function wholeFrom(number, power = 200n) {
  return Number.isInteger(number) ? BigInt(number) << power : wholeFrom(2 * number, power - 1n)
}

test('the sum of what is spent is rounded up', async () => {
  // None of the sums is a double, and an ordinary addition would round some of them down.
  for (const epsilons of [
    [0.1, 0.2],
    [1, 1e-15],
    [0.7, 0.1, 1e-9]
  ]) {
    const mechanisms = Object.fromEntries(
      epsilons.map((epsilon, at) => [`f${at}`, new ReflectedLaplace({ lower: 0, upper: 1, epsilon })])
    )
    const record = Object.fromEntries(epsilons.map((_, at) => [`f${at}`, 0.5]))
    const { epsilon } = await privatiseRecords([record], mechanisms)
    const exactly = epsilons.reduce((sum, number) => sum + wholeFrom(number), 0n)
    assert.ok(wholeFrom(epsilon) >= exactly, `${epsilon} is less than the sum of ${epsilons}`)
    assert.ok(epsilon - epsilons.reduce((sum, number) => sum + number) < 1e-15)
  }
})

test('progress and cancelling are those of the whole', async () => {
  const length = 300_000
  const columns = { age: new Float64Array(length).fill(37), score: new Float64Array(length).fill(5) }
  const progress = []
  await privatiseRecords(columns, { age, score }, { workers: 2, onProgress: (now) => progress.push(now) })
  assert.deepEqual(progress.at(-1), { done: 2 * length, total: 2 * length, workers: 2 })
  assert.ok(progress.every(({ done }, at) => at === 0 || done > progress[at - 1].done))
  const cancelled = privatiseRecords(columns, { age, score }, { signal: AbortSignal.abort() })
  await assert.rejects(cancelled, { name: 'AbortError' })
})

test('whatever is wrong is named, and then nothing is handed out', async () => {
  const cases = [
    [37, { age }, /^records must be an array of objects, or an object of columns .*, got a number$/],
    [[37], { age }, 'records[0] must be an object, got a number'],
    [[{ age: 1 }, [2]], { age }, 'records[1] must be an object, got an array'],
    [{ age: 37 }, { age }, 'records.age must be an array, got a number'],
    [{ a: [1, 2], age: [1] }, { age }, 'records.age must be as long as records.a (2), got a length of 1'],
    [[{ age: '37' }], { age }, 'records[0].age must be a number, got a string'],
    [[{ age: 1 }, {}, { age: Number.NaN }], { age }, 'records[2].age must be a number, got NaN'],
    [{ age: [null, Number.NaN] }, { age }, 'records.age[1] must be a number, got NaN'],
    [[{ Age: 1 }], { age }, "the records have no field 'age', for which there is a mechanism"],
    [{ Age: [1] }, { age }, "the records have no field 'age', for which there is a mechanism"],
    [[{ age: 1 }], {}, /^mechanisms must name at least one field/],
    [[{ age: 1 }], [age], /^mechanisms must be an object such as .*, got an array$/],
    [[{ age: 1 }], { age: { epsilon: 1 } }, /^mechanisms\.age must be a mechanism for numbers, such as a ReflectedLaplace, got an object$/],
    [[{ age: 1 }], { age: new BetaPosterior({ prior: [1, 1], trials: 3, epsilon: 1 }) }, /^mechanisms\.age must be a mechanism for numbers/]
  ] // biome-ignore format: a case a line
  for (const [records, mechanisms, message] of cases)
    await assert.rejects(privatiseRecords(records, mechanisms), { message })
  await assert.rejects(privatiseRecords([{ age: 1 }], { age }, { wrkers: 2 }), { message: /did you mean 'workers'/ })
})

test('no records are records, too', async () => {
  assert.deepEqual((await privatiseRecords([], { age })).records, [])
})
