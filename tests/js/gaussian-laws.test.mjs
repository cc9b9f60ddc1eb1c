// Relations between what bounded Gaussian noise says of its laws, at parameters that are nobody's default.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load, ParameterError } from 'inbounds'
import { listOf, valuesOf } from './support/boxes.mjs'
import { assertClose, assertRelative } from './support/close.mjs'

const { BoundedGaussian } = await load()

const mechanisms = [
  new BoundedGaussian({ lower: -3, upper: 9, epsilon: 0.7, sensitivity: 2.5, granularity: 0.5 }),
  new BoundedGaussian({ lower: 0.1, upper: 0.7, epsilon: 3, granularity: 0.1 }),
  new BoundedGaussian({ lower: 10, upper: 130, epsilon: 0.01, granularity: 3 }),
  new BoundedGaussian({ lower: 0, upper: 3, scale: 0.2, sensitivity: 1, granularity: 1 }),
  new BoundedGaussian({ lower: [0, 2.2, -40], upper: [12, 7.7, 40], epsilon: 5, sensitivity: 3, granularity: [1, 0.5, 4] })
] // biome-ignore format: a case a line

/** The laws along all sides, for truths at the corners and between them. */
function* lawsOf(mechanism) {
  const [from, to] = [mechanism.lower, mechanism.upper].map(listOf)
  for (const share of [0, 0.37, 0.5, 1]) {
    const truth = from.map((start, side) => start + share * (to[side] - start))
    const laws = [mechanism.at(typeof mechanism.lower === 'number' ? truth[0] : truth)].flat()
    for (const [side, law] of laws.entries())
      yield { law, side, lower: from[side], upper: to[side], truth: truth[side] }
  }
}

/** Simpson's rule. */
function integral(f, from, to, parts = 4000) {
  const width = (to - from) / parts
  let sum = f(from) + f(to)
  for (let i = 1; i < parts; ++i) sum += (i % 2 === 1 ? 4 : 2) * f(from + i * width)
  return (sum * width) / 3
}

test('pmf sums to one over the released values, and cdf, survival, quantile and moments follow from it', () => {
  for (const mechanism of mechanisms) {
    for (const { law, side, truth } of lawsOf(mechanism)) {
      const values = valuesOf(mechanism)[side]
      assert.equal(values.length, listOf(mechanism.steps)[side] + 1)
      let below = 0
      let mean = 0
      let square = 0
      for (const y of values) {
        const mass = law.pmf(y)
        assertRelative(Math.exp(law.logPmf(y)), mass, 1e-12, 'logPmf')
        assertClose(law.cdf(y - 1e-9), below)
        below += mass
        mean += mass * y
        square += mass * (y - truth) ** 2
        assertClose(law.cdf(y), below)
        assertClose(law.survival(y), 1 - below)
        if (mass > 1e-12) assert.equal(law.quantile(Math.max(0, below - mass / 2)), y)
      }
      assertClose(below, 1)
      assertClose(law.mean, mean)
      assertClose(law.bias, mean - truth, 1e-12)
      assertClose(law.mse, square)
      assertClose(law.variance, square - (mean - truth) ** 2)
      assert.deepEqual([law.quantile(0), law.quantile(1)], [values[0], values.at(-1)])
      assert.equal(law.pmf(values[0] + 0.013), 0)
      assert.equal(law.logPmf(values.at(-1) + 50), -Infinity)
      assert.deepEqual([law.cdf(-Infinity), law.cdf(Infinity), law.survival(-Infinity)], [0, 1, 1])
    }
  }
})

test('an interval holds at least its level, on the lattice and in the limit', () => {
  for (const mechanism of mechanisms) {
    for (const { law } of lawsOf(mechanism)) {
      for (const level of [0, 0.5, 0.95, 1]) {
        const [from, to] = law.interval(level)
        assert.ok(law.cdf(to) - law.cdf(from) + law.pmf(from) >= level - 1e-12)
        const [start, end] = law.continuous.interval(level)
        assertClose(law.continuous.cdf(end) - law.continuous.cdf(start), level, 1e-9)
      }
    }
  }
})

