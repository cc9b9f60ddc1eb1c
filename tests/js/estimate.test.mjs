// Statistics of true values behind reports, where the truth is known. Seeds are fixed: what is random is the same each time.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds/collector'
import { loadSeeded } from 'inbounds/testing'
import { checkEstimate, holds, lengthOf, momentsOf, population, SHAPES } from './support/populations.mjs'

const { estimate, Tally } = await load()
const { ReflectedLaplace, BoundedLaplace, ClampedLaplace, BoundedGaussian } = await loadSeeded(31)
const bounds = [0, 20]
const options = { lower: 0, upper: 20, epsilon: 1, granularity: 1 }

test('mean, variance and quantiles of five shapes, by each mechanism', () => {
  for (const Mechanism of [ReflectedLaplace, BoundedLaplace, ClampedLaplace, BoundedGaussian]) {
    const mechanism = new Mechanism(options)
    for (const shape of Object.keys(SHAPES)) {
      const truths = population(shape, 1e5, bounds, 1)
      const { mean, variance } = momentsOf(truths)
      const found = estimate({ reports: mechanism.privatiseAll(truths), mechanism })
      const name = `${Mechanism.name}, ${shape}`
      checkEstimate(found, 0, 20)
      assert.equal(found.reports, 1e5)
      assert.deepEqual(found.warnings, [], name)
      // Four times the length to either side, where an interval itself may miss.
      const near = (interval, truth) => Math.abs(interval.value - truth) <= 2 * lengthOf(interval)
      assert.ok(near(found.mean, mean), `${name}: mean ${JSON.stringify(found.mean)} for ${mean}`)
      assert.ok(lengthOf(found.mean) < 2, `${name}: mean ${JSON.stringify(found.mean)}`)
      const spread = found.variance
      assert.ok(Math.abs(spread.value - variance) < 20, `${name}: variance ${JSON.stringify(spread)} for ${variance}`)
      const sorted = truths.toSorted()
      for (const { probability, value, low, high } of found.quantiles) {
        const truth = sorted[Math.ceil(probability * sorted.length) - 1]
        assert.ok(
          low - 2 <= truth && truth <= high + 2,
          `${name}: quantile ${probability} from ${low} to ${high}: ${truth}`
        )
        assert.ok(low <= value && value <= high)
      }
      const values = found.quantiles.map(({ value }) => value)
      assert.deepEqual(values, values.toSorted((a, b) => a - b)) // biome-ignore format: shorter so
    }
  }
})

test('hardly any noise: the histogram is that of the truths', () => {
  for (const Mechanism of [ReflectedLaplace, BoundedLaplace, ClampedLaplace, BoundedGaussian]) {
    const mechanism = new Mechanism({ lower: 0, upper: 10, epsilon: 200, granularity: 1 })
    const truths = population('ramp', 20_000, [0, 10], 1)
    const found = estimate({ reports: mechanism.privatiseAll(truths), mechanism }, { smoothing: 0, bins: 11 })
    checkEstimate(found, 0, 10)
    assert.equal(found.histogram.length, 11)
    for (const [value, { from, to, share }] of found.histogram.entries()) {
      const expected = truths.filter((truth) => truth === value).length / truths.length
      assert.deepEqual([from, to], [value, value])
      assert.ok(Math.abs(share - expected) < 0.01, `${Mechanism.name}: ${share} of ${value}, not ${expected}`)
    }
    const { mean, variance } = momentsOf(truths)
    assert.ok(Math.abs(found.mean.value - mean) < 0.01 && holds(found.mean, mean))
    assert.ok(Math.abs(found.variance.value - variance) < 0.1)
  }
})

test('a million reports on a fine lattice', () => {
  const mechanism = new ReflectedLaplace({ lower: 0, upper: 120, epsilon: 1 })
  const truths = population('hump', 1e6, [0, 120])
  const { mean, variance } = momentsOf(truths)
  const found = estimate({ reports: mechanism.privatiseAll(truths), mechanism })
  checkEstimate(found, 0, 120)
  assert.ok(Math.abs(found.mean.value - mean) < 2.5, JSON.stringify(found.mean))
  assert.ok(lengthOf(found.mean) < 4)
  assert.ok(Math.abs(found.variance.value - variance) < 250, JSON.stringify(found.variance))
  assert.equal(found.histogram.length, 20)
  assert.deepEqual([found.histogram[0].from, found.histogram[19].to], [0, 120])
})

test('spans with gaps: no share lies in a gap, unless truths may', () => {
  const spans = [[0, 30], [60, 90]] // biome-ignore format: a case a line
  for (const Mechanism of [ReflectedLaplace, BoundedLaplace]) {
    const mechanism = new Mechanism({ spans, epsilon: 2, granularity: 1 })
    const truths = population('even', 50_000, [0, 30], 1).map((truth, at) => (at % 4 === 0 ? truth + 60 : truth))
    const found = estimate({ reports: mechanism.privatiseAll(truths), mechanism })
    checkEstimate(found, 0, 90)
    if (Mechanism === BoundedLaplace) {
      for (const { from, to } of found.histogram) assert.ok(to <= 30 || from >= 60, `${from} to ${to}`)
    }
    const above = found.histogram.filter(({ from }) => from >= 45).reduce((sum, { share }) => sum + share, 0)
    assert.ok(Math.abs(above - 0.25) < 0.06, `${Mechanism.name}: ${above} are above the gap`)
    assert.ok(Math.abs(found.mean.value - 30) < 3, JSON.stringify(found.mean))
    assert.deepEqual(found.warnings, [])
  }
})

