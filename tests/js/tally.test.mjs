// Counting reports: whatever they are counted from and however often tallies are merged, sent and read, nothing is lost.

import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import * as main from 'inbounds'
import { load, ParameterError } from 'inbounds/collector'
import { loadSeeded } from 'inbounds/testing'

const { Tally, estimate, BetaPosterior } = await load()
const { ReflectedLaplace, BoundedLaplace, ClampedLaplace, BoundedGaussian } = await loadSeeded(20)
const spans = [[0, 3], [5, 9]] // biome-ignore format: a case a line
const small = new ReflectedLaplace({ lower: 0, upper: 10, epsilon: 2, granularity: 1 })
const half = new ReflectedLaplace({ lower: 0, upper: Infinity, sensitivity: 1, epsilon: 1, granularity: 1 })
const box = new BoundedGaussian({ lower: [0, -4], upper: [10, 4], epsilon: 1, granularity: [1, 0.5] })
const onNumbers = [
  [small, 0, 10],
  [new ReflectedLaplace({ lower: -3, upper: 7, epsilon: 1 }), -3, 7],
  [new BoundedLaplace({ lower: 0, upper: 1e6, epsilon: 1, sensitivity: 1000 }), 0, 1e6],
  [new BoundedLaplace({ spans, epsilon: 1, granularity: 1 }), 0, 3],
  [new ClampedLaplace({ lower: 0, upper: 300, epsilon: 1, granularity: 1 }), 0, 300],
  [new BoundedGaussian({ lower: 0.1, upper: 10, epsilon: 1, granularity: 0.01 }), 0.1, 10],
  [new BoundedGaussian({ lower: 0, upper: 1, epsilon: 1 }), 0, 1]
]

/** How many reports lie between edges, by looking at each of them. */
function plainCounts(reports, edges) {
  const counts = new Array(edges.length + 1).fill(0)
  for (const report of reports) counts[edges.filter((edge) => edge <= report).length] += 1
  return counts
}

const truthsBetween = (lower, upper, count) =>
  Float64Array.from({ length: count }, (_, at) => lower + (upper - lower) * ((at * 0.618033988749895) % 1))

test('a tally counts what a plain count over its edges counts', () => {
  for (const [mechanism, lower, upper] of onNumbers) {
    const reports = mechanism.privatiseAll(truthsBetween(lower, upper, 3000))
    const tally = new Tally(mechanism)
    const { edges } = tally
    assert.equal(tally.total, 0)
    assert.deepEqual(tally.counts, new Array(edges.length + 1).fill(0))
    assert.deepEqual(edges, edges.toSorted((a, b) => a - b)) // biome-ignore format: shorter so
    assert.equal(tally.add(reports), tally)
    assert.deepEqual(tally.counts, plainCounts(reports, edges), mechanism.describe())
    assert.equal(tally.total, 3000)
    assert.equal(tally.mechanism.scale, mechanism.scale)
    assert.equal(tally.range, undefined)
  }
})

test('reports come one by one, as any array of numbers, and in parts', async () => {
  const reports = small.privatiseAll(truthsBetween(0, 10, 200_000)) // more than cross into WebAssembly at once
  const expected = new Tally(small).add(reports).counts
  assert.deepEqual(expected, plainCounts(reports, new Tally(small).edges))
  for (const list of [Array.from(reports), Int8Array.from(reports), Float32Array.from(reports)]) {
    assert.deepEqual(new Tally(small).add(list).counts, expected)
  }
  const byOne = new Tally(small)
  for (const report of reports.subarray(0, 500)) byOne.add(report)
  assert.deepEqual(byOne.add(reports.subarray(500)).add([]).counts, expected)

  const streamed = new Tally(small)
  const chunks = Array.from({ length: 20 }, (_, at) => reports.slice(at * 10_000, (at + 1) * 10_000))
  for await (const chunk of Readable.from(chunks)) streamed.add(chunk)
  assert.deepEqual(streamed.counts, expected)
  const webStreamed = new Tally(small)
  for await (const chunk of ReadableStream.from(chunks)) webStreamed.add(chunk)
  assert.deepEqual(webStreamed.counts, expected)
})

test('a report that was rounded on its way counts as what it was', () => {
  const mechanism = new ReflectedLaplace({ lower: 0.1, upper: 9.9, epsilon: 1, granularity: 0.1 })
  const reports = mechanism.privatiseAll(truthsBetween(0.1, 9.9, 2000))
  const expected = new Tally(mechanism).add(reports).counts
  assert.deepEqual(new Tally(mechanism).add(Float32Array.from(reports)).counts, expected)
  assert.deepEqual(
    new Tally(mechanism).add(Array.from(reports, (report) => Number(report.toFixed(3)))).counts,
    expected
  )
})

