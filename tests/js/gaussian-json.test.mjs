// Bounded Gaussian noise in writing: client and collector agree to the bit, or the reader is told why not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds'
import { loadSeeded } from 'inbounds/testing'

const { BoundedGaussian, BoundedLaplace } = await load()
const written = [
  { lower: 0, upper: 120, epsilon: 1, granularity: 1 },
  { lower: -3, upper: 7, epsilon: 0.3, sensitivity: 0.7, calibration: 'published' },
  { lower: 0, upper: 1, scale: 0.3, outside: 'error' },
  { lower: 0.1, upper: 10, epsilon: 0.2, delta: 0.01, sensitivity: 1 / 3 },
  { lower: 0, upper: 10, epsilon: 0, delta: 1e-5, sensitivity: 2, granularity: 0.1 },
  { lower: 0, upper: 1e5, epsilon: 1, delta: 1e-6, sensitivity: 1 }, // its loss without delta is in the thousands
  { lower: [0], upper: [1], epsilon: 1, delta: 1e-3 },
  { lower: [0, 0], upper: [1, 1], epsilon: 1e-15 },
  { lower: [0, 0], upper: [10, 8], sensitivity: Math.hypot(4, 2), epsilon: 1 },
  { lower: [0, -3, 1e6], upper: [10, 7, 1e6 + 40], epsilon: 3, granularity: [1, 0.1, 8], outside: 'error' },
  { lower: Float32Array.of(0.1, 0.2), upper: Float32Array.of(0.7, 0.9), scale: 0.5, granularity: 0.1 },
  { lower: [0, 0], upper: [1, 100], sensitivity: 90, epsilon: 50, calibration: 'published' },
  { lower: new Array(50).fill(-1), upper: new Array(50).fill(1), sensitivity: 0.1, epsilon: 1 }
]
const corners = ({ lower, upper }) => [lower, upper]

test('JSON brings back the same mechanism to the bit, and the same draws', async () => {
  for (const options of written) {
    const mechanism = new BoundedGaussian(options)
    const text = JSON.stringify(mechanism)
    for (const copy of [BoundedGaussian.fromJSON(text), BoundedGaussian.fromJSON(JSON.parse(text))]) {
      assert.ok(copy instanceof BoundedGaussian)
      assert.deepEqual({ ...copy }, { ...mechanism }, 'every field')
      assert.equal(JSON.stringify(copy), text)
      assert.deepEqual(copy.audit(), mechanism.audit())
      for (const truth of corners(mechanism)) {
        const [ours, theirs] = [copy, mechanism].map((one) => [one.at(truth)].flat())
        theirs.forEach((law, side) => {
          for (const y of [law.snapped, law.quantile(0.1)]) assert.equal(ours[side].logPmf(y), law.logPmf(y))
          assert.equal(ours[side].continuous.mean, law.continuous.mean)
        })
      }
    }
    const [here, there] = [await loadSeeded(4), await loadSeeded(4)].map((seeded) => seeded.BoundedGaussian)
    const truths = Array.from({ length: 100 }, (_, at) => corners(mechanism)[at % 2])
    const [one, other] = [here.fromJSON(text), new there(options)]
    assert.deepEqual(one.privatiseAll(truths.flat()), other.privatiseAll(truths.flat()))
    assert.deepEqual(
      truths.map((truth) => one.privatise(truth)),
      truths.map((truth) => other.privatise(truth))
    )
  }
})

test('what is written is what the documentation says', () => {
  const number = new BoundedGaussian({ lower: 0, upper: 5, epsilon: 1, granularity: 1 })
  assert.deepEqual(JSON.parse(JSON.stringify(number)), {
    mechanism: 'BoundedGaussian',
    version: 2,
    lower: 0,
    upper: 5,
    epsilon: 1,
    delta: 0,
    sensitivity: 5,
    granularity: 1,
    origin: 0,
    scale: number.scale,
    calibration: 'tight',
    outside: 'clamp'
  })
  const { lower, upper, granularity } = new BoundedGaussian({ lower: [0, 1], upper: [5, 6], scale: 3, granularity: 1 }).toJSON() // biome-ignore format: one thought
  assert.deepEqual({ lower, upper, granularity }, { lower: [0, 1], upper: [5, 6], granularity: [1, 1] })
})

