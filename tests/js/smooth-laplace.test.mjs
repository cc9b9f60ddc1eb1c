// Laplace noise with smooth sensitivity: relations, draws, JSON and texts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds'
import { loadSeeded } from 'inbounds/testing'
import { alpha, chiSquarePValue } from './support/chi-square.mjs'
import { assertRelative } from './support/close.mjs'
import { assertRefusals } from './support/refusals.mjs'

const { SmoothLaplace, BoundedLaplace } = await load()
/** The variance of the posterior of a uniform prior, after each number of successes. */
const variances = (n) => Array.from({ length: n + 1 }, (_, k) => ((1 + k) * (1 + n - k)) / ((n + 2) ** 2 * (n + 3)))
const usual = { values: variances(20), epsilon: 1, delta: 1e-4 }

const settings = [
  usual,
  { ...usual, calibration: 'published' },
  { ...usual, epsilon: 0.1, delta: 0.01 },
  { ...usual, smoothing: 0.1 },
  { values: [0, 1], epsilon: 2, delta: 1e-6 },
  { values: [5, 4, 4, 4, 0, 1e-3], epsilon: 0.5, delta: 1e-9 },
  { values: [-3, 7, 1e6, 0], epsilon: 3, delta: 0.5 },
  { values: variances(300), epsilon: 1, delta: 1e-12 }
]

/** The sum over lattice points of what one law exceeds e^epsilon times the other by: laws without ends, far enough out. */
function excess({ granularity, values, scales }, truth, neighbour, epsilon, coarse) {
  const step = granularity * coarse
  const density = (k) => (y) => Math.exp(-Math.abs(y - values[k]) / scales[k]) / (2 * scales[k])
  const [p, q] = [density(truth), density(neighbour)]
  const halfWidth = 60 * Math.max(scales[truth], scales[neighbour])
  let sum = 0
  for (let y = values[truth] - halfWidth; y <= values[truth] + halfWidth; y += step) {
    sum += Math.max(0, p(y) - Math.exp(epsilon) * q(y))
  }
  return sum * step
}

test('what is promised is kept by every pair, as an integral of the density says, and the audit names the worst', () => {
  for (const options of settings.slice(0, 6)) {
    const mechanism = new SmoothLaplace(options)
    const audit = mechanism.audit()
    assert.equal(audit.epsilon, mechanism.epsilon)
    assert.ok(audit.delta <= mechanism.delta)
    assert.equal(Math.abs(audit.truth - audit.neighbour), 1)
    const coarse = Math.max(1, Math.min(...mechanism.scales) / mechanism.granularity / 500)
    let worst = 0
    for (let k = 1; k < mechanism.values.length; ++k) {
      for (const [truth, neighbour] of [
        [k, k - 1],
        [k - 1, k]
      ]) {
        // biome-ignore format: both ways
        const found = excess(mechanism, truth, neighbour, mechanism.epsilon, coarse)
        worst = Math.max(worst, found)
        if (truth === audit.truth && neighbour === audit.neighbour) assertRelative(found, audit.delta, 0.02)
      }
    }
    assert.ok(worst <= audit.delta * 1.02, `${worst} is more than ${audit.delta}`)
    assert.equal(mechanism.deltaOf(), audit.delta)
    assert.ok(mechanism.deltaOf({ epsilon: mechanism.epsilon / 2 }) > audit.delta)
    assert.ok(mechanism.deltaOf({ epsilon: mechanism.epsilon * 2 }) <= audit.delta)
  }
})

test('scales are smooth, follow the largest step beside a count, and tight ones use all of delta', () => {
  for (const options of settings) {
    const mechanism = new SmoothLaplace(options)
    const { values, scales, smoothing, alpha: own, granularity, lowest, highest } = mechanism
    for (let k = 0; k < values.length; ++k) {
      const steps = [k - 1, k + 1].filter((at) => at in values).map((at) => Math.abs(values[at] - values[k]))
      assert.ok(scales[k] * own >= Math.max(...steps) * (1 - 1e-6))
      if (k > 0) assert.ok(Math.abs(Math.log(scales[k] / scales[k - 1])) <= smoothing * (1 + 1e-6) + 1e-6)
    }
    assert.ok(Number.isInteger(Math.log2(granularity)), 'a power of two')
    assert.ok(granularity <= Math.min(...scales) * own * 2 ** -24 * (1 + 1e-6))
    assert.ok(lowest >= Math.min(...values) && highest <= Math.max(...values) && lowest < highest)
    if (options.calibration) assert.equal(own, options.epsilon / 2)
    else assertRelative(mechanism.audit().delta, options.delta, 1e-6, JSON.stringify(options).slice(0, 80))
    assert.equal(mechanism.calibration, options.calibration ?? 'tight')
    assert.ok(Object.isFrozen(mechanism) && Object.isFrozen(values) && Object.isFrozen(scales))
    assert.deepEqual(values, options.values)
  }
  assert.ok(new SmoothLaplace(usual).alpha > new SmoothLaplace({ ...usual, calibration: 'published' }).alpha * 1.6)
})

