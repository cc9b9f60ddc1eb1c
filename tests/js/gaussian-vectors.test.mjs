// The reference values of bounded Gaussian noise, through the package. The same files are read by the native tests.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { load } from 'inbounds'
import { loadSeeded } from 'inbounds/testing'
import { assertClose, assertRelative } from './support/close.mjs'

const { BoundedGaussian } = await load()
const vectors = async (name) => JSON.parse(await readFile(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8'))

/** A box of these widths, anywhere; widths of one side as a number and as an array. */
function boxes(widths) {
  const box = { lower: widths.map(() => 0), upper: widths }
  return widths.length === 1 ? [box, { lower: 0, upper: widths[0] }, { lower: -widths[0], upper: 0 }] : [box]
}

test('tight and published variances are the reference values', async () => {
  const rows = (await vectors('bounded_gaussian')).filter(({ delta }) => delta === undefined)
  assert.ok(rows.length >= 17 && rows.some(({ widths }) => widths.length === 4))
  for (const { widths, sensitivity, epsilon, sigma2_paper, sigma2_tight } of rows) {
    for (const box of boxes(widths)) {
      const options = { ...box, sensitivity, epsilon }
      const what = JSON.stringify(options)
      assertRelative(BoundedGaussian.scaleFor(options) ** 2, sigma2_tight, 1e-12, `tight variance of ${what}`)
      const published = BoundedGaussian.scaleFor({ ...options, calibration: 'published' })
      assertRelative(published ** 2, sigma2_paper, 1e-12, `published variance of ${what}`)
      assertRelative(new BoundedGaussian(options).scale ** 2, sigma2_tight, 1e-5, `on the default lattice, ${what}`)
      const mechanism = new BoundedGaussian({ ...options, calibration: 'published' })
      assertRelative(mechanism.scale, published, 1e-5, `published on the default lattice, ${what}`)
    }
  }
})

test('with delta, tight variances are the reference values', async () => {
  const rows = (await vectors('bounded_gaussian')).filter(({ delta }) => delta > 0)
  assert.ok(rows.length >= 4)
  for (const { widths, sensitivity, epsilon, delta, sigma2_tight } of rows) {
    for (const box of boxes(widths)) {
      const options = { ...box, sensitivity, epsilon, delta }
      const what = JSON.stringify(options)
      assertRelative(BoundedGaussian.scaleFor(options) ** 2, sigma2_tight, 1e-9, `variance of ${what}`)
      const mechanism = new BoundedGaussian(options)
      assertRelative(mechanism.scale ** 2, sigma2_tight, 1e-5, `on the default lattice, ${what}`)
      assert.ok(mechanism.deltaOf() <= delta)
    }
  }
})

test('the decay on a lattice is the reference value', async () => {
  const { gaussian } = await vectors('grid')
  assert.ok(gaussian.length >= 4)
  for (const { epsilon, index_sensitivity, steps, t } of gaussian) {
    const options = { lower: 0, upper: steps, sensitivity: index_sensitivity, epsilon, granularity: 1 }
    const { scale } = new BoundedGaussian(options)
    assertRelative(1 / (2 * scale ** 2), t, 1e-12, JSON.stringify(options))
    const rescaled = { lower: -steps / 4, upper: 0, sensitivity: index_sensitivity / 4, epsilon, granularity: 0.25 }
    assertRelative(new BoundedGaussian(rescaled).scale, scale / 4, 1e-12, 'in quarters')
  }
})

// Chen & Hale, Table 1: a box of 10 by 8, neighbours (4, 2) apart; and what is tight.
const TABLE_1 = [
  [0.1, 857.518, 290.897],
  [0.5, 170.274, 61.395],
  [1, 84.384, 32.343],
  [1.5, 55.768, 22.462],
  [2, 41.471, 17.412],
  [2.5, 32.904, 14.315],
  [3, 27.201, 12.205]
]

test('the table of the paper is reproduced to the printed digits', () => {
  for (const [epsilon, published, tight] of TABLE_1) {
    const options = { lower: [0, 0], upper: [10, 8], sensitivity: Math.hypot(4, 2), epsilon }
    const variance = (calibration) => Number((BoundedGaussian.scaleFor({ ...options, calibration }) ** 2).toFixed(3))
    assert.deepEqual([variance('published'), variance('tight')], [published, tight], `epsilon ${epsilon}`)
  }
})

test('where a side is shorter than what its neighbours could be apart, they are at its ends', () => {
  const options = { lower: [0, 0], upper: [1, 100], sensitivity: 90, epsilon: 50 }
  assertRelative(BoundedGaussian.scaleFor(options) ** 2, 97.98304858717364, 1e-12, 'variance')
  const { truth, neighbour, output } = new BoundedGaussian(options).audit()
  assert.deepEqual([truth[0], neighbour, output], [0, [1, 100], [0, 0]])
  assertClose(neighbour[1] - truth[1], 89.9944, 1e-6, 'the other side')
})

test('the same seed gives the outputs on file, which the native library gives too', async () => {
  for (const { seed, truths, singles, batch, ...options } of await vectors('gaussian_draws')) {
    const one = new (await loadSeeded(seed)).BoundedGaussian(options)
    assert.deepEqual(truths.flatMap((truth) => one.privatise(truth)).map(String), singles)
    const all = new (await loadSeeded(seed)).BoundedGaussian(options)
    assert.deepEqual([...all.privatiseAll(truths.flat())].map(String), batch)
  }
})

test('scales go with the unit of the values, up to the largest width and the smallest epsilon', () => {
  for (const calibration of ['tight', 'published']) {
    for (const epsilon of [1e-15, 1, 700]) {
      const [unit, ...others] = [1, 1e150, 1e-150].map((upper) => {
        return BoundedGaussian.scaleFor({ lower: 0, upper, epsilon, calibration }) / upper
      })
      for (const other of others) assertRelative(other, unit, 1e-12, `${calibration}, epsilon ${epsilon}`)
    }
  }
})
