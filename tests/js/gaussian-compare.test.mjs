// Bounded Gaussian noise among the mechanisms that compare() weighs.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds'
import { assertRelative } from './support/close.mjs'

const { compare, BoundedGaussian } = await load()
const gaussianOf = ({ mechanisms }) => mechanisms.find(({ mechanism }) => mechanism === 'BoundedGaussian')

test('it appears with its exact errors, ready to use', () => {
  for (const options of [
    { lower: 0, upper: 10, epsilon: 2, granularity: 1 },
    { lower: 0, upper: 20, epsilon: 1, sensitivity: 5, granularity: 0.5 },
    { lower: 0, upper: 10, epsilon: 0.5, delta: 0.01, granularity: 1, guarantee: 'dp' }
  ]) {
    const found = gaussianOf(compare(options))
    const { guarantee, ...rest } = options
    const mechanism = new BoundedGaussian(rest)
    assert.deepEqual({ ...found.instance }, { ...mechanism })
    assert.deepEqual([found.epsilon, found.scale, found.atoms], [options.epsilon, mechanism.scale, false])
    const errors = Array.from({ length: mechanism.steps + 1 }, (_, k) => mechanism.at(k * mechanism.granularity).mse)
    const average = errors.reduce((sum, error) => sum + error) / errors.length
    assertRelative(found.rmse.average, Math.sqrt(average), 1e-12, 'average')
    assertRelative(found.rmse.worst, Math.sqrt(Math.max(...errors)), 1e-12, 'worst')
    assert.deepEqual(found.bias, { lower: mechanism.at(0).bias, upper: mechanism.at(options.upper).bias })
    assert.equal(typeof found.instance.privatise(3), 'number')
  }
})

test('of an error to reach, the epsilon is the smallest', () => {
  const options = { lower: 0, upper: 100, sensitivity: 10, granularity: 1 }
  for (const by of ['average', 'worst']) {
    const { epsilon, rmse, instance } = gaussianOf(compare({ ...options, rmse: 20, by }))
    assert.ok(rmse[by] <= 20)
    assertRelative(rmse[by], 20, 1e-6, 'and not less than asked for')
    assert.equal(instance.epsilon, epsilon)
    assert.ok(gaussianOf(compare({ ...options, epsilon: epsilon * 0.999, by })).rmse[by] > 20)
  }
})

test('its errors in the limit are those of the law, averaged over all truths', () => {
  const { rmse, instance } = gaussianOf(compare({ lower: 0, upper: 1, epsilon: 1, sensitivity: 0.1 }))
  const parts = 2000
  let sum = 0
  for (let i = 0; i < parts; ++i) sum += instance.at((i + 0.5) / parts).mse / parts
  assertRelative(rmse.average, Math.sqrt(sum), 1e-6, 'average')
})

test('what it cannot do is said, and the others are compared all the same', () => {
  const spans = [[9, 12], [14, 18]] // biome-ignore format: a case a line
  for (const [options, reason] of [
    [{ spans, epsilon: 1, sensitivity: 1 }, /spans/],
    [{ lower: 9, upper: 18, gaps: [[12, 14]], epsilon: 1, sensitivity: 1 }, /gaps/],
    [{ lower: 0, upper: 1, epsilon: 1, guarantee: 'metric' }, /guarantee/],
    [{ lower: 0, upper: Infinity, epsilon: 1, sensitivity: 1 }, /upper must be a finite number, got Infinity/],
    [{ lower: -Infinity, upper: 0, rmse: 1, sensitivity: 1 }, /lower must be a finite number, got -Infinity/]
  ]) {
    const result = compare(options)
    assert.equal(gaussianOf(result), undefined)
    const unfit = result.unfit.find(({ mechanism }) => mechanism === 'BoundedGaussian')
    assert.match(unfit.why, reason)
    assert.ok(result.mechanisms.length >= 2)
    assert.notEqual(result.recommended, 'BoundedGaussian')
  }
})

test('boxes are not compared, and that is a mistake of kind', () => {
  assert.throws(() => compare({ lower: [0, 0], upper: [1, 1], epsilon: 1 }), TypeError)
})