test('a half-line with a range, and a metric guarantee', () => {
  const half = new ReflectedLaplace({ lower: 0, upper: Infinity, sensitivity: 5, epsilon: 1, granularity: 1 })
  const truths = population('ramp', 50_000, [0, 50], 1)
  const { mean } = momentsOf(truths)
  const reports = half.privatiseAll(truths)
  const found = estimate({ reports, mechanism: half }, { range: [0, 100] })
  checkEstimate(found, 0, 100)
  assert.ok(Math.abs(found.mean.value - mean) < 1, JSON.stringify(found.mean))
  assert.deepEqual(found, estimate({ tally: new Tally(half, { range: [0, 100] }).add(reports) }))
  assert.deepEqual(found, estimate({ tally: new Tally(half, { range: [0, 100] }).add(reports) }, { range: [0, 100] }))

  const metric = new BoundedLaplace({
    lower: 0,
    upper: 100,
    sensitivity: 10,
    epsilon: 1,
    guarantee: 'metric',
    granularity: 1
  })
  const near = estimate({ reports: metric.privatiseAll(truths), mechanism: metric })
  checkEstimate(near, 0, 100)
  assert.ok(Math.abs(near.mean.value - mean) < 1, JSON.stringify(near.mean))
})

test('bins, quantiles, confidence and smoothing do what they say', () => {
  const mechanism = new ReflectedLaplace(options)
  const tally = new Tally(mechanism).add(mechanism.privatiseAll(population('hump', 20_000, bounds, 1)))
  for (const bins of [1, 2, 7, 21, 256]) {
    const { histogram } = estimate({ tally }, { bins })
    assert.equal(histogram.length, Math.min(bins, 21), 'there are 21 values')
    assert.deepEqual([histogram[0].from, histogram.at(-1).to], [0, 20])
  }
  const [{ share, low, high }] = estimate({ tally }, { bins: 1 }).histogram
  assert.ok(Math.abs(share - 1) < 1e-9 && low <= 1 && high >= 1 - 1e-9)

  const { quantiles } = estimate({ tally }, { quantiles: [0.9, 0.1] })
  assert.deepEqual(quantiles.map(({ probability }) => probability), [0.9, 0.1]) // biome-ignore format: shorter so
  assert.ok(quantiles[0].value > quantiles[1].value, 'in the order that was asked for')
  assert.deepEqual(estimate({ tally }, { quantiles: [] }).quantiles, [])
  assert.deepEqual(estimate({ tally }, { quantiles: Float64Array.of(0.5) }).quantiles.length, 1)

  const results = [0.5, 0.8, 0.95, 0.999].map((confidence) => estimate({ tally }, { confidence }))
  for (const result of results) checkEstimate(result, 0, 20)
  for (const part of ['mean', 'variance']) {
    const lengths = results.map((result) => lengthOf(result[part]))
    assert.deepEqual(lengths, lengths.toSorted((a, b) => a - b)) // biome-ignore format: shorter so
  }
  const ratio = lengthOf(results[2].mean) / lengthOf(results[1].mean)
  assert.ok(ratio > 1.4 && ratio < 1.65, `1.96/1.28 or about that, got ${ratio}`)

  const roughness = (smoothing) => {
    const { histogram } = estimate({ tally }, { smoothing, bins: 21 })
    return Math.max(...histogram.map((bin) => bin.share)) - Math.min(...histogram.map((bin) => bin.share))
  }
  const rough = [0, 10, 1000, 1e12].map(roughness)
  assert.deepEqual(rough, rough.toSorted((a, b) => b - a)) // biome-ignore format: shorter so
  assert.ok(rough[3] < 1e-3, 'evenly spread in the end')
  checkEstimate(estimate({ tally }, { smoothing: 0 }), 0, 20)
})

test('the same question has the same answer, whatever it was asked between', () => {
  const mechanism = new ReflectedLaplace(options)
  const reports = mechanism.privatiseAll(population('even', 1000, bounds, 1))
  const first = estimate({ reports, mechanism })
  assert.throws(() =>
    estimate([
      { reports, mechanism },
      { reports: [99], mechanism }
    ])
  )
  assert.throws(() => estimate({ reports: [], mechanism }))
  for (let upper = 3; upper < 40; ++upper) new ReflectedLaplace({ ...options, upper }).privatise(1)
  for (let upper = 3; upper < 120; ++upper) new Tally(new BoundedLaplace({ ...options, upper }))
  assert.deepEqual(estimate({ reports, mechanism }), first)
})

test('noise so wide that hardly a mean is left tells nothing of a median, instead of something by chance', () => {
  // The median is missed only if a limit for all people falls below a half though nothing below one was foreseen: by 2.9
  // standard errors or more, once in 600 times. More than 4 of 60 have a chance of 6e-8.
  const mechanism = new BoundedGaussian({ lower: 0, upper: 1, epsilon: 0.5 })
  let missed = 0
  for (let run = 0; run < 60; ++run) {
    const reports = mechanism.privatiseAll(new Array(2000).fill(0))
    const [median] = estimate({ reports, mechanism }, { bins: 1, quantiles: [0.5] }).quantiles
    missed += Number(median.low > 0)
  }
  assert.ok(missed <= 4, `${missed} of 60`)
})
