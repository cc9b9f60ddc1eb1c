// Normal noise that stays between the bounds, of numbers and of vectors.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds'
import { bell, diagonal, listOf, lossAt, lossBetween, randomBounds, valuesOf } from './support/boxes.mjs'
import { assertClose, assertRelative } from './support/close.mjs'
import { generator } from './support/generator.mjs'
import { worstDeltaByTrial, worstLossByTrial } from './support/lattice-values.mjs'

const { BoundedGaussian } = await load()
const age = { lower: 0, upper: 120, epsilon: 1, sensitivity: 12, granularity: 1 }
const place = { lower: [0, -3], upper: [10, 5], epsilon: 1, sensitivity: 2, granularity: [1, 0.5] }
const fine = { lower: [0, 0], upper: [10, 8], epsilon: 1, sensitivity: 2 * Math.sqrt(5) }

/** A mechanism for numbers, as the trials over all pairs know them. */
const onSpans = (mechanism) => ({
  spans: [[mechanism.lower, mechanism.upper]],
  granularity: mechanism.granularity,
  sensitivity: mechanism.sensitivity,
  at: (truth) => mechanism.at(truth)
})

test('the law is the bell around the truth at the released values, along each side by itself', () => {
  for (const [options, ...truths] of [
    [age, 0, 37, 120],
    [{ lower: 0.5, upper: 9.5, scale: 2, granularity: 1 }, 0.5, 5, 9.5],
    [place, [0, -3], [3, 1.5], [10, 5]],
    [{ lower: [-1], upper: [2], scale: 0.7, granularity: 0.1 }, [-1], [0.3]]
  ]) {
    const mechanism = new BoundedGaussian(options)
    for (const truth of truths) {
      for (const [side, law] of [mechanism.at(truth)].flat().entries()) {
        const values = valuesOf(mechanism)[side]
        const expected = bell(values, law.snapped, mechanism.scale)
        values.forEach((y, at) => {
          assertRelative(law.pmf(y), expected[at], 1e-12, `P(${y} | ${truth}), side ${side}`)
          assertRelative(law.logPmf(y), Math.log(expected[at]), 1e-12, 'its logarithm')
        })
        assert.ok(Math.abs(law.snapped - listOf(truth)[side]) <= listOf(mechanism.granularity)[side] / 2 + 1e-12)
      }
    }
  }
})

test('bounds that are numbers make numbers of everything, arrays make arrays, and one-element arrays stay arrays', () => {
  const number = new BoundedGaussian(age)
  assert.deepEqual([number.lower, number.upper, number.lowest, number.highest], [0, 120, 0, 120])
  assert.deepEqual([number.granularity, number.steps, number.dimensions, number.guarantee], [1, 120, 1, 'dp'])
  assert.equal(typeof number.privatise(37), 'number')
  assert.equal(number.at(37).truth, 37)
  const box = new BoundedGaussian(place)
  assert.deepEqual([box.lower, box.upper, box.dimensions], [place.lower, place.upper, 2])
  assert.deepEqual([box.granularity, box.steps, box.guarantee], [[1, 0.5], [10, 16], 'dp'])
  assert.deepEqual([box.lowest, box.highest], [place.lower, place.upper])
  assert.deepEqual(box.at([3, 1.5]).map(({ truth }) => truth), [3, 1.5]) // biome-ignore format: one thought
  const drawn = box.privatise([3, 1.5])
  assert.ok(Array.isArray(drawn) && drawn.length === 2)
  const one = new BoundedGaussian({ ...age, lower: [0], upper: [120] })
  for (const list of [one.lower, one.upper, one.lowest, one.highest, one.granularity, one.steps]) {
    assert.ok(Array.isArray(list) && list.length === 1)
  }
  const audit = one.audit()
  for (const list of [one.privatise([37]), one.at([37]), audit.truth, audit.neighbour, audit.output]) {
    assert.ok(Array.isArray(list) && list.length === 1)
  }
  assert.equal(one.scale, number.scale, 'the mechanism is the same')
  assert.deepEqual(audit.truth, [number.audit().truth])
  assert.throws(() => one.privatise(37), TypeError)
  assert.equal(
    new BoundedGaussian({ ...age, lower: [0], upper: [120], delta: 1e-3 }).delta,
    1e-3,
    'one side has a delta, however it is written'
  )
})

