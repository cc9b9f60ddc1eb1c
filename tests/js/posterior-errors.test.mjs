// What a mistake with private posteriors reads like. The texts are part of the interface.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { load, ParameterError } from 'inbounds'
import { assertRefusals } from './support/refusals.mjs'

const { BetaPosterior, DirichletPosterior } = await load()
const beta = { prior: [1, 1], trials: 10, epsilon: 1 }
const dirichlet = { prior: [1, 1, 1], trials: 5, epsilon: 1 }
const takes = 'it takes prior, trials, epsilon, delta, method, calibration, smoothing, temperature'
const weights = 'must be from 1e-9 to 1000000000000'
const methods = "'geometric' or 'global' or 'smooth' or 'varying' or 'local'"

test('impossible values are ParameterErrors with parameter, value and rule', () => {
  for (const Class of [BetaPosterior, DirichletPosterior]) {
    assertRefusals(Class, beta, [
      [{ prior: [0, 1] }, `prior[0] ${weights}, got 0`, 'prior[0]', 0],
      [{ prior: [1, -1] }, `prior[1] ${weights}, got -1`, 'prior[1]', -1],
      [{ prior: [1, Number.NaN] }, `prior[1] ${weights}, got NaN`, 'prior[1]', Number.NaN],
      [{ prior: [Infinity, 1] }, `prior[0] ${weights}, got Infinity`, 'prior[0]', Infinity],
      [{ prior: [1e-10, 1] }, `prior[0] ${weights}, got 1e-10`, 'prior[0]', 1e-10],
      [{ prior: [1, 1e13] }, `prior[1] ${weights}, got 10000000000000`, 'prior[1]', 1e13],
      [{ trials: 0 }, 'trials must be a whole number from 1 to 4194304, got 0'],
      [{ trials: -1 }, 'trials must be a whole number from 1 to 4194304, got -1'],
      [{ trials: 1.5 }, 'trials must be a whole number from 1 to 4194304, got 1.5'],
      [{ trials: Number.NaN }, 'trials must be a whole number from 1 to 4194304, got NaN'],
      [{ trials: 2 ** 22 + 1 }, 'trials must be a whole number from 1 to 4194304, got 4194305'],
      [
        { method: 'global', trials: 4096 },
        'trials must be so few that there are at most 4096 candidates, not 4097, got 4096'
      ],
      [{ epsilon: 0 }, 'epsilon must be greater than 0, got 0'],
      [{ epsilon: -1 }, 'epsilon must be greater than 0, got -1'],
      [{ epsilon: 1e-10 }, 'epsilon must be from 0.000001 to 40, got 1e-10'],
      [{ epsilon: 41 }, 'epsilon must be from 0.000001 to 40, got 41'],
      [{ epsilon: Number.NaN }, 'epsilon must be a finite number, got NaN'],
      [{ epsilon: Infinity }, 'epsilon must be a finite number, got Infinity'],
      [{ delta: -0.1 }, 'delta must be at least 0 and below 1, got -0.1'],
      [{ delta: 1 }, 'delta must be at least 0 and below 1, got 1'],
      [{ delta: 1e-13 }, 'delta must be from 1e-12 to 1, got 1e-13'],
      [{ delta: Number.NaN }, 'delta must be a finite number, got NaN'],
      [{ smoothing: 0.5 }, "smoothing must be left out unless the method is 'smooth', got 0.5"],
      [{ method: 'smooth', smoothing: 0 }, 'smoothing must be from 1e-9 to 1000000, got 0'],
      [{ method: 'smooth', smoothing: 1e7 }, 'smoothing must be from 1e-9 to 1000000, got 10000000'],
      [{ method: 'smooth', smoothing: Number.NaN }, 'smoothing must be a finite number, got NaN'],
      [{ method: 'best' }, `method must be ${methods}, got 'best'`],
      [{ calibration: 'best' }, "calibration must be 'tight' or 'published', got 'best'"],
      [{ epsilon: undefined, temperature: 0 }, 'temperature must be from 1e-13 to 128, got 0'],
      [{ epsilon: undefined, temperature: -1 }, 'temperature must be from 1e-13 to 128, got -1'],
      [{ epsilon: undefined, temperature: 129 }, 'temperature must be from 1e-13 to 128, got 129'],
      [
        // Theorem A has nothing left for the rest.
        { method: 'smooth', delta: 1e-6, smoothing: 100, calibration: 'published' },
        'epsilon must be one that this calibration can keep, got 1',
        'epsilon',
        1
      ]
    ])
  }
  assertRefusals(DirichletPosterior, dirichlet, [
    [{ prior: [1] }, 'prior must be at least two weights, got 1', 'prior', 1],
    [{ prior: [] }, 'prior must be at least two weights, got 0', 'prior', 0],
    [{ trials: 68 }, 'trials must be so few that there are at most 2364 candidates, not 2415, got 68'],
    [
      { prior: new Array(1000).fill(1), trials: 1e6 },
      'trials must be so few that there are at most 5 candidates, not Infinity, got 1000000'
    ]
  ])
})

