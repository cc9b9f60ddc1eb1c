// The papers' formulas that the package has none of (web/published), against reference values with 30 digits.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import {
  boundScale,
  positionDependentLaw,
  positionDependentScale,
  positionDependentWorst,
  unadjustedLoss
} from '../../web/published/croft.js'
import { gammaGap, gammaStep, hellinger, localSensitivities, stepDistances } from '../../web/published/hellinger.js'
import { algorithm1, standardScale } from '../../web/published/holohan.js'
import { minErrorWidth, squaredError, windowLaw, zhengWidth } from '../../web/published/sliding-window.js'
import { assertRelative } from './support/close.mjs'

const vectors = async (name) => JSON.parse(await readFile(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8'))

test('Croft et al., (32) and (33): the position-dependent scale', async () => {
  const rows = (await vectors('range_laplace')).published_position_dependent
  assert.ok(rows.length >= 18)
  for (const { sigma, distance, sensitivity, epsilon } of rows) {
    assertRelative(
      positionDependentScale(distance, sensitivity, epsilon),
      sigma,
      1e-12,
      JSON.stringify({ distance, epsilon })
    )
  }
  assertRelative(boundScale(3, 0.5), positionDependentScale(0, 3, 0.5), 1e-15, 'on the border')
  assert.equal(positionDependentScale(Number.POSITIVE_INFINITY, 1, 2), 0.5)
})

test('Croft et al.: the worst loss on a window is that of the audit in C++ (src/published/ERRATA.md, 1)', () => {
  for (const [window, loss] of [
    [1, 0.70723],
    [2, 1.142],
    [4, 1.376],
    [12, 1.464],
    [20, 2.214],
    [200, 26.96]
  ]) {
    const worst = positionDependentWorst({ sensitivity: 1, epsilon: 1, window })
    assertRelative(worst.loss, loss, 1e-3, `window ${window}`)
    const setting = { sensitivity: 1, epsilon: 1, window }
    const [one, other] = [positionDependentLaw(worst.truth, setting), positionDependentLaw(worst.neighbour, setting)]
    assertRelative(one.logPdf(worst.output) - other.logPdf(worst.output), worst.loss, 1e-12, 'at its own worst case')
    assert.ok(Math.abs(worst.truth - worst.neighbour) <= 1 + 1e-9)
  }
  assertRelative(unadjustedLoss(1, 1), Math.log(2 * Math.E - 1), 1e-15, '(24)')
})

test('Holohan et al.: b0, and b* by Algorithm 1', async () => {
  const rows = await vectors('bounded_laplace')
  assert.ok(rows.length >= 20)
  for (const { b0, b_paper, ...query } of rows) {
    assertRelative(standardScale(query), b0, 1e-15, JSON.stringify(query))
    assertRelative(algorithm1(query).b, b_paper, 1e-12, JSON.stringify(query))
  }
})

test('Hellinger distances of posteriors, and local sensitivities', async () => {
  const { g, G, hellinger_beta, beta_model } = await vectors('posterior')
  for (const { z, g: expected } of g) assertRelative(gammaStep(z), expected, 1e-14, `g(${z})`)
  for (const { z, d, G: expected } of G) assertRelative(gammaGap(z, d), expected, 1e-13, `G(${z}, ${d})`)
  for (const { a0, b0, n, k, r, H } of hellinger_beta) {
    assertRelative(hellinger([a0, b0], [k, n - k], [r, n - r]), H, 1e-14, JSON.stringify({ a0, b0, n, k, r }))
  }
  for (const { a0, b0, n, h, LS } of beta_model) {
    const steps = stepDistances([a0, b0], n)
    for (const [x, expected] of h.entries()) assertRelative(steps[x], expected, 1e-13, `h(${x}) of ${n}`)
    for (const [x, expected] of LS.entries()) {
      assertRelative(localSensitivities(steps)[x], expected, 1e-13, `local sensitivity at ${x} of ${n}`)
    }
  }
})

const epsilons = [0.01, 0.1, 0.5, 1, 2, 4, 6, 10, 20]
const grid = (steps) => Array.from({ length: steps + 1 }, (_, at) => at / steps)

test('a sliding window is a law between 0 and 1, and no truths and outputs lose more than epsilon', () => {
  for (const epsilon of epsilons) {
    for (const width of [zhengWidth(epsilon), minErrorWidth(epsilon), 0.3, 1]) {
      const { near, far, place } = windowLaw(epsilon, width)
      assertRelative(near * width + far * (1 - width), 1, 1e-12, 'it integrates to 1')
      const densityAt = (truth, value) => (value >= place(truth)[0] && value < place(truth)[1] ? near : far)
      for (const truth of [...grid(40), 1e-12, 1 - 1e-12]) {
        const [from, to] = place(truth)
        assert.ok(from >= 0 && to <= 1 + 1e-15 && from <= truth && truth <= to + 1e-15, `${epsilon}, ${truth}`)
        assertRelative(to - from, width, 1e-9, 'as wide for every truth')
      }
      for (const value of grid(97)) {
        const densities = grid(40).map((truth) => densityAt(truth, value))
        assert.ok(Math.log(Math.max(...densities) / Math.min(...densities)) <= epsilon * (1 + 1e-12))
      }
    }
  }
})

test('Zheng et al.: their width gives the densities of their closed form', () => {
  // classical_mechanism_01 of ZhengYeah/Optimal-GPM: e^(eps/2) over (e^(eps/2) - 1)/(e^eps - 1), elsewhere e^(-eps/2).
  for (const epsilon of epsilons) {
    const { near, far, place } = windowLaw(epsilon, zhengWidth(epsilon))
    assertRelative(near, Math.exp(epsilon / 2), 1e-12, 'in the window')
    assertRelative(far, Math.exp(-epsilon / 2), 1e-12, 'elsewhere')
    const half = Math.expm1(epsilon / 2) / 2 / Math.expm1(epsilon)
    assertRelative(place(0.5)[1] - place(0.5)[0], 2 * half, 1e-9, 'their width')
    assert.deepEqual([place(half / 2)[0], place(1 - half / 2)[1]], [0, 1])
  }
})

test('a sliding window: the squared error is the integral, and its least width is the best', () => {
  const steps = 4000
  for (const epsilon of epsilons) {
    for (const width of [zhengWidth(epsilon), minErrorWidth(epsilon)]) {
      const { near, far, place } = windowLaw(epsilon, width)
      const between = (from, to, truth) => ((to - truth) ** 3 - (from - truth) ** 3) / 3
      let sum = 0
      for (let at = 0; at < steps; ++at) {
        const truth = (at + 0.5) / steps
        sum += far * between(0, 1, truth) + (near - far) * between(...place(truth), truth)
      }
      assertRelative(squaredError(epsilon, width), sum / steps, 1e-4, `${epsilon}, ${width}`)
    }
    const min = squaredError(epsilon, minErrorWidth(epsilon))
    for (const width of [...grid(500).slice(1), ...[0.99, 1.01].map((factor) => factor * minErrorWidth(epsilon))]) {
      assert.ok(squaredError(epsilon, width) >= min * (1 - 1e-12), `${epsilon}, ${width}`)
    }
  }
})
