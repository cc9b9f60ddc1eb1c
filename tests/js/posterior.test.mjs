// Private posteriors: relations between what they say of themselves, their laws; and which of them is best.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds'
import { assertRelative } from './support/close.mjs'

const { BetaPosterior, DirichletPosterior, BoundedLaplace } = await load()
const methods = ['geometric', 'global', 'smooth', 'varying', 'local']

const isBeta = (mechanism) => mechanism instanceof BetaPosterior
const candidates = (mechanism) => Array.from({ length: mechanism.candidates }, (_, place) => mechanism.candidate(place))
const listOf = (mechanism, truth) => (isBeta(mechanism) ? [truth, mechanism.trials - truth] : truth)
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)

/** Whether one answer makes the difference. */
function areNeighbours(mechanism, one, other) {
  const there = listOf(mechanism, other)
  return sum(listOf(mechanism, one).map((count, at) => Math.abs(count - there[at]))) === 2
}

/** Mechanisms of both kinds with every method, by epsilon, by epsilon and delta, and by temperature. */
function* variety() {
  for (const method of methods) {
    for (const request of [
      { epsilon: 0.01 },
      { epsilon: 1 },
      { epsilon: 8 },
      { epsilon: 1, calibration: 'published' },
      { epsilon: 1, delta: 1e-3 },
      { epsilon: 0.5, delta: 1e-6, calibration: 'published' },
      { temperature: 0.7 },
      { temperature: 20 }
    ]) {
      for (const [prior, trials] of [
        [[1, 1], 7],
        [[0.01, 0.01], 30],
        [[30, 2], 12]
      ]) {
        yield new BetaPosterior({ prior, trials, method, ...request })
      }
      for (const [prior, trials] of [
        [[1, 1, 1], 4],
        [[0.1, 1, 20], 3],
        [[1, 2, 3, 4], 2]
      ]) {
        yield new DirichletPosterior({ prior, trials, method, ...request })
      }
    }
  }
}

test('rows are laws, with the truth as the likeliest candidate, and no candidate is impossible', () => {
  for (const mechanism of variety()) {
    for (const [place, truth] of candidates(mechanism).entries()) {
      const row = mechanism.probabilities(truth)
      assert.ok(row instanceof Float64Array && row.length === mechanism.candidates)
      assert.ok(Math.abs(sum(row) - 1) < 1e-13)
      assert.ok(row.every((share) => share > 0 && share < 1))
      // But for ends of the count, where all that would leave the range piles up.
      const isCounted = mechanism.method === 'geometric' && mechanism.prior.length === 2
      if (!isCounted) assert.equal(row.indexOf(Math.max(...row)), place, JSON.stringify(mechanism))
      const distance = mechanism.expectedDistance(truth)
      assert.ok(distance > 0 && distance < 1)
    }
  }
})

test('no neighbours and no output lose more than epsilon, in what probabilities say, and the audit names the worst', () => {
  for (const mechanism of variety()) {
    const all = candidates(mechanism)
    const rows = all.map((truth) => mechanism.probabilities(truth))
    const { epsilon, delta, truth, neighbour, output } = mechanism.audit()
    const what = JSON.stringify(mechanism)
    const place = (counts) => all.findIndex((other) => String(other) === String(counts))
    const excess = (one, other) =>
      sum(rows[one].map((share, at) => Math.max(0, share - Math.exp(epsilon) * rows[other][at])))
    let worst = 0
    for (let one = 0; one < all.length; ++one) {
      for (let other = 0; other < all.length; ++other) {
        if (!areNeighbours(mechanism, all[one], all[other])) continue
        if (mechanism.delta > 0) worst = Math.max(worst, excess(one, other))
        else for (const at of all.keys()) worst = Math.max(worst, Math.log(rows[one][at] / rows[other][at]))
      }
    }
    assert.ok(areNeighbours(mechanism, truth, neighbour), what)
    const [one, other, at] = [truth, neighbour, output].map(place)
    const loss = Math.log(rows[one][at] / rows[other][at])
    if (mechanism.delta > 0) {
      assert.ok(worst <= delta + 1e-15 && Math.abs(excess(one, other) - delta) < 1e-12, what)
      assert.equal(mechanism.deltaOf(), delta)
    } else {
      assert.ok(worst <= epsilon * (1 + 1e-12), `${worst} of ${what}`)
      assert.ok(Math.abs(loss - epsilon) < 1e-12 * Math.max(1, epsilon), what)
      assert.equal(mechanism.deltaOf(), 0)
    }
    if (mechanism.method !== 'local') assert.ok(epsilon <= mechanism.epsilon && delta <= mechanism.delta, what)
  }
})

