// Relations between what a mechanism says of its laws, at parameters that are nobody's default.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load, ParameterError } from 'inbounds'
import { assertClose as close } from './support/close.mjs'
import { latticeValues, worstLossByTrial } from './support/lattice-values.mjs'

const { BoundedLaplace, ClampedLaplace } = await load()

const mechanisms = [
  new BoundedLaplace({ lower: -3, upper: 9, epsilon: 0.7, sensitivity: 2.5, granularity: 0.5 }),
  new BoundedLaplace({ lower: 0.1, upper: 0.7, epsilon: 3, granularity: 0.1 }),
  new BoundedLaplace({ lower: 10, upper: 130, epsilon: 0.01, granularity: 3 }),
  new BoundedLaplace({ lower: 0, upper: 3, scale: 1.5, granularity: 1 }),
  new BoundedLaplace({
    spans: [
      [-3, 0],
      [2, 2.5],
      [6, 9]
    ],
    epsilon: 0.7,
    sensitivity: 2.5,
    granularity: 0.5
  }),
  new BoundedLaplace({
    spans: [
      [0.1, 0.3],
      [0.6, 0.7]
    ],
    epsilon: 3,
    granularity: 0.1
  }),
  new ClampedLaplace({ lower: -3, upper: 9, epsilon: 0.7, sensitivity: 2.5, granularity: 0.5 }),
  new ClampedLaplace({ lower: 10, upper: 130, epsilon: 0.01, granularity: 3 })
]

test('pmf sums to one over the released values, and cdf, survival, quantile and moments follow from it', () => {
  for (const mechanism of mechanisms) {
    const values = latticeValues(mechanism)
    assert.equal(Math.round((values.at(-1) - values[0]) / mechanism.granularity), mechanism.steps)
    const [from, to] = mechanism.spans[0]
    for (const truth of [mechanism.lower, from + 0.37 * (to - from), mechanism.upper]) {
      const law = mechanism.at(truth)
      let below = 0
      let mean = 0
      let square = 0
      for (const y of values) {
        const mass = law.pmf(y)
        close(Math.exp(law.logPmf(y)), mass)
        close(law.cdf(y - 1e-9), below)
        below += mass
        mean += mass * y
        square += mass * (y - truth) ** 2
        close(law.cdf(y), below)
        close(law.survival(y), 1 - below)
        assert.equal(law.quantile(Math.max(0, below - mass / 2)), y)
      }
      close(below, 1)
      close(law.mean, mean)
      close(law.bias, mean - truth)
      close(law.mse, square)
      close(law.variance, square - (mean - truth) ** 2)
      assert.equal(law.truth, truth)
      assert.ok(values.includes(law.snapped))
      const reachable = Math.min(Math.max(truth, values[0]), values.at(-1))
      assert.ok(Math.abs(law.snapped - reachable) <= mechanism.granularity / 2 + 1e-12)
    }
  }
})

test('values off the lattice and outside the bounds have no probability', () => {
  const law = mechanisms[0].at(1)
  assert.equal(law.pmf(0.25), 0)
  assert.equal(law.pmf(10), 0)
  assert.equal(law.logPmf(0.25), -Infinity)
  assert.equal(law.cdf(-4), 0)
  assert.equal(law.cdf(Infinity), 1)
  assert.equal(law.survival(-Infinity), 1)
  assert.equal(law.continuous.pdf(9.5), 0)
})

test('an interval holds at least its level', () => {
  for (const mechanism of mechanisms) {
    for (const level of [0, 0.5, 0.95, 1]) {
      const law = mechanism.at(mechanism.lower + 1)
      const [from, to] = law.interval(level)
      assert.ok(law.cdf(to) - law.cdf(from) + law.pmf(from) >= level - 1e-12)
    }
  }
})

