// For which true values a tight scale is the smallest: for all pairs of lattice points, and so for real numbers. What doubles
// there are near the places where snapping changes decides whether it is for these as well.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds'
import { assertRelative } from './support/close.mjs'

const { BoundedLaplace, ClampedLaplace, ReflectedLaplace } = await load()
const kinds = [ReflectedLaplace, BoundedLaplace, ClampedLaplace]

const view = new DataView(new ArrayBuffer(8))
const bitsOf = (value) => {
  view.setFloat64(0, value)
  return view.getBigInt64(0)
}
const doubleOf = (bits) => {
  view.setBigInt64(0, bits)
  return view.getFloat64(0)
}
const above = (value) => doubleOf(bitsOf(value) + 1n)
const below = (value) => doubleOf(bitsOf(value) - 1n)

/** A double from 0 up as a whole number of the smallest there are: exactly what it stands for. */
function exact(value) {
  const bits = bitsOf(value)
  const [exponent, fraction] = [bits >> 52n, bits & 0xfffffffffffffn]
  return exponent === 0n ? fraction : (fraction | 0x10000000000000n) << (exponent - 1n)
}

const stepOf = (mechanism, truth) =>
  Math.round((mechanism.at(truth).snapped - mechanism.lowest) / mechanism.granularity)

/** The smallest double from `lower`, which is not negative, to `upper` that is snapped to this step or a later one. */
function firstAt(mechanism, step) {
  let [low, high] = [bitsOf(Math.max(0, mechanism.lower)), bitsOf(mechanism.upper)]
  if (stepOf(mechanism, doubleOf(low)) >= step) return doubleOf(low)
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (stepOf(mechanism, doubleOf(middle)) >= step) high = middle
    else low = middle
  }
  return doubleOf(high)
}

/** For each step, the closest two doubles of which the first is snapped to it and the second so many steps further. */
function closest(mechanism, distance) {
  const steps = Array.from({ length: mechanism.steps - distance + 1 }, (_, step) => step)
  return steps.map((step) => ({
    truth: below(firstAt(mechanism, step + 1)),
    neighbour: firstAt(mechanism, step + distance)
  }))
}

const areNeighbours = ({ sensitivity }, { truth, neighbour }) => exact(neighbour) - exact(truth) <= exact(sensitivity)

/** The largest loss of all pairs of points so many steps apart. */
function lossAt(mechanism, distance) {
  const { lowest, granularity, steps } = mechanism
  const places = Array.from({ length: steps + 1 }, (_, step) => lowest + step * granularity)
  const laws = places.map((place) => mechanism.at(Math.min(place, mechanism.upper)))
  let worst = 0
  for (let step = 0; step + distance <= steps; ++step) {
    for (const { snapped } of laws) {
      worst = Math.max(worst, Math.abs(laws[step].logPmf(snapped) - laws[step + distance].logPmf(snapped)))
    }
  }
  return worst
}

// bounded_laplace/PROOF.md, Lemma 15
test('a sensitivity that is a hair above one step counts as two, though no two doubles so close are two steps apart', () => {
  for (const Kind of kinds) {
    for (const lower of [2 ** 50, 2 ** 51 - 20]) {
      const options = { lower, upper: lower + 7, granularity: 1, epsilon: 5 } // doubles are a quarter apart there
      const mechanism = new Kind({ ...options, sensitivity: above(1) })
      assert.equal(mechanism.steps, 7)
      assertRelative(lossAt(mechanism, 2), 5, 1e-12, `${Kind.name}: what two points two steps apart lose`)
      const pairs = closest(mechanism, 2)
      assert.equal(pairs.length, 6)
      for (const { truth, neighbour } of pairs) {
        assert.equal(stepOf(mechanism, neighbour) - stepOf(mechanism, truth), 2)
        assert.ok(!areNeighbours(mechanism, { truth, neighbour }), `${truth} and ${neighbour} are further apart`)
      }
      for (const pair of closest(mechanism, 1)) assert.ok(areNeighbours(mechanism, pair), 'one step apart they are')
      const loss = lossAt(mechanism, 1)
      assert.ok(loss > 2.49 && loss < 2.54, `${Kind.name}: doubles lose ${loss} of 5`)
      const enough = new Kind({ ...options, sensitivity: 1 })
      assert.ok(lossAt(enough, 1) <= 5 * (1 + 1e-12))
      assert.ok(mechanism.scale > 1.99 * enough.scale, 'so half of the noise would do')
    }
  }
})

// bounded_laplace/PROOF.md, Lemma 15
test('where doubles are finer than what the sensitivity has left over whole steps, some are as far apart as it counts', () => {
  for (const Kind of kinds) {
    for (const [options, distance] of [
      [{ lower: 0, upper: 8, granularity: 0.125, sensitivity: above(0.125) }, 2],
      [{ lower: 0, upper: 8, granularity: 0.125, sensitivity: 0.125 }, 1],
      [{ lower: 0, upper: 8, granularity: 1, sensitivity: 2.5 }, 3],
      [{ lower: 0.3, upper: 0.9, granularity: 0.1, sensitivity: 0.25 }, 3],
      [{ lower: 0, upper: 0.7, granularity: 0.1, sensitivity: 0.1 + 0.2 }, 4],
      [{ lower: 1, upper: 2, granularity: 2 ** -6, sensitivity: 0.3 }, 20]
    ]) {
      const mechanism = new Kind({ ...options, epsilon: 1 })
      const words = `${Kind.name} ${JSON.stringify(options)}`
      assert.equal(distance, Math.ceil(mechanism.sensitivity / mechanism.granularity), words)
      assertRelative(lossAt(mechanism, distance), 1, 1e-11, words)
      // The worst pair of one interval is at its ends.
      const { truth, neighbour } = closest(mechanism, distance)[0]
      const own = {
        truth: mechanism.lowest,
        neighbour: mechanism.at(mechanism.lowest + distance * mechanism.granularity).snapped
      }
      const found = [{ truth, neighbour }, own].find((pair) => areNeighbours(mechanism, pair))
      assert.ok(found, words)
      assert.equal(stepOf(mechanism, found.neighbour) - stepOf(mechanism, found.truth), distance, words)
    }
  }
})

// bounded_laplace/PROOF.md, Lemma 15
test('one step that is counted too much makes a scale larger by no more than the proof says', () => {
  for (const Kind of kinds) {
    for (const epsilon of [0.01, 0.3, 1, 5, 40]) {
      for (const steps of [2, 3, 7, 40, 119, 120, 2 ** 12]) {
        const scaleOf = (counted) =>
          new Kind({ lower: 0, upper: Math.max(120, steps), granularity: 1, sensitivity: counted, epsilon }).scale
        const max = Kind === BoundedLaplace ? 1 + 2 / (steps - 1.5) : steps / (steps - 1)
        const ratio = scaleOf(steps) / scaleOf(steps - 1)
        assert.ok(ratio <= max * (1 + 1e-12), `${Kind.name}, epsilon ${epsilon}, ${steps} steps: ${ratio} of ${max}`)
      }
    }
  }
})

test('in local mode bounded noise has the published scale where both bounds are on the lattice, and less where not', () => {
  const scales = (options) =>
    ['tight', 'published'].map((calibration) => new BoundedLaplace({ ...options, epsilon: 1, calibration }).scale)
  const [tight, published] = scales({ lower: 0, upper: 1, granularity: 0.5 })
  assertRelative(tight, published, 1e-12)
  const [less, more] = scales({ lower: 0, upper: 1.25, granularity: 0.5 })
  assertRelative(less, tight, 1e-12, 'the same points')
  assert.ok(more > 1.18 * less)
})
