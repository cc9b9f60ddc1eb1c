// The reference values of tests/vectors, through the package. The same files are read by the native tests.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { load } from 'inbounds'
import { loadSeeded } from 'inbounds/testing'

const { BoundedLaplace } = await load()
const vectors = async (name) => JSON.parse(await readFile(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8'))

function assertClose(actual, expected, tolerance, what) {
  assert.ok(Math.abs(actual - expected) <= tolerance * Math.abs(expected), `${what}: ${actual} is not ${expected}`)
}

test('the continuous scale, mean and variance are the reference values', async () => {
  const rows = (await vectors('bounded_laplace')).filter(({ delta }) => delta === 0)
  assert.ok(rows.length >= 10)
  for (const { epsilon, sensitivity, width, b_paper, b_tight, q, mean, variance } of rows) {
    const options = { lower: 0, upper: width, epsilon, sensitivity }
    const what = JSON.stringify(options)
    assertClose(BoundedLaplace.scaleFor(options), b_tight, 1e-12, `tight scale of ${what}`)
    assertClose(
      BoundedLaplace.scaleFor({ ...options, calibration: 'published' }),
      b_paper,
      1e-12,
      `published scale of ${what}`
    )
    if (q === undefined) continue
    const { continuous } = new BoundedLaplace({ lower: 0, upper: width, sensitivity, scale: b_paper }).at(q)
    assertClose(continuous.mean, mean, 1e-13, `mean of ${what}`)
    assertClose(continuous.variance, variance, 1e-12, `variance of ${what}`)
  }
})

test('the continuous moments at delta > 0 are the reference values too: they are moments of the same law', async () => {
  const rows = (await vectors('bounded_laplace')).filter(({ delta, q }) => delta > 0 && q !== undefined)
  assert.ok(rows.length >= 8)
  for (const { sensitivity, width, b_paper, q, mean, variance } of rows) {
    const { continuous } = new BoundedLaplace({ lower: 0, upper: width, sensitivity, scale: b_paper }).at(q)
    assertClose(continuous.mean, mean, 1e-13, `mean at scale ${b_paper}`)
    assertClose(continuous.variance, variance, 1e-12, `variance at scale ${b_paper}`)
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
    assertClose(mechanism.rate, gamma, 1e-12, `rate for ${index_sensitivity} of ${steps} steps at epsilon ${epsilon}`)
    assertClose(mechanism.scale, 1 / gamma, 1e-12, 'its scale')
  }
})

test('the same seed gives the outputs on file, which the native library gives too', async () => {
  for (const { seed, rate, truths, outputs, ...options } of await vectors('seeded_draws')) {
    const one = new (await loadSeeded(seed)).BoundedLaplace(options)
    assert.equal(String(one.rate), rate)
    assert.deepEqual(
      truths.map((truth) => String(one.privatise(truth))),
      outputs
    )
    const all = new (await loadSeeded(seed)).BoundedLaplace(options)
    assert.deepEqual([...all.privatiseAll(truths)].map(String), outputs, 'a batch draws what single calls draw')
  }
})
