// Draws are decided in floating point where that is certain (src/random/filter.hpp). What makes it certain is measured
// here in WebAssembly, compiled as the package's module is: rounding may use up a sixteenth of the filter's allowances.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadProbe } from '../wasm/load.mjs'
import { ExactGeometric } from './support/exact-geometric.mjs'
import { expMinus, ONE, quotient, times, toFixedPoint } from './support/fixed-point.mjs'
import { generator } from './support/generator.mjs'

const limit = 1 / 16
const probe = await loadProbe()
const { relativeError } = probe
const smallestWeight = toFixedPoint(probe.smallestWeight)

/** Rates from 1e-15 to 700. Half of the laws decay by something like 1 over the range: where the formulas change. */
function randomLaw(random) {
  const steps = Math.floor(2 ** (52 * random()))
  const anyRate = 1e-15 * 7e17 ** random()
  const rate = random() < 0.5 ? anyRate : Math.min(700, Math.max(1e-15, 40 ** (2 * random() - 1) / steps))
  const place = random()
  const centre = place < 0.1 ? 0 : place > 0.9 ? steps : Math.floor(random() * (steps + 1))
  return { steps, rate, centre }
}

const show = (what) => JSON.stringify(what, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
const distance = (a, b) => (a > b ? a - b : b - a)

// random/PROOF.md, Lemma 3
test('readings of a word: rounding uses up at most a sixteenth of the slack, and the slack covers the rest of the word', () => {
  const { random, word: anyWord } = generator(1)
  const largest = { 'from the centre': 0, 'from the end': 0 }
  const seen = { 'from the centre': 0, 'from the end': 0 }
  for (let trial = 0; trial < 6000; ++trial) {
    const law = randomLaw(random)
    const small = anyWord() >> (random() < 0.5 ? 0n : BigInt(Math.floor(64 * random())))
    const word = random() < 0.5 ? small : 2n ** 64n - 1n - small
    const reading = probe.read(law, word)
    const exact = new ExactGeometric(law)
    const fromItsSide = reading.left ? word : 2n ** 64n - 1n - word
    const read = exact.decay(reading, (fromItsSide >> 1n) * (ONE >> 63n)) // all but the last bit
    if (reading.fromCentre && read.weight < smallestWeight) continue // no reading: every point is possible
    const kind = reading.fromCentre ? 'from the centre' : 'from the end'
    const computed = toFixedPoint(reading.decay)
    const forRounding = times((reading.fromCentre ? ONE : 0n) + computed, toFixedPoint(relativeError))
    const off = distance(computed, read.decay)
    const what = show({ ...law, word, ...reading })
    if (off > 0n) {
      const share = quotient(off, forRounding)
      assert.ok(share <= limit, `rounding used up ${share} of the slack: ${what}`)
      largest[kind] = Math.max(largest[kind], share)
    }
    for (const end of [fromItsSide, fromItsSide + 1n]) {
      const open = exact.decay(reading, end * (ONE >> 64n)).decay
      assert.ok(distance(computed, open) <= toFixedPoint(reading.slack), `the slack does not reach ${end}: ${what}`)
    }
    seen[kind] += 1
  }
  for (const [kind, count] of Object.entries(seen)) {
    assert.ok(count > 1000, `only ${count} readings ${kind}`)
    console.log(
      `decay ${kind}: ${largest[kind].toFixed(4)} of the allowance used up, ${count} readings (limit ${limit})`
    )
  }
})

test('e^-x: rounding uses up at most a sixteenth of what the filter allows for it', () => {
  const { random } = generator(2)
  let largest = 0
  let seen = 0
  while (seen < 6000) {
    const rate = Math.exp(-70 + 73 * random())
    const count = Math.floor(2 ** (26 * random()))
    const x = rate * count * count
    const computed = probe.expMinus(rate, count, count)
    if (x > 200) {
      assert.ok(computed < 2 ** -280) // less than what a word leaves open: its relative error is of no interest
      continue
    }
    const exact = expMinus(toFixedPoint(rate) * BigInt(count) ** 2n)
    const share = quotient(distance(toFixedPoint(computed), exact), exact) / ((1 + x) * relativeError)
    assert.ok(share <= limit, `rounding used up ${share}: ${show({ rate, count })}`)
    largest = Math.max(largest, share)
    seen += 1
  }
  console.log(`e^-x: ${largest.toFixed(4)} of the allowance used up, ${seen} numbers (limit ${limit})`)
})

test('each draw is the exact inverse of the distribution at its word, also where the filter cannot tell', () => {
  const { random, word: anyWord } = generator(3)
  let atBoundaries = 0
  for (let trial = 0; trial < 3000; ++trial) {
    const law = randomLaw(random)
    const exact = new ExactGeometric(law)
    let word = anyWord()
    if (trial % 2 === 0) {
      // A word next to a boundary between two points that both have some mass there.
      const near = probe.drawAt(law, word, word)
      if (near < law.steps) {
        const boundary = (exact.cumulative(near) >> 336n) + BigInt(Math.floor(3 * random())) - 1n
        word = BigInt.asUintN(64, boundary)
        atBoundaries += 1
      }
    }
    const next = anyWord()
    const drawn = probe.drawAt(law, word, next)
    // Both words together, and what may follow them.
    const low = ((word << 64n) | next) * (ONE >> 128n)
    const high = low + (ONE >> 128n)
    const what = show({ ...law, word, next, drawn })
    assert.ok(Number.isInteger(drawn) && drawn >= 0 && drawn <= law.steps, what)
    if (drawn < law.steps) assert.ok(exact.cumulative(drawn) > low, what)
    if (drawn > 0) assert.ok(exact.cumulative(drawn - 1) <= high, what)
  }
  assert.ok(atBoundaries > 500)
})
