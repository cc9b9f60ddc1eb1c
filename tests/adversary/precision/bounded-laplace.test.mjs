// Attacks through floating point: on a textbook sampler, where they work, and on this library, where they must not. What
// the first ones find is printed: `node --test tests/adversary/precision/bounded-laplace.test.mjs`.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds'
import { loadSeeded } from 'inbounds/testing'
import { alpha, chiSquarePValue } from '../../js/support/chi-square.mjs'
import { nearestPoint, stepsToCover, valueAt } from '../../js/support/lattice-values.mjs'
import { farthestWithin, isWithin, nextDown, nextUp } from './doubles.mjs'
import { excludedShare, textbook, textbookOutputs } from './textbook-laplace.mjs'

const { BoundedLaplace } = await load()

// `excluded` is far below what was measured (0.585, 0.459, 0.234): another Math.log may move the shares a little.
const cases = [
  { options: { lower: 0, upper: 1, epsilon: 1 }, truth: 0, neighbour: 1, excluded: 0.45 },
  { options: { lower: 0, upper: 120, epsilon: 1, granularity: 1 }, truth: 37, neighbour: 38, excluded: 0.35 },
  { options: { lower: 0, upper: 100, epsilon: 1, sensitivity: 1 }, truth: 3, neighbour: 4, excluded: 0.15 }
]

const continuousScale = ({ granularity, ...options }) => BoundedLaplace.scaleFor(options)

for (const { options, truth, neighbour, excluded } of cases) {
  test(`single textbook outputs prove that the truth was not the neighbour: ${JSON.stringify(options)}`, (t) => {
    const sampler = { ...options, scale: continuousScale(options) }
    const outputs = textbookOutputs(sampler, truth, 10000, 7)
    assert.equal(excludedShare(sampler, truth, outputs), 0, 'the attacker never excludes what is true')
    const share = excludedShare(sampler, neighbour, outputs)
    t.diagnostic(`truth ${truth}: ${(100 * share).toFixed(1)}% of the outputs cannot come from ${neighbour}`)
    assert.ok(share > excluded, `${share} of the outputs exclude the neighbour`)
  })
}

test('the attack on one output: a multiple of 2^-53 or not', (t) => {
  const sampler = { lower: 0, upper: 1, scale: 1 }
  const [y] = textbookOutputs(sampler, 0, 1, 7)
  t.diagnostic(`textbook output ${y} for truth 0; times 2^53 it is ${y * 2 ** 53}`)
  assert.ok(!Number.isInteger(y * 2 ** 53))
  // 1 + log(u) is rounded to a multiple of 2^-53 wherever it lies between 0 and 1.
  assert.ok(textbookOutputs(sampler, 1, 10000, 7).every((from1) => Number.isInteger(from1 * 2 ** 53)))
  assert.equal(excludedShare(sampler, 1, [y]), 1)
})

const guarded = [
  ...cases,
  { options: { lower: 0, upper: 20000, sensitivity: 500, epsilon: 0.5 }, truth: 3100, neighbour: 3600 },
  { options: { lower: -3, upper: 7, sensitivity: 1.5, epsilon: 5, granularity: 0.1 }, truth: 0.05, neighbour: 1.55 },
  { options: { lower: -1, upper: 1, epsilon: 700 }, truth: -1, neighbour: 1 }
]

test('no output of this library proves anything: the neighbour explains it within epsilon', () => {
  for (const { options, truth, neighbour } of guarded) {
    const mechanism = new BoundedLaplace(options)
    const [law, other] = [mechanism.at(truth), mechanism.at(neighbour)]
    for (const y of mechanism.privatiseAll(new Float64Array(5000).fill(truth))) {
      assert.ok(y >= options.lower && y <= options.upper)
      assert.equal(valueAt(nearestPoint(y, mechanism), mechanism), y, 'nothing below the integer index')
      const loss = law.logPmf(y) - other.logPmf(y)
      assert.ok(Math.abs(loss) <= options.epsilon * (1 + 1e-9), `${y} loses ${loss}`)
      assert.equal(other.logPmf(nextUp(y)), Number.NEGATIVE_INFINITY, 'the next double is off the lattice')
    }
  }
})

