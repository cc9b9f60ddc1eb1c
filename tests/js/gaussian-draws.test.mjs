// Draws of bounded Gaussian noise: the law of each coordinate, and nothing shared between them.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { EntropyError, load } from 'inbounds'
import { loadSeeded } from 'inbounds/testing'
import { listOf, valuesOf } from './support/boxes.mjs'
import { alpha, chiSquarePValue } from './support/chi-square.mjs'

const { BoundedGaussian } = await load()
const place = { lower: [0, -3, 100], upper: [6, 1, 108], epsilon: 6, sensitivity: 4, granularity: [1, 0.5, 2] }

/** As many of a truth's rows, one after the other. */
const rows = (truth, count) => Array.from({ length: count }, () => truth).flat()

/** How often each of the values is among the draws; that nothing else is, is a test of its own. */
function countsOf(values, draws) {
  const counts = new Map(values.map((value) => [value, 0]))
  for (const drawn of draws) {
    assert.ok(counts.has(drawn), `${drawn} is not on the lattice`)
    counts.set(drawn, counts.get(drawn) + 1)
  }
  return [...counts.values()]
}

test('draws follow the law of every coordinate, from single calls and from batches', async () => {
  const seeded = await loadSeeded(41)
  for (const [options, ...truths] of [
    [{ lower: 0, upper: 9, epsilon: 2, granularity: 1 }, 0, 4, 9],
    [{ lower: 0, upper: 20, scale: 0.8, sensitivity: 1, granularity: 1 }, 0, 13],
    [{ lower: 0, upper: 9, epsilon: 1e-6, granularity: 1 }, 7],
    [place, [0, -3, 100], [3, 0, 105], [6, 1, 108]]
  ]) {
    const mechanism = new seeded.BoundedGaussian(options)
    const sides = mechanism.dimensions
    for (const truth of truths) {
      const batch = mechanism.privatiseAll(rows(truth, 20000))
      const single = Array.from({ length: 5000 }, () => mechanism.privatise(truth)).flat()
      const draws = [...batch, ...single]
      valuesOf(mechanism).forEach((values, side) => {
        const law = [mechanism.at(truth)].flat()[side]
        const counts = countsOf(values, draws.filter((_, at) => at % sides === side)) // biome-ignore format: one thought
        const expected = values.map((y) => law.pmf(y) * 25000)
        assert.ok(chiSquarePValue(expected, counts) > alpha, `truth ${truth}, side ${side}`)
      })
    }
  }
})

test('on a fine lattice, draws follow the law between its quantiles', async () => {
  const seeded = await loadSeeded(42)
  const mechanism = new seeded.BoundedGaussian({ lower: [0, 0], upper: [10, 0.1], sensitivity: 1, epsilon: 3 })
  for (const truth of [
    [0, 0.1],
    [3.3, 0.04]
  ]) {
    // biome-ignore format: a case a line
    const draws = mechanism.privatiseAll(rows(truth, 40000))
    mechanism.at(truth).forEach((law, side) => {
      const borders = Array.from({ length: 50 }, (_, cell) => law.quantile((cell + 1) / 50))
      const counts = new Array(50).fill(0)
      for (let at = side; at < draws.length; at += 2) counts[borders.findIndex((border) => draws[at] <= border)] += 1
      const expected = borders.map(
        (border, cell) => 40000 * (law.cdf(border) - (cell > 0 ? law.cdf(borders[cell - 1]) : 0))
      )
      assert.ok(chiSquarePValue(expected, counts) > alpha, `truth ${truth}, side ${side}`)
    })
  }
})

test('coordinates are independent of each other, of the next vector and of the previous one', async () => {
  const seeded = await loadSeeded(43)
  const mechanism = new seeded.BoundedGaussian(place)
  const truth = [3, 0, 105]
  const draws = mechanism.privatiseAll(rows(truth, 30000))
  const values = valuesOf(mechanism)
  const laws = mechanism.at(truth)
  // A coordinate, and the one that follows it in the row or in the next row: 1, 2, 3, 4 places on.
  for (const [side, ahead] of [
    [0, 1],
    [1, 1],
    [0, 2],
    [2, 1],
    [0, 3],
    [1, 3],
    [2, 4]
  ]) {
    // biome-ignore format: a case a line
    const other = (side + ahead) % 3
    const pairs = values[side].flatMap((y) => values[other].map((z) => `${y} ${z}`))
    const expected = values[side].flatMap((y) => values[other].map((z) => laws[side].pmf(y) * laws[other].pmf(z)))
    const seen = []
    for (let at = side; at + ahead < draws.length; at += 3) seen.push(`${draws[at]} ${draws[at + ahead]}`)
    const scaled = expected.map((mass) => mass * seen.length)
    assert.ok(chiSquarePValue(scaled, countsOf(pairs, seen)) > alpha, `side ${side}, ${ahead} places on`)
  }
})

