// What a mistake with bounded Gaussian noise reads like. The texts are part of the interface.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load, ParameterError } from 'inbounds'
import { assertRefusals } from './support/refusals.mjs'

const { BoundedGaussian } = await load()
const number = { lower: 0, upper: 120, epsilon: 1 }
const box = { lower: [0, 0], upper: [10, 8], epsilon: 1 }
const takes = 'it takes lower, upper, epsilon, delta, sensitivity, calibration, scale, granularity, outside'

test('impossible values are ParameterErrors with parameter, value and rule', () => {
  assertRefusals(BoundedGaussian, number, [
    [
      { lower: 1e15, upper: 1e15 + 1 },
      'upper must be at least 2 above lower, where doubles are 0.125 apart, got 1000000000000001; or choose a granularity'
    ],
    [{ epsilon: 0 }, 'epsilon must be greater than 0, got 0'],
    [{ epsilon: -1 }, 'epsilon must be greater than 0, got -1'],
    [{ epsilon: 1e-16 }, 'epsilon must be from 1e-15 to 700, got 1e-16'],
    [{ epsilon: 701 }, 'epsilon must be from 1e-15 to 700, got 701'],
    [{ epsilon: Number.NaN }, 'epsilon must be a finite number, got NaN'],
    [{ delta: 0.1, epsilon: -1 }, 'epsilon must be from 0 to 700, got -1'],
    [{ delta: 1 }, 'delta must be at least 0 and below 1, got 1'],
    [{ delta: -0.1 }, 'delta must be at least 0 and below 1, got -0.1'],
    [{ delta: Number.NaN }, 'delta must be a finite number, got NaN'],
    [{ calibration: 'published', delta: 0.1 }, 'delta must be 0 for the published calibration, got 0.1'],
    [{ upper: 0 }, 'upper must be greater than lower (0), got 0'],
    [{ upper: Infinity }, 'upper must be a finite number, got Infinity'],
    [{ lower: -Infinity }, 'lower must be a finite number, got -Infinity'],
    [{ lower: Number.NaN }, 'lower must be a finite number, got NaN'],
    [{ sensitivity: 0 }, 'sensitivity must be greater than 0, got 0'],
    [{ sensitivity: 200 }, 'sensitivity must be at most upper - lower (120), got 200'],
    [{ sensitivity: Number.NaN }, 'sensitivity must be a finite number, got NaN'],
    [{ sensitivity: Infinity }, 'sensitivity must be a finite number, got Infinity'],
    [{ granularity: 0.3 }, 'granularity must be a power of two, a whole number, or 1/n for a whole number n, got 0.3'],
    [{ granularity: 0 }, 'granularity must be greater than 0, got 0'],
    [{ granularity: 500 }, 'granularity must be fine enough for two values between lower (0) and upper (120), got 500'],
    [{ calibration: 'best' }, "calibration must be 'tight' or 'published', got 'best'"],
    [{ outside: 'ignore' }, "outside must be 'clamp' or 'error', got 'ignore'"],
    [{ epsilon: undefined, scale: 0 }, 'scale must be greater than 0, got 0'],
    [{ epsilon: undefined, scale: -1 }, 'scale must be greater than 0, got -1'],
    [{ epsilon: undefined, scale: Number.NaN }, 'scale must be a finite number, got NaN'],
    [{ epsilon: undefined, scale: Infinity }, 'scale must be a finite number, got Infinity'],
    [{ epsilon: undefined, scale: 1e-6 }, 'scale must be large enough that epsilon is at most 700, got 0.000001'],
    [{ epsilon: undefined, scale: 1e30 }, 'scale must be small enough that epsilon is at least 1e-15, got 1e+30']
  ])
})