test('tight is tight: the exact loss is what was asked for, and a temperature a little higher loses more', () => {
  for (const {
    constructor: Class,
    prior,
    trials,
    method,
    smoothing,
    epsilon,
    delta,
    temperature,
    ...mechanism
  } of variety()) {
    if (mechanism.calibration !== 'tight' || delta > 0) continue
    const options = { prior, trials, method, smoothing }
    assertRelative(new Class({ ...options, temperature }).epsilon, epsilon, 1e-9)
    const hotter = new Class({ ...options, temperature: temperature * 1.001 })
    assert.ok(hotter.epsilon > epsilon, JSON.stringify(options))
    assert.equal(hotter.calibration, 'given')
    assert.ok(hotter.deltaOf({ epsilon }) > 0)
    const published = new Class({ ...options, epsilon, calibration: 'published' })
    assert.ok(published.temperature <= temperature * (1 + 1e-12) || method === 'local', JSON.stringify(options))
  }
})

test('with delta there is no more noise than without, and all of delta is used', () => {
  for (const method of methods.filter((name) => name !== 'smooth')) {
    for (const delta of [1e-6, 1e-3, 0.1]) {
      const options = { prior: [1, 1], trials: 12, method, epsilon: 1 }
      const [pure, approximate] = [new BetaPosterior(options), new BetaPosterior({ ...options, delta })]
      assert.ok(approximate.temperature > pure.temperature, `${method} ${delta}`)
      assertRelative(approximate.audit().delta, delta, 1e-6, method)
      assert.equal(pure.deltaOf({ epsilon: 1 }), 0)
    }
  }
})

test('priors that treat success and failure alike have mirrored laws', () => {
  for (const method of methods) {
    for (const weight of [0.1, 1, 25]) {
      const mechanism = new BetaPosterior({ prior: [weight, weight], trials: 9, epsilon: 1.5, method })
      for (let k = 0; k <= 9; ++k) {
        const mirrored = mechanism.probabilities(9 - k).reverse()
        mechanism.probabilities(k).forEach((share, at) => {
          assertRelative(share, mirrored[at], 1e-12, `${method} ${weight}`)
        })
      }
    }
  }
})

test('two categories are the same, by whichever name', () => {
  for (const method of methods) {
    for (const request of [
      { epsilon: 2 },
      { epsilon: 1, delta: 1e-4 },
      { epsilon: 1, calibration: 'published' },
      { temperature: 1.2 }
    ]) {
      const options = { prior: [0.5, 3], trials: 11, method, ...request }
      const [beta, dirichlet] = [new BetaPosterior(options), new DirichletPosterior(options)]
      assert.equal(beta.temperature, dirichlet.temperature)
      assert.equal(beta.epsilon, dirichlet.epsilon)
      for (const k of [0, 4, 11]) {
        assert.deepEqual(beta.probabilities(k), dirichlet.probabilities([k, 11 - k]))
        assert.equal(beta.expectedDistance(k), dirichlet.expectedDistance([k, 11 - k]))
      }
      const { truth, neighbour, output, ...worst } = beta.audit()
      const both = (k) => [k, 11 - k]
      assert.deepEqual(dirichlet.audit(), {
        ...worst,
        truth: both(truth),
        neighbour: both(neighbour),
        output: both(output)
      })
    }
  }
})

test('candidates are all counts there are, in lexicographic order', () => {
  const mechanism = new DirichletPosterior({ prior: [1, 1, 1, 1], trials: 5, epsilon: 1 })
  const all = candidates(mechanism)
  assert.equal(all.length, 56)
  assert.ok(all.every((counts) => counts.length === 4 && sum(counts) === 5 && counts.every((count) => count >= 0)))
  const text = all.map((counts) => counts.join(''))
  assert.deepEqual(text, [...new Set(text)].sort())
  assert.deepEqual(candidates(new BetaPosterior({ prior: [1, 1], trials: 3, epsilon: 1 })), [0, 1, 2, 3])
})

