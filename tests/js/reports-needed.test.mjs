// How many reports an answer needs, and whether the answer then is as good as was said.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load, ParameterError } from 'inbounds/collector'
import { loadSeeded } from 'inbounds/testing'
import { assertRelative } from './support/close.mjs'
import { drawTruths, lengthOf } from './support/populations.mjs'

const { estimate, errorOf, reportsNeeded, BoundedGaussian, BetaPosterior } = await load()
const { ReflectedLaplace, BoundedLaplace, ClampedLaplace } = await loadSeeded(34)
const options = { lower: 0, upper: 10, epsilon: 2, granularity: 1 }
const mechanism = new ReflectedLaplace(options)
const box = new BoundedGaussian({ lower: [0, 0], upper: [10, 4], epsilon: 2, granularity: 1 })

test('errorOf is the inverse of reportsNeeded', () => {
  for (const one of [
    mechanism,
    new BoundedLaplace(options),
    new ClampedLaplace(options),
    new BoundedGaussian(options),
    new ReflectedLaplace({ ...options, granularity: undefined })
  ]) {
    for (const of of ['mean', 'variance']) {
      for (const prior of [
        undefined,
        [
          [2, 1],
          [3, 1]
        ],
        (truth) => truth
      ]) {
        // biome-ignore format: a case a line
        for (const error of [0.5, 0.1]) {
          const reports = reportsNeeded({ mechanism: one, error, of, prior })
          assert.ok(Number.isInteger(reports) && reports >= 1)
          const kept = errorOf({ mechanism: one, reports, of, prior })
          assert.ok(Math.abs(kept / error - 1) < 0.03, `${one.describe()} ${of} ${error}: ${reports} give ${kept}`)
        }
      }
    }
  }
})

test('more reports for less error, more confidence, more privacy, and for the worst population', () => {
  const countNeeded = (change, more) => reportsNeeded({ mechanism, error: 0.5, ...change, ...more })
  const usual = countNeeded()
  assert.ok(countNeeded({ error: 0.25 }) > 3.5 * usual && countNeeded({ error: 0.25 }) < 4.5 * usual)
  assert.ok(countNeeded({ confidence: 0.99 }) > 1.5 * usual)
  assert.ok(countNeeded({ mechanism: new ReflectedLaplace({ ...options, epsilon: 1 }) }) > 2 * usual)
  for (const prior of [[[0, 1]], [[10, 1]], [[0, 1], [10, 1]], () => 1]) assert.ok(countNeeded({ prior }) <= usual) // biome-ignore format: a case a line
  assert.equal(countNeeded({ mechanism: JSON.stringify(mechanism) }), usual)
  assert.equal(reportsNeeded({ mechanism, error: 100 }), 1)
})

test('with as many reports as were said to be needed, errors are kept in about 95 of 100 runs', () => {
  for (const [name, prior, truthOf] of [
    ['even', () => 1, (part) => Math.floor(part * 11)],
    ['at an end', [[0, 1]], () => 0],
    ['both ends', [[0, 1], [10, 1]], (part) => (part < 0.5 ? 0 : 10)] // biome-ignore format: a case a line
  ]) {
    const reports = reportsNeeded({ mechanism, error: 0.3, prior })
    const mean = Array.isArray(prior) ? prior.reduce((sum, [truth]) => sum + truth, 0) / prior.length : 5
    let kept = 0
    let length = 0
    for (let run = 0; run < 40; ++run) {
      const truths = drawTruths(reports, 1000 + run, truthOf)
      const found = estimate({ reports: mechanism.privatiseAll(truths), mechanism }, { bins: 1, quantiles: [] })
      if (found.mean.low <= mean && mean <= found.mean.high) kept += 1
      const isCut = found.mean.low === 0 || found.mean.high === 10
      length += isCut ? 0.6 : lengthOf(found.mean)
    }
    // Of 40 runs that hold with a chance of 0.95, fewer than 30 hold with a chance of 4e-6.
    assert.ok(kept >= 30, `${name}: ${kept} of 40`)
    assert.ok(Math.abs(length / 40 / 0.6 - 1) < 0.1, `${name}: as long as was said, got ${length / 40}`)
  }
})