test('of a box, the coordinate that is wrong is named', () => {
  assertRefusals(BoundedGaussian, box, [
    [{ upper: [10, 0] }, 'upper[1] must be greater than lower (0), got 0', 'upper[1]', 0],
    [{ upper: [-1, 8] }, 'upper[0] must be greater than lower (0), got -1', 'upper[0]', -1],
    [{ upper: [10, Infinity] }, 'upper[1] must be a finite number, got Infinity', 'upper[1]', Infinity],
    [{ upper: [10, Number.NaN] }, 'upper[1] must be a finite number, got NaN', 'upper[1]', Number.NaN],
    [{ lower: [-Infinity, 0] }, 'lower[0] must be a finite number, got -Infinity', 'lower[0]', -Infinity],
    [{ lower: Float64Array.of(0, Number.NaN) }, 'lower[1] must be a finite number, got NaN', 'lower[1]', Number.NaN],
    [{ lower: [], upper: [] }, 'lower must have at least one number, got none', 'lower'],
    [{ upper: [] }, 'upper must have at least one number, got none'],
    [{ sensitivity: 13 }, 'sensitivity must be at most the distance of opposite corners (12.806248474865697), got 13'],
    [{ sensitivity: 0 }, 'sensitivity must be greater than 0, got 0'],
    [{ delta: 0.1 }, 'delta must be 0 in several dimensions, got 0.1'],
    [{ delta: Number.NaN }, 'delta must be a finite number, got NaN'],
    [
      { granularity: [1, 0.3] },
      'granularity[1] must be a power of two, a whole number, or 1/n for a whole number n, got 0.3',
      'granularity[1]',
      0.3
    ],
    [
      { granularity: [1, 20] },
      'granularity[1] must be fine enough for two values between lower (0) and upper (8), got 20',
      'granularity[1]',
      20
    ],
    [{ granularity: [1, Number.NaN] }, 'granularity[1] must be a finite number, got NaN', 'granularity[1]', Number.NaN],
    [{ granularity: 0 }, 'granularity must be greater than 0, got 0'],
    [{ granularity: [] }, 'granularity must have at least one number, got none']
  ])
})

test('lists of different lengths are refused with both lengths', () => {
  for (const [change, parameter, lengths] of [
    [{ upper: [10] }, 'upper', /^upper must be 2 numbers long, got 1$/],
    [{ upper: [10, 8, 6] }, 'upper', /^upper must be 2 numbers long, got 3$/],
    [{ granularity: [1, 1, 1] }, 'granularity', /^granularity must be one number, or 2 numbers long, got 3$/]
  ]) {
    const refusal = { name: 'ParameterError', parameter, message: lengths }
    assert.throws(() => new BoundedGaussian({ ...box, ...change }), refusal)
    if (parameter === 'upper') assert.throws(() => BoundedGaussian.scaleFor({ ...box, ...change }), refusal)
  }
})

test('wrong kinds are TypeErrors; nothing is coerced', () => {
  const cases = [
    [undefined, 'BoundedGaussian takes an object of options, such as { lower: ... }, got undefined'],
    [null, 'BoundedGaussian takes an object of options, such as { lower: ... }, got null'],
    [[0, 1], 'BoundedGaussian takes an object of options, such as { lower: ... }, got an array'],
    [{}, 'lower is required and must be a number'],
    [{ lower: 0 }, 'upper is required and must be a number'],
    [{ lower: 0, upper: 1 }, 'epsilon is required and must be a number (or give a scale)'],
    [{ ...number, epsilon: '1' }, 'epsilon must be a number, got the string "1"'],
    [{ ...number, epsilon: null }, 'epsilon must be a number, got null'],
    [{ ...number, lower: '0' }, 'lower must be a number, got the string "0"'],
    [{ ...number, lower: new Date(0) }, 'lower must be a number, got an object of class Date'],
    [{ ...number, delta: null }, 'delta must be a number, got null'],
    [{ ...number, sensitivity: true }, 'sensitivity must be a number, got true'],
    [{ ...number, granularity: null }, 'granularity must be a number, got null'],
    [{ ...number, calibration: null }, "calibration must be 'tight' or 'published', got null"],
    [{ ...number, outside: 1 }, "outside must be 'clamp' or 'error', got 1"],
    [{ ...number, scale: 3 }, 'give either scale or epsilon, not both'],
    [{ lower: 0, upper: 1, scale: 3, delta: 0 }, 'give either scale or delta, not both'],
    [{ lower: 0, upper: 1, scale: 3, calibration: 'tight' }, 'give either scale or calibration, not both'],
    [{ lower: 0, upper: 1, scale: '3' }, 'scale must be a number, got the string "3"'],
    [{ ...number, sensitvity: 1 }, "BoundedGaussian has no option 'sensitvity'; did you mean 'sensitivity'?"],
    [{ spans: [[0, 1]], epsilon: 1 }, `BoundedGaussian has no option 'spans'; ${takes}`],
    [{ ...number, gaps: [[1, 2]] }, `BoundedGaussian has no option 'gaps'; ${takes}`],
    [{ ...number, guarantee: 'dp' }, `BoundedGaussian has no option 'guarantee'; ${takes}`],
    [{ ...box, upper: 10 }, 'lower and upper must be two numbers or two arrays, got an array and 10'],
    [{ ...box, lower: 0 }, 'lower and upper must be two numbers or two arrays, got 0 and an array'],
    [{ ...box, lower: ['0', 0] }, 'lower[0] must be a number, got the string "0"'],
    [{ ...box, lower: [0, null] }, 'lower[1] must be a number, got null'],
    [{ ...box, lower: new Array(2) }, 'lower[0] is required and must be a number'],
    [{ ...box, upper: [[10, 8]] }, 'upper[0] must be a number, got an array'],
    [{ ...box, upper: BigInt64Array.of(10n, 8n) }, 'upper[0] must be a number, got the BigInt 10n'],
    [{ ...box, sensitivity: [1, 2] }, 'sensitivity must be a number, got an array'],
    [{ ...box, epsilon: [1, 1] }, 'epsilon must be a number, got an array'],
    [{ ...box, granularity: ['1', 1] }, 'granularity[0] must be a number, got the string "1"'],
    [{ ...box, granularity: { 0: 1, 1: 1, length: 2 } }, 'granularity must be a number, got an object']
  ]
  for (const [options, message] of cases) assert.throws(() => new BoundedGaussian(options), new TypeError(message))
})

