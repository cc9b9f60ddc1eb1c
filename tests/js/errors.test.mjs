// What a mistake reads like. The texts are part of the interface.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load, ParameterError } from 'inbounds'
import { assertRefusals } from './support/refusals.mjs'

const { ReflectedLaplace, BoundedLaplace, BoundedGaussian } = await load()
const good = { lower: 0, upper: 120, epsilon: 1 }

test('impossible values are ParameterErrors with parameter, value and rule', () => {
  assertRefusals(BoundedLaplace, good, [
    [{ epsilon: 0 }, 'epsilon must be greater than 0, got 0'],
    [{ delta: 0, epsilon: 0 }, 'epsilon must be greater than 0, got 0'],
    [{ epsilon: -1 }, 'epsilon must be greater than 0, got -1'],
    [{ epsilon: 1e-300 }, 'epsilon must be from 1e-15 to 700, got 1e-300'],
    [{ epsilon: 1000 }, 'epsilon must be from 1e-15 to 700, got 1000'],
    [{ epsilon: Number.NaN }, 'epsilon must be a finite number, got NaN'],
    [{ epsilon: Infinity }, 'epsilon must be a finite number, got Infinity'],
    [{ delta: 0.1, epsilon: -1 }, 'epsilon must be from 0 to 700, got -1'],
    [{ delta: 0.1, epsilon: 701 }, 'epsilon must be from 0 to 700, got 701'],
    [{ delta: 1 }, 'delta must be at least 0 and below 1, got 1'],
    [{ delta: 2 }, 'delta must be at least 0 and below 1, got 2'],
    [{ delta: -0.1 }, 'delta must be at least 0 and below 1, got -0.1'],
    [{ delta: Infinity }, 'delta must be a finite number, got Infinity'],
    [{ guarantee: 'metric', delta: 0.1 }, 'delta must be 0 with the metric guarantee, got 0.1'],
    [{ guarantee: 'lipschitz' }, "guarantee must be 'dp' or 'metric', got 'lipschitz'"],
    [{ delta: Number.NaN }, 'delta must be a finite number, got NaN'],
    [{ upper: 0 }, 'upper must be greater than lower (0), got 0'],
    [{ upper: -1 }, 'upper must be greater than lower (0), got -1'],
    [{ sensitivity: 1, lower: Infinity }, 'lower must be a finite number or -Infinity, got Infinity'],
    [{ sensitivity: 1, upper: -Infinity }, 'upper must be a finite number or Infinity, got -Infinity'],
    [{ lower: Number.NaN }, 'lower must be a finite number or -Infinity, got NaN'],
    [{ upper: Number.NaN }, 'upper must be a finite number or Infinity, got NaN'],
    [{ sensitivity: 1, upper: Infinity, lower: 1e200 }, 'lower must be from -1e+150 to 1e+150, got 1e+200'],
    [{ sensitivity: 1, lower: -Infinity, upper: -1e200 }, 'upper must be from -1e+150 to 1e+150, got -1e+200'],
    [{ upper: 1e200 }, 'upper must be such that upper - lower is from 1e-150 to 1e+150, got 1e+200'],
    [{ sensitivity: 0 }, 'sensitivity must be greater than 0, got 0'],
    [{ sensitivity: 200 }, 'sensitivity must be at most upper - lower (120), got 200'],
    [{ sensitivity: Number.NaN }, 'sensitivity must be a finite number, got NaN'],
    [{ sensitivity: Infinity }, 'sensitivity must be a finite number, got Infinity'],
    [{ upper: Infinity, sensitivity: 1e200 }, 'sensitivity must be from 1e-150 to 1e+150, got 1e+200'],
    [
      { sensitivity: 1e-20 },
      'sensitivity must be at least 4.547473508864641e-13 between these bounds, where doubles are 2.842170943040401e-14 apart, got 1e-20; narrow the bounds, or choose a granularity'
    ],
    [
      { lower: 1e15, upper: 1e15 + 1 },
      'upper must be at least 2 above lower, where doubles are 0.125 apart, got 1000000000000001; or choose a granularity'
    ],
    [{ granularity: 0.3 }, 'granularity must be a power of two, a whole number, or 1/n for a whole number n, got 0.3'],
    [{ granularity: 0 }, 'granularity must be greater than 0, got 0'],
    [{ granularity: Number.NaN }, 'granularity must be a finite number, got NaN'],
    [{ granularity: 500 }, 'granularity must be fine enough for two values between lower (0) and upper (120), got 500'],
    [
      { granularity: 2 ** -60 },
      'granularity must be at least 2.842170943040401e-14 between these bounds, where doubles are no finer, got 8.673617379884035e-19'
    ],
    [{ calibration: 'best' }, "calibration must be 'tight' or 'published', got 'best'"],
    [{ outside: 'ignore' }, "outside must be 'clamp' or 'error', got 'ignore'"],
    [{ epsilon: undefined, scale: 0 }, 'scale must be greater than 0, got 0'],
    [{ epsilon: undefined, scale: 1e-6 }, 'scale must be large enough that epsilon is at most 700, got 0.000001'],
    [{ epsilon: undefined, scale: 1e30 }, 'scale must be small enough that epsilon is at least 1e-15, got 1e+30'],
    [{ epsilon: undefined, scale: Number.NaN }, 'scale must be a finite number, got NaN']
  ])
})

