// Noise of which whatever leaves the bounds is released as the nearer bound.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load, ParameterError } from 'inbounds'
import { loadSeeded } from 'inbounds/testing'
import { alpha, chiSquarePValue } from './support/chi-square.mjs'
import { assertClose, assertRelative } from './support/close.mjs'
import { latticeValues, worstLossByTrial } from './support/lattice-values.mjs'

const { BoundedLaplace, ClampedLaplace } = await load()
const age = { lower: 0, upper: 120, epsilon: 1, sensitivity: 12, granularity: 1 }

test('the law is a two-sided geometric number around the truth, moved to the bounds', () => {
  const mechanism = new ClampedLaplace(age)
  const ratio = Math.exp(-mechanism.rate)
  const tail = (from) => ratio ** from / (1 + ratio) // all numbers at least this far away, on one side
  for (const truth of [0, 37, 120]) {
    const law = mechanism.at(truth)
    let sum = 0
    for (const y of latticeValues(mechanism)) {
      const inside = (ratio ** Math.abs(y - truth) * (1 - ratio)) / (1 + ratio)
      const expected = y === 0 ? tail(truth) : y === 120 ? tail(120 - truth) : inside
      assertRelative(law.pmf(y), expected, 1e-12, `P(${y} | ${truth})`)
      assertClose(law.cdf(y), sum + expected)
      sum += expected
    }
    assertClose(sum, 1)
  }
})

test('its noise is s/epsilon, less than the bounded mechanism needs', () => {
  for (const epsilon of [0.01, 1, 10]) {
    const options = { ...age, epsilon }
    const mechanism = new ClampedLaplace(options)
    assertRelative(mechanism.scale, 12 / epsilon, 1e-12, 'scale')
    assert.ok(mechanism.scale < new BoundedLaplace(options).scale)
    const { granularity, ...continuous } = options
    assertRelative(ClampedLaplace.scaleFor(continuous), 12 / epsilon, 1e-12, 'scaleFor')
  }
})

test('the audit is what trying every pair and output finds, and its pair and output give it', () => {
  for (const options of [
    age,
    { ...age, sensitivity: undefined },
    { lower: -3, upper: 9, scale: 2, granularity: 0.5 }
  ]) {
    const mechanism = new ClampedLaplace(options)
    const { epsilon, truth, neighbour, output } = mechanism.audit()
    assertClose(epsilon, worstLossByTrial(mechanism), 1e-11)
    assertClose(mechanism.at(truth).logPmf(output) - mechanism.at(neighbour).logPmf(output), epsilon, 1e-11)
  }
})

test('with delta the scale is s / (epsilon - 2 ln(1 - delta)) on the line, whatever the bounds', () => {
  for (const [epsilon, delta] of [
    [1, 0.01],
    [0.1, 1e-6],
    [0, 0.2],
    [3, 0.5]
  ]) {
    for (const upper of [1, 10, Infinity]) {
      const options = { lower: 0, upper, epsilon, delta, sensitivity: 1 }
      const expected = 1 / (epsilon - 2 * Math.log1p(-delta))
      assertRelative(ClampedLaplace.scaleFor(options), expected, 1e-9, `tight: ${JSON.stringify(options)}`)
      const published = 1 / (epsilon - Math.log1p(-delta))
      assertRelative(ClampedLaplace.scaleFor({ ...options, calibration: 'published' }), published, 1e-12, 'published')
    }
  }
})

test('the published calibration can be had, and keeps its guarantee', () => {
  for (const change of [{}, { granularity: undefined }, { delta: 0.01 }, { epsilon: 0.3 }, { guarantee: 'metric' }]) {
    const mechanism = new ClampedLaplace({ ...age, ...change, calibration: 'published' })
    const { epsilon, delta } = mechanism.audit()
    assert.ok(epsilon <= mechanism.epsilon && delta <= mechanism.delta)
    assertRelative(
      mechanism.scale,
      12 / (mechanism.epsilon - Math.log1p(-mechanism.delta)),
      1e-9,
      JSON.stringify(change)
    )
  }
})

test('the continuous law has atoms at the bounds, and nowhere else', () => {
  const mechanism = new ClampedLaplace({ lower: 0, upper: 10, scale: 2, granularity: 1 })
  const { continuous } = mechanism.at(3)
  assertClose(continuous.atom(0), Math.exp(-3 / 2) / 2)
  assertClose(continuous.atom(10), Math.exp(-7 / 2) / 2)
  for (const y of [-1, 0.5, 3, 11]) assert.equal(continuous.atom(y), 0)
  assertClose(continuous.pdf(4), Math.exp(-1 / 2) / 4)
  assertClose(continuous.cdf(0), continuous.atom(0))
  assert.equal(continuous.cdf(-0.001), 0)
  assert.equal(continuous.cdf(10), 1)
  assertClose(continuous.survival(9.9999999), continuous.atom(10), 1e-7)
  assert.equal(continuous.quantile(continuous.atom(0) / 2), 0)
  assert.equal(continuous.quantile(1 - continuous.atom(10) / 2), 10)
  const parts = 20000
  let inside = 0
  for (let i = 0; i < parts; ++i) inside += (continuous.pdf((10 * (i + 0.5)) / parts) * 10) / parts
  assertClose(inside + continuous.atom(0) + continuous.atom(10), 1, 1e-6)
  const bounded = new BoundedLaplace({ lower: 0, upper: 10, scale: 2 }).at(3).continuous
  assert.equal(bounded.atom(0), 0)
  assert.throws(() => continuous.atom('0'), new TypeError('y must be a number, got a string'))
})