test('quantiles at 0 and 1 are the ends of what is possible, however far away', () => {
  const ends = (mechanism, truth) => [0, 1].map((probability) => mechanism.at(truth).continuous.quantile(probability))
  for (const [options, truth] of [
    [{ lower: -3, upper: 9, scale: 2 }, 1],
    [{ lower: 0, upper: 1e10, scale: 1, sensitivity: 1 }, 0],
    [{ lower: 0, upper: 1e10, scale: 1, sensitivity: 1 }, 1e10],
    [{ lower: 0, upper: Infinity, scale: 1, sensitivity: 1 }, 0],
    [{ lower: -Infinity, upper: 5, scale: 1, sensitivity: 1 }, 0],
    [{ lower: -Infinity, upper: Infinity, gaps: [[1, 2]], scale: 1, sensitivity: 1 }, 0]
  ]) {
    const bounded = new BoundedLaplace(options)
    assert.deepEqual(ends(bounded, truth), [bounded.lower, bounded.upper], JSON.stringify(bounded))
    if (bounded.spans.length > 1) continue
    const clamped = new ClampedLaplace(options)
    assert.deepEqual(ends(clamped, truth), [clamped.lower, clamped.upper], JSON.stringify(clamped))
  }
})

test('on a coarse lattice, the released law and its continuous limit differ as documented', () => {
  const law = mechanisms[3].at(0)
  close(law.mean, 0.756, 5e-4)
  close(law.continuous.mean, 1.03, 5e-4)
})

test('the density integrates to the cdf', () => {
  const { continuous } = mechanisms[0].at(1.3)
  const parts = 20000
  let sum = 0
  for (let i = 0; i < parts; ++i) sum += (continuous.pdf(-3 + (12 * (i + 0.5)) / parts) * 12) / parts
  close(sum, 1, 1e-6)
  close(continuous.cdf(continuous.quantile(0.3)), 0.3)
  close(Math.exp(continuous.logPdf(2)), continuous.pdf(2))
})

test('the worst case of the audit is found by trying every pair and output, and is nowhere exceeded', () => {
  for (const mechanism of mechanisms) {
    const audit = mechanism.audit()
    assert.equal(audit.delta, 0)
    const worst = worstLossByTrial(mechanism)
    close(audit.epsilon, worst, 1e-11)
    const at = (q) => mechanism.at(q).logPmf(audit.output)
    close(at(audit.truth) - at(audit.neighbour), worst, 1e-11)
  }
})

test('privacy holds at the calibrated scale and fails at 0.999 of it', () => {
  for (const options of [
    { lower: 0, upper: 120, epsilon: 1, sensitivity: 12, granularity: 1 },
    { lower: -1, upper: 1, epsilon: 0.01, sensitivity: 0.3 },
    { lower: 0, upper: 1, epsilon: 5 }
  ]) {
    const mechanism = new BoundedLaplace(options)
    assert.ok(mechanism.audit().epsilon <= options.epsilon)
    assert.ok(mechanism.epsilonOf({ scale: mechanism.scale }) <= options.epsilon)
    assert.ok(mechanism.epsilonOf({ scale: 0.999 * mechanism.scale }) > options.epsilon)
    assert.equal(mechanism.epsilonOf(), mechanism.audit().epsilon)
  }
})

test('laws refuse what is no number and no probability', () => {
  const law = mechanisms[0].at(1)
  assert.throws(() => law.pmf('1'), new TypeError('y must be a number, got a string'))
  assert.throws(() => law.cdf(Number.NaN), new ParameterError('y', Number.NaN, 'y must be a number, got NaN'))
  assert.throws(() => law.quantile(1.5), {
    name: 'ParameterError',
    message: 'probability must be from 0 to 1, got 1.5'
  })
  assert.throws(() => law.interval(-1), { name: 'ParameterError', message: 'level must be from 0 to 1, got -1' })
})

test('quantile(cdf(y)) is y, and bias and mse are precise far from 0', () => {
  const law = new BoundedLaplace({ lower: -3, upper: 3, sensitivity: 2, epsilon: 1, granularity: 1 }).at(0)
  for (let y = -3; y <= 3; ++y) assert.equal(law.quantile(law.cdf(y)), y)
  const far = new BoundedLaplace({ lower: 1e15, upper: 1e15 + 100, sensitivity: 10, epsilon: 1, granularity: 1 })
  const near = new BoundedLaplace({ lower: 0, upper: 100, sensitivity: 10, epsilon: 1, granularity: 1 })
  assert.equal(far.at(1e15).bias, near.at(0).bias)
  assert.equal(far.at(1e15).mse, near.at(0).mse)
})