test('vectors are counted by coordinate', () => {
  const truths = truthsBetween(0, 4, 4000)
  const reports = box.privatiseAll(truths)
  const tally = new Tally(box).add(reports)
  assert.equal(tally.total, 2000)
  for (const side of [0, 1]) {
    const column = reports.filter((_, at) => at % 2 === side)
    assert.deepEqual(tally.counts[side], plainCounts(column, tally.edges[side]))
  }
  assert.deepEqual(new Tally(box).add(Array.from(box.privatise([1, 1]))).total, 1)
  const line = new BoundedGaussian({ lower: [0], upper: [10], epsilon: 1, granularity: 1 })
  assert.deepEqual(new Tally(line).add([3, 4]).counts, [[0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0]])
})

test('between infinite bounds, a range says where bins lie; the rest is one bin on either side', () => {
  const tally = new Tally(half, { range: [0, 20] })
  assert.deepEqual(tally.range, [0, 20])
  assert.deepEqual(tally.edges, Array.from({ length: 21 }, (_, at) => at + 0.5)) // biome-ignore format: shorter so
  tally.add([0, 20, 21, 1e6, half.highest])
  assert.deepEqual(tally.counts, [1, ...new Array(19).fill(0), 1, 3])
  const line = new BoundedLaplace({ lower: -Infinity, upper: Infinity, sensitivity: 1, epsilon: 1, granularity: 1 })
  const both = new Tally(line, { range: [-2, 2] }).add([-1e9, -2, 0, 2, 3])
  assert.deepEqual(both.counts, [1, 1, 0, 1, 0, 1, 1])
  assert.deepEqual(Tally.fromJSON(JSON.stringify(both)).counts, both.counts)
  assert.deepEqual(Tally.fromJSON(JSON.stringify(both)).range, [-2, 2])
  assert.throws(() => both.merge(new Tally(line, { range: [-2, 3] })), /same mechanism and range/)
})

test('one report that cannot be one: it is named, and none is counted', () => {
  const tally = new Tally(small).add([1, 2, 3])
  const before = tally.counts
  const many = new Float64Array(150_000).fill(4)
  many[140_000] = 11
  for (const [reports, parameter, value] of [
    [[4, 5, 11], 'reports[2]', 11],
    [[-1, 5, 11], 'reports[0]', -1],
    [[5, Number.NaN], 'reports[1]', Number.NaN],
    [[Infinity], 'reports[0]', Infinity],
    [-Infinity, 'reports[0]', -Infinity],
    [many, 'reports[140000]', 11]
  ]) {
    assert.throws(
      () => tally.add(reports),
      (error) => {
        const rule = 'must be a value that the mechanism can release, from 0 to 10'
        const kind = Number.isNaN(value) ? 'NaN' : 'a number outside'
        assert.equal(error.message, `${parameter} ${rule}, got ${kind}`)
        assert.ok(error instanceof ParameterError && error.parameter === parameter && Object.is(error.value, value))
        return true
      }
    )
    assert.deepEqual(tally.counts, before)
  }
  const vectors = new Tally(box).add([1, 1])
  assert.throws(() => vectors.add([0, 0, 1, 9, 11, 0]), { parameter: 'reports[4]', value: 11 }) // the place in the list
  assert.throws(() => vectors.add([0, 0, 1, 9]), { parameter: 'reports[3]', value: 9 })
  assert.equal(vectors.total, 1)
})

test('tallies of parts add up to that of the whole', () => {
  const reports = small.privatiseAll(truthsBetween(0, 10, 5000))
  const whole = new Tally(small).add(reports)
  const parts = [0, 1, 2, 3].map((at) => new Tally(small).add(reports.filter((_, index) => index % 4 === at)))
  const [first, ...others] = parts
  for (const other of others) assert.equal(first.merge(other), first)
  assert.deepEqual(first.counts, whole.counts)
  assert.deepEqual(first.merge(first).counts, whole.counts.map((count) => 2 * count)) // biome-ignore format: shorter so
  const vectors = new Tally(box).add([1, 1]).merge(new Tally(box).add([1, 2, 3, 3]))
  assert.equal(vectors.total, 3)
})

