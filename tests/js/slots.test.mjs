// Mechanisms live in a few slots of the WebAssembly module and are put there again when others took their place
// (bindings/js/engine.js). Nobody should notice.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds'
import { loadSeeded } from 'inbounds/testing'
import { watchMemories } from './support/watch-memories.mjs'

const memories = watchMemories()
const classes = await load()
const { BoundedLaplace, BoundedGaussian } = classes
const sharedMemory = memories.at(-1)

const slots = 32 // in bindings/embind/memory.hpp; here only a number that many mechanisms should exceed
const twoSpans = [
  [0, 5],
  [8, 12]
]

/** Mechanisms of all kinds, no two alike. */
function variety({ BoundedLaplace, ClampedLaplace, BoundedGaussian }, at) {
  const epsilon = 0.5 + at / 100
  switch (at % 11) {
    case 0:
      return new BoundedLaplace({ lower: -at, upper: 10, epsilon, granularity: 1 })
    case 1:
      return new BoundedLaplace({ spans: twoSpans, sensitivity: 1, epsilon })
    case 2:
      return new BoundedLaplace({ spans: twoSpans, sensitivity: 4, epsilon, delta: 0.01, granularity: 1 })
    case 3:
      return new BoundedLaplace({ lower: 0, upper: Infinity, sensitivity: 1, epsilon, guarantee: 'metric' })
    case 4:
      return new ClampedLaplace({ lower: 0, upper: 10, sensitivity: 2, epsilon, granularity: 0.5 })
    case 5:
      return new BoundedLaplace({ lower: 0, upper: 10, scale: epsilon, sensitivity: 1, outside: 'error' })
    case 6:
      return new BoundedGaussian({ lower: -at, upper: 10, epsilon, sensitivity: 2, granularity: 1 })
    case 7:
      return new BoundedGaussian({ lower: 0, upper: 10, epsilon, sensitivity: 2, delta: 0.01, granularity: 0.5 })
    case 8:
      return new BoundedGaussian({ lower: [0], upper: [10], scale: 5 + epsilon, sensitivity: 1, outside: 'error' })
    case 9:
      return new BoundedGaussian({ lower: [-at, 0, 0], upper: [1, 2, 10], epsilon, sensitivity: 1 })
    default:
      return new BoundedLaplace({ lower: 0, upper: 10, epsilon, sensitivity: 1, calibration: 'published' })
  }
}

/** The same number along each side, for whoever takes vectors. */
const truthFor = (mechanism, number) =>
  typeof mechanism.lower === 'number' ? number : mechanism.lower.map(() => number)

/** Everything that the mechanism says, to the bit. */
function sayings(mechanism) {
  const own = [mechanism.audit(), mechanism.epsilonOf()]
  const isOneSided = mechanism.dimensions === undefined || mechanism.dimensions === 1
  if (mechanism.guarantee === 'dp' && isOneSided) own.push(mechanism.deltaOf())
  const laws = [mechanism.at(truthFor(mechanism, 1))].flat().map((law) => {
    const { continuous } = law
    const released = [law.pmf(1), law.mean, law.variance, law.quantile(0.3), law.survival(2), law.snapped]
    const limit = [continuous.pdf(2), continuous.cdf(2), continuous.mean, continuous.variance, continuous.quantile(0.7)]
    return [released, limit]
  })
  return JSON.stringify([own, laws, mechanism])
}

test('three times as many mechanisms as slots give their own laws, in any order of use', () => {
  const mechanisms = Array.from({ length: 3 * slots }, (_, at) => variety(classes, at))
  const alone = Array.from(mechanisms.keys(), (at) => sayings(variety(classes, at)))
  const count = mechanisms.length
  const orders = {
    forwards: (at) => at,
    backwards: (at) => count - 1 - at,
    'in strides': (at) => (at * 37) % count,
    'first and last by turns': (at) => (at % 2 === 0 ? at : count - at)
  }
  for (const [order, place] of Object.entries(orders)) {
    for (let at = 0; at < count; ++at) assert.equal(sayings(mechanisms[place(at)]), alone[place(at)], order)
  }
})