test('vectors have an error for each coordinate, or one for all', () => {
  const errors = errorOf({ mechanism: box, reports: 1e4 })
  assert.equal(errors.length, 2)
  const worst = reportsNeeded({ mechanism: box, error: 0.5 })
  const each = [0, 1].map((side) => reportsNeeded({ mechanism: box, error: [0.5, 0.5].with(side, 1e9) }))
  assert.equal(worst, Math.max(...each))
  const exact = reportsNeeded({ mechanism: box, error: Float64Array.from(errors) })
  assert.ok(Math.abs(exact / 1e4 - 1) < 0.05, `${exact}`)
})

test('a half-line with a range', () => {
  const half = new ReflectedLaplace({ lower: 0, upper: Infinity, sensitivity: 5, epsilon: 1, granularity: 1 })
  const prior = [[3, 1], [5, 1], [9, 2]] // biome-ignore format: a case a line
  const error = errorOf({ mechanism: half, reports: 1e4, range: [0, 20], prior })
  assert.ok(error > 0 && error < 2, `${error}`)
  assert.throws(() => errorOf({ mechanism: half, reports: 1e4 }), /^TypeError: range is required where a bound/)
  assert.throws(() => errorOf({ mechanism: half, reports: 1e4, range: [0, 8], prior }), {
    name: 'ParameterError',
    message: 'prior[2][0] must be a true value from 0 to 8, got a number outside',
    parameter: 'prior[2][0]',
    value: 9
  })
  assert.throws(() => errorOf({ mechanism: half, reports: 1e4, range: [0, 8], prior: () => 1 }), {
    name: 'TypeError',
    message: 'prior must be an array of pairs where a bound is infinite'
  })
})

test('impossible values are ParameterErrors', () => {
  const positive = 'must be greater than 0 and finite'
  const inside = 'must be greater than 0 and less than 1'
  for (const [call, name, rule, values] of [
    [reportsNeeded, 'error', positive, [0, -1, Number.NaN, Infinity]],
    [errorOf, 'reports', positive, [0, -1, Number.NaN, Infinity]],
    [reportsNeeded, 'confidence', inside, [0, 1, -1, 95, Number.NaN]],
    [errorOf, 'confidence', inside, [0, 1, -1, 95, Number.NaN]]
  ]) {
    for (const value of values) {
      const given = { mechanism, ...(call === errorOf ? { reports: 100 } : { error: 1 }), [name]: value }
      assert.throws(
        () => call(given),
        (error) => {
          assert.equal(error.message, `${name} ${rule}, got ${value}`)
          assert.ok(error instanceof ParameterError && error.parameter === name && Object.is(error.value, value))
          return true
        }
      )
    }
  }
  for (const [change, message, parameter] of [
    [{ of: 'median' }, "of must be 'mean' or 'variance', got 'median'", 'of'],
    [{ prior: [] }, 'prior must give weights with a positive sum, got 0', 'prior'],
    [{ prior: [[11, 1]] }, 'prior[0][0] must be a true value from 0 to 10, got a number outside', 'prior[0][0]'],
    [{ prior: [[1, -1]] }, 'prior must give weights of at least 0, got -1 at prior[0][1]', 'prior'],
    [{ mechanism: box, error: [1, -1] }, `error[1] ${positive}, got -1`, 'error[1]'],
    [{ mechanism: box, error: [1] }, 'error must be a number or 2 numbers, got 1', 'error']
  ]) {
    assert.throws(() => reportsNeeded({ mechanism, error: 1, ...change }), {
      name: 'ParameterError',
      message,
      parameter
    })
  }
  assert.throws(() => reportsNeeded({ mechanism, error: 1e-100 }), {
    name: 'ParameterError',
    message: /^error must be at least \S+, since the bins that reports are counted in tell no more, got 1e-100$/
  })
})

