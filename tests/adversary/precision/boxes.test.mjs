// Vectors: every coordinate is a point of its own side's lattice, whatever the truth.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds'
import { loadSeeded } from 'inbounds/testing'
import { generator } from '../../js/support/generator.mjs'
import { valueAt } from '../../js/support/lattice-values.mjs'
import { pointAt, rangesOf } from './domains.mjs'
import { nextDown, nextUp } from './doubles.mjs'

const { BoundedGaussian } = await load()
const { random } = generator(29)

const boxes = {
  'a hall': { lower: [0, 1], upper: [10, 9], sensitivity: Math.hypot(4, 2), granularity: 0.5 },
  'sides of all sizes': { lower: [0, 1e12, -1e-100], upper: [1, 1e12 + 64, 2e-100], sensitivity: 4, granularity: [0.1, 1 / 8, 2 ** -350] }, // biome-ignore format: a box
  'thirds and whole numbers': { lower: [-1, -5], upper: [1, 5], granularity: [1 / 3, 1] },
  'counted from their lower ends': { lower: [0.3, -0.05], upper: [7, 1], sensitivity: 1.5, granularity: [1 / 2, 0.1] },
  'default lattices': { lower: [0, 0, 0], upper: [1, 100, 1] }
}

const sidesOf = ({ lower, upper, granularity, origin }) =>
  lower.map((from, side) => {
    const one = { spans: [[from, upper[side]]], granularity: granularity[side], origin: origin[side] }
    return { ...one, range: rangesOf(one) }
  })

test('every coordinate is a point of its side, bit for bit, and never -0', () => {
  for (const [name, options] of Object.entries(boxes)) {
    const mechanism = new BoundedGaussian({ ...options, epsilon: 1 })
    const sides = sidesOf(mechanism)
    for (let turn = 0; turn < 60; ++turn) {
      const truth = sides.map(({ spans: [[from, to]] }) => {
        const any = from + random() * (to - from)
        return [from, nextUp(from), to, nextDown(to), any, -0, Infinity, -Number.MAX_VALUE][Math.floor(8 * random())]
      })
      const vectors = [mechanism.privatise(truth), mechanism.privatiseAll(Float64Array.from([...truth, ...truth]))]
      for (const [at, y] of vectors.flatMap((vector) => [...vector]).entries()) {
        const side = sides[at % sides.length]
        assert.notEqual(pointAt(y, side.range, side), undefined, `${name}: ${truth} gave ${y}`)
      }
    }
  }
})

test('every point of every side is possible for every truth, and no double beside it is', () => {
  for (const [name, options] of Object.entries(boxes)) {
    const mechanism = new BoundedGaussian({ ...options, epsilon: 1 })
    for (const corner of [mechanism.lower, mechanism.upper]) {
      const laws = mechanism.at([...corner])
      for (const [side, one] of sidesOf(mechanism).entries()) {
        const { range } = one
        const [[first, last]] = range
        for (const point of [first, first + Math.floor(random() * (last - first)), last]) {
          const y = valueAt(point, one)
          assert.ok(laws[side].logPmf(y) > Number.NEGATIVE_INFINITY, `${name}: ${y} is impossible`)
          for (const beside of [nextUp(y), nextDown(y)]) {
            if (pointAt(beside, range, one) === undefined) assert.equal(laws[side].pmf(beside), 0, `${name}: ${beside}`)
          }
        }
      }
    }
  }
})

test('from the same words, all truths of one point make the same vectors', async () => {
  const draw = async (truth) => {
    const seeded = await loadSeeded(3)
    return [...new seeded.BoundedGaussian({ ...boxes['a hall'], epsilon: 1 }).privatiseAll(Float64Array.from(truth))]
  }
  assert.deepEqual(await draw([3.1, 4.6]), await draw([3, 4.5]))
  assert.deepEqual(await draw([2.75, 4.7]), await draw([3, 4.5]))
})