test('JSON that was tampered with is refused with a sentence, and a smaller scale with what it loses', () => {
  const json = new BoundedGaussian({
    lower: [0, 0],
    upper: [10, 8],
    sensitivity: 2,
    epsilon: 1,
    granularity: 1
  }).toJSON()
  const lossy = /^scale must be large enough for epsilon .*; it loses \d/
  for (const [change, message] of [
    [{ scale: json.scale * 0.999999 }, lossy],
    [{ scale: json.scale / 2 }, /^scale must be large enough for epsilon 1, got .*; it loses [34]\.\d/],
    [{ epsilon: 0.999 }, lossy],
    [{ sensitivity: 3 }, lossy],
    [{ upper: [10, 9] }, lossy],
    [{ lower: [-1, 0] }, lossy],
    [{ scale: 0 }, /^scale must be greater than 0, got 0$/],
    [{ scale: -json.scale }, /^scale must be greater than 0/],
    [{ scale: Number.NaN }, /^scale must be a finite number, got NaN$/],
    [{ scale: 1e-3 }, /^scale must be large enough that epsilon is at most 700, got 0.001$/],
    [{ scale: 1e200 }, /^scale must be at most .* with this granularity, got 1e\+200$/],
    [{ delta: 0.1 }, /^delta must be 0 in several dimensions, got 0.1$/],
    [{ granularity: [1] }, undefined],
    [{ granularity: [1, 1, 1] }, /^granularity must be one number, or 2 numbers long/],
    [{ upper: [10] }, /^upper must be 2 numbers long/],
    [{ upper: [10, 0] }, /^upper\[1\] must be greater than lower \(0\), got 0$/],
    [{ version: 3 }, /^version must be 1 or 2, which this release reads, got 3$/],
    [{ mechanism: 'BoundedLaplace' }, /^mechanism must be 'BoundedGaussian', got the string "BoundedLaplace"$/],
    [{ calibration: 'best' }, /^calibration must be 'tight' or 'published' or 'given', got 'best'$/],
    [{ outside: 'ignore' }, /^outside must be 'clamp' or 'error', got 'ignore'$/]
  ]) {
    const read = () => BoundedGaussian.fromJSON({ ...json, ...change })
    if (message === undefined) assert.deepEqual({ ...read() }, { ...BoundedGaussian.fromJSON(json) })
    else assert.throws(read, { name: 'ParameterError', message })
  }
  for (const [change, message] of [
    [{ secret: 1 }, /^fromJSON has no option 'secret'/],
    [{ guarantee: 'dp' }, /^fromJSON has no option 'guarantee'/],
    [{ spans: [[0, 1]] }, /^fromJSON has no option 'spans'/],
    [{ scale: '1' }, /^scale must be a number, got the string "1"$/],
    [{ scale: null }, /^scale must be a number, got null$/],
    [{ upper: null }, /^lower and upper must be two numbers or two arrays, got an array and null$/],
    [{ upper: [10, null] }, /^upper\[1\] must be a number, got null$/],
    [{ upper: 10 }, /^lower and upper must be two numbers or two arrays/],
    ...['lower', 'upper', 'sensitivity', 'granularity', 'delta', 'epsilon', 'scale', 'calibration', 'outside'].map(
      (name) => [{ [name]: undefined }, new RegExp(`^(${name}|lower and upper) (is required|must be)`)]
    )
  ]) {
    assert.throws(() => BoundedGaussian.fromJSON({ ...json, ...change }), { name: 'TypeError', message })
  }
  for (const name of ['mechanism', 'version']) {
    assert.throws(() => BoundedGaussian.fromJSON({ ...json, [name]: undefined }), {
      name: 'ParameterError',
      parameter: name
    })
  }
  assert.throws(
    () => BoundedLaplace.fromJSON(json),
    /^TypeError: fromJSON has no option 'scale'|^ParameterError: mechanism/
  )
  assert.throws(() => BoundedGaussian.fromJSON(new BoundedLaplace({ lower: 0, upper: 1, epsilon: 1 })), Error)
  assert.throws(() => BoundedGaussian.fromJSON('null'), TypeError)
  assert.throws(() => BoundedGaussian.fromJSON('{'), SyntaxError)
})

test('delta is audited when it is read', () => {
  const json = new BoundedGaussian({ lower: 0, upper: 10, sensitivity: 2, epsilon: 0.5, delta: 0.01 }).toJSON()
  const refusal = { name: 'ParameterError', parameter: 'scale', message: /it loses/ }
  assert.throws(() => BoundedGaussian.fromJSON({ ...json, delta: 0.009 }), refusal)
  assert.throws(() => BoundedGaussian.fromJSON({ ...json, delta: 0 }), refusal)
  assert.throws(() => BoundedGaussian.fromJSON({ ...json, epsilon: 0.49 }), refusal)
  assert.throws(() => BoundedGaussian.fromJSON({ ...json, scale: 0.999 * json.scale }), refusal)
})

test('numbers that do not belong together are refused, even where the promise would hold', () => {
  for (const options of written) {
    const json = new BoundedGaussian(options).toJSON()
    for (const change of [
      { scale: json.scale * 1.000001 },
      { scale: json.scale * 2 },
      { epsilon: json.epsilon + 0.001 },
      { delta: json.delta + 0.001 }
    ]) {
      assert.throws(
        () => BoundedGaussian.fromJSON({ ...json, ...change }),
        { name: 'ParameterError', message: /^(scale|epsilon|delta) must be .*, got/ },
        `${JSON.stringify(json)} with ${JSON.stringify(change)}`
      )
    }
  }
})