test('boxes may be typed arrays, and what becomes of the given arrays later is nobody’s concern', () => {
  const given = { lower: Float32Array.of(0, -3), upper: Int16Array.of(10, 5), granularity: Float64Array.of(1, 0.5) }
  const mechanism = new BoundedGaussian({ ...place, ...given })
  assert.deepEqual({ ...mechanism }, { ...new BoundedGaussian(place) })
  given.lower[0] = -1e6
  given.granularity[0] = 7
  assert.deepEqual({ ...mechanism }, { ...new BoundedGaussian(place) })
  assert.deepEqual(mechanism.audit(), new BoundedGaussian(place).audit())
  assert.equal(mechanism.privatise(Uint8Array.of(3, 1)).length, 2)
})

test('objects are immutable, their lists too, and there is nothing to dispose of', () => {
  const mechanism = new BoundedGaussian(place)
  assert.throws(() => { mechanism.scale = 0 }, TypeError) // biome-ignore format: one thought
  for (const name of ['lower', 'upper', 'lowest', 'highest', 'granularity', 'steps']) {
    assert.throws(() => { mechanism[name][0] = 7 }, TypeError, name) // biome-ignore format: one thought
    assert.throws(() => mechanism[name].push(7), TypeError, name)
  }
  assert.deepEqual({ ...mechanism }, { ...new BoundedGaussian(place) })
  if (Symbol.dispose) {
    assert.equal(mechanism[Symbol.dispose](), undefined)
    assert.equal(mechanism.privatise([1, 1]).length, 2, 'it works on')
  }
})

test('a sensitivity that is left out reaches from corner to corner, for which there is a closed form', () => {
  for (const epsilon of [1e-6, 0.1, 1, 10, 100]) {
    for (const bounds of [
      { lower: -2, upper: 5 },
      { lower: [0, 1, 2], upper: [1, 3, 10] }
    ]) {
      const sigma = diagonal(bounds) / Math.sqrt(2 * epsilon)
      assertRelative(BoundedGaussian.scaleFor({ ...bounds, epsilon }), sigma, 1e-12, 'D/sqrt(2 eps)')
      const mechanism = new BoundedGaussian({ ...bounds, epsilon })
      assertRelative(mechanism.sensitivity, diagonal(bounds), 1e-15, 'the distance of opposite corners')
      assertRelative(mechanism.scale, sigma, 1e-6, 'on the lattice')
      assert.equal(new BoundedGaussian({ ...bounds, epsilon, sensitivity: diagonal(bounds) }).scale, mechanism.scale)
    }
  }
})

test('its noise is the least that keeps epsilon, as all pairs and outputs show', () => {
  for (const epsilon of [0.01, 0.5, 1, 3, 20]) {
    const mechanism = new BoundedGaussian({ ...age, epsilon })
    const loss = worstLossByTrial(onSpans(mechanism))
    assert.ok(loss <= epsilon * (1 + 1e-12) && loss > epsilon * (1 - 1e-9), `${loss} of ${epsilon}`)
    assertRelative(mechanism.audit().epsilon, loss, 1e-11, 'audit')
    const { scale } = mechanism
    const less = new BoundedGaussian({ ...age, epsilon: undefined, scale: 0.999 * scale })
    assert.ok(worstLossByTrial(onSpans(less)) > epsilon)
    assertRelative(less.epsilon, worstLossByTrial(onSpans(less)), 1e-11, 'the epsilon of a given scale')
  }
})

test('on a coarse lattice of the plane no pair that rounding can lead to loses more, and the corner of a cell is exact', () => {
  for (const [sensitivity, exact] of [
    [1, true],
    [2, false],
    [2.5, false]
  ]) {
    // biome-ignore format: a case a line
    const options = { lower: [0, 0], upper: [5, 4], epsilon: 1, sensitivity, granularity: 1 }
    const mechanism = new BoundedGaussian(options)
    const [xs, ys] = valuesOf(mechanism)
    const points = xs.flatMap((x) => ys.map((y) => [x, y]))
    let worst = 0
    for (const truth of points) {
      for (const neighbour of points) {
        const steps = truth.map((from, side) => Math.abs(from - neighbour[side]))
        // Truths n steps apart after rounding were more than n - 1 steps apart before it.
        const squares = steps.reduce((sum, n) => sum + Math.max(0, n - 1) ** 2, 0)
        if (squares < sensitivity ** 2) worst = Math.max(worst, lossBetween(mechanism, truth, neighbour))
      }
    }
    assert.ok(worst <= 1 + 1e-12 && worst > 0.9, `${worst} at sensitivity ${sensitivity}`)
    if (exact) assertRelative(mechanism.audit().epsilon, worst, 1e-11, 'one step along each side')
  }
})