test('a mechanism and its copies are no options, and the sentence says what to do', () => {
  const mechanism = new ReflectedLaplace(good)
  const sentence = (owner) => `${owner} takes no mechanism, nor a copy of one: send toJSON(), and read it with fromJSON`
  for (const copy of [mechanism, structuredClone(mechanism)]) {
    assert.throws(() => new ReflectedLaplace(copy), { name: 'TypeError', message: sentence('ReflectedLaplace') })
    assert.throws(() => ReflectedLaplace.fromJSON(copy), { name: 'TypeError', message: sentence('fromJSON') })
    assert.throws(() => mechanism.epsilonOf(copy), { name: 'TypeError', message: sentence('epsilonOf') })
  }
})

test('wrong kinds are TypeErrors; nothing is coerced', () => {
  const cases = [
    [undefined, 'BoundedLaplace takes an object of options, such as { lower: ... }, got undefined'],
    [null, 'BoundedLaplace takes an object of options, such as { lower: ... }, got null'],
    [[0, 1], 'BoundedLaplace takes an object of options, such as { lower: ... }, got an array'],
    [{}, 'lower is required and must be a number'],
    [{ lower: 0 }, 'upper is required and must be a number'],
    [{ lower: 0, upper: 1 }, 'epsilon is required and must be a number (or give a scale)'],
    [{ ...good, epsilon: '1' }, 'epsilon must be a number, got the string "1"'],
    [{ ...good, epsilon: null }, 'epsilon must be a number, got null'],
    [{ ...good, epsilon: 1n }, 'epsilon must be a number, got the BigInt 1n'],
    [{ ...good, lower: new Date(0) }, 'lower must be a number, got an object of class Date'],
    [{ ...good, upper: [120] }, 'upper must be a number, got an array'],
    [{ ...good, sensitivity: true }, 'sensitivity must be a number, got true'],
    [{ ...good, granularity: () => 1 }, 'granularity must be a number, got a function'],
    [{ ...good, calibration: 1 }, "calibration must be 'tight' or 'published', got 1"],
    [{ ...good, sensitvity: 1 }, "BoundedLaplace has no option 'sensitvity'; did you mean 'sensitivity'?"],
    [
      { ...good, source: 1 },
      "BoundedLaplace has no option 'source'; it takes lower, upper, gaps, spans, epsilon, delta, sensitivity, guarantee, calibration, scale, granularity, outside"
    ],
    [{ ...good, scale: 3 }, 'give either scale or epsilon, not both'],
    [{ lower: 0, upper: 1, scale: 3, delta: 0 }, 'give either scale or delta, not both'],
    [{ lower: 0, upper: 1, scale: 3, calibration: 'tight' }, 'give either scale or calibration, not both'],
    [{ ...good, delta: null }, 'delta must be a number, got null'],
    [{ ...good, delta: '0' }, 'delta must be a number, got the string "0"'],
    [{ ...good, guarantee: null }, "guarantee must be 'dp' or 'metric', got null"],
    [{ ...good, calibration: null }, "calibration must be 'tight' or 'published', got null"],
    [{ ...good, outside: null }, "outside must be 'clamp' or 'error', got null"],
    [{ ...good, upper: Infinity }, 'sensitivity is required where a bound is infinite'],
    [
      {
        spans: [
          [0, 1],
          [2, Infinity]
        ],
        epsilon: 1
      },
      'sensitivity is required where a bound is infinite'
    ],
    [{ ...good, span: [[0, 1]] }, "BoundedLaplace has no option 'span'; did you mean 'spans'?"],
    [{ spans: [[9, 12]], lower: 9, epsilon: 1 }, 'give either spans or lower, not both'],
    [{ spans: [[9, 12]], upper: 12, epsilon: 1 }, 'give either spans or upper, not both'],
    [{ spans: [[9, 12]], gaps: [], epsilon: 1 }, 'give either spans or gaps, not both'],
    [{ spans: '9-12', epsilon: 1 }, 'spans must be an array of pairs such as [9, 12], got the string "9-12"'],
    [{ spans: null, epsilon: 1 }, 'spans must be an array of pairs such as [9, 12], got null'],
    [{ spans: [9, 12], epsilon: 1 }, 'spans[0] must be a pair of numbers such as [9, 12], got 9'],
    [{ spans: [[9]], epsilon: 1 }, 'spans[0] must be a pair of numbers such as [9, 12], got an array'],
    [{ spans: new Array(1), epsilon: 1 }, 'spans[0] must be a pair of numbers such as [9, 12], got undefined'],
    [{ spans: [[9, '12']], epsilon: 1 }, 'spans[0][1] must be a number, got the string "12"'],
    [{ ...good, gaps: 5 }, 'gaps must be an array of pairs such as [9, 12], got 5'],
    [{ ...good, gaps: [[1, 2, 3]] }, 'gaps[0] must be a pair of numbers such as [9, 12], got an array'],
    [{ ...good, gaps: [[1, 2n]] }, 'gaps[0][1] must be a number, got the BigInt 2n']
  ]
  for (const [options, message] of cases) assert.throws(() => new BoundedLaplace(options), new TypeError(message))
})

