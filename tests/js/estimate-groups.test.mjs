// Groups of reports: the same from whatever they are given as, and together better than each alone. Vectors, warnings, and
// the extremes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds/collector'
import { loadSeeded } from 'inbounds/testing'
import { checkEstimate, lengthOf, momentsOf, population } from './support/populations.mjs'

const { estimate, Tally } = await load()
const { ReflectedLaplace, BoundedLaplace, ClampedLaplace, BoundedGaussian } = await loadSeeded(32)
const bounds = [0, 20]
const options = { lower: 0, upper: 20, epsilon: 1, granularity: 1 }
const mechanism = new ReflectedLaplace(options)

test('reports, tallies, their JSON and parts of them give the same result', () => {
  const reports = mechanism.privatiseAll(population('ramp', 10_000, bounds, 1))
  const tally = new Tally(mechanism).add(reports)
  const expected = estimate({ reports, mechanism })
  const text = JSON.stringify(mechanism)
  const parts = [0, 1, 2].map((at) => new Tally(text).add(reports.filter((_, index) => index % 3 === at)))
  for (const groups of [
    [{ reports: Array.from(reports), mechanism: text }],
    { reports: Int32Array.from(reports), mechanism: mechanism.toJSON() },
    { tally },
    { tally, mechanism },
    { tally, mechanism: text },
    { tally: tally.toJSON() },
    { tally: JSON.stringify(tally) },
    { tally: parts[0].merge(parts[1]).merge(parts[2]) }
  ]) {
    assert.deepEqual(estimate(groups), expected)
  }
  // As groups of their own, counts are added in another order.
  const halves = estimate([
    { reports: reports.subarray(0, 5000), mechanism },
    { reports: reports.subarray(5000), mechanism }
  ])
  assert.equal(halves.reports, 10_000)
  assert.ok(Math.abs(halves.mean.value - expected.mean.value) < 0.05)
  assert.ok(Math.abs(lengthOf(halves.mean) / lengthOf(expected.mean) - 1) < 0.05)
})

test('groups with other epsilons, mechanisms and bounds: shorter intervals than from either alone', () => {
  const truths = population('hump', 40_000, bounds, 1)
  const { mean } = momentsOf(truths)
  const wide = { lower: -10, upper: 40, granularity: 1 }
  const groups = [
    mechanism,
    new BoundedLaplace({ ...options, epsilon: 1.2 }),
    new ClampedLaplace({ ...options, epsilon: 1.5 }),
    new BoundedGaussian({ ...options, epsilon: 2 }),
    new ReflectedLaplace({ ...wide, epsilon: 2.5 })
  ].map((one) => ({ mechanism: one, reports: one.privatiseAll(truths) }))
  for (const [at, group] of groups.entries()) {
    const other = groups[(at + 1) % groups.length]
    const both = estimate([group, other])
    checkEstimate(both, -10, 40)
    assert.equal(both.reports, 80_000)
    const lengths = [group, other].map((one) => lengthOf(estimate(one).mean))
    const name = `${group.mechanism.describe()} ${lengthOf(both.mean)} of ${lengths}`
    // Between the wider bounds, a group with narrower ones knows nothing of what lies outside its own.
    const [shorter] = lengths
      .filter((_, index) => [group, other][index].mechanism.lower === both.histogram[0].from)
      .sort()
    assert.ok(lengthOf(both.mean) < shorter, name)
    assert.ok(Math.abs(both.mean.value - mean) < 2 * lengthOf(both.mean), name)
  }
  const all = estimate(groups)
  checkEstimate(all, -10, 40)
  assert.deepEqual([all.histogram[0].from, all.histogram.at(-1).to], [-10, 40])
  assert.deepEqual(all.warnings, [])
})

test('an empty group beside another one changes nothing but the bounds', () => {
  const reports = mechanism.privatiseAll(population('even', 2000, bounds, 1))
  const alone = estimate({ reports, mechanism })
  const beside = estimate([{ reports, mechanism }, { tally: new Tally(mechanism) }])
  assert.equal(beside.reports, 2000)
  assert.ok(Math.abs(beside.mean.value - alone.mean.value) < 1e-6)
})

test('vectors have a mean and marginals', () => {
  const box = new BoundedGaussian({ lower: [0, -5], upper: [10, 5], epsilon: 4, granularity: 1 })
  const [xs, ys] = [population('ramp', 20_000, [0, 10], 1), population('point', 20_000, [-5, 5], 1)]
  const truths = new Float64Array(40_000).map((_, at) => (at % 2 === 0 ? xs : ys)[at >> 1])
  const reports = box.privatiseAll(truths)
  const found = estimate({ reports, mechanism: box })
  assert.deepEqual(Object.keys(found), ['reports', 'mean', 'marginals', 'warnings'])
  assert.equal(found.reports, 20_000)
  assert.deepEqual(found.warnings, [])
  assert.deepEqual(found.mean, found.marginals.map(({ mean }) => mean)) // biome-ignore format: shorter so
  for (const [side, column] of [xs, ys].entries()) {
    checkEstimate(found.marginals[side], [0, -5][side], [10, 5][side])
    const { mean } = momentsOf(column)
    assert.ok(Math.abs(found.mean[side].value - mean) < 2 * lengthOf(found.mean[side]), `${side}`)
  }
  assert.deepEqual(estimate({ tally: new Tally(box).add(reports) }), found)
  const twice = estimate([{ tally: new Tally(box).add(reports).toJSON() }, { reports, mechanism: box }])
  assert.ok(lengthOf(twice.mean[0]) < lengthOf(found.mean[0]))
  assert.deepEqual(estimate({ reports: [3, 3], mechanism: box }).warnings, [
    'Intervals hold for many reports; 1 is far too few: do not rely on them.'
  ])
})

