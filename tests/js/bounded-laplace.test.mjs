import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds'
import { loadSeeded } from 'inbounds/testing'
import { alpha, chiSquarePValue } from './support/chi-square.mjs'

const { BoundedLaplace } = await load()

test('the sensitivity left out is the width: local privacy', () => {
  const age = new BoundedLaplace({ lower: 0, upper: 120, epsilon: 1, granularity: 1 })
  assert.equal(age.sensitivity, 120)
  assert.equal(age.scale, 120)
  assert.deepEqual(age.audit(), { epsilon: 1, delta: 0, truth: 0, neighbour: 120, output: 0 })
})

test('draws have the law of their truth', async () => {
  const seeded = await loadSeeded(81)
  const mechanism = new seeded.BoundedLaplace({ lower: 0, upper: 120, epsilon: 2, sensitivity: 12, granularity: 1 })
  for (const truth of [0, 37.4, 120]) {
    const draws = 100000
    const law = mechanism.at(truth)
    const expected = Array.from({ length: 121 }, (_, y) => draws * law.pmf(y))
    const counts = new Array(121).fill(0)
    for (const y of mechanism.privatiseAll(new Float64Array(draws).fill(truth))) counts[y] += 1
    assert.ok(chiSquarePValue(expected, counts) > alpha)
  }
})

test('the same test finds a sampler that is off by five percent in scale', async () => {
  const seeded = await loadSeeded(82)
  const options = { lower: 0, upper: 120, sensitivity: 12, granularity: 1 }
  const wrong = new seeded.BoundedLaplace({ ...options, scale: 10.5 })
  const law = new seeded.BoundedLaplace({ ...options, scale: 10 }).at(60)
  const draws = 100000
  const counts = new Array(121).fill(0)
  for (const y of wrong.privatiseAll(new Float64Array(draws).fill(60))) counts[y] += 1
  assert.ok(
    chiSquarePValue(
      Array.from({ length: 121 }, (_, y) => draws * law.pmf(y)),
      counts
    ) < alpha
  )
})

test('every value is inside, whatever the bounds and the truth', () => {
  for (const options of [
    { lower: 0, upper: 1e10, sensitivity: 1, epsilon: 1 },
    { lower: 1e12, upper: 1e12 + 1, epsilon: 1 },
    { lower: -5, upper: -1, epsilon: 1e-9 },
    { lower: -7, upper: 7, epsilon: 700 },
    { lower: 0, upper: 1, epsilon: 1, granularity: 1 },
    { lower: 0.1, upper: 0.7, epsilon: 1, granularity: 0.1 },
    { lower: -1e150 / 2, upper: 1e150 / 2, epsilon: 1 },
    { lower: 0, upper: 1e-150, epsilon: 1 }
  ]) {
    const mechanism = new BoundedLaplace(options)
    assert.ok(Number.isFinite(mechanism.scale) && mechanism.scale > 0)
    assert.ok(mechanism.audit().epsilon <= options.epsilon)
    for (const truth of [
      Number.NEGATIVE_INFINITY,
      -1e300,
      options.lower,
      0,
      options.upper,
      Number.MAX_VALUE,
      Infinity
    ]) {
      for (const y of mechanism.privatiseAll(new Array(100).fill(truth))) {
        assert.ok(y >= options.lower && y <= options.upper, `${y} is outside of ${JSON.stringify(options)}`)
        assert.ok(!Object.is(y, -0))
        assert.ok(mechanism.at(truth).pmf(y) > 0 || mechanism.at(truth).logPmf(y) > -Infinity)
      }
    }
  }
})

test('privatiseAll takes any array of numbers and leaves it alone', () => {
  const mechanism = new BoundedLaplace({ lower: 0, upper: 100, epsilon: 1, granularity: 1 })
  for (const truths of [
    [1, 2, 3],
    Int8Array.of(1, 2, 3),
    Float32Array.of(1, 2, 3),
    Float64Array.of(1, 2, 3),
    new Uint16Array(3)
  ]) {
    const before = [...truths]
    const noisy = mechanism.privatiseAll(truths)
    assert.ok(noisy instanceof Float64Array)
    assert.equal(noisy.length, 3)
    assert.deepEqual([...truths], before)
  }
  assert.equal(mechanism.privatiseAll([]).length, 0)
  assert.equal(mechanism.privatiseAll(new Float64Array(300001).fill(50)).length, 300001)
})

test('privatiseAll writes where it is told to', () => {
  const mechanism = new BoundedLaplace({ lower: 0, upper: 100, epsilon: 1, granularity: 1 })
  const truths = new Float64Array(1000).fill(250)
  const into = new Float64Array(1000).fill(-1)
  assert.equal(mechanism.privatiseAll(truths, { into }), into)
  assert.ok(into.every((value) => value >= 0 && value <= 100))
  assert.ok(truths.every((value) => value === 250))
  assert.equal(mechanism.privatiseAll(truths, { into: truths }), truths)
  assert.ok(truths.every((value) => value <= 100))
  assert.throws(
    () => mechanism.privatiseAll([1], { into: [1] }),
    new TypeError('into must be a Float64Array, got an array')
  )
  assert.throws(() => mechanism.privatiseAll([1], { into }), {
    name: 'ParameterError',
    message: 'into must be as long as the truths (1), got a length of 1000'
  })
  assert.throws(() => mechanism.privatiseAll([1], { out: into }), /privatiseAll has no option 'out'/)
  assert.throws(() => mechanism.privatiseAll(into.subarray(0, 10), { into: into.subarray(5, 15) }), {
    message: 'into must be the truths themselves or not overlap them'
  })
  mechanism.privatiseAll(into.subarray(0, 10), { into: into.subarray(10, 20) })
})

