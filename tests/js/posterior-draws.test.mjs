// Draws of private posteriors: what comes out, how often, and what happens if there are no random bits.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { EntropyError, load } from 'inbounds'
import { loadSeeded } from 'inbounds/testing'
import { alpha, chiSquarePValue } from './support/chi-square.mjs'
import { watchMemories } from './support/watch-memories.mjs'

const memories = watchMemories()
const methods = ['geometric', 'global', 'smooth', 'varying']
const candidates = (mechanism) => Array.from({ length: mechanism.candidates }, (_, place) => mechanism.candidate(place))
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)

test('what is released is a candidate with its posterior', async () => {
  const seeded = await loadSeeded(5)
  for (const method of methods) {
    const beta = new seeded.BetaPosterior({ prior: [0.5, 3], trials: 9, epsilon: 1, method })
    const dirichlet = new seeded.DirichletPosterior({ prior: [0.5, 3, 1], trials: 9, epsilon: 1, method })
    for (let turn = 0; turn < 200; ++turn) {
      const { successes, posterior, ...rest } = beta.privatise(4)
      assert.deepEqual(rest, {})
      assert.ok(Number.isInteger(successes) && successes >= 0 && successes <= 9 && !Object.is(successes, -0))
      assert.deepEqual(posterior, [0.5 + successes, 3 + 9 - successes])
      const released = dirichlet.privatise([9, 0, 0])
      assert.deepEqual(Object.keys(released), ['counts', 'posterior'])
      assert.equal(sum(released.counts), 9)
      assert.deepEqual(released.posterior, [0.5 + released.counts[0], 3 + released.counts[1], 1 + released.counts[2]])
    }
  }
})

test('draws follow the stated law, of every method', async () => {
  const seeded = await loadSeeded(2018)
  const draws = 20000
  for (const method of methods) {
    for (const [mechanism, truth] of [
      [new seeded.BetaPosterior({ prior: [1, 1], trials: 10, epsilon: 1, method }), 0],
      [new seeded.BetaPosterior({ prior: [0.1, 4], trials: 10, epsilon: 3, method }), 6],
      [new seeded.BetaPosterior({ prior: [1, 1], trials: 200, epsilon: 1, delta: 1e-3, method }), 77],
      [new seeded.DirichletPosterior({ prior: [1, 1, 1], trials: 4, epsilon: 2, method }), [1, 3, 0]]
    ]) {
      const places = new Map(candidates(mechanism).map((counts, place) => [String(counts), place]))
      const counts = new Array(mechanism.candidates).fill(0)
      for (let turn = 0; turn < draws; ++turn) {
        const { successes, counts: drawn = successes } = mechanism.privatise(truth)
        counts[places.get(String(drawn))] += 1
      }
      const expected = Array.from(mechanism.probabilities(truth), (share) => share * draws)
      assert.ok(chiSquarePValue(expected, counts) > alpha, JSON.stringify(mechanism))
    }
  }
})

test('when the generator fails, nothing is released, and the engine works on', async () => {
  const wasm = await readFile(new URL('../../dist/inbounds.wasm', import.meta.url))
  const own = await load({ wasm })
  const all = methods.map((method) => new own.BetaPosterior({ prior: [1, 1], trials: 500, epsilon: 1, method }))
  const failure = new Error('out of entropy')
  const value = () => {
    throw failure
  }
  const before = memories.at(-1).buffer.byteLength
  Object.defineProperty(globalThis.crypto, 'getRandomValues', { configurable: true, value })
  try {
    for (let turn = 0; turn < 10000; ++turn) {
      assert.throws(() => all[turn % 4].privatise(20), new EntropyError(failure))
    }
  } finally {
    delete globalThis.crypto.getRandomValues // back to the one of the prototype
  }
  for (const mechanism of all) assert.ok(mechanism.privatise(20).successes <= 500)
  // A row has the weights of the truth's candidates: 4 kB that nobody should find, or find missing.
  assert.equal(memories.at(-1).buffer.byteLength, before, 'no row is left behind')
})
