// The metric guarantee: any two true values lose at most epsilon times their distance over the sensitivity.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load, ParameterError } from 'inbounds'
import { assertClose, assertRelative } from './support/close.mjs'
import { latticeValues } from './support/lattice-values.mjs'

const { BoundedLaplace, ClampedLaplace, ReflectedLaplace } = await load()
const metric = { guarantee: 'metric' }
const spans = [
  [0, 2],
  [3, 5],
  [9, 12]
]
const small = [
  { lower: 0, upper: 20, epsilon: 1, sensitivity: 2, granularity: 1 },
  { lower: 0, upper: 20, epsilon: 0.1, granularity: 1 },
  { spans, epsilon: 1, sensitivity: 1, granularity: 0.5 },
  { spans, epsilon: 3, sensitivity: 7, granularity: 0.25 },
  { spans: spans.slice(1), scale: 1.5, sensitivity: 1, granularity: 0.5 }
]

/** The largest loss per sensitivity of distance, over all pairs and outputs. */
function worstSlopeByTrial(mechanism) {
  const values = latticeValues(mechanism)
  const logs = values.map((truth) => values.map((y) => mechanism.at(truth).logPmf(y)))
  let worst = 0
  for (const [i, truth] of values.entries()) {
    for (const [j, neighbour] of values.entries()) {
      if (i === j) continue
      const distance = Math.abs(truth - neighbour) / mechanism.sensitivity
      for (let at = 0; at < values.length; ++at) worst = Math.max(worst, (logs[i][at] - logs[j][at]) / distance)
    }
  }
  return worst
}

// bounded_laplace/PROOF.md, Theorem 7
test('the audit is what trying every pair and output finds, near and far', () => {
  for (const options of small) {
    const mechanism = new BoundedLaplace({ ...options, ...metric })
    const { epsilon, delta, truth, neighbour, output } = mechanism.audit()
    assert.equal(mechanism.guarantee, 'metric')
    assertClose(epsilon, worstSlopeByTrial(mechanism), 1e-11, JSON.stringify(options))
    const loss = mechanism.at(truth).logPmf(output) - mechanism.at(neighbour).logPmf(output)
    assertClose(
      (loss * mechanism.sensitivity) / Math.abs(truth - neighbour),
      epsilon,
      1e-11,
      'at the pair of the audit'
    )
    assert.equal(delta, 0)
    assert.ok(epsilon <= mechanism.epsilon)
    assert.equal(mechanism.epsilonOf(), epsilon)
  }
})

test('it is stronger than dp, takes more noise for it, and never more than twice s/epsilon', () => {
  for (const domain of [
    { lower: 0, upper: 10 },
    { lower: 0, upper: Infinity },
    { lower: -Infinity, upper: Infinity },
    { spans },
    {
      spans: [
        [-Infinity, -1],
        [1, Infinity]
      ]
    }
  ]) {
    for (const epsilon of [0.1, 1, 5]) {
      const options = { ...domain, epsilon, sensitivity: 1 }
      const dp = new BoundedLaplace(options)
      const stronger = new BoundedLaplace({ ...options, ...metric })
      assert.equal(dp.guarantee, 'dp')
      assert.ok(stronger.scale >= dp.scale * (1 - 1e-12))
      assert.ok(stronger.scale <= (2 / epsilon) * (1 + 1e-9))
      assert.ok(dp.epsilonOf({ scale: stronger.scale }) <= epsilon * (1 + 1e-12))
    }
  }
})

test('beside an infinite constraint the continuous scale is exactly 2 s/epsilon', () => {
  for (const domain of [
    { lower: 0, upper: 10 },
    { lower: 0, upper: Infinity },
    { lower: -Infinity, upper: 3 },
    { spans }
  ]) {
    const options = { ...domain, ...metric, epsilon: 0.8, sensitivity: 1 }
    assertRelative(BoundedLaplace.scaleFor(options), 2.5, 1e-12, JSON.stringify(domain))
    assertRelative(BoundedLaplace.scaleFor({ ...options, calibration: 'published' }), 2.5, 1e-12, 'published')
  }
  const line = { lower: -Infinity, upper: Infinity, ...metric, epsilon: 0.8, sensitivity: 1 }
  assertRelative(BoundedLaplace.scaleFor(line), 1.25, 1e-12, 'without constraints')
})

test('clamping needs s/epsilon for it, as for dp', () => {
  const options = { lower: 0, upper: 10, epsilon: 0.5, sensitivity: 2 }
  assertRelative(ClampedLaplace.scaleFor({ ...options, ...metric }), 4, 1e-12, 'scaleFor')
  const mechanism = new ClampedLaplace({ ...options, ...metric, granularity: 1 })
  assertRelative(mechanism.scale, 4, 1e-12, 'on whole numbers')
  assertClose(mechanism.audit().epsilon, worstSlopeByTrial(mechanism), 1e-11)
})

