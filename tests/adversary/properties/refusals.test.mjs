// Whatever is written, every class and method gives a value that is in range, or an error that helps; and the module works
// on as before.

import assert from 'node:assert/strict'
import fc from 'fast-check'
import { load } from 'inbounds'
import { answerLater, answerOf } from './answers.mjs'
import { anything, MECHANISMS, oddNumber, wildOptions } from './arbitraries.mjs'
import { holds } from './check.mjs'
import { checkMechanism } from './check-mechanism.mjs'

const inbounds = await load()
const { ReflectedLaplace, BoundedLaplace, BoundedGaussian, ClampedLaplace, compare } = inbounds

const sentinel = new ReflectedLaplace({ lower: 0, upper: 120, epsilon: 1, granularity: 1 })
const itsScale = sentinel.scale

function checkModuleWorks() {
  const value = sentinel.privatise(37)
  assert.ok(Number.isInteger(value) && value >= 0 && value <= 120)
  assert.equal(new ReflectedLaplace({ lower: 0, upper: 120, epsilon: 1, granularity: 1 }).scale, itsScale)
}

const pool = [
  sentinel,
  new ReflectedLaplace({
    spans: [
      [0, 3],
      [5, 9]
    ],
    sensitivity: 1,
    epsilon: 1,
    granularity: 1
  }),
  new ReflectedLaplace({ lower: 0, upper: Infinity, sensitivity: 1, epsilon: 0.5, outside: 'error' }),
  new BoundedLaplace({ lower: 0, upper: 1, epsilon: 1, delta: 1e-3 }),
  new BoundedLaplace({ lower: -5, upper: 5, gaps: [[-1, 1]], epsilon: 2, guarantee: 'metric', granularity: 0.1 }),
  new ClampedLaplace({ lower: -1e6, upper: 1e6, sensitivity: 1, epsilon: 1e-3, outside: 'error' }),
  new BoundedGaussian({ lower: 0, upper: 10, epsilon: 1 }),
  new BoundedGaussian({ lower: [0, 1], upper: [10, 9], epsilon: 1, granularity: 0.5, outside: 'error' })
]
const anyMechanism = fc.constantFrom(...pool)

holds(
  'options of any kind make a mechanism that keeps its promise, or an error that helps',
  6000,
  fc.property(
    fc.constantFrom(...MECHANISMS),
    fc.oneof({ weight: 9, arbitrary: wildOptions }, anything),
    (name, options) => {
      const { value } = answerOf(() => new inbounds[name](options))
      if (value) checkMechanism(value)
      else checkModuleWorks()
    }
  )
)

holds(
  'scaleFor of options of any kind is a positive number, or an error that helps',
  3000,
  fc.property(fc.constantFrom(...MECHANISMS), wildOptions, (name, { scale, granularity, outside, ...options }) => {
    const { value, error } = answerOf(() => inbounds[name].scaleFor(options))
    assert.ok(error || (value > 0 && value < Infinity), `a scale, got ${value}`)
  })
)

const question = fc.oneof(
  fc.record({ scale: anything, delta: anything, epsilon: anything }, { requiredKeys: [] }),
  fc.record({ scale: oddNumber, delta: oddNumber }, { requiredKeys: [] }),
  fc.record({ scale: oddNumber, epsilon: oddNumber }, { requiredKeys: [] }),
  anything
)

holds(
  'epsilonOf and deltaOf of any question are numbers in range, or errors that help',
  3000,
  fc.property(anyMechanism, question, (mechanism, request) => {
    const epsilon = answerOf(() => mechanism.epsilonOf(request))
    assert.ok(epsilon.error || epsilon.value >= 0, `an epsilon, got ${epsilon.value}`)
    const delta = answerOf(() => mechanism.deltaOf(request))
    assert.ok(delta.error || (delta.value >= 0 && delta.value <= 1), `a delta, got ${delta.value}`)
  })
)

const truths = fc.oneof(anything, oddNumber, fc.array(fc.oneof({ weight: 9, arbitrary: oddNumber }, anything)))

holds(
  'privatise and privatiseAll of anything give values of the lattice, or errors that help',
  4000,
  fc.property(anyMechanism, truths, fc.option(anything, { nil: undefined }), (mechanism, given, into) => {
    const one = answerOf(() => mechanism.privatise(given))
    if (!one.error) checkReleased(mechanism, [one.value].flat())
    const many = answerOf(() => mechanism.privatiseAll(given))
    if (!many.error) {
      assert.equal(many.value.length, given.length)
      checkReleased(mechanism, many.value)
    }
    const target = answerOf(() => mechanism.privatiseAll(given, into))
    if (!target.error) checkReleased(mechanism, target.value)
    answerOf(() => mechanism.privatiseAll(given, { into }))
  })
)

holds(
  'truths go into an array of their own length, themselves included, and into no other',
  500,
  fc.property(anyMechanism, fc.array(fc.integer({ min: -3, max: 13 })), fc.nat(6), (mechanism, numbers, length) => {
    const given = Float64Array.from(numbers)
    const { error } = answerOf(() => mechanism.privatiseAll(given, { into: new Float64Array(length) }))
    if (length !== numbers.length) assert.ok(error)
    const inPlace = answerOf(() => mechanism.privatiseAll(given, { into: given }))
    if (inPlace.error) assert.deepEqual([...given], numbers)
    else checkReleased(mechanism, given)
  })
)

