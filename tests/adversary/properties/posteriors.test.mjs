// Private posteriors and noise with smooth sensitivity: anything gives values in range or an error that helps, and sensible
// options keep the relations.

import assert from 'node:assert/strict'
import fc from 'fast-check'
import { load } from 'inbounds'
import { answerOf } from './answers.mjs'
import { anything, oddNumber } from './arbitraries.mjs'
import { holds } from './check.mjs'

const inbounds = await load()
const POSTERIORS = ['BetaPosterior', 'DirichletPosterior']
const NEW = [...POSTERIORS, 'SmoothLaplace']
const METHODS = ['geometric', 'global', 'smooth', 'varying', 'local']

const weight = fc.oneof(fc.constantFrom(0.01, 0.5, 1, 1, 2, 50), fc.double({ min: 1e-9, max: 1e12, noNaN: true }))
const epsilon = fc.double({ min: 1e-6, max: 40, noNaN: true })
const delta = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.double({ min: 1e-12, max: 0.9, noNaN: true }))

/** Few enough candidates that hundreds of audits take seconds. */
const sensible = fc
  .record({
    prior: fc.array(weight, { minLength: 2, maxLength: 4 }),
    trials: fc.integer({ min: 1, max: 20 }),
    method: fc.constantFrom(...METHODS),
    request: fc.oneof(
      fc.record({ epsilon, delta, calibration: fc.constantFrom('tight', 'published') }),
      fc.record({ temperature: fc.double({ min: 1e-6, max: 40, noNaN: true }) })
    )
  })
  .map(({ request, ...data }) => ({
    ...data,
    trials: Math.min(data.trials, [20, 5, 3][data.prior.length - 2]),
    ...request
  }))

// A text with braces looks like a sentence whose numbers were not filled in.
const isPlain = (value) => typeof value !== 'string' || !value.includes('{')
const mostly = (arbitrary) =>
  fc.oneof({ weight: 10, arbitrary }, { weight: 1, arbitrary: oddNumber }, anything.filter(isPlain))
const wild = fc.record(
  {
    prior: mostly(fc.constantFrom([1, 1], [0.1, 3], [1, 1, 1], Float64Array.of(1, 2))),
    trials: mostly(fc.constantFrom(1, 5, 9)),
    epsilon: mostly(fc.constantFrom(1, 0.1, undefined)),
    delta: mostly(fc.constantFrom(0, 1e-6, undefined)),
    method: mostly(fc.constantFrom(...METHODS, undefined)),
    calibration: mostly(fc.constantFrom('tight', 'published', undefined)),
    smoothing: mostly(fc.constantFrom(undefined, undefined, 0.5)),
    temperature: mostly(fc.constantFrom(undefined, undefined, 1)),
    values: mostly(fc.constantFrom(undefined, [0, 1, 3]))
  },
  { requiredKeys: [] }
)