test('a row stays a row wherever the blocks of 4096 numbers end: of 3, 7, 1000 and 5000 coordinates', () => {
  for (const [sides, count] of [
    [3, 4000],
    [7, 2000],
    [1000, 13],
    [4095, 3],
    [4096, 3],
    [4097, 3],
    [5000, 2]
  ]) {
    // biome-ignore format: a case a line
    // No two sides have a value in common, and noise that leaves a truth is rarer than once in e^100 draws.
    const lower = Array.from({ length: sides }, (_, side) => 10 * side)
    const options = { lower, upper: lower.map((from) => from + 1), granularity: 1, sensitivity: 1 }
    const steep = sides < 10
    const mechanism = new BoundedGaussian(steep ? { ...options, epsilon: 700 } : { ...options, scale: 2 })
    const truths = Float64Array.from({ length: sides * count }, (_, at) => 10 * (at % sides) + (((at * at) >> 3) & 1))
    const noisy = mechanism.privatiseAll(truths)
    for (let at = 0; at < truths.length; ++at) {
      if (steep) assert.equal(noisy[at], truths[at], `number ${at} of ${sides} sides`)
      else assert.ok(noisy[at] === lower[at % sides] || noisy[at] === lower[at % sides] + 1, `number ${at}`)
    }
    assert.ok(steep || noisy.some((value, at) => value !== truths[at]))
  }
})

test('truths come in any array of numbers, and go to a new array, to a given one, or where they were', async () => {
  const truths = Array.from({ length: 9000 }, (_, at) => [at % 7, -(at % 3), 100 + (at % 9)][at % 3])
  const draw = async (list, options) =>
    new (await loadSeeded(44)).BoundedGaussian(place).privatiseAll(list, options?.(list))
  const expected = await draw(Float64Array.from(truths))
  for (const list of [truths, Int16Array.from(truths), Float32Array.from(truths)]) {
    const noisy = await draw(list)
    assert.ok(noisy instanceof Float64Array && noisy !== list)
    assert.deepEqual(noisy, expected)
  }
  assert.deepEqual(truths.slice(0, 3), [0, -1, 102], 'and are left as they were')
  const into = new Float64Array(9000)
  assert.equal(await draw(truths, () => ({ into })), into)
  assert.deepEqual(into, expected)
  const own = Float64Array.from(truths)
  assert.equal(await draw(own, (list) => ({ into: list })), own)
  assert.deepEqual(own, expected)
  for (const empty of [[], new Float64Array(0), new Int8Array(0)]) {
    assert.deepEqual(new BoundedGaussian(place).privatiseAll(empty), new Float64Array(0))
  }
})

test('truths outside are moved to the nearest point of the box, a side at a time, or refused by name', async () => {
  const outside = [[-50, 0, 200], [0, 0, 108], [Infinity, -Infinity, 104], [6, -3, 104]] // biome-ignore format: two pairs
  for (let at = 0; at < outside.length; at += 2) {
    const [far, near] = await Promise.all(
      outside.slice(at, at + 2).map(async (truth) => {
        const mechanism = new (await loadSeeded(45)).BoundedGaussian(place)
        return [...mechanism.privatise(truth), ...mechanism.privatiseAll(rows(truth, 50))]
      })
    )
    assert.deepEqual(far, near)
  }
  const law = new BoundedGaussian(place).at([-50, 0, 200])
  assert.deepEqual(law.map(({ truth, snapped }) => [truth, snapped]), [[-50, 0], [0, 0], [200, 108]]) // biome-ignore format: one thought
  const strict = new BoundedGaussian({ ...place, outside: 'error' })
  const refusal = (parameter, value, bounds) => ({
    name: 'ParameterError',
    parameter,
    value,
    message: `${parameter} must be from ${bounds}, got a number outside`
  })
  assert.throws(() => strict.privatise([1, 1.5, 104]), refusal('truth[1]', 1.5, '-3 to 1'))
  assert.throws(() => strict.at([1, 0, -Infinity]), refusal('truth[2]', -Infinity, '100 to 108'))
  for (const truths of [[0, 0, 100, 1, 1, 99], Float64Array.of(0, 0, 100, 1, 1, 99)]) {
    assert.throws(() => strict.privatiseAll(truths), refusal('truths[5]', 99, '100 to 108'))
  }
  assert.doesNotThrow(() => strict.privatiseAll([0, -3, 100, 6, 1, 108]))
  assert.throws(() => new BoundedGaussian({ lower: 0, upper: 1, epsilon: 1, outside: 'error' }).privatise(2), refusal('truth', 2, '0 to 1')) // biome-ignore format: one thought
})

