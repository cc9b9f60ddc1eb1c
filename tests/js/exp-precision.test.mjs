// The package's module computes the table of its exp (bindings/embind/exp_table.cpp). Arm says of the one that musl has:
// at most .511 units in the last place off.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadProbe } from '../wasm/load.mjs'
import { expMinus, quotient, toFixedPoint } from './support/fixed-point.mjs'
import { generator } from './support/generator.mjs'

const limit = 0.5112
const probe = await loadProbe()

/** In units in the last place. */
function errorAt(x) {
  const computed = probe.expMinus(x, 1, 1)
  const unit = 2 ** (Math.floor(Math.log2(computed)) - 52)
  const off = toFixedPoint(computed) - expMinus(toFixedPoint(x))
  return quotient(off < 0n ? -off : off, toFixedPoint(unit))
}

test('exp is within .511 units in the last place, in each of its 128 parts, near and far from 0', () => {
  const { random } = generator(11)
  let largest = 0
  for (let part = 0; part < 128; ++part) {
    for (const whole of [0, 1, 20, 150]) {
      for (let trial = 0; trial < 8; ++trial) {
        const x = (whole + (part + random()) / 128) * Math.LN2
        const error = errorAt(x)
        assert.ok(error <= limit, `exp(-${x}) is off by ${error} units in the last place`)
        largest = Math.max(largest, error)
      }
    }
  }
  assert.ok(largest > 0.45, `nothing is that exact: ${largest}`)
})

test('exp has its limits', () => {
  assert.equal(probe.expMinus(0, 1, 1), 1)
  assert.equal(probe.expMinus(746, 1, 1), 0)
  assert.equal(probe.expMinus(-710, 1, 1), Number.POSITIVE_INFINITY)
  assert.equal(probe.expMinus(745, 1, 1), Number.MIN_VALUE)
})