test('the continuous limit is the truncated normal law: density, cdf, moments and quantiles fit together', () => {
  for (const mechanism of mechanisms) {
    for (const { law, lower, upper, truth } of lawsOf(mechanism)) {
      const { continuous } = law
      const { scale } = mechanism
      const density = (y) => continuous.pdf(y)
      const bell = (y) => Math.exp(-(((y - truth) / scale) ** 2) / 2)
      const all = integral(bell, lower, upper)
      for (const share of [0, 0.2, 0.7, 1]) {
        const y = lower + share * (upper - lower)
        assertRelative(density(y), bell(y) / all, 1e-9, `density at ${y}`)
        assertRelative(continuous.logPdf(y), Math.log(density(y)), 1e-11, 'its logarithm')
        assertClose(continuous.cdf(y), integral(density, lower, y), 1e-9, 'cdf')
        assertClose(continuous.cdf(y) + continuous.survival(y), 1)
      }
      const mean = integral((y) => y * density(y), lower, upper)
      assertClose(continuous.mean, mean, 1e-9, 'mean')
      assertClose(continuous.bias, mean - truth, 1e-9, 'bias')
      assertClose(
        continuous.mse,
        integral((y) => (y - truth) ** 2 * density(y), lower, upper),
        1e-9,
        'mse'
      )
      assertClose(continuous.variance, continuous.mse - continuous.bias ** 2)
      for (const p of [0.001, 0.3, 0.5, 0.9]) assertClose(continuous.cdf(continuous.quantile(p)), p)
      assert.deepEqual([continuous.quantile(0), continuous.quantile(1)], [lower, upper])
      assert.deepEqual([density(lower - 1), density(upper + 1), continuous.atom(lower)], [0, 0, 0])
    }
  }
})

test('tails are precise where 1 - cdf would have no digit left', () => {
  const { continuous, ...rest } = new BoundedGaussian({ lower: 0, upper: 1, scale: 0.04, sensitivity: 0.01 }).at(0)
  assert.deepEqual(rest, {})
  for (const y of [0.5, 0.8, 0.96]) {
    assertRelative(
      continuous.survival(y),
      integral((z) => continuous.pdf(z), y, 1, 40000),
      1e-9,
      `survival(${y})`
    )
  }
  assert.ok(continuous.survival(0.96) < 1e-120 && continuous.survival(0.96) > 0)
  const mirrored = new BoundedGaussian({ lower: -1, upper: 0, scale: 0.04, sensitivity: 0.01 }).at(0).continuous
  for (const y of [0.5, 0.8, 0.96]) assertRelative(mirrored.cdf(-y), continuous.survival(y), 1e-12, `cdf(${-y})`)
})