test('other kinds are TypeErrors', () => {
  const beta = new BetaPosterior({ prior: [1, 1], trials: 10, epsilon: 1 })
  const pairs = 'prior must be a function or an array of pairs'
  for (const [change, message] of [
    [{ error: undefined }, 'error is required and must be a number'],
    [{ error: '1' }, 'error must be a number, got the string "1"'],
    [{ error: [1] }, 'error must be a number, got an array'],
    [{ mechanism: box, error: [1, '1'] }, 'error[1] must be a number, got the string "1"'],
    [{ mechanism: undefined }, 'mechanism must be a mechanism or what its toJSON gives, got undefined'],
    [{ mechanism: beta }, 'mechanism must be one for numbers or vectors'],
    [{ confidence: '0.95' }, 'confidence must be a number, got the string "0.95"'],
    [{ of: 1 }, "of must be 'mean' or 'variance', got 1"],
    [{ prior: 'even' }, `${pairs}, got a string`],
    [{ prior: null }, `${pairs}, got null`],
    [{ prior: 3 }, `${pairs}, got a number`],
    [{ prior: [3] }, 'prior[0] must be a pair of a true value and its weight, got a number'],
    [{ mechanism: box, prior: () => 1 }, 'prior must be left out for vectors, got a function'],
    [{ mechanism: box, range: [0, 1] }, 'range must be left out for vectors, got an array'],
    [{ reports: 3 }, "reportsNeeded has no option 'reports'; it takes mechanism, of, confidence, prior, range, error"]
  ]) {
    assert.throws(() => reportsNeeded({ mechanism, error: 1, ...change }), { name: 'TypeError', message })
  }
  for (const [reports, message] of [
    [undefined, 'reports is required and must be a number'],
    [100n, 'reports must be a number, got the BigInt 100n'],
    [[100], 'reports must be a number, got an array']
  ]) {
    assert.throws(() => errorOf({ mechanism, reports }), { name: 'TypeError', message })
  }
  for (const call of [reportsNeeded, errorOf]) assert.throws(() => call(), /^TypeError: \w+ takes an object of options/)
})

// web/docs/collecting.md, "Why are the intervals of bins so wide?"
test('four times the reports halve the error of clamped noise and of coarse lattices, and of fine reflected noise less', () => {
  const gain = (mechanism, reports) => errorOf({ mechanism, reports }) / errorOf({ mechanism, reports: 4 * reports })
  const unit = { lower: 0, upper: 1, epsilon: 1 }
  for (const reports of [10_000, 160_000]) {
    assertRelative(gain(new ClampedLaplace(unit), reports), 2, 0.02)
    assertRelative(gain(new ReflectedLaplace({ lower: 0, upper: 10, epsilon: 2, granularity: 1 }), reports), 2, 0.02)
    assertRelative(gain(new ReflectedLaplace(unit), reports), 1.6, 0.04)
  }
})

// web/docs/collecting.md, "Which mechanism to collect with", and choosing-epsilon.md
test('clamped noise needs fewer reports for a mean: by far on fine lattices, by less on coarse ones', () => {
  const ratio = (options, question, ask) => {
    const [reflected, clamped] = [ReflectedLaplace, ClampedLaplace].map((Kind) =>
      ask({ mechanism: new Kind({ lower: 0, upper: 10, epsilon: 1, ...options }), ...question })
    )
    return clamped / reflected
  }
  assertRelative(ratio({}, { reports: 10_000 }, errorOf), 1 / 3, 0.1)
  assertRelative(ratio({ granularity: 1 }, { reports: 10_000 }, errorOf), 0.6, 0.05)
  assertRelative(ratio({}, { error: 0.5 }, reportsNeeded), 0.1, 0.1)
  for (const error of [1, 0.5]) {
    const needed = ratio({ granularity: 1 }, { error }, reportsNeeded)
    assert.ok(needed < 0.5 && needed > 0.35, `${needed}`)
  }
})
