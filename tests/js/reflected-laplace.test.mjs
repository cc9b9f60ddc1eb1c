// Noise that is reflected at the bounds and out of gaps.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load, ParameterError } from 'inbounds'
import { loadSeeded } from 'inbounds/testing'
import { alpha, chiSquarePValue } from './support/chi-square.mjs'
import { assertClose, assertRelative } from './support/close.mjs'
import { latticeValues, worstLossByTrial } from './support/lattice-values.mjs'

const { ReflectedLaplace, BoundedLaplace, ClampedLaplace } = await load()
const age = { lower: 0, upper: 120, epsilon: 1, sensitivity: 12, granularity: 1 }
const clinic = { spans: [[9, 12], [14, 18]], sensitivity: 1, epsilon: 1, granularity: 0.25 } // biome-ignore format: a case a line

/** What becomes of a whole number between bounds from 0 up and outside some ranges, a reflection at a time. */
function reflectBack(number, last, ranges) {
  let at = number
  while (at < 0 || at > last) at = at < 0 ? -1 - at : 2 * last + 1 - at
  if (ranges.some(([from, to]) => at >= from && at <= to)) return at
  const above = ranges.findIndex(([from]) => from > at)
  const below = ranges[above - 1]
  const [from, to] = at - below[1] <= ranges[above][0] - at ? below : ranges[above]
  while (at < from || at > to) at = at < from ? 2 * from - 1 - at : 2 * to + 1 - at
  return at
}

/** The probabilities of all points, by reflecting every number that two-sided geometric noise is likely to lead to. */
function reflectedLaw(truth, rate, last, ranges) {
  const law = new Map()
  for (let noise = -20000; noise <= 20000; ++noise) {
    const point = reflectBack(truth + noise, last, ranges)
    law.set(point, (law.get(point) ?? 0) + Math.tanh(rate / 2) * Math.exp(-rate * Math.abs(noise)))
  }
  return law
}

test('the law is that of two-sided geometric noise, reflected a reflection at a time', () => {
  const mechanism = new ReflectedLaplace(age)
  for (const truth of [0, 37, 120]) {
    const expected = reflectedLaw(truth, mechanism.rate, 120, [[0, 120]])
    const law = mechanism.at(truth)
    let sum = 0
    for (const y of latticeValues(mechanism)) {
      assertRelative(law.pmf(y), expected.get(y), 1e-12, `P(${y} | ${truth})`)
      assertRelative(law.logPmf(y), Math.log(expected.get(y)), 1e-12, 'its logarithm')
      sum += expected.get(y)
      assertClose(law.cdf(y), sum)
      assertClose(law.survival(y), 1 - sum)
    }
  }
})

test('what lands in a gap is reflected at its nearer end, and the truth may lie there', () => {
  const ranges = [
    [0, 3],
    [10, 10],
    [40, 60]
  ]
  const options = { lower: 0, upper: 60, sensitivity: 5, granularity: 1 }
  const gaps = [
    [3, 9.5],
    [10.5, 40]
  ]
  for (const mechanism of [
    new ReflectedLaplace({ ...options, gaps, scale: 9 }),
    new ReflectedLaplace({ ...options, gaps, epsilon: 1 })
  ]) {
    for (const truth of [0, 6, 9, 25, 26, 60]) {
      const expected = reflectedLaw(truth, mechanism.rate, 60, ranges)
      const law = mechanism.at(truth)
      assert.equal(law.snapped, truth)
      let mean = 0
      for (let y = 0; y <= 60; ++y) {
        assertClose(law.pmf(y), expected.get(y) ?? 0, 1e-13, `P(${y} | ${truth})`)
        mean += y * (expected.get(y) ?? 0)
      }
      assertRelative(law.mean, mean, 1e-11, 'mean')
      assertClose(law.cdf(39.9), law.cdf(10), 1e-15)
    }
  }
})

test('its noise is the least that keeps epsilon, and less than the others need', () => {
  for (const epsilon of [0.01, 0.5, 1, 3, 20]) {
    const options = { ...age, epsilon }
    const mechanism = new ReflectedLaplace(options)
    const loss = worstLossByTrial(mechanism)
    assert.ok(loss <= epsilon * (1 + 1e-12) && loss > epsilon * 0.999, `${loss} of ${epsilon}`)
    assertRelative(mechanism.audit().epsilon, loss, 1e-9, 'audit')
    assert.ok(mechanism.scale <= new ClampedLaplace(options).scale * (1 + 1e-12))
    assert.ok(mechanism.scale < new BoundedLaplace(options).scale)
    assert.ok(
      worstLossByTrial(new ReflectedLaplace({ ...age, epsilon: undefined, scale: mechanism.scale * 0.999 })) > epsilon
    )
  }
})