test('a scale given by hand is audited under the guarantee that was asked for', () => {
  const options = { lower: 0, upper: 10, scale: 3, sensitivity: 1 }
  const dp = new BoundedLaplace(options)
  const stronger = new BoundedLaplace({ ...options, ...metric })
  assert.ok(stronger.epsilon > dp.epsilon)
  assertRelative(stronger.epsilon, 2 / 3, 1e-6, 'twice s/scale, on a fine lattice')
  assert.equal(stronger.epsilon, stronger.audit().epsilon)
})

test('delta and the metric guarantee do not go together', () => {
  const options = { lower: 0, upper: 10, epsilon: 1, ...metric }
  assert.throws(() => new BoundedLaplace({ ...options, delta: 0.1 }), {
    name: 'ParameterError',
    parameter: 'delta',
    value: 0.1,
    message: 'delta must be 0 with the metric guarantee, got 0.1'
  })
  const mechanism = new BoundedLaplace(options)
  assert.throws(() => mechanism.deltaOf(), new TypeError("deltaOf needs guarantee 'dp'; the metric one has no delta"))
  assert.throws(() => mechanism.epsilonOf({ delta: 0.1 }), {
    name: 'ParameterError',
    message: 'delta must be 0 with the metric guarantee, got 0.1'
  })
  assert.equal(new BoundedLaplace({ ...options, delta: 0 }).delta, 0)
})

test('describe says that closer values are better protected', () => {
  assert.equal(
    new BoundedLaplace({ spans, epsilon: 1, sensitivity: 1, granularity: 0.5, ...metric }).describe(),
    'Releases a multiple of 0.5 from 0 to 2 or from 3 to 5 or from 9 to 12: the true value with random noise. ' +
      'Whatever is released, the odds between two true values that are 1 apart, once rounded to multiples of 0.5, change by at most a factor of 2.72 ' +
      '(epsilon = 1), by less the closer they are and by more the further.'
  )
})

test('an instance answers for itself, at the largest epsilon too', () => {
  for (const sensitivity of [0.067, 1]) {
    const options = { lower: -Infinity, upper: Infinity, sensitivity, epsilon: 700, ...metric }
    const mechanism = new BoundedLaplace(options)
    assert.equal(mechanism.epsilonOf(), mechanism.audit().epsilon)
  }
})

test('a lattice far coarser than the sensitivity asks for a decay that draws can have, or is refused', () => {
  for (const sensitivity of [1e-3, 1e-6, 1e-100]) {
    const options = { lower: 0, upper: 120, sensitivity, epsilon: 1, granularity: 1, ...metric }
    const rate = rateOrRefusal(() => new BoundedLaplace(options))
    assert.ok(
      rate <= 1024,
      `draws are proved up to a rate of 2^10 per step, this is ${rate} (sensitivity ${sensitivity})`
    )
  }
})

/** The rate of what is made, or 0 if it is refused. */
function rateOrRefusal(make) {
  try {
    return make().rate
  } catch (error) {
    if (error instanceof ParameterError) return 0
    throw error
  }
}

// What a budget counts such a mechanism by is for values as they are rounded: budget/PROOF.md, section 1.
test('the promise is about rounded values: doubles one sensitivity apart may lose up to a step more', () => {
  const options = { lower: 0, upper: 10, epsilon: 1, granularity: 1, sensitivity: 1.5, ...metric }
  for (const Kind of [BoundedLaplace, ClampedLaplace, ReflectedLaplace]) {
    const mechanism = new Kind(options)
    const lossOf = (one, other) => {
      const [law, otherLaw] = [mechanism.at(one), mechanism.at(other)]
      return Math.max(...latticeValues(mechanism).map((y) => law.logPmf(y) - otherLaw.logPmf(y)))
    }
    const steps = (one, other) => mechanism.at(other).snapped - mechanism.at(one).snapped
    assert.equal(steps(0.4, 1.9), 2)
    assert.ok(lossOf(0.4, 1.9) > 1.1 * mechanism.epsilon, `${Kind.name}: 1.5 apart, and 2 once rounded`)
    for (let one = 0; one <= 8; one += 0.1) {
      const max = (mechanism.epsilon * steps(one, one + 1.5)) / mechanism.sensitivity
      assert.ok(lossOf(one, one + 1.5) <= max * (1 + 1e-12))
      assert.ok(max < (mechanism.epsilon * (1.5 + 1)) / 1.5)
    }
    assert.match(mechanism.describe(), /1\.5 apart, once rounded to multiples of 1/)
  }
})
