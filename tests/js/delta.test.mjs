// Guarantees with a delta: the exact one, its inverse, and what it is made of.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds'
import { assertClose, assertRelative } from './support/close.mjs'
import { worstDeltaByTrial } from './support/lattice-values.mjs'

const { ReflectedLaplace, BoundedLaplace, ClampedLaplace } = await load()
const twoSpans = [
  [0, 5],
  [8, 12]
]
const whole = { granularity: 1 }
const cases = [
  [BoundedLaplace, { lower: 0, upper: 30, epsilon: 0.5, delta: 0.01, sensitivity: 3, ...whole }],
  [BoundedLaplace, { lower: 0, upper: 30, epsilon: 0.1, delta: 0.1, sensitivity: 30, ...whole }],
  [BoundedLaplace, { lower: 0, upper: 12, epsilon: 0, delta: 0.2, sensitivity: 1.5, ...whole }],
  [BoundedLaplace, { lower: -4, upper: 9, epsilon: 3, delta: 1e-6, sensitivity: 2, granularity: 0.5 }],
  [BoundedLaplace, { spans: twoSpans, epsilon: 1, delta: 0.05, sensitivity: 4, ...whole }],
  [BoundedLaplace, { spans: twoSpans, epsilon: 0.2, delta: 1e-3, sensitivity: 1, granularity: 0.5 }],
  [ClampedLaplace, { lower: 0, upper: 30, epsilon: 0.5, delta: 0.01, sensitivity: 3, ...whole }],
  [ClampedLaplace, { lower: 0, upper: 10, epsilon: 0, delta: 0.3, ...whole }]
]
const format = (options) => JSON.stringify(options)

test('the exact delta is what adding up every output of every pair finds', () => {
  for (const [Mechanism, options] of cases) {
    const mechanism = new Mechanism(options)
    for (const epsilon of [0, options.epsilon / 2, options.epsilon, options.epsilon + 0.3]) {
      assertClose(mechanism.deltaOf({ epsilon }), worstDeltaByTrial(mechanism, epsilon), 1e-11, format(options))
    }
  }
})

test('the audit names a pair and a last output, and the delta follows from their cdfs', () => {
  for (const [Mechanism, options] of cases) {
    const mechanism = new Mechanism(options)
    const { epsilon, delta, truth, neighbour, output } = mechanism.audit()
    const [one, other] = [mechanism.at(truth), mechanism.at(neighbour)]
    const below = truth < neighbour // the outputs are those from the truth's end of the domain
    const mass = (law) => (below ? law.cdf(output) : law.survival(output) + law.pmf(output))
    assertClose(mass(one) - Math.exp(epsilon) * mass(other), delta, 1e-11, format(options))
    assert.equal(epsilon, options.epsilon)
    assert.ok(delta > 0 && delta <= options.delta, `${delta} of ${format(options)}`)
    assert.ok(Math.abs(truth - neighbour) <= Math.ceil(mechanism.sensitivity / mechanism.granularity))
  }
})

test('the noise is the smallest: 0.999 of the scale exceeds delta', () => {
  for (const [Mechanism, options] of cases) {
    const mechanism = new Mechanism(options)
    assert.equal(mechanism.delta, options.delta)
    assertRelative(mechanism.deltaOf(), options.delta, 1e-6, `delta at the calibrated scale of ${format(options)}`)
    assert.ok(mechanism.deltaOf({ scale: 0.999 * mechanism.scale }) > options.delta)
    assert.ok(mechanism.scale < new Mechanism({ ...options, epsilon: options.epsilon || 1e-9, delta: 0 }).scale)
  }
})

test('epsilonOf knows what was calibrated to the largest epsilon, and never exceeds a promise', () => {
  for (const Mechanism of [ReflectedLaplace, BoundedLaplace, ClampedLaplace]) {
    for (const guarantee of [{ epsilon: 700 }, { epsilon: 700, delta: 0.5 }, { epsilon: 1, delta: 1 - 1e-9 }]) {
      const epsilon = new Mechanism({ lower: 0, upper: 1, ...guarantee }).epsilonOf()
      assert.ok(epsilon <= guarantee.epsilon && epsilon > guarantee.epsilon * (1 - 1e-6), `${epsilon}`)
    }
  }
})

test('epsilonOf and deltaOf are inverses of each other', () => {
  for (const [Mechanism, options] of cases) {
    const mechanism = new Mechanism(options)
    for (const scale of [mechanism.scale, 1.3 * mechanism.scale]) {
      const pure = mechanism.epsilonOf({ scale, delta: 0 })
      for (const share of [0.1, 0.5, 0.9]) {
        const delta = mechanism.deltaOf({ scale, epsilon: share * pure })
        assert.ok(delta > 0)
        assertClose(mechanism.epsilonOf({ scale, delta }), share * pure, 1e-9, format(options))
      }
      assert.equal(mechanism.deltaOf({ scale, epsilon: pure }), 0)
    }
    assert.ok(mechanism.epsilonOf() <= options.epsilon + 1e-12, 'left out: its own scale and delta')
    assert.equal(mechanism.epsilonOf({}), mechanism.epsilonOf({ scale: mechanism.scale, delta: mechanism.delta }))
    assert.equal(mechanism.deltaOf({}), mechanism.deltaOf({ scale: mechanism.scale, epsilon: mechanism.epsilon }))
  }
})