test('closed forms: all true values, a half-line, the metric guarantee', () => {
  for (const epsilon of [1e-6, 0.1, 1, 10, 100]) {
    const whole = ReflectedLaplace.scaleFor({ lower: 0, upper: 7, epsilon })
    assertRelative(whole, 7 / (epsilon + Math.log1p(Math.sqrt(-Math.expm1(-2 * epsilon)))), 1e-12, 'D/arccosh(e^eps)')
    const half = { lower: 0, upper: Infinity, sensitivity: 3, epsilon }
    assertRelative(ReflectedLaplace.scaleFor(half), 3 / epsilon, 1e-12, 's/eps')
    const metric = ReflectedLaplace.scaleFor({ lower: 0, upper: 7, sensitivity: 2, epsilon, guarantee: 'metric' })
    assertRelative(Math.tanh(7 / metric) / metric, epsilon / 2, 1e-11, 'tanh(D/b)/b')
    const published = ReflectedLaplace.scaleFor({
      lower: 0,
      upper: 7,
      sensitivity: 2,
      epsilon,
      calibration: 'published'
    })
    assertRelative(published, 2 / epsilon, 1e-12, 'published')
  }
  assertRelative(
    ReflectedLaplace.scaleFor({ lower: 0, upper: 1, epsilon: 0.1, guarantee: 'metric' }),
    3.109,
    2e-4,
    'spec'
  )
})

test('with gaps the scale is that of the bounds, and the loss is not larger', () => {
  const mechanism = new ReflectedLaplace(clinic)
  assert.equal(mechanism.scale, new ReflectedLaplace({ ...clinic, spans: undefined, lower: 9, upper: 18 }).scale)
  assertRelative(worstLossByTrial(mechanism), 1, 1e-3, 'loss')
  for (const truth of [12.5, 13, 13.9, 9, 18, -3, 99]) {
    const y = mechanism.privatise(truth)
    assert.ok((y >= 9 && y <= 12) || (y >= 14 && y <= 18))
  }
  assert.throws(() => new BoundedLaplace(clinic).privatise(13), /got a number in a gap$/)
  assert.throws(() => new ReflectedLaplace({ ...clinic, outside: 'error' }).privatise(8), ParameterError)
  assert.doesNotThrow(() => new ReflectedLaplace({ ...clinic, outside: 'error' }).privatise(13))
})

test('the audit names a pair that loses what it says, at an end onto which nothing is reflected', () => {
  const short = { spans: [[0, 1], [20, 60]], sensitivity: 4, granularity: 1, epsilon: 1 } // biome-ignore format: a case a line
  const { epsilon, truth, neighbour, output } = new ReflectedLaplace(short).audit()
  assert.deepEqual([truth, neighbour, output], [60, 56, 60])
  const mechanism = new ReflectedLaplace(short)
  assertRelative(mechanism.at(truth).logPmf(output) - mechanism.at(neighbour).logPmf(output), epsilon, 1e-9, 'loss')
})

test('delta is the exact one, and needs less noise', () => {
  for (const [epsilon, delta] of [
    [0, 0.1],
    [0.5, 0.01],
    [1, 1e-4]
  ]) {
    // biome-ignore format: a case a line
    const mechanism = new ReflectedLaplace({ ...age, epsilon, delta })
    const laws = Array.from({ length: 121 }, (_, truth) =>
      Array.from({ length: 121 }, (_, y) => mechanism.at(truth).pmf(y))
    )
    let max = 0
    for (let i = 0; i + 12 <= 120; ++i) {
      for (const [one, other] of [
        [i, i + 12],
        [i + 12, i]
      ]) {
        // biome-ignore format: a case a line
        const stick = laws[one].reduce((sum, p, y) => sum + Math.max(0, p - Math.exp(epsilon) * laws[other][y]), 0)
        max = Math.max(max, stick)
      }
    }
    assert.ok(max <= delta * (1 + 1e-9) && max > delta * 0.999, `${max} of ${delta}`)
    assertRelative(mechanism.deltaOf(), max, 1e-9, 'deltaOf')
    assertRelative(mechanism.epsilonOf({ delta }), epsilon, 1e-6, 'epsilonOf')
    const { truth, neighbour, output, delta: audited } = mechanism.audit()
    const upTo = (at) => (truth < neighbour ? mechanism.at(at).cdf(output) : 1 - mechanism.at(at).cdf(output - 1))
    assertRelative(upTo(truth) - Math.exp(epsilon) * upTo(neighbour), audited, 1e-9, 'the set of the audit')
  }
})

test('draws follow the law at every point, from single calls, batches and gaps', async () => {
  const seeded = await loadSeeded(11)
  for (const options of [{ lower: 0, upper: 9, epsilon: 2, granularity: 1 }, clinic]) {
    const mechanism = new seeded.ReflectedLaplace(options)
    const values = [...latticeValues(mechanism)].filter((y) => mechanism.at(mechanism.lower).pmf(y) > 0)
    for (const truth of [mechanism.lower, 13, mechanism.upper]) {
      const law = mechanism.at(truth)
      const draws = [
        ...mechanism.privatiseAll(new Array(20000).fill(truth)),
        ...Array.from({ length: 5000 }, () => mechanism.privatise(truth))
      ]
      const counts = values.map((y) => draws.filter((drawn) => drawn === y).length)
      assert.equal(
        counts.reduce((sum, count) => sum + count),
        draws.length,
        'nothing else comes out'
      )
      const expected = values.map((y) => law.pmf(y) * draws.length)
      assert.ok(chiSquarePValue(expected, counts) > alpha, `truth ${truth}`)
    }
  }
})

