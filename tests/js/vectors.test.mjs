// The reference values of tests/vectors, through the package. The same files are read by the native tests.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { load } from 'inbounds'
import { loadSeeded } from 'inbounds/testing'
import { assertRelative } from './support/close.mjs'

const { BoundedLaplace, ReflectedLaplace } = await load()
const vectors = async (name) => JSON.parse(await readFile(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8'))

const parseBound = (value) => (typeof value === 'string' ? Number(value.replace('inf', 'Infinity')) : value)

test('the continuous scale, mean and variance are the reference values', async () => {
  const rows = (await vectors('bounded_laplace')).filter(({ delta }) => delta === 0)
  assert.ok(rows.length >= 10)
  for (const { epsilon, sensitivity, width, b_paper, b_tight, q, mean, variance } of rows) {
    const options = { lower: 0, upper: width, epsilon, sensitivity }
    const what = JSON.stringify(options)
    assertRelative(BoundedLaplace.scaleFor(options), b_tight, 1e-12, `tight scale of ${what}`)
    assertRelative(
      BoundedLaplace.scaleFor({ ...options, calibration: 'published' }),
      b_paper,
      1e-12,
      `published scale of ${what}`
    )
    if (q === undefined) continue
    const { continuous } = new BoundedLaplace({ lower: 0, upper: width, sensitivity, scale: b_paper }).at(q)
    assertRelative(continuous.mean, mean, 1e-13, `mean of ${what}`)
    assertRelative(continuous.variance, variance, 1e-12, `variance of ${what}`)
  }
})

test('with delta, the continuous scales, mean and variance are the reference values', async () => {
  const rows = (await vectors('bounded_laplace')).filter(({ delta }) => delta > 0)
  assert.ok(rows.length >= 10)
  for (const { epsilon, delta, sensitivity, width, b_paper, b_tight, q, mean, variance } of rows) {
    const options = { lower: 0, upper: width, epsilon, delta, sensitivity }
    const what = JSON.stringify(options)
    const published = BoundedLaplace.scaleFor({ ...options, calibration: 'published' })
    assertRelative(published, b_paper, 1e-12, `published scale of ${what}`)
    const tight = BoundedLaplace.scaleFor(options)
    assertRelative(tight, b_tight, 1e-12, `tight scale of ${what}`)
    assert.ok(tight >= b_tight * (1 - 2 ** -52), `never below: ${what}`)
    const { continuous } = new BoundedLaplace({ lower: 0, upper: width, sensitivity, scale: b_paper }).at(q)
    assertRelative(continuous.mean, mean, 1e-13, `mean of ${what}`)
    assertRelative(continuous.variance, variance, 1e-12, `variance of ${what}`)
  }
})

test('the delta at half the scale is the reference value, on a very fine lattice', async () => {
  const rows = (await vectors('bounded_laplace')).filter((row) => row.delta_at_half_scale !== undefined)
  assert.ok(rows.length >= 20)
  for (const { epsilon, sensitivity, width, b_paper, delta_at_half_scale } of rows) {
    // The vectors are of the continuous law; a lattice of 2^50 steps differs by 1e-15 of the width. A small delta is the
    // difference of two probabilities near 1, so it keeps that many digits less.
    const granularity = 2 ** (Math.ceil(Math.log2(width)) - 50)
    const mechanism = new BoundedLaplace({ lower: 0, upper: width, sensitivity, scale: b_paper / 2, granularity })
    const what = `delta of ${JSON.stringify({ epsilon, sensitivity, width, scale: b_paper / 2 })}`
    const tolerance = 1e-12 * Math.max(1, 0.01 / delta_at_half_scale)
    assertRelative(mechanism.deltaOf({ epsilon }), delta_at_half_scale, tolerance, what)
  }
})

test('the uniform scales on spans, half-lines and the line are the reference values, and their worst pair loses epsilon', async () => {
  const { uniform } = await vectors('range_laplace')
  assert.ok(uniform.length >= 20)
  for (const { sensitivity, epsilon, sigma_metric, sigma_dp, worst_pair, ...row } of uniform) {
    const spans = row.spans.map((span) => span.map(parseBound))
    const options = { spans, sensitivity, epsilon }
    const what = JSON.stringify({ ...row, sensitivity, epsilon })
    assertRelative(BoundedLaplace.scaleFor(options), sigma_dp, 1e-12, `dp scale of ${what}`)
    const metric = BoundedLaplace.scaleFor({ ...options, guarantee: 'metric' })
    assertRelative(metric, sigma_metric, 1e-12, `metric scale of ${what}`)
    if (spans.length > 1 || spans.flat().some((end) => !Number.isFinite(end))) {
      const published = BoundedLaplace.scaleFor({ ...options, calibration: 'published' })
      assertRelative(published, sigma_metric, 1e-12, `published scale of ${what}`)
    }
    const mechanism = new BoundedLaplace({ spans, sensitivity, scale: sigma_dp })
    const law = (q) => mechanism.at(q).continuous
    const losses = [worst_pair, worst_pair.toReversed()].map(([q, other]) => law(q).logPdf(q) - law(other).logPdf(q))
    assertRelative(Math.max(...losses), epsilon, 1e-12, `loss of the worst pair of ${what}`)
    const { truth, neighbour } = mechanism.audit()
    assert.ok(Math.abs(Math.abs(truth - neighbour) - Math.abs(worst_pair[0] - worst_pair[1])) < 1e-6, `pair of ${what}`)
    assertRelative(new BoundedLaplace(options).scale, sigma_dp, 1e-6, `scale on the default lattice of ${what}`)
  }
})

test('the rate on a lattice is the reference value', async () => {
  const { laplace } = await vectors('grid')
  for (const { epsilon, index_sensitivity, steps, gamma } of laplace) {
    const mechanism = new BoundedLaplace({
      lower: 0,
      upper: steps,
      sensitivity: index_sensitivity,
      epsilon,
      granularity: 1
    })
    assertRelative(
      mechanism.rate,
      gamma,
      1e-12,
      `rate for ${index_sensitivity} of ${steps} steps at epsilon ${epsilon}`
    )
    assertRelative(mechanism.scale, 1 / gamma, 1e-12, 'its scale')
  }
})

test('reflected noise: scales, moments, cdf and rates are the reference values', async () => {
  const { continuous, grid } = await vectors('reflected_laplace')
  assert.ok(continuous.length >= 13 && grid.length >= 6)
  for (const { epsilon, delta, sensitivity, width, b_published, b_tight, ...row } of continuous) {
    const options = { lower: 0, upper: width, epsilon, ...(delta !== undefined && { delta }), sensitivity }
    const what = JSON.stringify(options)
    const tight = ReflectedLaplace.scaleFor(options)
    assertRelative(tight, b_tight, 1e-12, `tight scale of ${what}`)
    assert.ok(tight >= b_tight * (1 - 2 ** -52), `never below: ${what}`)
    if (b_published === undefined) continue
    const published = ReflectedLaplace.scaleFor({ ...options, calibration: 'published' })
    assertRelative(published, b_published, 1e-12, `published scale of ${what}`)
    const law = new ReflectedLaplace({ lower: 0, upper: width, sensitivity, scale: b_tight }).at(row.q).continuous
    assertRelative(law.mean, row.mean, 1e-12, `mean of ${what}`)
    assertRelative(law.variance + law.mean ** 2, row.second_moment, 1e-12, `second moment of ${what}`)
    assertRelative(law.cdf(width / 2), row.cdf_at_half, 1e-12, `cdf of ${what}`)
  }
  for (const { epsilon, index_sensitivity, steps, gamma } of grid) {
    const options = { lower: 0, upper: steps, sensitivity: index_sensitivity, epsilon, granularity: 1 }
    assertRelative(new ReflectedLaplace(options).rate, gamma, 1e-12, `rate of ${JSON.stringify(options)}`)
  }
})

test('the same seed gives the outputs on file, which the native library gives too', async () => {
  for (const [file, name] of [
    ['seeded_draws', 'BoundedLaplace'],
    ['reflected_draws', 'ReflectedLaplace']
  ]) {
    for (const { seed, rate, truths, outputs, ...options } of await vectors(file)) {
      const one = new (await loadSeeded(seed))[name](options)
      assert.equal(String(one.rate), rate)
      assert.deepEqual(
        truths.map((truth) => String(one.privatise(truth))),
        outputs
      )
      const all = new (await loadSeeded(seed))[name](options)
      assert.deepEqual([...all.privatiseAll(truths)].map(String), outputs, 'a batch draws what single calls draw')
    }
  }
})
