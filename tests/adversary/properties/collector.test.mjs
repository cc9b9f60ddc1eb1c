// Whatever a collector is given, it gives finite numbers that are in order and in bounds, or an error that helps.

import assert from 'node:assert/strict'
import fc from 'fast-check'
import { load } from 'inbounds/collector'
import { answerOf } from './answers.mjs'
import { anything, oddNumber } from './arbitraries.mjs'
import { holds } from './check.mjs'

const { Tally, estimate, tallyQuery, reportsNeeded, errorOf, ...inbounds } = await load()
const { ReflectedLaplace, BoundedLaplace, ClampedLaplace, BoundedGaussian, BetaPosterior, DirichletPosterior } =
  inbounds

const spans = [[0, 3], [5, 9]] // biome-ignore format: a case a line
const small = { lower: 0, upper: 10, epsilon: 2, granularity: 1 }
const onNumbers = [
  new ReflectedLaplace(small),
  new BoundedLaplace({ spans, epsilon: 1, granularity: 1 }),
  new ClampedLaplace({ ...small, epsilon: 0.5 }),
  new BoundedGaussian(small),
  new ReflectedLaplace({ lower: -5, upper: Infinity, sensitivity: 1, epsilon: 1, granularity: 1 })
]
const box = new BoundedGaussian({ lower: [0, 1], upper: [10, 9], epsilon: 1, granularity: 1 })
const posteriors = [
  new BetaPosterior({ prior: [1, 1], trials: 10, epsilon: 1 }),
  new DirichletPosterior({ prior: [1, 1, 1], trials: 4, epsilon: 1 })
]
const mechanism = fc.constantFrom(...onNumbers, box, ...posteriors)
const anyMechanism = fc.oneof(
  { weight: 12, arbitrary: mechanism },
  { weight: 2, arbitrary: mechanism.map((mechanism) => mechanism.toJSON()) },
  { weight: 2, arbitrary: mechanism.map((mechanism) => JSON.stringify(mechanism)) },
  anything
)
const few = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 12 })
const reports = fc.oneof(
  { weight: 8, arbitrary: few },
  { weight: 2, arbitrary: few.map((list) => Float64Array.from(list)) },
  fc.array(fc.oneof({ weight: 9, arbitrary: fc.integer({ min: -1, max: 11 }) }, anything), { maxLength: 6 }),
  anything
)
const range = mostly(fc.constantFrom(undefined, [0, 20], [-5, 3]), fc.array(oddNumber, { maxLength: 3 }))
const anyTally = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(...onNumbers.slice(0, 4)).map((mechanism) => new Tally(mechanism).add([1, 2]))
  },
  { weight: 2, arbitrary: fc.constant(new Tally(box).add([1, 2]).toJSON()) },
  { weight: 2, arbitrary: few.map((counts) => ({ ...new Tally(onNumbers[0]).toJSON(), counts })) },
  anything
)
const group = fc.oneof(
  { weight: 8, arbitrary: fc.record({ mechanism: anyMechanism, reports }) },
  { weight: 2, arbitrary: fc.record({ tally: anyTally }) },
  fc.record({ mechanism: anyMechanism, reports, tally: anyTally }, { requiredKeys: [] }),
  anything
)
const options = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record(
      {
        bins: mostly(fc.constantFrom(1, 3, 20), oddNumber),
        quantiles: mostly(fc.constantFrom([], [0.5], [0.1, 0.9]), fc.array(oddNumber, { maxLength: 3 })),
        confidence: mostly(fc.constantFrom(0.5, 0.95, 1e-12), oddNumber),
        smoothing: mostly(fc.constantFrom(0, 10, 1e6), oddNumber),
        method: mostly(fc.constantFrom('likelihood', 'likelihood', 'cosines'), fc.string()),
        range
      },
      { requiredKeys: [] }
    )
  },
  anything
)

/** @template T @param {fc.Arbitrary<T>} sensible @param {fc.Arbitrary<any>} odd @returns {fc.Arbitrary<any>} */
function mostly(sensible, odd) {
  return fc.oneof({ weight: 14, arbitrary: sensible }, { weight: 2, arbitrary: odd }, anything)
}

/** @param {any} interval @param {number} min @param {number} max */
function checkInterval({ value, low, high }, min, max) {
  const text = `${min} <= ${low} <= ${value} <= ${high} <= ${max}`
  assert.ok(min <= low && low <= value && value <= high && high <= max, text)
}

/** All mechanisms here have truths from -5 to 20. @param {any} found */
function checkFound(found) {
  assert.doesNotMatch(JSON.stringify(found), /null/, 'only finite numbers')
  if (found.counts) {
    for (const count of found.counts) checkInterval(count, 0, found.answers)
    return
  }
  for (const { mean, variance, quantiles, histogram, fit } of found.marginals ?? [found]) {
    checkInterval(mean, -5, 20)
    checkInterval(variance, 0, 25 ** 2 / 4)
    for (const quantile of quantiles) checkInterval(quantile, -5, 20)
    for (const { from, to, share, low, high } of histogram) {
      assert.ok(from <= to && from >= -5 && to <= 20)
      checkInterval({ value: share, low, high }, -1e-12, 1 + 1e-12)
    }
    const sum = histogram.reduce((/** @type {number} */ total, /** @type {any} */ bin) => total + bin.share, 0)
    assert.ok(Math.abs(sum - 1) < 1e-9, `shares sum to ${sum}`)
    assert.ok(fit.probability >= 0 && fit.probability <= 1)
  }
}