test('a Beta prior has two weights', () => {
  for (const prior of [[], [1], [1, 1, 1]]) {
    assert.throws(
      () => new BetaPosterior({ ...beta, prior }),
      (error) => {
        assert.ok(error instanceof ParameterError && error.parameter === 'prior')
        assert.equal(error.message, `prior must be two weights, got ${prior.length}`)
        return true
      }
    )
  }
})

test('wrong kinds are TypeErrors that name them', () => {
  for (const [change, message] of [
    [{ epsilon: undefined }, 'epsilon is required and must be a number'],
    [{ epsilon: '1' }, 'epsilon must be a number, got the string "1"'],
    [{ prior: undefined }, 'prior must be an array of numbers, got undefined'],
    [{ prior: 1 }, 'prior must be an array of numbers, got 1'],
    [{ prior: '11' }, 'prior must be an array of numbers, got the string "11"'],
    [{ prior: [1, '1'] }, 'prior[1] must be a number, got the string "1"'],
    [{ prior: new Set([1, 2]) }, 'prior must be an array of numbers, got an object of class Set'],
    [{ trials: undefined }, 'trials is required and must be a number'],
    [{ trials: '10' }, 'trials must be a number, got the string "10"'],
    [{ trials: 10n }, 'trials must be a number, got the BigInt 10n'],
    [{ delta: null }, 'delta must be a number, got null'],
    [{ smoothing: null }, 'smoothing must be a number, got null'],
    [{ method: 1 }, `method must be ${methods}, got 1`],
    [{ calibration: 1 }, "calibration must be 'tight' or 'published', got 1"],
    [{ temperature: 1 }, 'give either temperature or epsilon, not both'],
    [{ temperature: 1, epsilon: undefined, delta: 0.1 }, 'give either temperature or delta, not both'],
    [{ temperature: 1, epsilon: undefined, calibration: 'tight' }, 'give either temperature or calibration, not both'],
    [{ epsilon: undefined, temperature: '1' }, 'temperature must be a number, got the string "1"'],
    [{ trial: 10 }, "BetaPosterior has no option 'trial'; did you mean 'trials'?"],
    [{ temprature: 1 }, "BetaPosterior has no option 'temprature'; did you mean 'temperature'?"],
    [{ secret: 1 }, `BetaPosterior has no option 'secret'; ${takes}`],
    [{ scale: 1 }, `BetaPosterior has no option 'scale'; ${takes}`]
  ]) {
    assert.throws(() => new BetaPosterior({ ...beta, ...change }), { name: 'TypeError', message })
  }
  for (const [options, shown] of [
    [undefined, 'undefined'],
    [null, 'null'],
    [1, 'a number'],
    ['[1, 1]', 'a string'],
    [[], 'an array']
  ]) {
    const message = `DirichletPosterior takes an object of options, such as { prior: ... }, got ${shown}`
    assert.throws(() => new DirichletPosterior(options), { name: 'TypeError', message })
  }
})

const questions = ['privatise', 'probabilities', 'expectedDistance']

