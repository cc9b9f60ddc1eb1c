// Private posteriors in writing: what is read back is the same to the bit, or refused.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { load } from 'inbounds'

const { BetaPosterior, DirichletPosterior, SmoothLaplace } = await load()
// An engine of its own.
const other = await load({ wasm: await readFile(new URL('../../dist/inbounds.wasm', import.meta.url)) })

/** Of every method, by every way of asking. */
function* variety() {
  for (const method of ['geometric', 'global', 'smooth', 'varying', 'local']) {
    for (const request of [
      { epsilon: 1 },
      { epsilon: 1e-6 },
      { epsilon: 40 },
      { epsilon: 0.5, calibration: 'published' },
      { epsilon: 1, delta: 1e-5 },
      { epsilon: 1, delta: 1e-3, calibration: 'published' },
      { epsilon: 40, delta: 0.5 },
      { temperature: 0.3 },
      { temperature: 1e-9 },
      { temperature: 40 },
      ...(method === 'smooth'
        ? [
            { epsilon: 1, smoothing: 0.1 },
            { temperature: 1, smoothing: 2 }
          ]
        : [])
    ]) {
      yield new BetaPosterior({ prior: [0.5, 3], trials: 9, method, ...request })
      yield new DirichletPosterior({ prior: [1, 2, 0.1], trials: 3, method, ...request })
    }
  }
}

const says = (mechanism) => {
  const rows = Array.from({ length: mechanism.candidates }, (_, place) => [
    ...mechanism.probabilities(mechanism.candidate(place))
  ])
  return JSON.stringify([mechanism.audit(), mechanism.deltaOf({ epsilon: 0.1 }), rows, mechanism])
}

test('what was written is read back with the same laws to the bit, as an object and as text', () => {
  for (const mechanism of variety()) {
    const Class = mechanism.constructor
    const text = JSON.stringify(mechanism)
    for (const copy of [Class.fromJSON(text), Class.fromJSON(mechanism.toJSON()), other[Class.name].fromJSON(text)]) {
      assert.equal(says(copy), says(mechanism), text)
      assert.deepEqual({ ...copy }, { ...mechanism })
      assert.ok(Object.isFrozen(copy) && JSON.stringify(copy) === text)
    }
  }
})

test('the writing has what fixes the laws, and no more', () => {
  const smooth = new BetaPosterior({
    prior: [1, 1],
    trials: 10,
    epsilon: 1,
    method: 'smooth',
    calibration: 'published'
  })
  assert.deepEqual(JSON.parse(JSON.stringify(smooth)), {
    mechanism: 'BetaPosterior',
    version: 2,
    prior: [1, 1],
    trials: 10,
    method: 'smooth',
    smoothing: 0.5,
    epsilon: 1,
    delta: 0,
    temperature: 0.4,
    calibration: 'published'
  })
  const written = JSON.parse(JSON.stringify(new DirichletPosterior({ prior: [1, 1, 1], trials: 3, temperature: 2 })))
  assert.equal(written.calibration, 'given')
  assert.ok(!('smoothing' in written) && written.temperature === 2 && written.epsilon > 2)
})

test('numbers that do not belong together are refused, even where the promise would hold', () => {
  for (const mechanism of variety()) {
    const json = mechanism.toJSON()
    if (json.epsilon > 30) continue // where laws are so few whole numbers that several epsilons have the same
    for (const change of [
      { temperature: json.temperature * 1.00001 },
      { temperature: json.temperature * 0.99999 },
      { temperature: json.temperature / 2 },
      { epsilon: json.epsilon * 1.00001 },
      { epsilon: json.epsilon * 0.99999 },
      ...(json.method === 'local' || json.calibration !== 'tight' ? [] : [{ delta: json.delta + 0.001 }])
    ]) {
      assert.throws(
        () => mechanism.constructor.fromJSON({ ...json, ...change }),
        { name: 'ParameterError', message: /^(temperature|epsilon|delta) must be .*, got/ },
        `${JSON.stringify(json)} with ${JSON.stringify(change)}`
      )
    }
  }
})