test('ten million values in one call', () => {
  const mechanism = new BoundedLaplace({ lower: 0, upper: 1, epsilon: 1 })
  const noisy = mechanism.privatiseAll(new Float64Array(1e7).fill(0.5))
  let sum = 0
  for (const value of noisy) sum += value
  const { mean, variance } = mechanism.at(0.5)
  assert.ok(Math.abs(sum / 1e7 - mean) < 6 * Math.sqrt(variance / 1e7)) // exceeded once in 5e8 runs
})

test('a bad truth in a batch is named with its place, before anything is drawn', async () => {
  const options = { lower: 0, upper: 100, epsilon: 1 }
  const clamping = new BoundedLaplace(options)
  const [one, other] = [await loadSeeded(9), await loadSeeded(9)].map(
    ({ BoundedLaplace: Seeded }) => new Seeded(options)
  )
  assert.throws(() => one.privatiseAll([1, 2, Number.NaN]), {
    name: 'ParameterError',
    parameter: 'truths[2]',
    message: 'truths[2] must be a number, got NaN'
  })
  assert.throws(() => one.privatiseAll(Float64Array.of(1, Number.NaN)), {
    message: 'truths[1] must be a number, got NaN'
  })
  assert.throws(() => one.privatiseAll([1, '2']), new TypeError('truths[1] must be a number, got a string'))
  assert.throws(
    () => one.privatiseAll(new Array(2).fill(1, 0, 1)),
    new TypeError('truths[1] is required and must be a number')
  )
  assert.throws(() => one.privatiseAll(BigInt64Array.of(1n)), new TypeError('truths[0] must be a number, got a BigInt'))
  let reads = 0
  const shifty = Object.defineProperty([1], 0, { get: () => (reads++ === 0 ? 1 : Number.NaN) })
  assert.throws(() => clamping.privatiseAll(shifty), { message: 'truths[0] must be a number, got NaN' }) // as it was read last
  assert.equal(one.privatise(50), other.privatise(50), 'the refused batches used no random bits')
})

test('a truth outside is clamped, or refused on request', () => {
  const clamping = new BoundedLaplace({ lower: 0, upper: 10, epsilon: 1 })
  assert.equal(clamping.outside, 'clamp')
  assert.equal(clamping.at(11).snapped, 10)
  assert.equal(clamping.at(-Infinity).snapped, 0)
  const strict = new BoundedLaplace({ lower: 0, upper: 10, epsilon: 1, outside: 'error' })
  assert.throws(() => strict.privatise(10.5), {
    name: 'ParameterError',
    message: 'truth must be from 0 to 10, got a number outside'
  })
  assert.throws(() => strict.privatiseAll([1, -1]), {
    parameter: 'truths[1]',
    value: -1,
    message: 'truths[1] must be from 0 to 10, got a number outside'
  })
  assert.throws(() => strict.at(Infinity), { message: 'truth must be from 0 to 10, got a number outside' })
  assert.ok(strict.privatise(10) <= 10)
})

test('published and tight calibration differ on a coarse lattice, and both keep epsilon', () => {
  const options = { lower: 0, upper: 10, sensitivity: 1.5, epsilon: 1, granularity: 1 }
  const tight = new BoundedLaplace(options)
  const published = new BoundedLaplace({ ...options, calibration: 'published' })
  assert.ok(tight.scale < published.scale)
  assert.ok(published.audit().epsilon <= 1)
  // The continuous scale for 1.5, put on whole numbers without thought, would lose more than 1:
  assert.ok(
    Math.abs(
      tight.epsilonOf({ scale: BoundedLaplace.scaleFor({ lower: 0, upper: 10, sensitivity: 1.5, epsilon: 1 }) }) - 1.141
    ) < 5e-4
  )
})

test('a scale given by hand is kept and audited', () => {
  const mechanism = new BoundedLaplace({ lower: 0, upper: 10, sensitivity: 1, scale: 1.7 })
  assert.equal(mechanism.scale, 1.7)
  assert.equal(mechanism.calibration, 'given')
  assert.equal(mechanism.epsilon, mechanism.audit().epsilon)
})

test('objects are immutable, tell what they are, and need no freeing', () => {
  const age = new BoundedLaplace({ lower: 0, upper: 120, epsilon: 1, granularity: 1 })
  assert.ok(Object.isFrozen(age))
  assert.throws(() => {
    age.epsilon = 9
  }, TypeError)
  assert.ok(age instanceof BoundedLaplace)
  assert.equal(BoundedLaplace.name, 'BoundedLaplace')
  assert.equal(
    age.describe(),
    'Releases a whole number from 0 to 120: the true value with random noise. Whatever is released, ' +
      'the odds between any two true values change by at most a factor of 2.72 (epsilon = 1).'
  )
  if (Symbol.dispose) assert.equal(age[Symbol.dispose](), undefined)
})