test('draws are those of their mechanism, whoever was in the slot before', async () => {
  const [crowd, quiet] = [await loadSeeded(86), await loadSeeded(86)]
  const many = Array.from({ length: 2 * slots + 5 }, (_, at) => variety(crowd, at))
  for (let turn = 0; turn < 300; ++turn) {
    const at = (turn * 29) % many.length
    const truth = truthFor(many[at], 1)
    assert.deepEqual(many[at].privatise(truth), variety(quiet, at).privatise(truth))
    const batch = [0, 1, 5, 8, 10].flatMap((number) => truthFor(many[at], number))
    assert.deepEqual(many[at].privatiseAll(batch), variety(quiet, at).privatiseAll(batch))
  }
})

test('a law outlives its place, and mechanisms made while it is asked do not disturb it', () => {
  const law = new BoundedLaplace({ spans: twoSpans, sensitivity: 1, epsilon: 1 }).at(3)
  const before = [law.mean, law.continuous.variance, law.cdf(4)]
  for (let at = 0; at < 2 * slots; ++at) variety(classes, at)
  assert.deepEqual([law.mean, law.continuous.variance, law.cdf(4)], before)
})

test('whatever was made can be put back, at the edges of what is accepted too', () => {
  for (const options of [
    { lower: 0, upper: 1, epsilon: 1e-15 },
    { lower: 0, upper: 1, epsilon: 700 },
    { lower: 0, upper: 1, epsilon: 0, delta: 1e-12 },
    { lower: 0, upper: 1, epsilon: 0, delta: 1e-15 },
    { lower: 0, upper: 1, epsilon: 1, delta: 0.999999 },
    { lower: -Infinity, upper: Infinity, sensitivity: 1, epsilon: 1e-15, granularity: 1 },
    {
      spans: [
        [0, 1],
        [100, 101]
      ],
      sensitivity: 50,
      epsilon: 1e-15,
      guarantee: 'metric'
    },
    { lower: 1e12, upper: 1e12 + 1, scale: 0.7 }
  ]) {
    const mechanism = new BoundedLaplace(options)
    const before = mechanism.at(mechanism.upper).cdf(0)
    for (let at = 0; at <= slots; ++at) new BoundedLaplace({ lower: 0, upper: 1 + at, epsilon: 1 })
    assert.equal(mechanism.at(mechanism.upper).cdf(0), before, JSON.stringify(options))
  }
})

test('a scale that was given stays what it was, whatever happened to the slot', () => {
  for (const options of [
    { lower: -4.126170228294176, upper: Infinity, sensitivity: 0.2654981253869193, scale: 0.018620241583568297 },
    { lower: 0, upper: 10, sensitivity: 1, scale: 0.7401203610832497 }
  ]) {
    const mechanism = new BoundedLaplace({ ...options, granularity: 5 })
    const limit = () => Array.from({ length: 50 }, (_, at) => mechanism.at(options.lower).continuous.pdf(at / 10))
    const before = [mechanism.at(options.lower).continuous.pdf(options.lower), ...limit()]
    for (let other = 0; other <= slots; ++other) new BoundedLaplace({ lower: 0, upper: 1 + other, epsilon: 1 })
    assert.deepEqual([mechanism.at(options.lower).continuous.pdf(options.lower), ...limit()], before)
  }
})

test('a refused mechanism harms nobody', () => {
  const mechanisms = Array.from({ length: slots }, (_, at) => variety(classes, at))
  const before = mechanisms.map(sayings)
  for (let at = 0; at < 2 * slots; ++at) {
    assert.throws(() => new BoundedLaplace({ lower: 0, upper: 1, epsilon: -1 }), RangeError)
    assert.throws(
      () =>
        new BoundedLaplace({
          spans: [
            [0, 5],
            [4, 6]
          ],
          epsilon: 1
        }),
      RangeError
    )
  }
  assert.deepEqual(mechanisms.map(sayings), before)
})

test('a hundred thousand mechanisms, made and dropped, take no more memory than a few', () => {
  const make = (at) => {
    if (at % 2 === 0) return new BoundedLaplace({ lower: 0, upper: 1 + at, epsilon: 1 })
    const from = 1 + (at % 100) / 100
    return new BoundedLaplace({
      spans: [
        [0, from],
        [from + 1, 9]
      ],
      sensitivity: 1,
      scale: 1,
      granularity: 0.01
    })
  }
  for (let at = 0; at < 1000; ++at) make(at)
  const before = sharedMemory.buffer.byteLength
  for (let at = 0; at < 100000; ++at) make(at)
  assert.equal(sharedMemory.buffer.byteLength, before)
})