test('the set of possible outputs is the same for truth and neighbour', () => {
  for (const { options, truth, neighbour } of guarded) {
    const mechanism = new BoundedLaplace(options)
    const laws = [mechanism.at(truth), mechanism.at(neighbour)]
    const first = nearestPoint(laws[0].quantile(0), mechanism)
    const stride = Math.ceil(mechanism.steps / 5000) // all of a small lattice, an even sample of a large one
    for (let k = 0; k <= mechanism.steps; k += stride) {
      const y = valueAt(first + k, mechanism)
      for (const law of laws) assert.ok(Number.isFinite(law.logPmf(y)), `${y} for ${law.truth}`)
    }
    for (const law of laws) {
      assert.equal(nearestPoint(law.quantile(0), mechanism), first)
      assert.equal(nearestPoint(law.quantile(1), mechanism), first + mechanism.steps)
    }
  }
})

test('the low bits of the index have the probabilities of the law, for both truths', async () => {
  const seeded = await loadSeeded(91)
  const draws = 100000
  for (const [options, truths] of [
    [{ lower: 0, upper: 120, epsilon: 8, sensitivity: 4, granularity: 1 }, [37, 38]],
    [{ lower: 0, upper: 1, epsilon: 3, sensitivity: 1 / 8, granularity: 1 / 64 }, [0.25, 0.375]]
  ]) {
    const mechanism = new seeded.BoundedLaplace(options)
    for (const truth of truths) {
      const law = mechanism.at(truth)
      const expected = new Array(8).fill(0)
      for (let k = 0; k <= mechanism.steps; ++k) expected[k & 7] += draws * law.pmf(valueAt(k, mechanism))
      assertLowBits(mechanism, truth, draws, expected)
    }
  }
  // Neighbouring points of a fine lattice differ by 6e-8 in probability, so its low bits are those of fair coins.
  const fine = new seeded.BoundedLaplace({ lower: 0, upper: 1, epsilon: 1 })
  for (const truth of [0, 1 / 3, 1]) assertLowBits(fine, truth, draws, new Array(8).fill(draws / 8))
})

function assertLowBits(mechanism, truth, draws, expected) {
  const counts = new Array(8).fill(0)
  for (const y of mechanism.privatiseAll(new Float64Array(draws).fill(truth)))
    counts[nearestPoint(y, mechanism) % 8] += 1
  const parity = ([a, b, c, d, e, f, g, h]) => [a + c + e + g, b + d + f + h]
  assert.ok(chiSquarePValue(expected, counts) > alpha, `${counts} of ${expected}`)
  assert.ok(chiSquarePValue(parity(expected), parity(counts)) > alpha, `parity: ${counts} of ${expected}`)
}

test('truths one step apart are never taken for points two steps apart', () => {
  for (const granularity of [1, 3, 1 / 8, 0.1, 0.01]) {
    const mechanism = new BoundedLaplace({ lower: -40, upper: 40, epsilon: 1, sensitivity: 10, granularity })
    const point = (q) => nearestPoint(mechanism.at(q).snapped, mechanism)
    for (let k = -12; k < 12; ++k) {
      const tie = (k + 0.5) * granularity
      const step = stepsToCover(granularity, granularity) === 1 ? granularity : nextDown(granularity)
      for (const q of [nextDown(nextDown(tie)), nextDown(tie), tie, nextUp(tie), nextUp(nextUp(tie))]) {
        const distance = point(farthestWithin(q, step)) - point(q)
        assert.ok(distance === 0 || distance === 1, `${q}, granularity ${granularity}: ${distance} points`)
      }
    }
  }
  const whole = new BoundedLaplace({ lower: -5, upper: 5, epsilon: 1, granularity: 1 })
  assert.equal(Math.floor(0.49999999999999994 + 0.5), 1, 'what adding a half in doubles does')
  for (const [q, snapped] of [
    [0.49999999999999994, 0],
    [0.5, 1],
    [1.5, 2],
    [2.5, 3],
    [-0.5, 0],
    [-1.5, -1]
  ]) {
    assert.ok(Object.is(whole.at(q).snapped, snapped), `${q} is taken for ${snapped}`)
  }
})