test('a temperature that was raised is found by the audit', () => {
  const json = new BetaPosterior({ prior: [1, 1], trials: 10, epsilon: 1, method: 'varying' }).toJSON()
  const expectRefusal = (change, message) =>
    assert.throws(() => BetaPosterior.fromJSON({ ...json, ...change }), { name: 'ParameterError', message })
  const temperature = json.temperature * 1.01
  expectRefusal({ temperature }, `temperature must be small enough for epsilon 1 and delta 0, got ${temperature}`)
  expectRefusal({ epsilon: 0.99 }, /^temperature must be small enough for epsilon 0.99 and delta 0, got/)
  expectRefusal({ prior: [30, 30] }, /^temperature must be/)
  expectRefusal({ trials: 11 }, /^temperature must be/)
  expectRefusal({ method: 'global' }, /^temperature must be/)
})

test('what toJSON did not write is refused with a sentence', () => {
  const json = new BetaPosterior({ prior: [1, 1], trials: 10, epsilon: 1, method: 'smooth' }).toJSON()
  const read = (change) => () => BetaPosterior.fromJSON({ ...json, ...change })
  for (const [change, message] of [
    [{ version: 3 }, 'version must be 1 or 2, which this release reads, got 3'],
    [{ mechanism: 'DirichletPosterior' }, 'mechanism must be \'BetaPosterior\', got the string "DirichletPosterior"'],
    [{ calibration: 'best' }, "calibration must be 'tight' or 'published' or 'given', got 'best'"],
    [{ method: 'geometric' }, "smoothing must be left out unless the method is 'smooth', got 0.5"],
    [{ trials: 0 }, 'trials must be a whole number from 1 to 4194304, got 0'],
    [{ temperature: -1 }, 'temperature must be from 1e-13 to 128, got -1'],
    [{ temperature: Number.NaN }, /^temperature must be .*, got NaN$/],
    [{ epsilon: Number.NaN }, 'epsilon must be a finite number, got NaN'],
    [{ smoothing: Number.NaN }, 'smoothing must be a finite number, got NaN']
  ]) {
    assert.throws(read(change), { name: 'ParameterError', message })
  }
  for (const [change, message] of [
    [{ secret: 1 }, /^fromJSON has no option 'secret'/],
    [{ scale: 1 }, /^fromJSON has no option 'scale'/],
    [{ temperature: '1' }, 'temperature must be a number, got the string "1"'],
    [{ temperature: undefined }, 'temperature is required and must be a number'],
    [{ epsilon: undefined }, 'epsilon is required and must be a number'],
    [{ delta: undefined }, 'delta is required and must be a number'],
    [{ trials: null }, 'trials must be a number, got null'],
    [{ prior: null }, 'prior must be an array of numbers, got null'],
    [{ calibration: undefined }, /^calibration must be/]
  ]) {
    assert.throws(read(change), { name: 'TypeError', message })
  }
  assert.throws(read({ mechanism: undefined }), { name: 'ParameterError', parameter: 'mechanism' })
  assert.throws(() => BetaPosterior.fromJSON({ ...json, prior: [1, 1, 1] }), { name: 'ParameterError' })
  assert.throws(() => DirichletPosterior.fromJSON(json), { name: 'ParameterError', parameter: 'mechanism' })
  assert.throws(() => SmoothLaplace.fromJSON(json), Error)
  for (const nonsense of [null, 1, [], undefined]) {
    assert.throws(() => BetaPosterior.fromJSON(nonsense), { name: 'TypeError', message: /^fromJSON takes what toJSON/ })
  }
  assert.throws(() => BetaPosterior.fromJSON('{'), SyntaxError)
  const { fromJSON } = BetaPosterior
  assert.throws(() => fromJSON(json), { name: 'TypeError', message: /must be called on a class that load\(\) gave/ })
})