test('the audited pair loses at the audited corner what the audit says, up to its rounding to the lattice', () => {
  for (const [options, rounding] of [
    [age, 1e-11],
    [{ ...age, lower: [0], upper: [120] }, 1e-11],
    [fine, 1e-6],
    [{ lower: [0, 0, 0], upper: [1, 1, 1], sensitivity: 0.2, epsilon: 3 }, 1e-6],
    [{ lower: [0, 0], upper: [1, 100], sensitivity: 90, epsilon: 50 }, 1e-6],
    [{ ...fine, granularity: 0.125 }, 0.1],
    [{ ...fine, calibration: 'published' }, 1e-6],
    [{ lower: [0, 0], upper: [1, 2], scale: 0.7 }, 1e-6]
  ]) {
    const mechanism = new BoundedGaussian(options)
    const { epsilon, delta, truth, neighbour, output } = mechanism.audit()
    const loss = lossAt(mechanism, truth, neighbour, output)
    const what = JSON.stringify(options)
    assert.equal(delta, 0)
    assert.ok(epsilon <= mechanism.epsilon, what)
    assert.ok(loss <= epsilon * (1 + 1e-9) && loss >= epsilon * (1 - rounding), `${loss} of ${epsilon}: ${what}`)
    assertClose(lossBetween(mechanism, truth, neighbour), loss, 1e-9, 'no other corner is worse')
    assert.equal(mechanism.epsilonOf(), epsilon)
    for (const place of [truth, neighbour, output]) {
      listOf(place).forEach((value, side) => {
        assert.equal([mechanism.at(place)].flat()[side].snapped, value, 'on the lattice')
      })
    }
  }
})

test('a scale that is given costs its exact loss, and the same question has the same answer everywhere', () => {
  for (const options of [age, place, fine]) {
    const { epsilon, ...rest } = options
    const calibrated = new BoundedGaussian(options)
    const given = new BoundedGaussian({ ...rest, scale: calibrated.scale })
    assert.deepEqual([given.calibration, given.delta, given.scale], ['given', 0, calibrated.scale])
    assert.equal(given.epsilon, calibrated.audit().epsilon)
    assert.ok(given.epsilon <= epsilon && given.epsilon > epsilon * (1 - 1e-12))
    const losses = [0.5, 0.9, 1.1, 2].map((times) => calibrated.epsilonOf({ scale: times * calibrated.scale }))
    assert.deepEqual(losses.toSorted((a, b) => b - a), losses, 'more noise, less loss') // biome-ignore format: one thought
    assert.equal(new BoundedGaussian({ ...rest, scale: 2 * calibrated.scale }).epsilon, losses[3])
  }
})

test('published noise is larger than tight noise, and keeps its promise with room to spare', () => {
  for (const options of [{ ...age, granularity: undefined }, fine]) {
    const [tight, published] = ['tight', 'published'].map(
      (calibration) => new BoundedGaussian({ ...options, calibration })
    )
    assert.deepEqual([tight.calibration, published.calibration], ['tight', 'published'])
    assert.ok(published.scale > tight.scale * 1.05)
    assert.deepEqual([published.epsilon, tight.epsilon], [1, 1], 'what was asked for')
    assert.ok(published.audit().epsilon < 0.9)
    const { granularity, ...continuous } = options
    assertRelative(
      published.scale,
      BoundedGaussian.scaleFor({ ...continuous, calibration: 'published' }),
      1e-6,
      'limit'
    )
    assertRelative(tight.scale, BoundedGaussian.scaleFor(continuous), 1e-6, 'limit')
  }
})