/** @param {any} mechanism @param {ArrayLike<number>} values */
function checkReleased(mechanism, values) {
  const sides = [mechanism.lowest].flat().length
  Array.from(values).forEach((value, at) => {
    const [lowest, highest, step] = [mechanism.lowest, mechanism.highest, mechanism.granularity].map(
      (each) => [each].flat()[at % sides]
    )
    assert.ok(value >= lowest && value <= highest, `in the domain, got ${value}`)
    assert.ok(!Object.is(value, -0), 'never -0')
    const index = value / step
    assert.ok(Math.abs(index - Math.round(index)) < 1e-6, `on the lattice, got ${value}`)
    const gap = mechanism.spans?.slice(1).find(([lower], before) => value < lower && value > mechanism.spans[before][1])
    assert.equal(gap, undefined, `not in a gap, got ${value}`)
  })
}

const LAW_METHODS = ['cdf', 'survival', 'pmf', 'logPmf', 'quantile', 'interval']
const LINE_METHODS = ['cdf', 'survival', 'pdf', 'atom', 'logPdf', 'quantile', 'interval']

holds(
  'every question about a law of any truth has an answer in range, or an error that helps',
  4000,
  fc.property(
    anyMechanism,
    fc.oneof(oddNumber, anything),
    fc.oneof(oddNumber, anything),
    (mechanism, truth, argument) => {
      const place = mechanism.dimensions === 2 && typeof truth === 'number' ? [truth, truth] : truth
      const { value } = answerOf(() => mechanism.at(place))
      if (value === undefined) return
      for (const law of [value].flat()) {
        for (const method of LAW_METHODS) checkAnswer(mechanism, law, method, argument)
        for (const method of LINE_METHODS) checkAnswer(mechanism, law.continuous, method, argument)
        for (const name of ['mean', 'bias', 'variance', 'mse', 'snapped']) {
          const outside = Math.abs(Number(law.truth)) > 1e150
          if (!outside) assert.ok(Number.isFinite(law[name]), `${name} is a finite number, got ${law[name]}`)
        }
        assert.ok(law.variance >= 0 && law.continuous.variance >= 0)
      }
    }
  )
)

/** @param {any} mechanism @param {any} law @param {string} method @param {any} argument */
function checkAnswer(mechanism, law, method, argument) {
  const { value, error } = answerOf(() => law[method](argument))
  if (error) return
  for (const number of [value].flat()) assert.ok(!Number.isNaN(number), `${method} is a number`)
  if (['cdf', 'survival', 'pmf', 'atom'].includes(method)) assert.ok(value >= 0 && value <= 1, `${method} is ${value}`)
  if (method === 'pdf') assert.ok(value >= 0)
  if (method === 'quantile') {
    assert.ok(
      value >= Math.min(...[mechanism.lower].flat()) && value <= Math.max(...[mechanism.upper].flat()),
      `${value}`
    )
  }
}

holds(
  'cosines and eigenvalues of anything are from -1 to 1, or errors that help',
  2000,
  fc.property(
    fc.constantFrom(...pool.slice(0, 3)),
    fc.oneof(fc.nat(130), anything),
    anything,
    (mechanism, k, value) => {
      const eigenvalue = answerOf(() => mechanism.eigenvalue(k))
      assert.ok(eigenvalue.error || (eigenvalue.value > 0 && eigenvalue.value <= 1))
      const cosine = answerOf(() => mechanism.cosine(k, value))
      assert.ok(cosine.error || Math.abs(cosine.value) <= 1)
    }
  )
)

holds(
  'methods that were taken off their mechanism say so, whatever they are called on',
  500,
  fc.property(
    anything,
    fc.constantFrom('privatise', 'privatiseAll', 'audit', 'at', 'epsilonOf', 'deltaOf', 'toJSON', 'describe', 'cosine'),
    (receiver, method) => {
      const { error } = answerOf(() => sentinel[method].call(receiver, 1, 1))
      assert.match(error?.message ?? '', /must be called on the mechanism itself/)
    }
  )
)

// What a function of the caller's throws is the caller's own.
const notCallable = anything.map((value) => (typeof value === 'function' ? () => 1 : value))

holds(
  'compare of options of any kind recommends something, or throws an error that helps',
  1500,
  fc.property(
    fc.oneof({ weight: 9, arbitrary: wildOptions }, anything),
    fc.record({ by: fc.constantFrom('average', 'worst', 'best'), prior: notCallable }, { requiredKeys: [] }),
    (options, more) => {
      const { scale, calibration, outside, ...known } = Object(options)
      const { value } = answerOf(() => compare({ ...known, ...more }))
      if (value === undefined) return checkModuleWorks()
      assert.ok(value.mechanisms.some(({ mechanism }) => mechanism === value.recommended))
      for (const { rmse } of value.mechanisms) assert.ok(rmse.average >= 0 && rmse.worst >= 0, JSON.stringify(rmse))
    }
  )
)

holds(
  'load of anything is an error that helps, and never one that stays pending',
  300,
  fc.asyncProperty(fc.oneof(anything, fc.record({ wasm: anything })), async (options) => {
    const { value } = await answerLater(() => load(options))
    if (value) assert.equal(typeof value.ReflectedLaplace, 'function')
  })
)