test('truths of the wrong shape are refused, by privatise and by at alike', () => {
  const [one, two] = [new BoundedGaussian(number), new BoundedGaussian(box)]
  for (const [mechanism, truth, message] of [
    [one, undefined, 'truth is required and must be a number'],
    [one, [37], 'truth must be a number, got an array'],
    [one, Float64Array.of(37), 'truth must be a number, got a typed array'],
    [one, '37', 'truth must be a number, got a string'],
    [one, 37n, 'truth must be a number, got a BigInt'],
    [one, null, 'truth must be a number, got null'],
    [two, undefined, 'truth must be an array of 2 numbers, got undefined'],
    [two, 3, 'truth must be an array of 2 numbers, got a number'],
    [two, '12', 'truth must be an array of 2 numbers, got a string'],
    [two, { 0: 1, 1: 2, length: 2 }, 'truth must be an array of 2 numbers, got an object'],
    [two, new DataView(new ArrayBuffer(16)), 'truth must be an array of 2 numbers, got an object'],
    [two, [1, '2'], 'truth[1] must be a number, got a string'],
    [
      two,
      [
        [1, 2],
        [3, 4]
      ],
      'truth[0] must be a number, got an array'
    ],
    [two, new Array(2), 'truth[0] is required and must be a number'],
    [two, BigInt64Array.of(1n, 2n), 'truth[0] must be a number, got a BigInt']
  ]) {
    assert.throws(() => mechanism.privatise(truth), new TypeError(message))
    assert.throws(() => mechanism.at(truth), new TypeError(message))
  }
  for (const [mechanism, truth, parameter, message] of [
    [one, Number.NaN, 'truth', 'truth must be a number, got NaN'],
    [two, [1, Number.NaN], 'truth[1]', 'truth[1] must be a number, got NaN'],
    [two, [1], 'truth', 'truth must have 2 numbers, got 1'],
    [two, [1, 2, 3], 'truth', 'truth must have 2 numbers, got 3'],
    [two, [], 'truth', 'truth must have 2 numbers, got 0']
  ]) {
    assert.throws(() => mechanism.privatise(truth), { name: 'ParameterError', parameter, message })
    assert.throws(() => mechanism.at(truth), { name: 'ParameterError', parameter, message })
  }
})

