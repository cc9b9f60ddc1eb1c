// The exact worst case on several spans, and domains without an end.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds'
import { assertClose } from './support/close.mjs'
import { worstLossByTrial } from './support/lattice-values.mjs'

const { BoundedLaplace } = await load()

test('the audit of spans is what trying every pair and output finds, and its pair and output give it', () => {
  for (const options of [
    {
      spans: [
        [0, 5],
        [8, 12]
      ],
      epsilon: 1,
      sensitivity: 2,
      granularity: 1
    },
    {
      spans: [
        [0, 5],
        [8, 12]
      ],
      epsilon: 0.1,
      sensitivity: 4,
      granularity: 1
    },
    {
      spans: [
        [0, 2],
        [3, 5],
        [9, 12]
      ],
      epsilon: 3,
      sensitivity: 1,
      granularity: 0.25
    },
    {
      spans: [
        [0, 1],
        [100, 101]
      ],
      epsilon: 1,
      sensitivity: 50,
      granularity: 0.25
    },
    {
      spans: [
        [-3, -2],
        [0, 1],
        [4, 9]
      ],
      scale: 2,
      sensitivity: 3,
      granularity: 0.5
    },
    {
      spans: [
        [0, 0.5],
        [1, 1.5],
        [20, 20.5]
      ],
      epsilon: 1,
      sensitivity: 1,
      granularity: 0.5
    }
  ]) {
    const mechanism = new BoundedLaplace(options)
    const { epsilon, delta, truth, neighbour, output } = mechanism.audit()
    assertClose(epsilon, worstLossByTrial(mechanism), 1e-11, JSON.stringify(options))
    assertClose(mechanism.at(truth).logPmf(output) - mechanism.at(neighbour).logPmf(output), epsilon, 1e-11)
    assert.equal(delta, 0)
    assert.ok(epsilon <= mechanism.epsilon)
    assert.equal(mechanism.epsilonOf(), epsilon)
  }
})

test('on spans far apart, only what is within the sensitivity counts', () => {
  const far = new BoundedLaplace({
    spans: [
      [0, 1],
      [100, 101]
    ],
    epsilon: 1,
    sensitivity: 50
  })
  const { truth, neighbour } = far.audit()
  assertClose(Math.abs(truth - neighbour), 1)
  assert.ok(far.scale < 2, 'the largest distance of neighbours is 1, not 50')
})

test('a half-line has its closed form, s / ln((1 + e^epsilon) / 2), and ends where it ends', () => {
  for (const epsilon of [0.01, 0.5, 1, 3, 20]) {
    const closed = 2.5 / Math.log((1 + Math.exp(epsilon)) / 2)
    const options = { sensitivity: 2.5, epsilon }
    for (const bounds of [
      { lower: 7, upper: Infinity },
      { lower: -Infinity, upper: 7 }
    ]) {
      assertClose(BoundedLaplace.scaleFor({ ...bounds, ...options }), closed, 1e-12)
      assertClose(new BoundedLaplace({ ...bounds, ...options }).scale, closed, 1e-6)
    }
    assertClose(BoundedLaplace.scaleFor({ lower: -Infinity, upper: Infinity, ...options }), 2.5 / epsilon, 1e-12)
  }
  const up = new BoundedLaplace({ lower: 0, upper: Infinity, epsilon: 1, sensitivity: 1, granularity: 1 })
  const law = up.at(0)
  assert.equal(law.cdf(-1), 0)
  assert.equal(law.cdf(Infinity), 1)
  assert.ok(law.pmf(0) > law.pmf(1) && law.pmf(1e6) === 0 && law.logPmf(1e6) < -1e5)
  assertClose(law.continuous.cdf(law.continuous.quantile(0.999)), 0.999)
})

test('half-line and line are mirror images and translations of themselves', () => {
  const options = { epsilon: 1, sensitivity: 1, granularity: 0.25 }
  const up = new BoundedLaplace({ lower: 3, upper: Infinity, ...options })
  const down = new BoundedLaplace({ lower: -Infinity, upper: -3, ...options })
  assert.equal(up.rate, down.rate)
  for (const y of [3, 3.25, 10]) assertClose(up.at(4).pmf(y), down.at(-4).pmf(-y))
  const line = new BoundedLaplace({ lower: -Infinity, upper: Infinity, ...options })
  for (const y of [0, 0.25, -7]) assertClose(line.at(0).pmf(y), line.at(1000).pmf(1000 + y))
  assertClose(line.at(5).mean, 5)
})