test('local sensitivity does not keep its epsilon, and releases nothing', () => {
  const options = { prior: [0.01, 0.01], trials: 100, method: 'local', epsilon: 0.5, calibration: 'published' }
  const mechanism = new BetaPosterior(options)
  assertRelative(mechanism.audit().epsilon, 0.5257249039002868, 1e-11)
  assert.ok(mechanism.audit().epsilon > 1.05 * mechanism.epsilon)
  assertRelative(mechanism.deltaOf({ epsilon: 0.5 }), 5.055208040092028e-4, 1e-9)
  for (const Class of [BetaPosterior, DirichletPosterior]) {
    const local = new Class({ prior: [1, 1], trials: 10, method: 'local', epsilon: 1 })
    const refusal = {
      name: 'ParameterError',
      parameter: 'method',
      value: 'local',
      message: /^method must not be 'local'/
    }
    assert.throws(() => local.privatise(Class === BetaPosterior ? 3 : [3, 7]), refusal)
    assert.equal(local.describe(), "Releases nothing: 'local' is not private.")
  }
})

test('mechanisms are frozen, and so is their prior, which is a copy', () => {
  const prior = [1, 2]
  const mechanism = new BetaPosterior({ prior, trials: 3, epsilon: 1 })
  prior[0] = 50
  assert.deepEqual(mechanism.prior, [1, 2])
  assert.ok(Object.isFrozen(mechanism) && Object.isFrozen(mechanism.prior))
  assert.throws(() => Object.assign(mechanism, { epsilon: 0.1 }), TypeError)
  const typed = new DirichletPosterior({ prior: Float32Array.of(1, 2, 3), trials: 3, epsilon: 1 })
  assert.deepEqual(typed.prior, [1, 2, 3])
  assert.ok(typed.probabilities(Uint8Array.of(1, 1, 1)).length === 10)
})

test('describe says what is released and what that gives away', () => {
  const text = new BetaPosterior({ prior: [1, 1], trials: 10, epsilon: 1 }).describe()
  assert.match(text, /^Releases the posterior of .*near the true ones\. Whatever is released, the odds between two /)
  assert.match(text, /change by at most a factor of 2\.72 \(epsilon = 1\)\.$/)
  const approximate = new DirichletPosterior({ prior: [1, 1, 1], trials: 3, epsilon: 1, delta: 0.001 }).describe()
  assert.match(approximate, /But for a probability of 0\.001 \(delta\), the odds between two .* factor of 2\.72/)
})

test('forty mechanisms at once still answer, whoever took their place', () => {
  const make = (at) => {
    const request =
      at % 3 === 0 ? { temperature: 0.5 + at / 40 } : { epsilon: 0.5 + at / 40, delta: at % 3 === 1 ? 0 : 1e-3 }
    const Class = at % 2 === 0 ? BetaPosterior : DirichletPosterior
    return new Class({
      prior: at % 2 === 0 ? [1, 2] : [1, 2, 0.5],
      trials: 4 + (at % 5),
      method: methods[at % 5],
      ...request
    })
  }
  const says = (mechanism) =>
    JSON.stringify([
      mechanism.audit(),
      mechanism.deltaOf({ epsilon: 0.2 }),
      [...mechanism.probabilities(mechanism.candidate(2))]
    ])
  const many = Array.from({ length: 40 }, (_, at) => make(at))
  const before = many.map(says)
  for (let at = 0; at < 40; ++at) new BoundedLaplace({ lower: 0, upper: 1 + at, epsilon: 1 })
  assert.deepEqual(many.map(says), before)
  assert.deepEqual(many.map((_, at) => says(make(at))), before) // biome-ignore format: one thought
})

/** The mean of what is lost in distance, over all truths alike. */
const meanDistance = (mechanism) =>
  sum(candidates(mechanism).map((k) => mechanism.expectedDistance(k))) / mechanism.candidates

test('the default method comes closest to the truth: closer than any other, on a grid', () => {
  const settings = []
  for (const epsilon of [0.5, 1, 3]) {
    for (const trials of [10, 100, 1000]) settings.push([BetaPosterior, { prior: [1, 1], trials, epsilon }])
    for (const weight of [0.1, 1, 10]) {
      for (const trials of [5, 20])
        settings.push([DirichletPosterior, { prior: [weight, weight, weight], trials, epsilon }])
    }
  }
  for (const [Class, options] of settings) {
    const best = new Class(options)
    assert.equal(best.method, 'geometric')
    const distance = meanDistance(best)
    for (const method of ['global', 'smooth', 'varying']) {
      const other = meanDistance(new Class({ ...options, method }))
      assert.ok(distance < other, `${distance} and ${other} of ${method}, ${JSON.stringify(options)}`)
    }
  }
})