test('tallies of other mechanisms are not merged', () => {
  const tally = new Tally(small).add([3])
  for (const other of [
    new ReflectedLaplace({ lower: 0, upper: 10, epsilon: 1, granularity: 1 }),
    new ReflectedLaplace({ lower: 0, upper: 11, epsilon: 2, granularity: 1 }),
    new BoundedLaplace({ lower: 0, upper: 10, epsilon: 2, granularity: 1 })
  ]) {
    assert.throws(() => tally.merge(new Tally(other).add([3])), {
      name: 'ParameterError',
      message: 'other must be a tally of the same mechanism and range',
      parameter: 'other'
    })
  }
  for (const [other, shown] of [
    [undefined, 'undefined'],
    [tally.toJSON(), 'an object'],
    ['{}', 'a string'],
    [small, 'an object']
  ]) {
    assert.throws(() => tally.merge(other), { name: 'TypeError', message: `merge takes a tally, got ${shown}` })
  }
  assert.equal(tally.total, 1)
})

test('JSON brings back the tally, and stays small', () => {
  const wide = new ReflectedLaplace({ lower: 0, upper: 1000, epsilon: 1 })
  const reports = wide.privatiseAll(truthsBetween(0, 1000, 1e6))
  const tally = new Tally(wide).add(reports)
  const text = JSON.stringify(tally)
  assert.ok(text.length < 10_000, `${text.length} characters for a million reports`)
  for (const copy of [Tally.fromJSON(text), Tally.fromJSON(JSON.parse(text)), Tally.fromJSON(tally.toJSON())]) {
    assert.ok(copy instanceof Tally)
    assert.equal(copy.total, 1e6)
    assert.deepEqual(copy.counts, tally.counts)
    assert.deepEqual(copy.edges, tally.edges)
    assert.equal(JSON.stringify(copy), text)
    assert.equal(copy.merge(tally).total, 2e6)
  }
  const vectors = new Tally(box).add([1, 2, 3, 4])
  assert.deepEqual(Tally.fromJSON(JSON.stringify(vectors)).counts, vectors.counts)
  assert.deepEqual(Object.keys(tally.toJSON()), ['tally', 'mechanism', 'counts'])
  assert.equal(tally.toJSON().tally, 1)
})

test('mechanisms come from anywhere: this entry, another one, their JSON, its text', async () => {
  const inbounds = await main.load()
  const text = JSON.stringify(small)
  const { ReflectedLaplace: Own } = await load()
  for (const mechanism of [
    small,
    text,
    JSON.parse(text),
    Own.fromJSON(text),
    inbounds.ReflectedLaplace.fromJSON(text)
  ]) {
    const tally = new Tally(mechanism).add([3, 4])
    assert.ok(tally.mechanism instanceof Own, 'one that works here')
    assert.equal(JSON.stringify(tally.mechanism), text)
    assert.equal(new Tally(small).merge(tally).total, 2)
  }
})

test('tallies of another load() can be merged and estimated', async () => {
  const { readFile } = await import('node:fs/promises')
  const wasm = await readFile(new URL(import.meta.resolve('inbounds/inbounds-collector.wasm')))
  const { Tally: Other } = await load({ wasm })
  assert.notEqual(Other, Tally)
  const reports = small.privatiseAll(truthsBetween(0, 10, 1000))
  const foreign = new Other(small).add(reports)
  assert.deepEqual(new Tally(small).merge(foreign).counts, foreign.counts)
  assert.deepEqual(estimate({ tally: foreign }), estimate({ reports, mechanism: small }))
  class Mine extends Tally {}
  assert.ok(Mine.fromJSON(JSON.stringify(foreign)) instanceof Mine)
})

test('what a tally gives away is a copy', () => {
  const tally = new Tally(small).add([3])
  tally.counts[0] = 100
  tally.edges[0] = 100
  tally.toJSON().counts[0] = 100
  assert.equal(tally.total, 1)
  assert.equal(tally.edges[0], 0.5)
  assert.ok(Object.isFrozen(tally))
  const range = [0, 20]
  const ranged = new Tally(half, { range })
  range[0] = 10
  assert.deepEqual(ranged.range, [0, 20])
  assert.ok(Object.isFrozen(ranged.range))
})

test('a posterior has releases, and no tally', () => {
  assert.throws(() => new Tally(new BetaPosterior({ prior: [1, 1], trials: 10, epsilon: 1 })), {
    name: 'TypeError',
    message: 'mechanism must be one for numbers or vectors; give the releases of posteriors to estimate as they are'
  })
})
