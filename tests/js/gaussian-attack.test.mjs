// Whoever knows everything but the truth tries to tell it from its neighbours: random boxes, random pairs of real truths, and
// the exact loss at every corner.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds'
import { diagonal, listOf, logProbability, lossBetween, randomBounds } from './support/boxes.mjs'
import { generator } from './support/generator.mjs'

const { BoundedGaussian } = await load()

/** So that truths are not farther apart than they should be, once their coordinates are doubles. */
const ROUNDING = 1e-9

/** A unit vector, more often than by chance along few sides. */
function randomDirection(random, sides) {
  const sharpness = 1 + Math.floor(3 * random())
  const raw = Array.from({ length: sides }, () => (2 * random() - 1) ** (2 * sharpness - 1))
  const length = Math.hypot(...raw)
  return raw.map((part) => part / length)
}

/** The point that far from another one in the box: sides that end too early leave their distance to the others. */
function moveInside({ lower, upper }, from, direction, distance) {
  const room = from.map((start, side) => (direction[side] > 0 ? upper[side] : lower[side]) - start)
  const moves = (times) => room.map((max, side) => Math.sign(max) * Math.min(Math.abs(max), times * Math.abs(direction[side]))) // biome-ignore format: one thought
  let [min, max] = [0, 1e3 * distance]
  for (let turn = 0; turn < 50; ++turn) {
    const middle = (min + max) / 2
    if (Math.hypot(...moves(middle)) <= distance) min = middle
    else max = middle
  }
  return moves(min).map((move, side) => Math.min(upper[side], Math.max(lower[side], from[side] + move)))
}

/** Real truths that are at most the sensitivity apart, with one of them at a corner, at a side or anywhere. */
function randomPair(random, mechanism) {
  const { lower, upper, sensitivity } = mechanism
  const kind = random()
  const place = lower.map((from, side) => {
    const share = kind < 0.4 || (kind < 0.7 && random() < 0.5) ? Math.round(random()) : random()
    return Math.min(upper[side], from + share * (upper[side] - from))
  })
  const inward = randomDirection(random, lower.length).map((part, side) =>
    place[side] === upper[side] ? -Math.abs(part) : place[side] === lower[side] ? Math.abs(part) : part
  )
  const distance = sensitivity * (random() < 0.8 ? 1 : random()) * (1 - ROUNDING)
  return [place, moveInside(mechanism, place, inward, distance)]
}

/** The corners of a box. */
function* cornersOf({ lowest, highest }) {
  const [low, high] = [lowest, highest].map(listOf)
  for (let bits = 0; bits < 2 ** low.length; ++bits)
    yield low.map((from, side) => (bits & (1 << side) ? high[side] : from))
}

/** The best of many tries: from random pairs to small changes of the best one. */
function bestLoss(random, mechanism, tries) {
  let best = { loss: 0, pair: undefined }
  const look = (pair) => {
    const distance = Math.hypot(...pair[0].map((from, side) => from - pair[1][side]))
    assert.ok(distance <= mechanism.sensitivity, 'the attacker plays by the rules')
    const loss = Math.max(lossBetween(mechanism, ...pair), lossBetween(mechanism, ...pair.toReversed()))
    if (loss > best.loss) best = { loss, pair }
  }
  for (let i = 0; i < tries; ++i) look(randomPair(random, mechanism))
  for (let i = 0; i < tries; ++i) {
    if (best.pair === undefined) break // nobody is nobody's neighbour
    const [one, other] = best.pair
    const distance = one.map((from, side) => other[side] - from)
    const length = Math.hypot(...distance)
    const noise = randomDirection(random, distance.length)
    const step = 0.3 * random() ** 3
    const raw = distance.map((part, side) => part / length + step * noise[side])
    const turned = raw.map((part) => part / Math.hypot(...raw))
    look([one, moveInside(mechanism, one, turned, mechanism.sensitivity * (1 - ROUNDING))])
  }
  return best.loss
}

const random = generator(2026).random
const boxes = Array.from({ length: 36 }, (_, turn) => {
  const bounds = randomBounds(random, 1 + (turn % 6))
  const max = diagonal(bounds)
  return { ...bounds, sensitivity: max * (0.01 + 0.99 * random() ** 2), epsilon: 10 ** (3 * random() - 2) }
})

test('on fine lattices, no pair in any box loses more than epsilon, and the best comes within 1% of it', () => {
  for (const options of boxes) {
    const mechanism = new BoundedGaussian(options)
    const loss = bestLoss(random, mechanism, 300)
    const what = `${loss} of ${options.epsilon}: ${JSON.stringify(options)}`
    assert.ok(loss <= options.epsilon + 1e-9, what)
    assert.ok(loss >= 0.99 * options.epsilon, what)
  }
})

test('on coarse lattices, rounding helps nobody', () => {
  for (const options of boxes) {
    for (const share of [2, 16]) {
      const granularity = options.lower.map(
        (from, side) => 2 ** Math.floor(Math.log2((options.upper[side] - from) / share))
      )
      const mechanism = new BoundedGaussian({ ...options, granularity })
      const loss = bestLoss(random, mechanism, 150)
      assert.ok(loss <= options.epsilon + 1e-9, `${loss}: ${JSON.stringify({ ...options, granularity })}`)
    }
  }
})

test('given and published scales keep what they say, too', () => {
  for (const { epsilon, ...options } of boxes.slice(0, 18)) {
    const given = new BoundedGaussian({ ...options, scale: diagonal(options) * (0.2 + random()) })
    assert.ok(bestLoss(random, given, 100) <= given.epsilon + 1e-9, JSON.stringify(given))
    const published = new BoundedGaussian({ ...options, epsilon, calibration: 'published' })
    assert.ok(bestLoss(random, published, 100) <= epsilon + 1e-9, JSON.stringify(published))
  }
})

test('the loss that sides have by themselves is the largest of all corners', () => {
  for (const options of boxes) {
    const mechanism = new BoundedGaussian(options)
    const pair = randomPair(random, mechanism)
    const losses = Array.from(cornersOf(mechanism), (corner) => {
      const [one, other] = pair.map((truth) => logProbability(mechanism, truth, corner))
      return one - other
    })
    assert.ok(Math.abs(Math.max(...losses) - lossBetween(mechanism, ...pair)) < 1e-9)
    const inside = mechanism.privatise(pair[0])
    const seen = logProbability(mechanism, pair[0], inside) - logProbability(mechanism, pair[1], inside)
    assert.ok(seen <= Math.max(...losses) + 1e-9, 'and no draw tells more')
  }
})

test('doubles next to each other at the middle between two points are told apart by one step at most', () => {
  const mechanism = new BoundedGaussian({ lower: [0, 0], upper: [8, 8], epsilon: 2, sensitivity: 1, granularity: 1 })
  for (const tie of [0.5, 1.5, 3.5, 7.5]) {
    for (const [one, other] of [
      [tie, tie + 1],
      [tie - 2 ** -40, tie + 1 - 2 ** -40],
      [tie, tie - 2 ** -45]
    ]) {
      // biome-ignore format: a case a line
      const distance = Math.abs(one - other) / Math.SQRT2
      const pair = [[one, one], [one + (other - one) / Math.SQRT2, one + (other - one) / Math.SQRT2]] // biome-ignore format: a pair
      assert.ok(distance <= 1 && lossBetween(mechanism, ...pair) <= 2 + 1e-12)
      assert.ok(lossBetween(mechanism, ...pair.toReversed()) <= 2 + 1e-12)
    }
  }
})