test('the truth has no influence on which random words are used', async () => {
  const options = [
    { lower: 0, upper: 1, epsilon: 1 },
    { lower: 0, upper: 120, epsilon: 0.001, granularity: 1 },
    { lower: 0, upper: 1, epsilon: 50, sensitivity: 0.01 },
    { lower: 0, upper: Infinity, epsilon: 1, sensitivity: 1 },
    clinic
  ]
  for (const one of options) {
    const after = await Promise.all(
      [0, 0.25, 0.5, 1, 10, 120].map(async (truth) => {
        const mechanism = new (await loadSeeded(21)).ReflectedLaplace(one)
        mechanism.privatiseAll(new Float64Array(1000).fill(truth))
        for (let i = 0; i < 10; ++i) mechanism.privatise(truth)
        return mechanism.privatiseAll(new Float64Array(100).fill(0.5))
      })
    )
    for (const rest of after) assert.deepEqual(rest, after[0], 'the same words are next')
  }
})

test('a cosine is left as its eigenvalue says, for every truth', () => {
  const mechanism = new ReflectedLaplace({ lower: 3, upper: 8, epsilon: 2, granularity: 0.1 })
  const values = [...latticeValues(mechanism)]
  assert.equal(mechanism.eigenvalue(0), 1)
  for (const k of [0, 1, 2, 7, 49, 50]) {
    for (const truth of [3, 4.2, 8]) {
      const law = mechanism.at(truth)
      const mean = values.reduce((sum, y) => sum + law.pmf(y) * mechanism.cosine(k, y), 0)
      assertClose(mean, mechanism.eigenvalue(k) * mechanism.cosine(k, truth), 1e-13, `k ${k}, truth ${truth}`)
    }
  }
  const ratio = Math.exp(-mechanism.rate)
  const written = (1 - ratio) ** 2 / (1 - 2 * ratio * Math.cos((Math.PI * 7) / 51) + ratio ** 2)
  assertRelative(mechanism.eigenvalue(7), written, 1e-11, 'as it is written elsewhere')
  for (const k of [-1, 51, 0.5, Number.NaN]) assert.throws(() => mechanism.eigenvalue(k), ParameterError)
  assert.throws(() => mechanism.cosine('1', 4), TypeError)
  assert.throws(() => new ReflectedLaplace(clinic).eigenvalue(1), /finite bounds without gaps/)
  assert.throws(
    () => new ReflectedLaplace({ lower: 0, upper: Infinity, sensitivity: 1, epsilon: 1 }).cosine(1, 4),
    TypeError
  )
})

test('the plain mean of reports is biased, and two counts are enough to mend it', () => {
  const mechanism = new ReflectedLaplace({ lower: 0, upper: 10, epsilon: 2, granularity: 1 })
  const { lowest, highest, granularity, rate } = mechanism
  for (const truth of [0, 3, 10]) {
    const law = mechanism.at(truth)
    const correction = (law.pmf(highest) - law.pmf(lowest)) / (4 * Math.sinh(rate / 2) ** 2)
    assertClose(law.mean + granularity * correction, truth, 1e-12)
    if (truth !== 5) assert.ok(Math.abs(law.bias) > 0.5)
  }
})

test('classes have their names, also where minified code throws', () => {
  assert.throws(() => ReflectedLaplace(age), /^TypeError: Class constructors? .*cannot be invoked without 'new'/)
  assert.equal(ReflectedLaplace.name, 'ReflectedLaplace')
  assert.equal(
    new ReflectedLaplace({ lower: 1700000000, upper: 1700086400, epsilon: 1, granularity: 60 })
      .describe()
      .split('.')[0],
    'Releases a number in steps of 60 from 1700000000 to 1700086400: the true value with random noise'
  )
})

test('extremes: nothing overflows, cancels or hangs', () => {
  for (const scale of [1e-8, 1e-3, 1, 1e3, 1e7]) {
    const mechanism = new ReflectedLaplace({ lower: 0, upper: 1, scale, sensitivity: Math.min(1, 100 * scale) })
    for (const truth of [0, 1e-9, 0.3, 1]) {
      const { mean, variance, continuous } = mechanism.at(truth)
      assert.ok(mean >= 0 && mean <= 1 && variance > 0)
      assertClose(continuous.cdf(0.4) + continuous.survival(0.4), 1)
      assertClose(continuous.cdf(continuous.quantile(0.3)), 0.3, 1e-7) // doubles near 0.3 are 5e-9 scales apart
      const flat = 1 / 3 - truth + truth ** 2 // of a uniform number, where the scale is large
      if (scale >= 1e3) assertRelative(continuous.mse, flat, 1e-5, 'almost uniform')
      if (scale <= 1e-3 && truth === 0.3) assertRelative(continuous.mse, 2 * scale ** 2, 1e-12, 'almost unbounded')
    }
  }
})