test('a NaN anywhere is found before anything is drawn or written', async () => {
  for (const at of [0, 5, 4097, 8999]) {
    for (const outside of ['clamp', 'error']) {
      const [tried, fresh] = await Promise.all(
        [46, 46].map(async (seed) => new (await loadSeeded(seed)).BoundedGaussian({ ...place, outside }))
      )
      const truths = rows([1, 0, 104], 3000)
      truths[at] = Number.NaN
      for (const list of [truths, Float64Array.from(truths)]) {
        const into = new Float64Array(9000).fill(-1)
        const refusal = { name: 'ParameterError', parameter: `truths[${at}]`, message: `truths[${at}] must be a number, got NaN` } // biome-ignore format: one thought
        assert.throws(() => tried.privatiseAll(list, { into }), refusal)
        assert.ok(into.every((number) => number === -1))
      }
      assert.throws(() => tried.privatise([1, Number.NaN, 104]), { parameter: 'truth[1]' })
      assert.throws(() => tried.privatiseAll([1, 0, 104, 1]), { parameter: 'truths' })
      assert.deepEqual(tried.privatise([1, 0, 104]), fresh.privatise([1, 0, 104]), 'no random word was used')
    }
  }
})

test('whatever the truth, what comes out is on the lattice and inside', () => {
  for (const options of [
    { lower: 0.1, upper: 0.7, granularity: 0.1, epsilon: 0.5 },
    { lower: [0.1, -2.5], upper: [0.7, 2.5], granularity: [0.1, 2], epsilon: 50 },
    { lower: [1e12, -1e-9], upper: [1e12 + 1, 1e-9], epsilon: 1, granularity: [0.25, 2 ** -40] },
    { lower: [-1, 0], upper: [1, 1e6], epsilon: 1e-9, granularity: [1 / 3, 1000] }
  ]) {
    const mechanism = new BoundedGaussian(options)
    const values = valuesOf(mechanism).map((list) => new Set(list))
    for (const everywhere of [-Infinity, -1e300, 0, 0.35, 1e300, Infinity]) {
      const truth = listOf(mechanism.lower).map(() => everywhere)
      for (const [at, drawn] of mechanism.privatiseAll(rows(truth, 200)).entries()) {
        assert.ok(values[at % values.length].has(drawn), `${drawn} of ${JSON.stringify(options)}`)
        assert.ok(!Object.is(drawn, -0))
      }
    }
  }
})

test('when the generator fails on the way, no truth is left where a private value should be', async () => {
  const wasm = await readFile(new URL('../../dist/inbounds.wasm', import.meta.url))
  const mechanism = new (await load({ wasm })).BoundedGaussian(place)
  const working = globalThis.crypto.getRandomValues.bind(globalThis.crypto)
  const failure = new Error('out of entropy')
  for (const allowed of [0, 1, 2]) {
    let calls = 0
    const value = (bytes) => {
      if (calls++ === allowed) throw failure
      return working(bytes)
    }
    Object.defineProperty(globalThis.crypto, 'getRandomValues', { configurable: true, value })
    try {
      const into = new Float64Array(90000).fill(0.25) // on no lattice of these sides
      assert.throws(() => mechanism.privatiseAll(into, { into }), new EntropyError(failure))
      assert.ok(!into.includes(0.25))
      assert.ok(Number.isNaN(into.at(-1)))
    } finally {
      delete globalThis.crypto.getRandomValues // back to the one of the prototype
    }
    assert.equal(mechanism.privatise([1, 0, 104]).length, 3)
  }
})