test('methods say what they take', () => {
  const mechanism = new BoundedLaplace(good)
  assert.throws(() => mechanism.privatise(), new TypeError('truth is required and must be a number'))
  assert.throws(() => mechanism.privatise('37'), new TypeError('truth must be a number, got a string'))
  assert.throws(() => mechanism.privatise(Number.NaN), {
    name: 'ParameterError',
    message: 'truth must be a number, got NaN'
  })
  assert.throws(
    () => mechanism.privatiseAll(),
    new TypeError('truths must be an array or a typed array of numbers, got undefined')
  )
  assert.throws(
    () => mechanism.privatiseAll('12'),
    new TypeError('truths must be an array or a typed array of numbers, got a string')
  )
  assert.throws(
    () => mechanism.privatiseAll(new DataView(new ArrayBuffer(8))),
    new TypeError('truths must be an array or a typed array of numbers, got an object')
  )
  assert.throws(() => mechanism.at(null), new TypeError('truth must be a number, got null'))
  assert.throws(
    () => mechanism.epsilonOf(3),
    new TypeError('epsilonOf takes an object of options, such as { scale: ... }, got a number')
  )
  assert.throws(() => mechanism.epsilonOf({ scale: -1 }), {
    name: 'ParameterError',
    message: 'scale must be greater than 0, got -1'
  })
  assert.throws(() => mechanism.epsilonOf({ delta: 1 }), {
    name: 'ParameterError',
    message: 'delta must be at least 0 and below 1, got 1'
  })
  assert.throws(() => mechanism.epsilonOf({ delta: null }), new TypeError('delta must be a number, got null'))
  assert.throws(() => mechanism.deltaOf({ epsilon: -1 }), {
    name: 'ParameterError',
    message: 'epsilon must be from 0 to 700, got -1'
  })
  assert.throws(
    () => mechanism.deltaOf({ delta: 0.1 }),
    new TypeError("deltaOf has no option 'delta'; it takes scale, epsilon")
  )
  assert.throws(
    () => BoundedLaplace.scaleFor({ lower: 0, upper: 1 }),
    new TypeError('epsilon is required and must be a number')
  )
  assert.throws(() => BoundedLaplace.scaleFor({ ...good, granularity: 1 }), /scaleFor has no option 'granularity'/)
})