test('delta falls in epsilon and in the scale, and is continuous in both', () => {
  const mechanism = new BoundedLaplace({ spans: twoSpans, epsilon: 1, delta: 0.01, sensitivity: 4 })
  let last = mechanism.deltaOf({ epsilon: 0 })
  for (let epsilon = 0.05; epsilon <= 1.5; epsilon += 0.05) {
    const delta = mechanism.deltaOf({ epsilon })
    assert.ok(delta <= last && last - delta <= 0.05 * Math.exp(epsilon)) // the slope is -e^epsilon at most
    last = delta
  }
  const interval = new BoundedLaplace({ lower: 0, upper: 1, epsilon: 1, delta: 0.01, sensitivity: 0.1 })
  last = Infinity
  for (let factor = 0.5; factor < 2; factor += 0.1) {
    const delta = interval.deltaOf({ scale: factor * interval.scale })
    assert.ok(delta < last || delta === 0)
    last = delta
  }
})

test('a delta too small to matter gives the noise of delta 0, and none is needed where the loss fits', () => {
  const options = { lower: 0, upper: 1, epsilon: 1, sensitivity: 0.1 }
  const pure = new BoundedLaplace(options)
  const tiny = new BoundedLaplace({ ...options, delta: 1e-300 })
  assertRelative(tiny.scale, pure.scale, 1e-12, 'scale')
  assert.equal(pure.deltaOf(), 0)
  assert.equal(pure.deltaOf({ epsilon: 2 }), 0)
  assert.ok(pure.deltaOf({ epsilon: 0.9 }) > 0)
  assert.equal(pure.audit().delta, 0)
})

test('half-lines and lines have a delta, too', () => {
  const options = { sensitivity: 1, epsilon: 0.5, delta: 0.02 }
  const line = { lower: -Infinity, upper: Infinity, ...options }
  // The unbounded Laplace law has a closed form: s / (epsilon - 2 ln(1 - delta)).
  assertRelative(BoundedLaplace.scaleFor(line), 1 / (0.5 - 2 * Math.log(0.98)), 1e-11, 'scale on the line')
  const halfLine = new BoundedLaplace({ lower: 0, upper: Infinity, ...options })
  assert.ok(halfLine.audit().delta <= 0.02)
  assert.ok(halfLine.deltaOf({ scale: 0.999 * halfLine.scale }) > 0.02)
  assertRelative(halfLine.scale, BoundedLaplace.scaleFor({ lower: 0, upper: Infinity, ...options }), 1e-6, 'half-line')
})

test('the published scale is offered for an interval, and refused elsewhere', () => {
  const published = { epsilon: 0.1, delta: 0.01, sensitivity: 1, calibration: 'published' }
  const options = { lower: 0, upper: 1, ...published }
  assertRelative(BoundedLaplace.scaleFor(options), 9.08675100575064, 1e-12, 'the fixed point of the paper')
  assertRelative(BoundedLaplace.scaleFor({ ...options, calibration: 'tight' }), 5.445320968831686, 1e-9, 'tight')
  assert.ok(new BoundedLaplace(options).audit().delta <= 0.01)
  const refusal =
    'delta must be 0 for the published calibration of several spans or infinite bounds, got 0.01; use the tight calibration'
  for (const domain of [{ lower: 0, upper: Infinity }, { spans: twoSpans }]) {
    assert.throws(() => new BoundedLaplace({ ...published, ...domain }), { parameter: 'delta', message: refusal })
    assert.throws(() => BoundedLaplace.scaleFor({ ...published, ...domain }), { message: refusal })
    assert.ok(new BoundedLaplace({ ...published, ...domain, delta: 0 }).audit().epsilon <= 0.1)
  }
})

test('describe says what delta is', () => {
  const mechanism = new BoundedLaplace({ lower: 0, upper: 120, epsilon: 1, delta: 1e-6, sensitivity: 10 })
  assert.equal(
    mechanism.describe(),
    'Releases a number from 0 to 120: the true value with random noise. But for a probability of ' +
      '0.000001 (delta), the odds between two true values that are at most 10 apart change by at most a factor of 2.72 ' +
      '(epsilon = 1).'
  )
  const noEpsilon = new BoundedLaplace({ lower: 0, upper: 120, epsilon: 0, delta: 0.1 })
  assert.match(noEpsilon.describe(), /any two true values change by at most a factor of 1 \(epsilon = 0\)\.$/)
})

test('no audit shows more than what was promised, however small delta is', () => {
  for (const options of [
    { lower: 0, upper: 1, sensitivity: 0.3, epsilon: 0, delta: 1e-15 },
    { lower: 9.00744732423101, upper: 9.506283097849055, sensitivity: 0.3488437689653233, epsilon: 0, delta: 1e-15 },
    { lower: -Infinity, upper: -0.43, sensitivity: 0.087, epsilon: 100, delta: 1e-6, granularity: 0.25 },
    {
      spans: [
        [-4.2, -4.15],
        [-3.7, -2.83],
        [-1.25, Infinity]
      ],
      sensitivity: 0.2866,
      epsilon: 0.001,
      delta: 1e-15
    },
    { lower: 0, upper: 1, sensitivity: 0.1, epsilon: 1, delta: 1e-30 }
  ]) {
    const mechanism = new BoundedLaplace(options)
    assert.ok(mechanism.audit().delta <= options.delta, `${mechanism.audit().delta} of ${format(options)}`)
    assert.ok(mechanism.deltaOf() <= options.delta, `${mechanism.deltaOf()} of ${format(options)}`)
  }
})