test('true values within the sensitivity lose at most epsilon, wherever the ends of spans lie', () => {
  const ends = [0, 0.1, 0.3, 0.37, 0.5, 0.62, 0.7, 0.75]
  let checked = 0
  for (const granularity of [1 / 4, 0.1, 1 / 3, 1 / 7]) {
    for (const [at, sensitivity] of [0.2, 0.5, 0.7, 1, 1.3].entries()) {
      const spans = [0, 1, 2, 3].map((k) => [k + ends[(3 * k + at) % 4], k + ends[4 + ((5 * k + at) % 4)]])
      const mechanism = createIfPossible(() => new BoundedLaplace({ spans, sensitivity, granularity, epsilon: 1 }))
      if (mechanism === undefined) continue
      assertTruthsProtected(mechanism)
      checked += 1
    }
  }
  assert.ok(checked >= 8, `only ${checked} mechanisms`)
})

/** Truths at and next to the ends of spans and the points where rounding turns, with their farthest neighbours. */
function assertTruthsProtected(mechanism) {
  const { spans, granularity, sensitivity, epsilon } = mechanism
  const turns = Array.from({ length: 60 }, (_, k) => mechanism.origin + (k / 2) * granularity)
  const truths = [...spans.flat(), ...turns].flatMap((q) => [nextDown(q), q, nextUp(q)])
  const possible = (q) => spans.some(([from, to]) => q >= from && q <= to)
  const upTo = (far) => Math.max(...spans.filter(([from]) => from <= far).map(([, to]) => Math.min(to, far)))
  for (const q of truths.filter(possible)) {
    const neighbours = [upTo(farthestWithin(q, sensitivity)), ...truths.filter((other) => other > q && possible(other))]
    for (const other of neighbours.filter((other) => other > q && isWithin(q, other, sensitivity))) {
      const [one, two] = [mechanism.at(q), mechanism.at(other)]
      const loss = Math.max(
        one.logPmf(one.snapped) - two.logPmf(one.snapped),
        two.logPmf(two.snapped) - one.logPmf(two.snapped)
      )
      assert.ok(loss <= epsilon * (1 + 1e-12), `${q} and ${other} lose ${loss}: ${JSON.stringify(mechanism)}`)
    }
  }
}

/** Nothing where a span has no multiple of the granularity in it. */
function createIfPossible(make) {
  try {
    return make()
  } catch (error) {
    if (error.parameter === 'granularity') return undefined
    throw error
  }
}

// Textbook noise rounded to the lattice hides the low bits: the attacks above find nothing. These two do.
test('rounding textbook noise to the lattice is not enough: the far points depend on the truth', () => {
  const options = { lower: 0, upper: 100, sensitivity: 1, epsilon: 1 }
  const mechanism = new BoundedLaplace({ ...options, granularity: 1 })
  const farthest = (truth) => Math.round(textbook(truth, continuousScale(options), -1, 2 ** -53)) // the smallest u
  assert.equal(farthest(1), farthest(0) + 1, 'possible for 1, impossible for 0: an infinite loss, though a rare one')
  assert.ok(farthest(1) < options.upper)
  assert.ok(mechanism.at(1).logPmf(farthest(1)) - mechanism.at(0).logPmf(farthest(1)) <= 1)
})

test('rounding textbook noise to the lattice is not enough: the continuous scale may be too small there', () => {
  const options = { lower: 0, upper: 10, sensitivity: 1.5, epsilon: 1 }
  const scale = continuousScale(options)
  const below = (x) => (x < 0 ? Math.exp(x / scale) / 2 : 1 - Math.exp(-x / scale) / 2)
  // P(Math.round(point + noise) = y), drawn again outside: 0 and 1.5, taken for the points 0 and 2, at the output 0.
  const mass = (point, y) =>
    (below(y + 0.5 - point) - below(y - 0.5 - point)) / (below(10.5 - point) - below(-0.5 - point))
  assert.ok(Math.log(mass(0, 0) / mass(2, 0)) > 1.04, 'of an epsilon of 1')
  const mechanism = new BoundedLaplace({ ...options, granularity: 1 })
  assert.ok(mechanism.epsilonOf({ scale }) > 1.14, 'the auditor refuses that scale')
  assert.ok(mechanism.scale > scale && mechanism.audit().epsilon <= 1)
})
