// The bounds that every finding rests on, against closed forms, printed tables and sums of binomial probabilities.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { incompleteBeta, logGamma, lowerBound, upperBound } from './clopper-pearson.mjs'

const isClose = (value, expected, tolerance) =>
  assert.ok(Math.abs(value - expected) <= tolerance * Math.abs(expected), `${value} is not ${expected}`)

test('the logarithm of the gamma function is that of factorials', () => {
  let logFactorial = 0
  for (let n = 1; n < 200; ++n) {
    assert.ok(Math.abs(logGamma(n) - logFactorial) <= 1e-14 * Math.max(1, logFactorial), `n = ${n}`)
    logFactorial += Math.log(n)
  }
  isClose(logGamma(0.5), Math.log(Math.PI) / 2, 1e-14)
})

test('bounds of 0 and of all successes, and of one, are closed forms', () => {
  for (const trials of [1, 10, 1000, 4000000]) {
    for (const alpha of [0.025, 1e-6, 1e-11]) {
      assert.equal(lowerBound(0, trials, alpha), 0)
      assert.equal(upperBound(trials, trials, alpha), 1)
      isClose(upperBound(0, trials, alpha), -Math.expm1(Math.log(alpha) / trials), 1e-9)
      isClose(lowerBound(trials, trials, alpha), Math.exp(Math.log(alpha) / trials), 1e-9)
      isClose(lowerBound(1, trials, alpha), -Math.expm1(Math.log1p(-alpha) / trials), 1e-8)
    }
  }
})

test('bounds are those of printed tables', () => {
  isClose(lowerBound(5, 10, 0.025), 0.187086, 1e-5)
  isClose(upperBound(5, 10, 0.025), 0.812914, 1e-5)
  isClose(lowerBound(4, 20, 0.025), 0.057334, 1e-5)
  isClose(upperBound(4, 20, 0.025), 0.436614, 1e-5)
})

test('at the bound, a count at least (or at most) as extreme has exactly the probability alpha', () => {
  for (const [successes, trials] of [
    [3, 50],
    [40, 1000],
    [1700, 2000],
    [3000, 400000]
  ]) {
    for (const alpha of [0.01, 1e-10]) {
      const low = lowerBound(successes, trials, alpha)
      const high = upperBound(successes, trials, alpha)
      isClose(binomialTail(trials, low, successes, trials), alpha, 1e-6)
      isClose(binomialTail(trials, high, 0, successes), alpha, 1e-6)
    }
  }
})

test('the incomplete beta function is symmetric and right for whole arguments', () => {
  isClose(incompleteBeta(0.3, 2, 3), 6 * 0.09 - 8 * 0.027 + 3 * 0.0081, 1e-13) // 6x^2 - 8x^3 + 3x^4
  isClose(incompleteBeta(0.2, 5, 7) + incompleteBeta(0.8, 7, 5), 1, 1e-14)
})

/** P(first <= X <= last) of a binomial law, term by term from the logarithm of each. */
function binomialTail(trials, p, first, last) {
  let logChoose = 0
  let sum = 0
  for (let k = 0; k <= last; ++k) {
    if (k > 0) logChoose += Math.log((trials - k + 1) / k)
    if (k >= first) sum += Math.exp(logChoose + k * Math.log(p) + (trials - k) * Math.log1p(-p))
  }
  return sum
}