test('bounds that are infinite on the wrong side are refused as such, before a sensitivity is asked for', () => {
  for (const [lower, upper, parameter] of [
    [Infinity, Infinity, 'lower'],
    [-Infinity, -Infinity, 'upper'],
    [Number.NaN, Infinity, 'lower'],
    [-Infinity, Number.NaN, 'upper']
  ]) {
    assert.throws(() => new BoundedLaplace({ lower, upper, epsilon: 1 }), { name: 'ParameterError', parameter })
  }
})

test('too little epsilon for a lattice between infinite bounds is not blamed on doubles', () => {
  assert.throws(() => new ReflectedLaplace({ lower: 0, upper: Infinity, sensitivity: 1, epsilon: 1e-12 }), {
    message:
      'sensitivity must be at least 2 between infinite bounds, where noise this wide takes steps of 0.125, got 1; bound the values, ask for less noise, or choose a granularity'
  })
})

test('a hundred thousand refusals leave the module as it was', () => {
  for (let i = 0; i < 100000; ++i) {
    try {
      new BoundedLaplace({ ...good, epsilon: -i })
      assert.fail()
    } catch (error) {
      if (!(error instanceof ParameterError)) throw error
    }
  }
  assert.equal(new BoundedLaplace(good).scale, 120)
})

test('every method says so where it has lost its mechanism, or is asked of a proxy', () => {
  const mechanism = new ReflectedLaplace({ lower: 0, upper: 1, epsilon: 1, granularity: 0.5 })
  const place = new BoundedGaussian({ lower: 0, upper: 1, epsilon: 1 })
  for (const object of [mechanism, place]) {
    const names = new Set()
    for (let at = Object.getPrototypeOf(object); at !== Object.prototype; at = Object.getPrototypeOf(at)) {
      for (const name of Object.getOwnPropertyNames(at)) if (name !== 'constructor') names.add(name)
    }
    assert.ok(names.size >= 8)
    for (const name of names) {
      const refusal = {
        name: 'TypeError',
        message: new RegExp(`^${name} must be called on the mechanism itself, as in`)
      }
      const method = object[name]
      assert.throws(() => method(0.5), refusal, `${name} without its mechanism`)
      assert.throws(() => new Proxy(object, {})[name](0.5), refusal, `${name} of a proxy`)
    }
  }
  const { fromJSON, scaleFor } = ReflectedLaplace
  const refusal = { name: 'TypeError', message: /^this must be called on a class that load\(\) gave/ }
  assert.throws(() => fromJSON(mechanism.toJSON()), refusal)
  assert.throws(() => scaleFor({ lower: 0, upper: 1, epsilon: 1 }), refusal)
})

test('a method without its mechanism, a misspelt option and an unknown one for load have a sentence each', async () => {
  const { privatise, privatiseAll } = new BoundedLaplace({ lower: 0, upper: 1, epsilon: 1 })
  assert.throws(() => [0.5].map(privatise), {
    name: 'TypeError',
    message: 'privatise must be called on the mechanism itself, as in mechanism.privatise(37)'
  })
  assert.throws(() => privatiseAll([0.5]), /^TypeError: privatiseAll must be called on the mechanism itself/)
  assert.throws(() => new BoundedLaplace({ lower: 0, upper: 1, eps: 1 }), /did you mean 'epsilon'\?$/)
  assert.throws(() => new BoundedLaplace({ lower: 0, upper: 1, epsilon: 1, sens: 1 }), /did you mean 'sensitivity'\?$/)
  await assert.rejects(load({ wsam: 1 }), /load has no option 'wsam'; did you mean 'wasm'\?/)
  assert.throws(() => new BoundedLaplace({ lower: -1e308, upper: 1e308, epsilon: 1 }), {
    message: 'upper must be such that upper - lower is from 1e-150 to 1e+150, got 1e+308'
  })
})