test('delta of a number is the exact one, needs less noise, and its audit names the pair and the set', () => {
  for (const [epsilon, delta] of [
    [0, 0.1],
    [0.5, 0.01],
    [1, 1e-4]
  ]) {
    // biome-ignore format: a case a line
    const mechanism = new BoundedGaussian({ ...age, epsilon, delta })
    const max = worstDeltaByTrial(onSpans(mechanism), epsilon)
    assert.ok(max <= delta * (1 + 1e-9) && max > delta * 0.999, `${max} of ${delta}`)
    assertRelative(mechanism.deltaOf(), max, 1e-8, 'deltaOf')
    assertClose(mechanism.epsilonOf(), epsilon, 1e-6, 'epsilonOf')
    if (epsilon > 0) assert.ok(mechanism.scale < new BoundedGaussian({ ...age, epsilon }).scale)
    assertRelative(mechanism.deltaOf({ epsilon: 0.25 }), worstDeltaByTrial(onSpans(mechanism), 0.25), 1e-8, 'another')
    const { truth, neighbour, output, ...audited } = mechanism.audit()
    const upTo = (at) => (truth < neighbour ? mechanism.at(at).cdf(output) : 1 - mechanism.at(at).cdf(output - 1))
    assertRelative(upTo(truth) - Math.exp(epsilon) * upTo(neighbour), audited.delta, 1e-8, 'the set of the audit')
    assert.deepEqual([audited.epsilon, Math.abs(truth - neighbour)], [epsilon, 12])
  }
  assert.equal(new BoundedGaussian(age).deltaOf(), 0)
})

test('a step for all sides, one for each, or whole numbers', () => {
  const box = { lower: [0.5, -7], upper: [9.5, 11], epsilon: 1 }
  const steps = (granularity) => new BoundedGaussian({ ...box, granularity })
  assert.deepEqual(steps(1).granularity, [1, 1])
  assert.deepEqual([steps(1).lowest, steps(1).highest, steps(1).steps], [[0.5, -7], [9.5, 11], [9, 18]]) // biome-ignore format: one thought
  assert.deepEqual({ ...steps([3]) }, { ...steps(3) })
  assert.deepEqual([steps([1, 3]).lowest, steps([1, 3]).highest, steps([1, 3]).steps], [[0.5, -7], [9.5, 11], [9, 6]]) // biome-ignore format: one thought
  assert.deepEqual(steps([0.1, 0.25]).granularity, [0.1, 0.25])
  const chosen = new BoundedGaussian({ lower: [0, 0], upper: [1, 1000], sensitivity: 500, epsilon: 1 }).granularity
  assert.ok(chosen.every((step) => Number.isInteger(Math.log2(step))))
  assert.ok(chosen[0] < 1e-6 && chosen[1] < 1e-3, 'of a short side, far below its length')
})

test('descriptions are sentences for somebody who has never heard of epsilon', () => {
  const describe = (options) => new BoundedGaussian(options).describe()
  assert.equal(
    describe(age),
    'Releases a whole number from 0 to 120: the true value with random noise. Whatever is released, the odds between two true values that are at most 12 apart change by at most a factor of 2.72 (epsilon = 1).'
  )
  assert.equal(
    describe({ lower: 0, upper: 1, epsilon: 0.5, delta: 0.001 }),
    'Releases a number from 0 to 1: the true value with random noise. But for a probability of 0.001 (delta), the odds between any two true values change by at most a factor of 1.649 (epsilon = 0.5).'
  )
  assert.equal(
    describe(place),
    'Releases a vector of 2 numbers, each between its bounds: the true one with random noise. Whatever is released, the odds between two true vectors that are at most 2 apart change by at most a factor of 2.72 (epsilon = 1).'
  )
})

test('where any two vectors are neighbours, the description says so, however the diagonal was rounded', () => {
  const { random } = generator(15)
  for (let turn = 0; turn < 200; ++turn) {
    const bounds = randomBounds(random, 2 + (turn % 5))
    const max = diagonal(bounds)
    for (const sensitivity of [undefined, max]) {
      const mechanism = new BoundedGaussian({ ...bounds, scale: max, sensitivity })
      assert.match(mechanism.describe(), /the odds between any two true vectors change/, JSON.stringify(bounds))
    }
    const nearly = new BoundedGaussian({ ...bounds, scale: max, sensitivity: max * (1 - 1e-12) })
    assert.match(nearly.describe(), /vectors that are at most/)
  }
})