test('lists of truths, and where they go', () => {
  const mechanism = new BoundedGaussian(box)
  const list = 'truths must be an array or a typed array of numbers, got'
  for (const [truths, message] of [
    [undefined, `${list} undefined`],
    [3, `${list} a number`],
    ['12', `${list} a string`],
    [new DataView(new ArrayBuffer(16)), `${list} an object`],
    [
      [
        [1, 2],
        [3, 4]
      ],
      'truths[0] must be a number, got an array'
    ],
    [[1, null], 'truths[1] must be a number, got null'],
    [[1, 2, '3', 4], 'truths[2] must be a number, got a string'],
    [new Array(2), 'truths[0] is required and must be a number']
  ]) {
    assert.throws(() => mechanism.privatiseAll(truths), new TypeError(message))
  }
  assert.throws(() => mechanism.privatiseAll([1, 2, 3]), {
    name: 'ParameterError',
    parameter: 'truths',
    message: 'truths must be a multiple of 2 numbers long, one vector after the other, got a length of 3'
  })
  const room = new Float64Array(8)
  const truths = room.subarray(0, 4)
  for (const [into, error] of [
    [[0, 0, 0, 0], new TypeError('into must be a Float64Array, got an array')],
    [new Float32Array(4), new TypeError('into must be a Float64Array, got a typed array')],
    [
      new Float64Array(2),
      new ParameterError('into', new Float64Array(2), 'into must be as long as the truths (4), got a length of 2')
    ],
    [
      room.subarray(1, 5),
      new ParameterError('into', room.subarray(1, 5), 'into must be the truths themselves or not overlap them')
    ]
  ]) {
    assert.throws(() => mechanism.privatiseAll(truths, { into }), error)
  }
  assert.throws(() => mechanism.privatiseAll(truths, null), TypeError)
  assert.throws(
    () => mechanism.privatiseAll(truths, { onto: room }),
    /privatiseAll has no option 'onto'; did you mean 'into'\?/
  )
  assert.deepEqual(room, new Float64Array(8), 'nothing was written')
})

test('questions and methods say what they take', () => {
  const [one, two] = [new BoundedGaussian(number), new BoundedGaussian(box)]
  assert.throws(() => two.epsilonOf(null), /^TypeError: epsilonOf takes an object of options/)
  assert.throws(
    () => two.epsilonOf({ scale: -1 }),
    new ParameterError('scale', -1, 'scale must be greater than 0, got -1')
  )
  assert.throws(() => two.epsilonOf({ delta: 0.1 }), {
    name: 'ParameterError',
    message: 'delta must be 0 in several dimensions, got 0.1'
  })
  assert.equal(two.deltaOf(), 0, 'known where it is none')
  assert.throws(() => two.deltaOf({ epsilon: two.epsilon / 2 }), {
    name: 'ParameterError',
    message: /^epsilon must be at least .* in several dimensions, got/
  })
  assert.throws(() => one.deltaOf({ epsilon: -1 }), {
    name: 'ParameterError',
    message: 'epsilon must be from 0 to 700, got -1'
  })
  assert.throws(() => one.deltaOf({ scale: Number.NaN }), { message: 'scale must be a finite number, got NaN' })
  assert.throws(() => one.epsilonOf({ scale: '1' }), new TypeError('scale must be a number, got the string "1"'))
  assert.throws(
    () => BoundedGaussian.scaleFor({ lower: [0], upper: [1] }),
    new TypeError('epsilon is required and must be a number')
  )
  assert.throws(() => BoundedGaussian.scaleFor({ ...box, granularity: 1 }), /scaleFor has no option 'granularity'/)
  assert.throws(() => BoundedGaussian.scaleFor({ ...box, delta: 0.1 }), {
    message: 'delta must be 0 in several dimensions, got 0.1'
  })
  const { privatise, privatiseAll } = two
  assert.throws(() => privatise([1, 2]), /^TypeError: privatise must be called on the mechanism itself/)
  assert.throws(() => privatiseAll([1, 2]), /^TypeError: privatiseAll must be called on the mechanism itself/)
  assert.throws(() => BoundedGaussian(box), /^TypeError: Class constructors? .*cannot be invoked without 'new'/)
})

test('after any number of errors, a mechanism is what it was', () => {
  const mechanism = new BoundedGaussian(box)
  const says = () => JSON.stringify([mechanism, mechanism.audit(), mechanism.at([1, 2]).map(({ mean }) => mean)])
  const before = says()
  for (let turn = 0; turn < 5000; ++turn) {
    assert.throws(() => new BoundedGaussian({ ...box, upper: [turn, -turn] }), RangeError)
    assert.throws(() => new BoundedGaussian({ ...box, granularity: [1, 1, 1] }), RangeError)
    assert.throws(() => mechanism.privatise([turn, Number.NaN]), RangeError)
    assert.throws(() => mechanism.epsilonOf({ scale: -turn }), RangeError)
  }
  assert.equal(says(), before)
  assert.equal(mechanism.privatise([1, 2]).length, 2)
})
