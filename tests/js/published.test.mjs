// The formulas of the papers (src/published) in WebAssembly, through the test module: they are in no package.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { load } from 'inbounds'
import { loadProbe } from '../wasm/load.mjs'
import { assertRelative } from './support/close.mjs'

const { BoundedLaplace } = await load()
const probe = await loadProbe()
const vectors = async (name) => JSON.parse(await readFile(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8'))
const parseBound = (value) => (typeof value === 'string' ? Number(value.replace('inf', 'Infinity')) : value)

test('Holohan et al.: b0, b* and the effective epsilon are the reference values', async () => {
  const rows = await vectors('bounded_laplace')
  assert.ok(rows.length >= 20)
  for (const { b0, b_paper, effective_epsilon, ...query } of rows) {
    const what = JSON.stringify(query)
    assertRelative(probe.standardScale(query), b0, 1e-15, `b0 of ${what}`)
    assertRelative(probe.fixedPoint(query), b_paper, 1e-12, `b* of ${what}`)
    assertRelative(probe.effectiveEpsilon(query), effective_epsilon, 1e-12, `effective epsilon of ${what}`)
  }
})

test('what the package calls published is what the paper prescribes, and tight is never larger', async () => {
  for (const { width, ...query } of await vectors('bounded_laplace')) {
    const { epsilon, delta, sensitivity } = query
    const options = { lower: 0, upper: width, epsilon, delta, sensitivity }
    const paper = probe.fixedPoint({ width, ...query })
    assertRelative(
      BoundedLaplace.scaleFor({ ...options, calibration: 'published' }),
      paper,
      1e-12,
      JSON.stringify(query)
    )
    const tight = BoundedLaplace.scaleFor(options)
    assert.ok(tight <= paper * (1 + 1e-12))
    if (delta === 0) assertRelative(tight, paper, 1e-12, `optimal already: ${JSON.stringify(query)}`)
  }
})

test('Croft et al.: the position-dependent scale is the reference value', async () => {
  const rows = (await vectors('range_laplace')).published_position_dependent
  assert.ok(rows.length >= 18)
  for (const { sigma, ...query } of rows) {
    assertRelative(probe.positionDependentScale(query), sigma, 1e-12, JSON.stringify(query))
  }
})

test('Croft et al.: the uniform scale is the reference value of the metric guarantee', async () => {
  for (const { spans, sigma_metric, ...rest } of (await vectors('range_laplace')).uniform) {
    const query = { spans: spans.map((span) => span.map(parseBound)), ...rest }
    assertRelative(probe.uniformScale(query), sigma_metric, 1e-12, JSON.stringify(rest))
  }
})

test('Croft et al.: the position-dependent scale is not private, and the audit says so', () => {
  const half = { sensitivity: 1, epsilon: 1 }
  assert.equal(probe.positionDependentLoss(half).loss, Infinity)
  const pair = { truth: 0, neighbour: 1, ...half }
  assert.ok(probe.positionDependentPairLoss({ ...pair, output: 12 }) > 1, 'beyond 11 sensitivities')
  assert.ok(probe.positionDependentPairLoss({ ...pair, output: 10 }) < 1)
  const { loss, atMost, truth, neighbour, output } = probe.positionDependentLoss({ ...half, window: 20 })
  assert.ok(loss > 1 && loss < Infinity && atMost >= loss && atMost < loss * (1 + 1e-6))
  assertRelative(
    probe.positionDependentPairLoss({ truth, neighbour, output, ...half, window: 20 }),
    loss,
    1e-12,
    'at its own worst case'
  )
})

test('the clamped scale of Holohan et al. is s / (epsilon - ln(1 - delta))', () => {
  for (const [sensitivity, epsilon, delta] of [
    [1, 1, 0],
    [3, 0.1, 0.01],
    [0.5, 0, 0.3]
  ]) {
    const expected = sensitivity / (epsilon - Math.log1p(-delta))
    assertRelative(probe.clampedScale({ sensitivity, epsilon, delta }), expected, 1e-15, 'clamped')
  }
})

test('none of this is in the package', async () => {
  const inbounds = await load()
  const ofPapers = /probe|published|croft|holohan|liu/i
  assert.ok(!Object.keys(inbounds).some((name) => ofPapers.test(name)))
  const wasm = await readFile(new URL('../../dist/inbounds.wasm', import.meta.url))
  const exported = WebAssembly.Module.exports(await WebAssembly.compile(wasm)).map(({ name }) => name)
  assert.ok(exported.length > 0 && !exported.some((name) => ofPapers.test(name)))
  assert.equal(inbounds.BoundedLaplace.fixedPoint, undefined)
})