test("cosines give about the same histogram where truths are smooth, and the same intervals' lengths", () => {
  const smooth = new ReflectedLaplace({ lower: 0, upper: 20, epsilon: 8, granularity: 1 })
  const reports = smooth.privatiseAll(population('hump', 50_000, bounds, 1))
  const [likely, cosines] = ['likelihood', 'cosines'].map((method) =>
    estimate({ reports, mechanism: smooth }, { method, bins: 7 })
  )
  checkEstimate(cosines, 0, 20)
  for (const [at, { share }] of cosines.histogram.entries()) {
    assert.ok(Math.abs(share - likely.histogram[at].share) < 0.03, `bin ${at}: ${share}, ${likely.histogram[at].share}`)
  }
  assert.equal(cosines.mean.low, likely.mean.low)
  assert.equal(cosines.mean.high, likely.mean.high)
})

test('what does not fit is told', () => {
  const truths = population('hump', 20_000, bounds, 1)
  const sentence =
    /^No distribution of true values fits these reports \(a fit as bad has a chance of \S+\): were all of them made by this mechanism, once for each person\?$/
  const weak = new ReflectedLaplace({ ...options, epsilon: 6 })
  for (const [reports, name] of [
    [truths.map((truth) => Math.round(truth / 5) * 5), 'no noise'],
    [new Float64Array(1000).fill(20), 'all the same'],
    [weak.privatiseAll(new Float64Array(20_000).fill(10)), 'less noise than that']
  ]) {
    const found = estimate({ reports, mechanism })
    checkEstimate(found, 0, 20)
    assert.equal(found.warnings.length, 1, name)
    assert.match(found.warnings[0], sentence)
    assert.ok(found.fit.probability < 1e-4)
  }
  const few = 'Intervals hold for many reports; 499 may be too few (below 500).'
  assert.deepEqual(estimate({ reports: mechanism.privatiseAll(truths.subarray(0, 499)), mechanism }).warnings, [few])
  assert.deepEqual(estimate({ reports: mechanism.privatiseAll(truths.subarray(0, 500)), mechanism }).warnings, [])
})

test('few reports, and reports that are all the same', () => {
  for (const one of [
    mechanism,
    new BoundedGaussian(options),
    new ClampedLaplace(options),
    new BoundedLaplace(options)
  ]) {
    for (const reports of [[0], [20], [7], [0, 20], new Float64Array(10).fill(3), new Float64Array(5000).fill(0)]) {
      for (const smoothing of [0, 10]) checkEstimate(estimate({ reports, mechanism: one }, { smoothing }), 0, 20)
    }
  }
})

test('extremes: much noise and none, narrow and wide bounds, many reports', () => {
  for (const [lower, upper, epsilon, granularity] of [
    [0, 20, 1e-3, 1],
    [0, 20, 50, 1],
    [0, 20, 700, 1],
    [0, 1, 1, 1],
    [5, 5 + 1e-9, 1],
    [-1e9, 1e9, 1],
    [0, 1e-9, 50],
    [0, 1e60, 1],
    [0, 1e150, 1]
  ]) {
    for (const Mechanism of [ReflectedLaplace, BoundedGaussian]) {
      const one = new Mechanism({ lower, upper, epsilon, granularity })
      const reports = one.privatiseAll(population('twoPoints', 2000, [lower, upper]))
      const found = estimate({ reports, mechanism: one }, { bins: 4, quantiles: [0.5] })
      checkEstimate(found, lower, upper)
    }
  }
})

test('a million million reports tell nearly all', () => {
  const json = new Tally(mechanism).toJSON()
  const shares = Array.from({ length: 21 }, (_, truth) => mechanism.at(truth))
  // Truths 5 and 15, half of each.
  const counts = shares.map((_, report) => Math.round(5e11 * (shares[5].pmf(report) + shares[15].pmf(report))))
  const found = estimate({ tally: { ...json, counts } }, { smoothing: 0, bins: 21 })
  checkEstimate(found, 0, 20)
  assert.ok(Math.abs(found.reports / 1e12 - 1) < 1e-9)
  assert.deepEqual(found.warnings, [])
  assert.ok(Math.abs(found.mean.value - 10) < 1e-3, JSON.stringify(found.mean))
  assert.ok(Math.abs(found.variance.value - 25) < 1e-2, JSON.stringify(found.variance))
  assert.ok(lengthOf(found.mean) < 1e-3)
  for (const [value, { share }] of found.histogram.entries()) {
    assert.ok(Math.abs(share - (value === 5 || value === 15 ? 0.5 : 0)) < 0.01, `${value}: ${share}`)
  }
  const max = { ...json, counts: counts.map((_, at) => (at === 4 ? Number.MAX_SAFE_INTEGER : 0)) }
  checkEstimate(estimate([{ tally: max }, { tally: max }]), 0, 20)
})