test('draws are on the lattice, inside, and follow two-sided noise that piles up at the ends', async () => {
  const seeded = await loadSeeded(2007)
  for (const [options, counts] of [
    [usual, [0, 3, 10, 20]],
    [settings[5], [0, 2, 5]]
  ]) {
    const mechanism = new seeded.SmoothLaplace(options)
    const { lowest, highest, granularity } = mechanism
    for (const count of counts) {
      const [centre, scale] = [mechanism.values[count], mechanism.scales[count]]
      const below = (y) => (y < centre ? Math.exp((y - centre) / scale) / 2 : 1 - Math.exp((centre - y) / scale) / 2)
      // Twenty cells between the ends; the ends themselves are cells of their own.
      const borders = Array.from({ length: 21 }, (_, at) => lowest + ((highest - lowest) * at) / 20)
      const seen = new Array(22).fill(0)
      const draws = 20000
      for (let turn = 0; turn < draws; ++turn) {
        const drawn = mechanism.privatise(count)
        assert.ok(Number.isInteger(drawn / granularity) && drawn >= lowest && drawn <= highest && !Object.is(drawn, -0))
        const cell = drawn === lowest ? 0 : drawn === highest ? 21 : borders.findIndex((border) => drawn <= border)
        seen[cell] += 1
      }
      const shares = borders.map(below)
      const expected = [shares[0], ...shares.slice(1).map((share, at) => share - shares[at]), 1 - shares[20]]
      assert.ok(chiSquarePValue(expected.map((share) => share * draws), seen) > alpha, `count ${count}`) // biome-ignore format: one thought
    }
  }
})

test('what was written is read back to the bit, also by guarantees at the edges, and others may take the place', () => {
  const edges = [
    { values: [0, 1, 3], epsilon: 1e-6, delta: 1e-4 },
    { values: [0, 1, 3], epsilon: 40, delta: 1e-12 },
    { values: [0, 1, 3], epsilon: 40, delta: 0.999 }
  ]
  for (const options of [...settings, ...edges]) {
    const mechanism = new SmoothLaplace(options)
    const says = (one) => JSON.stringify([one, one.audit(), one.deltaOf({ epsilon: 0.2 }), one.scales, one.lowest])
    const before = says(mechanism)
    for (const json of [JSON.stringify(mechanism), mechanism.toJSON()]) {
      const copy = SmoothLaplace.fromJSON(json)
      assert.equal(says(copy), before)
      assert.deepEqual({ ...copy }, { ...mechanism })
    }
    for (let at = 0; at < 40; ++at) new BoundedLaplace({ lower: 0, upper: 1 + at, epsilon: 1 })
    assert.equal(says(mechanism), before)
  }
})

test('numbers that do not belong together are refused', () => {
  const json = new SmoothLaplace(usual).toJSON()
  assert.deepEqual(Object.keys(json), [
    'mechanism',
    'version',
    'values',
    'epsilon',
    'delta',
    'smoothing',
    'alpha',
    'calibration'
  ])
  const expectRefusal = (change, error) =>
    assert.throws(() => SmoothLaplace.fromJSON({ ...json, ...change }), error, Object.keys(change).join())
  for (const change of [
    { alpha: json.alpha * 1.01 },
    { alpha: json.alpha * 0.99 },
    { alpha: -1 },
    { alpha: Number.NaN },
    { delta: 1e-3 },
    { epsilon: 0.9 },
    { epsilon: 2 },
    { smoothing: 0.1 },
    { calibration: 'given' },
    { calibration: 'published' },
    { version: 3 },
    { mechanism: 'BetaPosterior' }
  ]) {
    expectRefusal(change, { name: 'ParameterError', message: / must be .*, got / })
  }
  expectRefusal({ alpha: undefined }, { name: 'TypeError', message: 'alpha is required and must be a number' })
  expectRefusal({ smoothing: undefined }, { name: 'TypeError', message: 'smoothing is required and must be a number' })
  expectRefusal({ secret: 1 }, { name: 'TypeError', message: /^fromJSON has no option 'secret'/ })
  expectRefusal({ values: null }, { name: 'TypeError', message: 'values must be an array of numbers, got null' })
})

