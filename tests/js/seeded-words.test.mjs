// The generator of the test entry is std::mt19937_64, word for word.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadSeeded } from 'inbounds/testing'
import { SeededWords } from '../../bindings/js/seeded-words.js'

/** The generator as its authors wrote it (Matsumoto and Nishimura 2004), with BigInts. */
function* reference(seed) {
  const state = [seed]
  const cut = (word) => BigInt.asUintN(64, word)
  for (let at = 1n; at < 312n; ++at) state.push(cut(6364136223846793005n * (state.at(-1) ^ (state.at(-1) >> 62n)) + at))
  for (;;) {
    for (let at = 0; at < 312; ++at) {
      const word = (state[at] & 0xffffffff80000000n) | (state[(at + 1) % 312] & 0x7fffffffn)
      state[at] = state[(at + 156) % 312] ^ (word >> 1n) ^ (word & 1n ? 0xb5026f5aa96619e9n : 0n)
    }
    for (let word of state) {
      word ^= (word >> 29n) & 0x5555555555555555n
      word ^= cut(word << 17n) & 0x71d67fffeda60000n
      word ^= cut(word << 37n) & 0xfff7eee000000000n
      yield word ^ (word >> 43n)
    }
  }
}

/** Words from one generator, so many at a time. */
function words(seed, ...counts) {
  const generator = new SeededWords(seed)
  return counts.flatMap((count) => {
    const halves = new Uint32Array(2 * count)
    generator.fill(halves)
    return Array.from({ length: count }, (_, at) => (BigInt(halves[2 * at + 1]) << 32n) | BigInt(halves[2 * at]))
  })
}

test('the ten thousandth word is the one that the standard of C++ names', () => {
  assert.equal(words(5489n, 10000).at(-1), 9981545732273789042n)
  assert.equal(words(5489n, 1)[0], 14514284786278117030n)
})

test('every word is that of the reference, for seeds of any size', () => {
  for (const seed of [0n, 1n, 42n, 5489n, 2n ** 32n, 2n ** 53n - 1n, 2n ** 63n, 2n ** 64n - 1n]) {
    const own = words(seed, 2000)
    const authors = reference(seed)
    for (const [at, word] of own.entries()) assert.equal(word, authors.next().value, `word ${at} of seed ${seed}`)
  }
})

test('words are the same, however many are asked for at once', () => {
  assert.deepEqual(words(7n, 1, 311, 1, 312, 0, 375), words(7n, 1000))
})

test('the package draws from these words: posteriors from one each', async () => {
  const seeded = await loadSeeded(11)
  const mechanism = new seeded.BetaPosterior({ prior: [1, 1], trials: 6, epsilon: 1, method: 'global' })
  const borders = Array.from(mechanism.probabilities(2)).map(
    ((sum) => (share) => {
      sum += share
      return sum
    })(0)
  )
  const stream = words(11n, 500)
  for (const word of stream) {
    const share = Number(word >> 2n) / 2 ** 62
    assert.equal(mechanism.privatise(2).successes, borders.findIndex((border) => share < border)) // biome-ignore format: one thought
  }
})