test('mechanisms of many spans take turns in bounded memory', () => {
  const many = Array.from({ length: 2000 }, (_, at) => [3 * at, 3 * at + 1])
  const make = (at) => new BoundedLaplace({ spans: many, sensitivity: 1, scale: 1 + (at % 7), granularity: 1 })
  const kept = Array.from({ length: slots + 8 }, (_, at) => make(at))
  const before = sharedMemory.buffer.byteLength
  for (let at = 0; at < 100; ++at) assert.ok(kept[(at * 11) % kept.length].at(0).pmf(0) > 0)
  for (let at = 0; at < 100; ++at) make(at)
  assert.ok(sharedMemory.buffer.byteLength <= before * 1.25, 'room that others left is used again')
  assert.equal(kept[0].at(0).pmf(0), make(0).at(0).pmf(0))
})

test('boxes of thousands of sides share one place with each other and with thousands of spans', async () => {
  const seeded = await loadSeeded(87)
  const heap = memories.at(-1)
  const sides = 3000
  const lower = new Float64Array(sides)
  const upper = Float64Array.from(lower, (_, side) => 1 + (side % 5))
  const box = (scale) => new seeded.BoundedGaussian({ lower, upper, scale, sensitivity: 1 })
  const [one, other] = [box(4), box(5)]
  const many = Array.from({ length: 2000 }, (_, at) => [3 * at, 3 * at + 1])
  const gapped = new seeded.BoundedLaplace({ spans: many, sensitivity: 1, scale: 2, granularity: 1 })
  const small = new seeded.BoundedGaussian({ lower: [0, 0], upper: [1, 1], epsilon: 1 })
  const saying = (mechanism) => JSON.stringify([mechanism.audit(), mechanism.epsilonOf()])
  const before = [one, other, gapped, small].map(saying)
  assert.notEqual(before[0], before[1])
  const room = heap.buffer.byteLength
  for (let turn = 0; turn < 12; ++turn) {
    const at = (turn * 3) % 4
    assert.equal(saying([one, other, gapped, small][at]), before[at])
    assert.ok(one.privatise(lower).every((value, side) => value >= 0 && value <= upper[side]))
  }
  for (let at = 0; at < slots; ++at) box(4 + at)
  assert.equal(heap.buffer.byteLength, room, 'room that others left is used again')
  assert.equal(box(4).epsilon, one.epsilon)
  assert.equal(saying(one), before[0])
})

test('Gaussian mechanisms at the edges of what is accepted can be put back', () => {
  for (const options of [
    { lower: 0, upper: 1, epsilon: 1e-15 },
    { lower: 0, upper: 1, epsilon: 700 },
    { lower: 0, upper: 1, epsilon: 0, delta: 1e-6 },
    { lower: 0, upper: 1, epsilon: 0, delta: 1e-15 },
    { lower: 0, upper: 1, epsilon: 1, delta: 0.999999 },
    { lower: 0, upper: 1, epsilon: 700, delta: 0.5, granularity: 1 },
    { lower: 0, upper: 1, epsilon: 1.5e-15, sensitivity: 0.3, calibration: 'published' },
    { lower: 0, upper: 1e6, epsilon: 1, sensitivity: 1, delta: 1e-6 }, // whose loss without delta is above 700
    { lower: [0, 0], upper: [1, 1e6], epsilon: 1e-15 },
    { lower: [0, -1e-9], upper: [1, 1e9], epsilon: 700, granularity: [0.1, 1] },
    { lower: 1e12, upper: 1e12 + 1, scale: 0.7 },
    { lower: [-1, -1, -1], upper: [1, 1, 1], sensitivity: 0.01, epsilon: 0.3, calibration: 'published' }
  ]) {
    const mechanism = new BoundedGaussian(options)
    const says = () => sayings(mechanism)
    const before = says()
    for (let at = 0; at <= slots; ++at) new BoundedGaussian({ lower: 0, upper: 1 + at, epsilon: 1 })
    assert.equal(says(), before, JSON.stringify(options))
  }
})