const sentinel = [{ reports: [1, 2, 3], mechanism: onNumbers[0] }]
const itsEstimate = estimate(sentinel)

holds(
  'estimate of anything is in order and in bounds, or an error that helps',
  700,
  fc.property(
    fc.oneof({ weight: 4, arbitrary: group }, fc.array(group, { maxLength: 3 }), anything),
    options,
    (groups, more) => {
      const { value } = answerOf(() => estimate(groups, more))
      if (value) checkFound(value)
      else assert.deepEqual(estimate(sentinel), itsEstimate)
    }
  )
)

holds(
  'a tally of anything counts all or nothing, and comes back from its JSON',
  1500,
  fc.property(anyMechanism, fc.oneof(fc.record({ range }), anything), reports, (mechanism, more, list) => {
    const { value: tally } = answerOf(() => new Tally(mechanism, more))
    if (!tally) return
    const { error } = answerOf(() => tally.add(list))
    const sides = tally.mechanism.dimensions ?? 1
    assert.equal(tally.total, error ? 0 : typeof list === 'number' ? 1 : list.length / sides)
    assert.deepEqual(Tally.fromJSON(JSON.stringify(tally)).counts, tally.counts)
  })
)

const row = fc.oneof(
  { weight: 6, arbitrary: fc.record({ bin: fc.nat(10), reports: fc.nat(100) }) },
  fc.record({ bin: anything, reports: anything, side: anything }, { requiredKeys: [] }),
  anything
)

holds(
  'rows and JSON of anything are counted, or refused with an error that helps',
  2000,
  fc.property(fc.oneof(fc.array(row, { maxLength: 4 }), anything), anyTally, anything, (rows, json, other) => {
    const tally = new Tally(onNumbers[0]).add([1])
    const { error } = answerOf(() => tally.addRows(rows))
    if (error) assert.equal(tally.total, 1, 'all or nothing')
    assert.ok(Number.isSafeInteger(tally.total) && tally.total >= 1)
    answerOf(() => tally.merge(other))
    const { value } = answerOf(() => Tally.fromJSON(json))
    if (value) assert.ok(value.total >= 0)
  })
)

// What a function of the caller's throws is the caller's own.
const prior = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(undefined, [[3, 1]], (/** @type {number} */ truth) => Math.abs(truth)) },
  fc.array(fc.tuple(oddNumber, oddNumber), { maxLength: 3 }),
  anything.map((value) => (typeof value === 'function' ? () => 1 : value))
)
const plan = fc.record(
  {
    mechanism: anyMechanism,
    of: mostly(fc.constantFrom('mean', 'variance'), fc.string()),
    confidence: mostly(fc.constantFrom(0.5, 0.95), oddNumber),
    prior,
    range
  },
  { requiredKeys: ['mechanism'] }
)
const size = mostly(fc.constantFrom(1, 0.1, 1e5, [1, 1]), oddNumber)

holds(
  'plans of anything are positive numbers, or errors that help',
  500,
  fc.property(fc.oneof({ weight: 9, arbitrary: plan }, anything), size, (given, number) => {
    const isObject = typeof given === 'object' && given !== null
    const needed = answerOf(() => reportsNeeded(isObject ? { ...given, error: number } : given))
    if (!needed.error) assert.ok(needed.value >= 1 && needed.value < Infinity, `${needed.value} reports`)
    const error = answerOf(() => errorOf(isObject ? { ...given, reports: number } : given))
    for (const value of error.error ? [] : [error.value].flat()) assert.ok(value >= 0 && value < Infinity, `${value}`)
  })
)

const name = fc.oneof({ weight: 3, arbitrary: fc.string({ minLength: 1, maxLength: 8 }) }, anything)

holds(
  'a query of anything has its names in quotes, or is refused with an error that helps',
  1500,
  fc.property(
    anyMechanism,
    fc.record({
      table: name,
      column: name,
      dialect: mostly(fc.constantFrom(undefined, 'ansi', 'bigquery', 'spark'), fc.string()),
      range
    }),
    (mechanism, given) => {
      const { value } = answerOf(() => tallyQuery(mechanism, given))
      if (value === undefined) return
      // Without what is in quotes, there is nothing left that a name could have brought in.
      const dialect = given.dialect ?? 'ansi'
      const quoted = { ansi: /"(?:[^"]|"")*"/g, bigquery: /`(?:[^`\\]|\\.)*`/gs, spark: /`(?:[^`]|``)*`/g }[dialect]
      assert.match(value.replaceAll(quoted, 'x'), /^[-+A-Zabdeinoprstx0-9(),*.<>=\s]+$/)
    }
  )
)
