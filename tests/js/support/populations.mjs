// Made-up true values whose statistics are known, and what holds of every estimate.

import assert from 'node:assert/strict'
import { generator } from './generator.mjs'

/** So many numbers from 0 to 1, evenly spread and in no order. */
export const evenly = (count) => Float64Array.from({ length: count }, (_, at) => ((at + 1) * 0.618033988749895) % 1)

/** Five ways to be distributed over 0 to 1, as functions of evenly spread numbers. */
export const SHAPES = {
  even: (part) => part,
  ramp: (part) => Math.sqrt(part),
  point: () => 0.4,
  twoPoints: (part) => (part < 0.3 ? 0.1 : 0.9),
  hump: (part) => 0.5 + Math.asin(2 * part - 1) / 4
}

/** So many truths of a shape, from lower to upper; on a lattice if one is given. */
export function population(shape, count, [lower, upper], granularity) {
  const truths = evenly(count).map((part) => lower + (upper - lower) * SHAPES[shape](part))
  return granularity ? truths.map((truth) => Math.round(truth / granularity) * granularity) : truths
}

/** Truths drawn at random: each run of a simulation has its own. */
export function drawTruths(count, seed, truthOf) {
  const { random } = generator(seed)
  return Float64Array.from({ length: count }, () => truthOf(random()))
}

export function momentsOf(truths) {
  const mean = truths.reduce((sum, truth) => sum + truth, 0) / truths.length
  const variance = truths.reduce((sum, truth) => sum + (truth - mean) ** 2, 0) / truths.length
  return { mean, variance }
}

export const holds = ({ low, high }, truth) => low <= truth && truth <= high
export const lengthOf = ({ low, high }) => high - low

/** What is true of every estimate: intervals around values, shares that sum to 1, all of it in bounds. */
export function checkEstimate(estimate, lower, upper) {
  const { reports, mean, variance, quantiles, histogram, fit, warnings } = estimate
  assert.ok(reports >= 1)
  const slack = 1e-9 * (upper - lower)
  checkInterval(mean, 'mean', lower - slack, upper + slack)
  checkInterval(variance, 'variance', 0, ((upper - lower) ** 2 / 4) * (1 + 1e-9))
  for (const quantile of quantiles)
    checkInterval(quantile, `quantile ${quantile.probability}`, lower - slack, upper + slack)
  let sum = 0
  let before = lower - slack
  for (const { from, to, share, low, high } of histogram) {
    assert.ok(from >= before - slack && to >= from && to <= upper + slack, `a bin from ${from} to ${to}`)
    checkInterval({ value: share, low, high }, `share from ${from}`, -1e-12, 1 + 1e-12)
    before = to
    sum += share
  }
  assert.ok(Math.abs(sum - 1) < 1e-9, `shares sum to ${sum}`)
  assert.ok(fit.statistic >= 0 && fit.degrees >= 0 && fit.probability >= 0 && fit.probability <= 1, JSON.stringify(fit))
  for (const warning of warnings) assert.match(warning, /^[A-Z].*[.?]$/)
  assert.doesNotMatch(JSON.stringify(estimate), /null/, 'only finite numbers')
}

function checkInterval({ value, low, high }, name, min, max) {
  const text = `${name}: ${low} <= ${value} <= ${high}`
  assert.ok(low <= value && value <= high, text)
  assert.ok(low >= min && high <= max, `${text}, from ${min} to ${max}`)
}