test('the moments of the continuous law include the atoms', () => {
  const { continuous } = new ClampedLaplace({ lower: 0, upper: 10, scale: 2 }).at(3)
  const parts = 200000
  let mean = 10 * continuous.atom(10)
  let square = 9 * continuous.atom(0) + 49 * continuous.atom(10)
  for (let i = 0; i < parts; ++i) {
    const y = (10 * (i + 0.5)) / parts
    mean += (y * continuous.pdf(y) * 10) / parts
    square += ((y - 3) ** 2 * continuous.pdf(y) * 10) / parts
  }
  assertClose(continuous.mean, mean, 1e-8)
  assertClose(continuous.mse, square, 1e-8)
})

test('draws have the law of their truth, ends included, in a batch and one by one', async () => {
  const seeded = await loadSeeded(85)
  for (const [options, truths] of [
    [age, [0, 37.4, 120]],
    [{ lower: 0, upper: 4, epsilon: 0.5, granularity: 1 }, [0, 3]],
    [{ lower: -2, upper: 3, epsilon: 3, granularity: 0.25 }, [-2, 0.3, 3]]
  ]) {
    const mechanism = new seeded.ClampedLaplace(options)
    const values = latticeValues(mechanism)
    for (const truth of truths) {
      const draws = 100000
      const expected = values.map((y) => draws * mechanism.at(truth).pmf(y))
      const batch = mechanism.privatiseAll(new Float64Array(draws).fill(truth))
      const single = Array.from({ length: draws }, () => mechanism.privatise(truth))
      for (const drawn of [batch, single]) {
        const counts = values.map(() => 0)
        for (const y of drawn) counts[Math.round((y - values[0]) / mechanism.granularity)] += 1
        assert.ok(chiSquarePValue(expected, counts) > alpha, `${truth} of ${JSON.stringify(options)}`)
      }
    }
  }
})

test('on a half-line one end is clamped to; on the line it is the unbounded mechanism', () => {
  const options = { epsilon: 1, sensitivity: 1, granularity: 0.5 }
  const up = new ClampedLaplace({ lower: 0, upper: Infinity, ...options })
  assert.ok(up.privatiseAll(new Array(1000).fill(0)).every((y) => y >= 0 && Number.isFinite(y)))
  assert.ok(up.at(0).pmf(0) > 0.5)
  assertClose(up.at(1).continuous.atom(0), Math.exp(-1 / up.scale) / 2)
  const clamped = new ClampedLaplace({ lower: -Infinity, upper: Infinity, ...options })
  const bounded = new BoundedLaplace({ lower: -Infinity, upper: Infinity, ...options })
  assert.equal(clamped.rate, bounded.rate)
  assert.equal(clamped.at(3).pmf(4), bounded.at(3).pmf(4))
})

test('gaps are refused, and the rest of the interface is the same', () => {
  const { lower, upper, ...rest } = age
  const refusal = new ParameterError('spans', 2, 'spans must be a single one, without gaps: clamping knows none, got 2')
  assert.throws(() => new ClampedLaplace({ ...age, gaps: [[10, 20]] }), refusal)
  assert.throws(
    () =>
      new ClampedLaplace({
        ...rest,
        spans: [
          [0, 10],
          [20, 30]
        ]
      }),
    refusal
  )
  assert.equal(new ClampedLaplace({ ...rest, spans: [[0, 120]] }).scale, new ClampedLaplace(age).scale)
  const mechanism = new ClampedLaplace(age)
  assert.ok(mechanism instanceof ClampedLaplace && !(mechanism instanceof BoundedLaplace))
  assert.equal(ClampedLaplace.name, 'ClampedLaplace')
  assert.ok(Object.isFrozen(mechanism))
  assert.equal(
    mechanism.describe(),
    'Releases a whole number from 0 to 120: the true value with random noise, or the nearer bound where that leaves the range. Whatever is released, ' +
      'the odds between two true values that are at most 12 apart change by at most a factor of 2.72 (epsilon = 1).'
  )
  assert.throws(() => new ClampedLaplace(), {
    message: 'ClampedLaplace takes an object of options, such as { lower: ... }, got undefined'
  })
})
