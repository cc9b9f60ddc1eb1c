// The safe rounding rests on an assumption about the mathematical library inside the WebAssembly: that log1p of the growth
// factor is within 2^-45 (src/privacy/laplace_loss.cpp). Here the shipped module is measured; a sixteenth may be used up.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds'
import { exactLatticeLoss, fixed } from './support/exact-loss.mjs'

const { BoundedLaplace } = await load()

test('the loss of the shipped module is never below the exact one, and rounding uses up a sixteenth of its allowance', () => {
  let seed = 12345
  const random = () => {
    seed = (seed * 48271) % 2147483647 // the "minimal standard" generator: reproducible, and that is all it has to be
    return seed / 2147483647
  }
  let largest = 0
  for (let trial = 0; trial < 400; ++trial) {
    const steps = Math.floor(2 ** (1 + 49 * random()))
    const sensitivity = Math.max(1, Math.floor(steps * 2 ** (-40 * random() * random())))
    const epsilon = 1e-9 * 1e11 ** random()
    const mechanism = new BoundedLaplace({ lower: 0, upper: steps, sensitivity, epsilon, granularity: 1 })
    const scale = mechanism.scale * (1 + random())
    const computed = fixed(mechanism.epsilonOf({ scale }))
    const { loss, growth } = exactLatticeLoss(steps, sensitivity, 1 / scale)
    const above = computed - loss
    const noise = loss >> 200n
    const allowance = growth >> 45n
    const what = JSON.stringify({ steps, sensitivity, scale })
    assert.ok(above >= (allowance * 15n) / 16n - noise, `rounding used up more than a sixteenth: ${what}`)
    assert.ok(above <= loss >> 44n, `the loss is overstated: ${what}`)
    if (allowance > 0n) largest = Math.max(largest, 1 - Number((above * 1000000n) / allowance) / 1e6)
  }
  console.log(`largest share of the allowance used up by rounding: ${Math.max(0, largest).toFixed(4)} (limit 0.0625)`)
})