test('sides that are 1e-7 to 1e8 deviations long: nothing overflows, cancels or hangs', () => {
  for (const exponent of [-7, -6, -4, -2, -1, 0, 1, 2, 3, 4, 6, 7, 8]) {
    const scale = 10 ** -exponent
    const sensitivity = Math.min(1, 100 * scale ** 2) // the loss is about sensitivity/scale^2
    const number = new BoundedGaussian({ lower: 0, upper: 1, scale, sensitivity })
    const box = new BoundedGaussian({ lower: [0, 0], upper: [1, 1], scale, sensitivity })
    for (const truth of [0, 1e-9, 0.3, 1]) {
      const { mean, variance, continuous } = number.at(truth)
      assert.ok(mean >= 0 && mean <= 1 && variance >= 0, `${scale}: ${mean}, ${variance}`)
      assertClose(continuous.cdf(0.4) + continuous.survival(0.4), 1)
      assertClose(continuous.cdf(continuous.quantile(0.3)), 0.3, 1e-7) // doubles near 0.3 are 5e-9 scales apart
      assertRelative(Math.exp(continuous.logPdf(truth)), continuous.pdf(truth), 1e-12, 'density')
      const flat = 1 / 3 - truth + truth ** 2 // of a uniform number, where the scale is large
      if (exponent <= -2) assertRelative(continuous.mse, flat, 2e-4, 'almost uniform')
      if (exponent <= -4) assertRelative(continuous.variance, 1 / 12, 1e-8, 'almost uniform')
      if (exponent >= 2 && truth === 0.3) {
        assertRelative(continuous.mse, scale ** 2, 1e-12, 'almost unbounded')
        assertClose(continuous.cdf(0.3), 0.5, 1e-9)
      }
      if (exponent >= 2 && (truth === 0 || truth === 1)) {
        assertRelative(Math.abs(continuous.bias), scale * Math.sqrt(2 / Math.PI), 1e-11, 'half of a bell')
        assertRelative(continuous.variance, scale ** 2 * (1 - 2 / Math.PI), 1e-11, 'half of a bell')
      }
      const [x, y] = box.at([truth, 1 - truth])
      assertRelative(x.continuous.mse, continuous.mse, 1e-15, 'a side of a box is an interval')
      assertClose(y.continuous.mean, number.at(1 - truth).continuous.mean, 1e-15)
    }
  }
})

test('a side of a box has the law of an interval with the same scale and step', () => {
  const box = mechanisms.at(-1)
  const [from, to, step] = [box.lower, box.upper, box.granularity].map(listOf)
  const truth = [3, 5, 7]
  box.at(truth).forEach((law, side) => {
    const options = { lower: from[side], upper: to[side], granularity: step[side], scale: box.scale }
    const alone = new BoundedGaussian(options).at(truth[side])
    for (const y of valuesOf(box)[side]) {
      assert.equal(law.logPmf(y), alone.logPmf(y))
      assert.equal(law.continuous.pdf(y), alone.continuous.pdf(y))
    }
    assert.deepEqual(
      [law.mean, law.mse, law.continuous.bias, law.truth, law.snapped],
      [alone.mean, alone.mse, alone.continuous.bias, alone.truth, alone.snapped]
    )
  })
})

test('shifted and stretched, everything is shifted and stretched', () => {
  const near = new BoundedGaussian({ lower: 0, upper: 100, sensitivity: 10, epsilon: 1, granularity: 1 })
  const far = new BoundedGaussian({ lower: 1e15, upper: 1e15 + 100, sensitivity: 10, epsilon: 1, granularity: 1 })
  const large = new BoundedGaussian({ lower: 0, upper: 800, sensitivity: 80, epsilon: 1, granularity: 8 })
  assert.deepEqual([far.scale, large.scale], [near.scale, 8 * near.scale])
  for (const truth of [0, 37, 100]) {
    const law = near.at(truth)
    for (const name of ['bias', 'mse']) assert.equal(far.at(1e15 + truth)[name], law[name], name)
    assertRelative(large.at(8 * truth).mse, 64 * law.mse, 1e-12, 'mse')
    assert.equal(large.at(8 * truth).pmf(80), law.pmf(10))
  }
})

test('laws refuse what is no number and no probability', () => {
  for (const law of [mechanisms[0].at(1), ...mechanisms.at(-1).at([1, 3, 4])]) {
    assert.throws(() => law.pmf('1'), new TypeError('y must be a number, got a string'))
    assert.throws(() => law.cdf(Number.NaN), new ParameterError('y', Number.NaN, 'y must be a number, got NaN'))
    assert.throws(() => law.quantile(1.5), {
      name: 'ParameterError',
      message: 'probability must be from 0 to 1, got 1.5'
    })
    assert.throws(() => law.continuous.pdf([1]), new TypeError('y must be a number, got an array'))
  }
})