/** What holds of every one of them, however it was made. */
function checkPosterior(mechanism) {
  const { audit } = { audit: mechanism.audit() }
  assert.ok(mechanism.epsilon > 0 && mechanism.epsilon < 700 && mechanism.delta >= 0 && mechanism.delta < 1)
  assert.ok(audit.epsilon >= 0 && audit.delta >= 0)
  if (mechanism.method !== 'local') {
    assert.ok(audit.epsilon <= mechanism.epsilon && audit.delta <= mechanism.delta, JSON.stringify(mechanism))
  }
  assert.doesNotMatch(mechanism.describe(), /undefined|NaN|\[object/)
  if (mechanism.values) {
    for (const count of [0, mechanism.values.length - 1]) {
      const drawn = mechanism.privatise(count)
      assert.ok(drawn >= mechanism.lowest && drawn <= mechanism.highest && !Object.is(drawn, -0))
    }
    assert.ok(mechanism.scales.every((scale) => scale > 0 && scale < Infinity))
    return
  }
  assert.ok(mechanism.temperature > 0 && mechanism.temperature < Infinity)
  for (const place of [0, mechanism.candidates - 1]) {
    const truth = mechanism.candidate(place)
    const row = mechanism.probabilities(truth)
    const sum = row.reduce((total, share) => total + share, 0)
    assert.ok(row.length === mechanism.candidates && Math.abs(sum - 1) < 1e-12)
    assert.ok(row.every((share) => share >= 0 && share <= 1))
    const distance = mechanism.expectedDistance(truth)
    assert.ok(distance >= 0 && distance <= 1, `distance ${distance}`)
    if (mechanism.method === 'local') continue
    const { successes, counts = [successes, mechanism.trials - successes], posterior } = mechanism.privatise(truth)
    assert.ok(counts.every((count) => Number.isInteger(count) && count >= 0))
    assert.equal(counts.reduce((total, count) => total + count), mechanism.trials) // biome-ignore format: one thought
    assert.deepEqual(posterior, counts.map((count, at) => count + mechanism.prior[at])) // biome-ignore format: one thought
  }
}

holds(
  'any options make a mechanism that keeps its promise, or a refusal with parameter and rule',
  1500,
  fc.property(fc.constantFrom(...NEW), fc.oneof(wild, anything.filter(isPlain)), (name, options) => {
    const { value: mechanism } = answerOf(() => new inbounds[name](options))
    if (mechanism) checkPosterior(mechanism)
  })
)

holds(
  'sensible options make a mechanism that keeps its promise, and comes back from JSON to the bit',
  400,
  fc.property(fc.constantFrom(...POSTERIORS), sensible, (name, { prior, ...options }) => {
    const kept = name === 'BetaPosterior' ? prior.slice(0, 2) : prior
    const { value: mechanism, error } = answerOf(() => new inbounds[name]({ ...options, prior: kept }))
    // What smooth sensitivity with delta is asked for may be more than its theorem has.
    if (error) return assert.ok(options.method === 'smooth' && options.delta > 0, error.message)
    checkPosterior(mechanism)
    const copy = inbounds[name].fromJSON(JSON.stringify(mechanism))
    assert.deepEqual({ ...copy }, { ...mechanism })
    const truth = mechanism.candidate(mechanism.candidates >> 1)
    assert.deepEqual(copy.probabilities(truth), mechanism.probabilities(truth))
  })
)

holds(
  'JSON with one value changed is refused, or keeps the promise it now makes',
  1500,
  fc.property(
    fc.constantFrom(...POSTERIORS),
    fc.constantFrom(...METHODS),
    fc.constantFrom('mechanism', 'version', 'prior', 'trials', 'method', 'smoothing', 'epsilon', 'delta', 'temperature', 'calibration', '__proto__'), // biome-ignore format: keys
    fc.oneof(oddNumber, anything, fc.constantFrom('given', 'published', 'tight', ...METHODS, 0.001, 3, [2, 2])),
    (name, method, key, value) => {
      const json = { ...new inbounds[name]({ prior: [1, 3], trials: 6, epsilon: 1, method }).toJSON() }
      Object.defineProperty(json, key, { value, enumerable: true, configurable: true, writable: true })
      const { value: mechanism } = answerOf(() => inbounds[name].fromJSON(json))
      if (mechanism) checkPosterior(mechanism)
    }
  )
)

holds(
  'any truth is taken as one, or refused in a sentence',
  800,
  fc.property(
    fc.constantFrom(...NEW),
    fc.constantFrom('privatise', 'probabilities', 'expectedDistance', 'candidate', 'deltaOf'),
    anything,
    (name, method, given) => {
      const data = name === 'SmoothLaplace' ? { values: [0, 1, 3], delta: 0.01 } : { prior: [1, 1], trials: 4 }
      const mechanism = new inbounds[name]({ ...data, epsilon: 1 })
      if (typeof mechanism[method] !== 'function') return
      const { value } = answerOf(() => mechanism[method](given))
      if (value !== undefined) assert.doesNotMatch(JSON.stringify(value), /null|NaN/)
    }
  )
)

holds(
  'any values get noise that keeps delta, or a refusal with a rule',
  500,
  fc.property(
    fc.array(fc.oneof(oddNumber, fc.double({ min: -10, max: 10, noNaN: true })), { maxLength: 12 }),
    fc.double({ min: 1e-3, max: 50, noNaN: true }),
    fc.double({ min: 1e-9, max: 0.5, noNaN: true }),
    (values, amount, escaping) => {
      const { value: mechanism } = answerOf(
        () => new inbounds.SmoothLaplace({ values, epsilon: amount, delta: escaping })
      )
      if (!mechanism) return
      checkPosterior(mechanism)
      const copy = inbounds.SmoothLaplace.fromJSON(JSON.stringify(mechanism))
      assert.deepEqual(copy.scales, mechanism.scales)
      assert.deepEqual({ ...copy, values: 0 }, { ...mechanism, values: 0 }) // JSON has no -0
    }
  )
)

holds(
  'more epsilon is a higher temperature, and no larger distance for the default method',
  150,
  fc.property(sensible, fc.double({ min: 1.01, max: 3, noNaN: true }), ({ prior, trials }, factor) => {
    const Class = inbounds.DirichletPosterior
    const [less, more] = [1, factor].map((amount) => new Class({ prior, trials, epsilon: amount }))
    assert.ok(more.temperature > less.temperature)
    const truth = less.candidate(0)
    assert.ok(more.expectedDistance(truth) <= less.expectedDistance(truth) * (1 + 1e-12))
  })
)
