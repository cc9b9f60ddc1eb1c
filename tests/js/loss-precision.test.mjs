// The safe rounding rests on an assumption about the mathematical library inside the WebAssembly: that the change of the
// total weight is within some share of its magnitude, and log1p within 2^-46 (src/privacy/total_changes.cpp). Here the shipped
// module is measured; a sixteenth may be used up.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds'
import { ExactLaplace, exactLatticeLoss, fixed } from './support/exact-loss.mjs'
import { times } from './support/fixed-point.mjs'
import { generator } from './support/generator.mjs'
import { latticeValues } from './support/lattice-values.mjs'

const { BoundedLaplace } = await load()

const positive = (number) => (number < 0n ? -number : number)

/** As in total_changes.cpp: more for every span, and for the exponents of gaps that anything is seen across. */
function allowanceOf({ growth, magnitude }, { ranges, rate }) {
  const oneMinusExp = (distance) => -Math.expm1(-rate * distance)
  const minOwn = oneMinusExp(1) + Math.min(...ranges.map(([first, last]) => oneMinusExp(last - first)))
  const gaps = ranges.slice(1).map(([first], at) => rate * (first - ranges[at][1]))
  const exponents = gaps.map((x) => Math.min(x, 745) * Math.min(1, Math.exp(-x) / minOwn))
  const tolerance = 2 ** -46 + (ranges.length - 1) * 2 ** -49 + Math.max(0, ...exponents) * 2 ** -51
  return (positive(growth) >> 46n) + 2n * times(magnitude, fixed(tolerance))
}

/** What rounding used up of the allowance; sums and products are rounded up besides. */
function shareUsed(computed, exact, law, what) {
  const above = fixed(computed) - exact.loss
  const allowance = allowanceOf(exact, law)
  const noise = exact.loss >> 200n
  assert.ok(above >= 0n - noise, `below the exact loss: ${what}`)
  assert.ok(above >= (allowance * 15n) / 16n - noise, `rounding used up more than a sixteenth: ${what}`)
  return allowance > noise ? 1 - Number((above * 1000000n) / allowance) / 1e6 : 0
}

// bounded_laplace/PROOF.md, Proposition 12
test('the loss of the shipped module is never below the exact one, and rounding uses up a sixteenth of its allowance', () => {
  const { random } = generator(12345)
  let largest = 0
  for (let trial = 0; trial < 400; ++trial) {
    const steps = Math.floor(2 ** (1 + 49 * random()))
    const sensitivity = Math.max(1, Math.floor(steps * 2 ** (-40 * random() * random())))
    const epsilon = 1e-9 * 1e11 ** random()
    const mechanism = new BoundedLaplace({ lower: 0, upper: steps, sensitivity, epsilon, granularity: 1 })
    const scale = mechanism.scale * (1 + random())
    const computed = mechanism.epsilonOf({ scale })
    const exact = exactLatticeLoss(steps, sensitivity, 1 / scale)
    const what = JSON.stringify({ steps, sensitivity, scale })
    largest = Math.max(largest, shareUsed(computed, exact, { ranges: [[0, steps]], rate: 1 / scale }, what))
    assert.ok(fixed(computed) - exact.loss <= exact.loss >> 44n, `the loss is overstated: ${what}`)
  }
  console.log(`largest share of the allowance used up by rounding: ${Math.max(0, largest).toFixed(4)} (limit 0.0625)`)
})

test('the same where points are so far apart in scales that a double cannot tell 1 - e^-rate from 1', () => {
  for (const rate of [20, 25, 30, 34, 36, 37, 38, 40, 52, 100, 300]) {
    const options = { sensitivity: 1, scale: 1 / rate, granularity: 1 }
    const interval = new BoundedLaplace({ lower: 0, upper: 9, ...options })
    shareUsed(
      interval.epsilon,
      exactLatticeLoss(9, 1, interval.rate),
      { ranges: [[0, 9]], rate },
      `rate ${rate}, interval`
    )
    const ranges = [
      [0, 3],
      [5, 9]
    ]
    const spans = new BoundedLaplace({ spans: ranges, ...options, sensitivity: 2 })
    const { epsilon, truth, neighbour } = spans.audit()
    shareUsed(
      epsilon,
      new ExactLaplace({ ranges, rate: spans.rate }).loss(truth, neighbour),
      { ranges, rate },
      `rate ${rate}, spans`
    )
  }
})

/** A few ranges of points, from neighbouring ones to 2^40 apart. */
function randomRanges(random, max) {
  const count = 2 + Math.floor(random() * 5)
  const ranges = []
  let at = 0
  for (let i = 0; i < count; ++i) {
    const last = at + Math.floor(2 ** (max * random())) - (random() < 0.2 ? 1 : 0)
    ranges.push([at, Math.max(at + 1, last)])
    at = ranges.at(-1)[1] + 1 + Math.floor(2 ** (max * random()))
  }
  return ranges
}

test('on several spans: at the pair of the audit, rounding uses up a sixteenth of the allowance', () => {
  const { random } = generator(54321)
  let largest = 0
  for (let trial = 0; trial < 250; ++trial) {
    const ranges = randomRanges(random, 2 + 38 * random())
    const width = ranges.at(-1)[1]
    const sensitivity = Math.max(1, Math.floor(width * 2 ** (-20 * random() * random())))
    const scale = (sensitivity * 10 ** (5 * random() - 2)) / (1 + random())
    const options = { spans: ranges, sensitivity, scale, granularity: 1 }
    const mechanism = new BoundedLaplace(options)
    const { epsilon, truth, neighbour } = mechanism.audit()
    const exact = new ExactLaplace({ ranges, rate: mechanism.rate }).loss(truth, neighbour)
    const what = JSON.stringify({ ...options, truth, neighbour })
    largest = Math.max(largest, shareUsed(epsilon, exact, { ranges, rate: mechanism.rate }, what))
    const slack = (exact.loss >> 44n) + 2n * allowanceOf(exact, { ranges, rate: mechanism.rate })
    assert.ok(fixed(epsilon) - exact.loss <= slack, `the loss is overstated: ${what}`)
  }
  console.log(`largest share used up on several spans: ${Math.max(0, largest).toFixed(4)} (limit 0.0625)`)
})

test('on several spans: no pair of neighbours loses more than the audit says, in 400 bits', () => {
  const { random } = generator(777)
  for (let trial = 0; trial < 12; ++trial) {
    const ranges = randomRanges(random, 3.3)
    const sensitivity = 1 + Math.floor(random() * 8)
    const options = { spans: ranges, sensitivity: Math.min(sensitivity, ranges.at(-1)[1]), granularity: 1 }
    const mechanism = new BoundedLaplace({ ...options, scale: sensitivity * 10 ** (3 * random() - 1) })
    const computed = fixed(mechanism.audit().epsilon)
    const law = new ExactLaplace({ ranges, rate: mechanism.rate })
    const values = latticeValues(mechanism)
    for (const truth of values) {
      for (const neighbour of values) {
        if (truth === neighbour || Math.abs(truth - neighbour) > options.sensitivity) continue
        const { loss } = law.loss(truth, neighbour)
        assert.ok(loss <= computed, `${truth} against ${neighbour} of ${JSON.stringify(mechanism)}`)
      }
    }
  }
})
