// Which part of a domain a draw falls in is decided in floating point where that is certain (src/random/part_choice.hpp).
// What makes it certain is measured here in WebAssembly, as in filter-precision.test.mjs.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadProbe } from '../wasm/load.mjs'
import { exactPartWeights } from './support/exact-parts.mjs'
import { log, ONE, over, quotient, toFixedPoint } from './support/fixed-point.mjs'
import { generator } from './support/generator.mjs'

const limit = 1 / 16
const probe = await loadProbe()
const { relativeError, smallestWeight, unknownBits } = probe
const show = (what) => JSON.stringify(what, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
const positive = (number) => (number < 0n ? -number : number)

/** Up to 8 ranges, from neighbouring points to 2^49 apart; half of the laws decay by something like 1 over all of it. */
function randomLaw(random) {
  const lengths = 49 * random()
  const length = () => Math.floor(2 ** (lengths * random()))
  const ranges = []
  let at = random() < 0.5 ? 0 : -(2 ** 52)
  for (let count = 1 + Math.floor(8 * random()); count > 0; --count) {
    const last = at + (random() < 1 / 3 ? 0 : length())
    ranges.push([at, last])
    at = last + length() + 1
  }
  const open = { below: random() < 1 / 3, above: ranges.length === 1 || random() < 1 / 3 }
  const fitting = 40 ** (2 * random() - 1) / (at - ranges[0][0])
  const rate = random() < 0.5 ? 1e-18 * 1.024e21 ** random() : Math.min(1024, Math.max(1e-18, fitting))
  const [first, last] = ranges[Math.floor(ranges.length * random())]
  const place = random()
  const centre = place < 0.2 ? first : place > 0.8 ? last : first + Math.floor(random() * (last - first))
  return { ranges, open, rate, centre }
}

/** Many parts, whose roundings add up; in a flat law, all of them. */
function manyParts(random) {
  const ranges = Array.from({ length: 300 }, (_, at) => [5 * at, 5 * at + Math.floor(4 * random())])
  const centre = ranges[Math.floor(300 * random())][0]
  return { ranges, open: { below: false, above: false }, rate: 10 ** -Math.floor(12 * random()), centre }
}

/** A word anywhere, near an end, or next to the boundary. */
function randomWord({ random, word }, share) {
  const kind = random()
  if (kind < 0.5) return BigInt.asUintN(64, (share >> 336n) ^ (word() >> 30n))
  const small = word() >> BigInt(Math.floor(48 * random()))
  return kind < 0.75 ? small : 2n ** 64n - 1n - small
}

test('choices between parts: rounding uses up at most a sixteenth of the slack, and the slack covers the rest of the word', () => {
  const numbers = generator(4)
  let largest = 0
  let close = 0
  let far = 0
  for (let trial = 0; trial < 4000; ++trial) {
    const law = trial % 200 === 0 ? manyParts(numbers.random) : randomLaw(numbers.random)
    const weights = exactPartWeights(law)
    const boundary = 1 + Math.floor((weights.length - 1) * numbers.random())
    const below = weights.slice(0, boundary).reduce((sum, weight) => sum + weight, 0n)
    const total = weights.slice(boundary).reduce((sum, weight) => sum + weight, below)
    const word = randomWord(numbers, over(below, total))
    const seen = probe.readPart(law, word, boundary)
    const what = show({ ...law, word, boundary, ...seen })
    const beyond = seen.downwards ? word : 2n ** 64n - 1n - word
    const tail = seen.downwards ? below : total - below
    const number = (2n * (beyond >> 1n) + 1n) * (ONE >> 64n) // the middle of what the word leaves open
    if (quotient(number, ONE) < smallestWeight) {
      assert.equal(seen.slack, Infinity, what)
      continue
    }
    const passes = seen.toNumber < seen.toBoundary === seen.downwards
    // The farther away the boundary, the larger its error; but then it decides nothing.
    if (seen.toBoundary > 2 * seen.toNumber) {
      assert.ok(over(tail, total) < number && passes === seen.downwards, what)
      far += 1
      continue
    }
    const exact = log(over(tail, total)) - log(number)
    const off = positive(toFixedPoint(Math.abs(seen.toNumber)) - toFixedPoint(Math.abs(seen.toBoundary)) - exact)
    assert.ok(off <= toFixedPoint(seen.slack), `the slack is too small: ${what}`)
    const forRounding = (weights.length + seen.toNumber) * relativeError
    const share = (quotient(off, ONE) - unknownBits / 4 / quotient(number, ONE)) / forRounding
    assert.ok(share <= limit, `rounding used up ${share} of the slack: ${what}`)
    largest = Math.max(largest, share)
    close += 1
  }
  assert.ok(close > 1500 && far > 200, `${close} close and ${far} far`)
  assert.ok(largest > 0)
  console.log(`parts: ${largest.toFixed(4)} of the allowance used up, ${close} readings (limit ${limit})`)
})

test('whatever is certain is right: the number is on the side of the boundary that was said', () => {
  const numbers = generator(5)
  let certain = 0
  for (let trial = 0; trial < 2000; ++trial) {
    const law = randomLaw(numbers.random)
    const weights = exactPartWeights(law)
    const boundary = 1 + Math.floor((weights.length - 1) * numbers.random())
    const below = weights.slice(0, boundary).reduce((sum, weight) => sum + weight, 0n)
    const total = weights.slice(boundary).reduce((sum, weight) => sum + weight, below)
    const share = over(below, total)
    const word = randomWord(numbers, share)
    const { toNumber, toBoundary, slack, downwards } = probe.readPart(law, word, boundary)
    if (!(Math.abs(toNumber - toBoundary) > slack)) continue
    certain += 1
    const passes = toNumber < toBoundary === downwards
    const low = word * (ONE >> 64n)
    if (passes) assert.ok(low >= share, show({ ...law, word, boundary }))
    else assert.ok(low + (ONE >> 64n) <= share + 1n, show({ ...law, word, boundary }))
  }
  assert.ok(certain > 1000)
})
