// Every kind of noise as it is written in textbooks falls to the attack: single answers prove that a neighbour was not the truth.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds'
import { excludedShareOfVectors, textbookVectors } from './textbook-gaussian.mjs'
import { excludedShare, textbookOutputs } from './textbook-laplace.mjs'

const { ReflectedLaplace, ClampedLaplace, BoundedGaussian } = await load()

// `excluded` is far below what was measured, since another Math.log may move the shares a little.
const laplace = [
  { ends: 'clamped', Mechanism: ClampedLaplace, options: { lower: 0, upper: 1, epsilon: 1 }, pair: [0, 1], excluded: 0.1 },
  { ends: 'clamped', Mechanism: ClampedLaplace, options: { lower: 0, upper: 100, epsilon: 1, sensitivity: 1 }, pair: [3, 4], excluded: 0.1 },
  { ends: 'folded', Mechanism: ReflectedLaplace, options: { lower: 0, upper: 1, epsilon: 1 }, pair: [0, 1], excluded: 0.3 },
  { ends: 'folded', Mechanism: ReflectedLaplace, options: { lower: 0, upper: 120, epsilon: 1 }, pair: [37, 38], excluded: 0.1 },
  { ends: 'folded', Mechanism: ReflectedLaplace, options: { lower: 0, upper: 100, epsilon: 1, sensitivity: 1 }, pair: [3, 4], excluded: 0.1 }
] // biome-ignore format: a case a line

for (const { ends, Mechanism, options, pair, excluded } of laplace) {
  test(`textbook Laplace noise, ${ends}, proves that the truth was not the neighbour: ${JSON.stringify(options)}`, (t) => {
    const sampler = { ...options, ends, scale: Mechanism.scaleFor(options) }
    const outputs = textbookOutputs(sampler, pair[0], 2000, 7)
    assert.equal(excludedShare(sampler, pair[0], outputs), 0, 'the attacker never excludes what is true')
    const share = excludedShare(sampler, pair[1], outputs)
    t.diagnostic(`truth ${pair[0]}: ${(100 * share).toFixed(1)}% of the outputs cannot come from ${pair[1]}`)
    assert.ok(share > excluded, `${share} of the outputs exclude the neighbour`)
  })
}

const vectors = [
  { options: { lower: [0, 0], upper: [1, 1], epsilon: 1 }, pair: [[0, 0], [1, 1]], excluded: 0.8 },
  { options: { lower: [0, 1], upper: [10, 9], epsilon: 1, sensitivity: Math.hypot(4, 2) }, pair: [[3, 4.5], [7, 6.5]], excluded: 0.6 },
  { options: { lower: [0, 0], upper: [120, 120], epsilon: 1, sensitivity: 2 }, pair: [[37, 37], [38, 38]], excluded: 0.35 }
] // biome-ignore format: a case a line

for (const { options, pair, excluded } of vectors) {
  test(`textbook normal noise proves that the truth was not the neighbour: ${JSON.stringify(options)}`, (t) => {
    const sampler = { ...options, scale: BoundedGaussian.scaleFor(options) }
    const outputs = textbookVectors(sampler, pair[0], 300, 7)
    assert.equal(excludedShareOfVectors(sampler, pair[0], outputs), 0, 'the attacker never excludes what is true')
    const share = excludedShareOfVectors(sampler, pair[1], outputs)
    t.diagnostic(`truth ${pair[0]}: ${(100 * share).toFixed(1)}% of the vectors cannot come from ${pair[1]}`)
    assert.ok(share > excluded, `${share} of the vectors exclude the neighbour`)
  })
}

test('two normal answers about one number give it away, too', () => {
  const sampler = { lower: [0, 0], upper: [1, 1], scale: BoundedGaussian.scaleFor({ lower: 0, upper: 1, epsilon: 1 }) }
  const answers = textbookVectors(sampler, [0.25, 0.25], 300, 9)
  assert.equal(excludedShareOfVectors(sampler, [0.25, 0.25], answers), 0)
  assert.ok(excludedShareOfVectors(sampler, [0.75, 0.75], answers) > 0.8)
})
