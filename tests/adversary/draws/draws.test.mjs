// Draws of the real package, with the platform's own random bits, keep every claim.
//
// The probability of a false alarm is at most 1e-6 for a run, as auditor.mjs derives: so whatever is found here is to be
// taken for a flaw, not for bad luck.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { load } from 'inbounds'
import { generator } from '../../js/support/generator.mjs'
import { examine, FALSE_ALARM } from './auditor.mjs'
import { bestUnion, epsilonBound } from './events.mjs'
import { likelyLags } from './lags.mjs'

const wasm = await readFile(new URL(import.meta.resolve('inbounds/inbounds.wasm')))

test('no draws of any mechanism lose more than they claim', async (t) => {
  const results = await examine(() => load({ wasm }))
  assert.ok(FALSE_ALARM <= 1e-6)
  assert.deepEqual(
    results.filter(({ found, claimed }) => found > claimed),
    []
  )
  // What the auditor would see is told by how near it comes to the claim where that is exact.
  const shares = results.filter(({ claimed }) => claimed > 0).map(({ found, claimed }) => found / claimed)
  const close = (share) => shares.filter((one) => one > share).length
  t.diagnostic(`${results.length} comparisons; above 99% of the claim: ${close(0.99)}, above 90%: ${close(0.9)}`)
  assert.ok(close(0.98) >= 4 && close(0.9) >= results.length / 3, 'the auditor has lost its sharpness')
})

test('the bound on epsilon is above the true one no more often than alpha says', () => {
  const { random } = generator(20241)
  const drawCounts = (p, count) => {
    const counts = new Float64Array(2)
    for (let i = 0; i < count; ++i) ++counts[random() < p ? 1 : 0]
    return counts
  }
  const [p, q, delta, alpha, rounds] = [0.6, 0.2, 0.1, 0.1, 2000]
  const epsilon = Math.log((p - delta) / q)
  let above = 0
  let near = 0
  for (let round = 0; round < rounds; ++round) {
    const bound = epsilonBound(Uint8Array.of(0, 1), drawCounts(p, 500), drawCounts(q, 500), delta, alpha)
    if (bound > epsilon) ++above
    if (bound > 0.5 * epsilon) ++near
  }
  // Both bounds have to fail a little at once, or one of them much, so the share is well below alpha.
  assert.ok(above > 0 && above <= alpha * rounds, `${above} of ${rounds}`)
  assert.ok(near > 0.99 * rounds, `${near} of ${rounds}`)
})

test('training finds the union of bins with the largest ratio that is likely enough', () => {
  const likely = Float64Array.of(5000, 3000, 2000)
  const unlikely = Float64Array.of(1000, 610, 8390)
  const aim = { delta: 0, testing: 1e5, deviations: 6 }
  const choose = (one, other, options) => [...bestUnion(one, other, { ...aim, ...options }).inside]
  assert.deepEqual(choose(likely, unlikely), [1, 1, 0], 'both, though the ratio of the first is larger')
  assert.deepEqual(choose(likely, unlikely, { testing: 1e8 }), [1, 0, 0], 'many samples need no likely event')
  assert.deepEqual(choose(unlikely, likely), [0, 0, 1])
  assert.deepEqual(choose(likely, unlikely, { testing: 1e8, delta: 0.4 }), [1, 1, 0], 'delta asks for more of it')
})

test('a sequence that comes back is found by its lag', () => {
  const { random } = generator(7)
  const fresh = Float64Array.from({ length: 8192 }, random)
  const sequence = fresh.map((value, i) => (i >= 1234 && i % 3 === 0 ? fresh[i - 1234] : value))
  assert.equal(likelyLags(sequence, 1)[0], 1234)
})
