// What the theorem about budgets is made of, each by itself: releases that may fail, and what those cost that do not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advancedRule, costOf } from '../../bindings/js/budget/composition.js'
import { expMinus, ONE, times, toFixedPoint } from './support/fixed-point.mjs'
import { generator } from './support/generator.mjs'

const sum = (list) => list.reduce((all, one) => all + one, 0)
const normalise = (list) => list.map((one) => one / sum(list))

/** The least delta with which two laws are close, in either direction. */
function deltaBetween(p, q, epsilon) {
  const beyond = (a, b) => sum(a.map((one, at) => Math.max(0, one - Math.exp(epsilon) * b[at])))
  return Math.max(beyond(p, q), beyond(q, p))
}

/** The parts of both laws that are close for certain, as the proof makes them: with the integral 1 - delta each. */
function closeParts(p, q, epsilon, delta) {
  const growth = Math.exp(epsilon)
  const a = p.map((one, at) => Math.min(one, growth * q[at]))
  const b = q.map((one, at) => Math.min(one, growth * p[at]))
  if (sum(a) < sum(b)) return closeParts(q, p, epsilon, delta).reverse()
  const shrink = (t) => a.map((one, at) => Math.max(t * one, b[at] / growth))
  let [low, high] = [0, 1]
  for (let halving = 0; halving < 60; ++halving) {
    const middle = (low + high) / 2
    if (sum(shrink(middle)) < sum(b)) low = middle
    else high = middle
  }
  const share = (1 - delta) / sum(b)
  return [shrink(high), b].map((part) => part.map((one) => one * share))
}

// budget/PROOF.md, Lemma 1
test('a release with a delta is one without that happens with probability 1 - delta', () => {
  const { random } = generator(2016)
  for (let round = 0; round < 500; ++round) {
    const law = () => normalise(Array.from({ length: 2 + (round % 6) }, () => random() ** (1 + (round % 4))))
    const [p, q] = [law(), law()]
    const epsilon = 2 * random()
    const delta = deltaBetween(p, q, epsilon)
    const [ofP, ofQ] = closeParts(p, q, epsilon, delta)
    assert.ok(Math.abs(sum(ofP) - (1 - delta)) < 1e-12 && Math.abs(sum(ofQ) - (1 - delta)) < 1e-12)
    for (let at = 0; at < p.length; ++at) {
      assert.ok(ofP[at] <= p[at] + 1e-12 && ofQ[at] <= q[at] + 1e-12, 'they are parts')
      assert.ok(ofP[at] <= Math.exp(epsilon) * ofQ[at] + 1e-12 && ofQ[at] <= Math.exp(epsilon) * ofP[at] + 1e-12)
    }
  }
})

// budget/PROOF.md, Lemma 2
test('no pure release has a larger moment than its cost says, and randomised response has that', () => {
  const { random } = generator(2017)
  for (let round = 0; round < 1000; ++round) {
    const epsilon = 3 * random() ** 2
    const rule = { order: 0.1 + 20 * random() ** 3, capacity: 1, start: 0 }
    const ratios = [epsilon, -epsilon, ...Array.from({ length: round % 5 }, () => epsilon * (2 * random() - 1))]
    // Any law q on these ratios with the mean 1: the upper and the lower end make up for the rest.
    const inner = ratios.slice(2).map(() => random() / 10)
    const missing = sum(inner.map((weight, at) => weight * Math.expm1(ratios[at + 2])))
    const left = 1 - sum(inner)
    const upper = (-left * Math.expm1(-epsilon) - missing) / (Math.expm1(epsilon) - Math.expm1(-epsilon))
    const q = [upper, left - upper, ...inner]
    if (q.some((weight) => weight < 0)) continue
    const moment = sum(q.map((weight, at) => weight * Math.exp((rule.order + 1) * ratios[at])))
    const cost = costOf(rule, epsilon)
    assert.ok(Math.log(moment) / rule.order <= cost * (1 + 1e-9) + 1e-12, `${epsilon}, ${rule.order}`)
    if (inner.length === 0) assert.ok(Math.abs(Math.log(moment) / rule.order - cost) < 1e-9)
    assert.ok(cost <= Math.min(epsilon, ((1 + rule.order) * epsilon ** 2) / 2) * (1 + 1e-12))
  }
})

// budget/PROOF.md, Proposition 5
test('costs are never below those of 400 bits, and the order leaves what it says', () => {
  for (const budget of [0.01, 1, 8]) {
    for (const slack of [1e-9, 1e-3, 0.3]) {
      const rule = advancedRule(budget, slack)
      const order = toFixedPoint(rule.order)
      // ln(1/slack)/order is no more than what is counted before the first release, nor is that and all that may follow.
      assert.ok(expMinus(times(order, toFixedPoint(rule.start))) <= toFixedPoint(slack))
      assert.ok(toFixedPoint(rule.start) + toFixedPoint(rule.capacity) <= toFixedPoint(budget))
      for (const epsilon of [1e-9, 1e-5, 1e-3, 0.02, 0.3, 1, 4]) {
        const exponent = toFixedPoint(epsilon)
        const max = times(order + ONE, exponent)
        // (e^((order+1) epsilon) + e^(-order epsilon))/(e^epsilon + 1), both times e^(-(order+1) epsilon).
        const moment = ONE + expMinus(max + times(order, exponent))
        const counted = expMinus(max - times(order, toFixedPoint(costOf(rule, epsilon))))
        const others = expMinus(exponent)
        assert.ok(times(counted, ONE + others) >= times(moment, others), `${budget}, ${slack}: ${epsilon}`)
      }
    }
  }
})