test('truths that are none are refused before anything is drawn', () => {
  const mechanism = new BetaPosterior(beta)
  for (const question of questions) {
    for (const value of [-1, 11, 1.5, Number.NaN, Infinity]) {
      const kind = Number.isNaN(value) ? 'NaN' : 'another number'
      const message = `successes must be a whole number from 0 to 10, got ${kind}`
      assert.throws(() => mechanism[question](value), {
        name: 'ParameterError',
        parameter: 'successes',
        value,
        message
      })
    }
    for (const [value, message] of [
      [undefined, 'successes is required and must be a number'],
      [null, 'successes must be a number, got null'],
      ['3', 'successes must be a number, got a string'],
      [3n, 'successes must be a number, got a BigInt'],
      [[3], 'successes must be a number, got an array']
    ]) {
      assert.throws(() => mechanism[question](value), { name: 'TypeError', message })
    }
  }
  const several = new DirichletPosterior(dirichlet)
  for (const question of questions) {
    for (const [value, parameter, message] of [
      [[1, 1, 1], 'counts', 'counts must be numbers that sum to 5, got another sum'],
      [[5, 0], 'counts', 'counts must be 3 numbers, one for each weight, got 2'],
      [[5, 0, 0, 0], 'counts', 'counts must be 3 numbers, one for each weight, got 4'],
      [[], 'counts', 'counts must be 3 numbers, one for each weight, got 0'],
      [[1, 1, 3.5], 'counts[2]', 'counts[2] must be a whole number from 0 to 5, got another number'],
      [[5, -1, 1], 'counts[1]', 'counts[1] must be a whole number from 0 to 5, got another number'],
      [[6, -1, 0], 'counts[0]', 'counts[0] must be a whole number from 0 to 5, got another number'],
      [[0, Number.NaN, 0], 'counts[1]', 'counts[1] must be a whole number from 0 to 5, got NaN'],
      [Float64Array.of(Infinity, 0, 0), 'counts[0]', 'counts[0] must be a whole number from 0 to 5, got another number']
    ]) {
      assert.throws(() => several[question](value), { name: 'ParameterError', parameter, message })
    }
    for (const [value, message] of [
      [undefined, 'counts must be an array of numbers, got undefined'],
      [5, 'counts must be an array of numbers, got a number'],
      ['500', 'counts must be an array of numbers, got a string'],
      [['5', 0, 0], 'counts[0] must be a number, got a string']
    ]) {
      assert.throws(() => several[question](value), { name: 'TypeError', message })
    }
  }
})

test('places are whole numbers that there is a candidate for', () => {
  for (const [mechanism, last] of [
    [new BetaPosterior(beta), 10],
    [new DirichletPosterior(dirichlet), 20]
  ]) {
    for (const value of [-1, last + 1, 0.5, Number.NaN, Infinity]) {
      const message = `place must be a whole number from 0 to ${last}, got ${value}`
      assert.throws(() => mechanism.candidate(value), { name: 'ParameterError', parameter: 'place', message })
    }
    // Wrong kinds are TypeErrors, here as everywhere.
    for (const [value, shown] of [
      ['3', 'the string "3"'],
      [3n, 'the BigInt 3n'],
      [[3], 'an array']
    ]) {
      assert.throws(() => mechanism.candidate(value), {
        name: 'TypeError',
        message: `place must be a number, got ${shown}`
      })
    }
  }
})

test('deltaOf takes an epsilon, and nothing else', () => {
  for (const method of ['geometric', 'global']) {
    const mechanism = new BetaPosterior({ ...beta, method })
    const range = 'epsilon must be from 0 to 700'
    assert.throws(() => mechanism.deltaOf({ epsilon: -1 }), { name: 'ParameterError', message: `${range}, got -1` })
    assert.throws(() => mechanism.deltaOf({ epsilon: 701 }), { name: 'ParameterError', message: `${range}, got 701` })
    assert.throws(() => mechanism.deltaOf({ epsilon: Number.NaN }), { name: 'ParameterError' })
    assert.throws(() => mechanism.deltaOf({ epsilon: '1' }), { name: 'TypeError' })
    assert.throws(() => mechanism.deltaOf({ scale: 1 }), { message: "deltaOf has no option 'scale'; it takes epsilon" })
    assert.equal(mechanism.deltaOf({ epsilon: 700 }), 0)
    assert.ok(mechanism.deltaOf({ epsilon: 0 }) > 0.05)
  }
})

test('a method that was taken off its mechanism says so', () => {
  const mechanism = new BetaPosterior(beta)
  for (const name of [...questions, 'candidate', 'audit', 'toJSON', 'describe', 'deltaOf']) {
    const message = new RegExp(`^${name} must be called on the mechanism itself, as in mechanism\\.${name}\\(`)
    const { [name]: taken } = mechanism
    assert.throws(() => taken(3), { name: 'TypeError', message })
    assert.throws(() => new Proxy(mechanism, {})[name](3), { name: 'TypeError', message })
  }
})

test('guarantees so weak that whole numbers keep them at any temperature come to an end', async () => {
  // In a process of its own: a search without an end could not be stopped in this one.
  const script = `
    import { load } from 'inbounds'
    const { BetaPosterior } = await load()
    const methods = ['geometric', 'global', 'smooth', 'varying', 'local']
    for (const [epsilon, delta] of [[39.9, 0.9], [40, 0.999], [30, 0.99999999], [1, 0.9999999999999999], [40, 0]]) {
      for (const method of methods) {
        try {
          const { temperature } = new BetaPosterior({ prior: [1, 1], trials: 10, epsilon, delta, method })
          console.log(temperature > 0)
        } catch (error) {
          console.log(error.name === 'ParameterError')
        }
      }
    }`
  const options = { timeout: 300_000, cwd: new URL('.', import.meta.url).pathname }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], options)
  assert.equal(stdout, 'true\n'.repeat(25))
})