test('impossible values are ParameterErrors with parameter, value and rule', () => {
  assertRefusals(SmoothLaplace, usual, [
    [{ values: [1] }, 'values must be from 2 to 65536 numbers, got 1', 'values', 1],
    [{ values: [1, Number.NaN] }, 'values[1] must be from -1e+290 to 1e+290, got NaN', 'values[1]', Number.NaN],
    [{ values: [-Infinity, 1] }, 'values[0] must be from -1e+290 to 1e+290, got -Infinity', 'values[0]', -Infinity],
    [{ values: [1, 1] }, 'values must be apart: with a sensitivity from 1.4901161193847656e-8 up, got 0', 'values', 0],
    [{ epsilon: 0 }, 'epsilon must be from 0.000001 to 40, got 0'],
    [{ epsilon: -1 }, 'epsilon must be from 0 to 700, got -1'],
    [{ epsilon: 701 }, 'epsilon must be from 0 to 700, got 701'],
    [{ epsilon: Number.NaN }, 'epsilon must be a finite number, got NaN'],
    [{ delta: 0 }, 'delta must be from 1e-12 to 1, got 0'],
    [{ delta: 1 }, 'delta must be at least 0 and below 1, got 1'],
    [{ smoothing: 0 }, 'smoothing must be from 1e-9 to 100, got 0'],
    [{ smoothing: Number.NaN }, 'smoothing must be a finite number, got NaN'],
    [{ calibration: 'best' }, "calibration must be 'tight' or 'published', got 'best'"],
    [{ calibration: 'published', epsilon: 20 }, 'epsilon must be one that this calibration can keep, got 20']
  ])
  for (const [change, message] of [
    [{ values: undefined }, 'values must be an array of numbers, got undefined'],
    [{ values: 'x' }, 'values must be an array of numbers, got the string "x"'],
    [{ values: [1, '2'] }, 'values[1] must be a number, got the string "2"'],
    [{ epsilon: undefined }, 'epsilon is required and must be a number'],
    [{ scale: 1 }, "SmoothLaplace has no option 'scale'; it takes values, epsilon, delta, smoothing, calibration"],
    [{ value: [1] }, "SmoothLaplace has no option 'value'; did you mean 'values'?"]
  ]) {
    assert.throws(() => new SmoothLaplace({ ...usual, ...change }), { name: 'TypeError', message })
  }
})

test('values that are far too large or small are refused for that, and not for being close', () => {
  for (const values of [
    [0, 1e300],
    [0, 1e-300],
    [-1.7e308, 1.7e308]
  ]) {
    // biome-ignore format: a case each
    assert.throws(
      () => new SmoothLaplace({ ...usual, values }),
      (error) => {
        const kind = /from (\S+) up, got (.+)$/.exec(error.message)
        assert.ok(!kind || !(Number(kind[2]) > Number(kind[1])), `a rule that is kept: ${error.message}`)
        return error.name === 'ParameterError'
      }
    )
  }
})

test('counts that are none are refused, and so are questions about no epsilon', () => {
  const mechanism = new SmoothLaplace(usual)
  for (const value of [-1, 21, 1.5, Number.NaN]) {
    const kind = Number.isNaN(value) ? 'NaN' : 'another number'
    const message = `count must be a whole number from 0 to 20, got ${kind}`
    assert.throws(() => mechanism.privatise(value), { name: 'ParameterError', parameter: 'count', value, message })
  }
  assert.throws(() => mechanism.privatise('3'), {
    name: 'TypeError',
    message: 'count must be a number, got a string'
  })
  assert.throws(() => mechanism.deltaOf({ scale: 1 }), { message: "deltaOf has no option 'scale'; it takes epsilon" })
  for (const epsilon of [-1, 701, Number.NaN]) {
    assert.throws(() => mechanism.deltaOf({ epsilon }), { name: 'ParameterError', parameter: 'epsilon' }, `${epsilon}`)
  }
  const { privatise } = mechanism
  assert.throws(() => privatise(3), {
    message: 'privatise must be called on the mechanism itself, as in mechanism.privatise(37)'
  })
  assert.match(
    mechanism.describe(),
    /^Releases a number from 0\.00188.* to 0\.0108.*: the true value with random noise\. But for a/
  )
})
