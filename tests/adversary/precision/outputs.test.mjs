// What can be seen in the doubles that are released, by every mechanism and wherever doubles are uneven: nothing but a point of a
// lattice that does not depend on the truth.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds'
import { loadSeeded } from 'inbounds/testing'
import { alpha, chiSquarePValue } from '../../js/support/chi-square.mjs'
import { generator } from '../../js/support/generator.mjs'
import { nearestPoint, stepsToCover, valueAt } from '../../js/support/lattice-values.mjs'
import { domains, domainsOf, pointAt, rangesOf, truthsIn } from './domains.mjs'
import { farthestWithin, nextDown, nextUp } from './doubles.mjs'

const library = await load()
const kinds = ['ReflectedLaplace', 'BoundedLaplace', 'ClampedLaplace', 'BoundedGaussian']
const epsilon = 1
const { random } = generator(23)

function* mechanisms() {
  for (const kind of kinds) {
    for (const [name, options] of Object.entries(domainsOf(kind))) {
      yield { what: `${kind}, ${name}`, mechanism: new library[kind]({ ...options, epsilon }) }
    }
  }
}

test('every output is a point of the lattice, bit for bit, and never -0, whatever the truth', () => {
  for (const { what, mechanism } of mechanisms()) {
    const ranges = rangesOf(mechanism)
    for (const truth of truthsIn(mechanism, random)) {
      const outputs = [...mechanism.privatiseAll(new Float64Array(200).fill(truth))]
      for (let i = 0; i < 20; ++i) outputs.push(mechanism.privatise(truth))
      for (const y of outputs) assert.notEqual(pointAt(y, ranges, mechanism), undefined, `${what}: ${truth} gave ${y}`)
    }
  }
})

test('every point is possible for every truth, and no double beside a point is', () => {
  for (const { what, mechanism } of mechanisms()) {
    const ranges = rangesOf(mechanism)
    const points = ranges.flatMap(([first, last]) => [first, last, first + Math.floor(random() * (last - first + 1))])
    for (const truth of truthsIn(mechanism, random)) {
      const law = mechanism.at(truth)
      assert.equal(law.quantile(0), valueAt(ranges[0][0], mechanism), what)
      assert.equal(law.quantile(1), valueAt(ranges.at(-1)[1], mechanism), what)
      for (const y of points.map((point) => valueAt(point, mechanism))) {
        assert.ok(law.logPmf(y) > Number.NEGATIVE_INFINITY, `${what}: ${y} is impossible for ${truth}`)
        for (const beside of [nextUp(y), nextDown(y)]) {
          if (pointAt(beside, ranges, mechanism) === undefined) assert.equal(law.pmf(beside), 0, `${what}: ${beside}`)
        }
      }
    }
  }
})

test('where doubles are coarser than the noise would be, nothing is made', () => {
  const refused = [
    { lower: 1e300, upper: nextUp(nextUp(1e300)) },
    { lower: -1e300, upper: 1e300 },
    { lower: 1e12, upper: 1e12 + 100, sensitivity: 1e-4 },
    { lower: 1e12, upper: 1e12 + 100, granularity: 2 ** -20 },
    { lower: 0, upper: 1e-200 }
  ]
  for (const kind of kinds) {
    for (const options of refused) {
      assert.throws(
        () => new library[kind]({ ...options, epsilon }),
        { name: 'ParameterError' },
        JSON.stringify(options)
      )
    }
  }
})

test('no output proves anything: the neighbour explains it within epsilon', () => {
  for (const { what, mechanism } of mechanisms()) {
    const { spans, sensitivity, lowest, highest } = mechanism
    for (const truth of truthsIn(mechanism, random).filter((q) => q >= lowest && q <= highest)) {
      const neighbour = farthestWithin(truth, sensitivity)
      if (!spans.some(([from, to]) => neighbour >= from && neighbour <= to)) continue
      const [law, other] = [mechanism.at(truth), mechanism.at(neighbour)]
      for (const y of mechanism.privatiseAll(new Float64Array(50).fill(truth))) {
        const loss = law.logPmf(y) - other.logPmf(y)
        assert.ok(Math.abs(loss) <= epsilon * (1 + 1e-9), `${what}: ${y} tells ${truth} from ${neighbour} by ${loss}`)
      }
    }
  }
})

// A point of least probability 0.01 or more is missed by 20,000 draws once in 1e87.
test('on small lattices, draws for every truth reach the same outputs: all of them', () => {
  for (const kind of kinds) {
    for (const granularity of [1, 0.5, 0.1, 1 / 3]) {
      const lower = -4 * granularity
      const mechanism = new library[kind]({ lower, upper: 5 * granularity, granularity, epsilon })
      const [[first, last]] = rangesOf(mechanism)
      const all = Array.from({ length: last - first + 1 }, (_, k) => valueAt(first + k, mechanism))
      for (const truth of [lower, 0.49 * granularity, 5 * granularity]) {
        const seen = new Set(mechanism.privatiseAll(new Float64Array(20000).fill(truth)))
        assert.deepEqual(
          [...seen].sort((a, b) => a - b),
          all,
          `${kind} ${granularity}`
        )
        assert.ok(![...seen].some((y) => Object.is(y, -0)))
      }
    }
  }
})

test('truths are moved to the nearest point, ties upwards, without a rounding error', () => {
  for (const { what, mechanism } of mechanisms()) {
    const { spans, lowest, highest } = mechanism
    const ranges = rangesOf(mechanism)
    for (const truth of truthsIn(mechanism, random)) {
      const inside = Math.min(Math.max(truth, lowest), highest)
      // Reflected noise is added where the truth is, in a gap as well; others are kept in their span.
      const own = mechanism instanceof library.ReflectedLaplace ? -1 : spans.findIndex(([from, to]) => inside >= from && inside <= to) // biome-ignore format: one thought
      const [first, last] = own < 0 ? [ranges[0][0], ranges.at(-1)[1]] : ranges[own]
      const nearest = Math.min(Math.max(nearestPoint(inside, mechanism), first), last)
      assert.ok(Object.is(mechanism.at(truth).snapped, valueAt(nearest, mechanism)), `${what}: ${truth}`)
    }
  }
})

/** The largest double that is no longer than a step: 0.1 is a little more than a tenth. */
const wholeStep = (granularity) => (stepsToCover(granularity, granularity) === 1 ? granularity : nextDown(granularity))

test('truths one step apart are never taken for points two steps apart, by any mechanism', () => {
  for (const kind of kinds) {
    for (const granularity of [1, 3, 1 / 8, 0.1, 1 / 3, 0.01]) {
      const step = wholeStep(granularity)
      for (const offset of [0, 1e9, 0.37]) {
        const bounds = { lower: offset - 40, upper: offset + 40 }
        const mechanism = new library[kind]({ ...bounds, epsilon, sensitivity: 10, granularity })
        const point = (q) => nearestPoint(mechanism.at(q).snapped, mechanism)
        for (let k = -12; k < 12; ++k) {
          const tie = offset + (k + 0.5) * granularity
          for (const q of [nextDown(nextDown(tie)), nextDown(tie), tie, nextUp(tie), nextUp(nextUp(tie))]) {
            const distance = point(farthestWithin(q, step)) - point(q)
            assert.ok(distance === 0 || distance === 1, `${kind}: ${q}, granularity ${granularity}: ${distance} points`)
          }
        }
      }
    }
  }
})

test('from the same words, all truths of one point make the same outputs: nothing else of them is left', async () => {
  for (const kind of kinds) {
    for (const options of Object.values(domains)) {
      const draws = []
      for (const shift of [0, 0.3, -0.4]) {
        const mechanism = new (await loadSeeded(5))[kind]({ ...options, epsilon })
        const middle = mechanism.at(mechanism.lowest + 0.4 * (mechanism.highest - mechanism.lowest)).snapped
        const truth = middle + shift * mechanism.granularity
        assert.equal(mechanism.at(truth).snapped, middle)
        draws.push([...mechanism.privatiseAll(new Float64Array(100).fill(truth)), mechanism.privatise(truth)])
      }
      assert.deepEqual(draws[1], draws[0])
      assert.deepEqual(draws[2], draws[0])
    }
  }
})

test('the low bits of fine lattices are those of fair coins, for every truth', async () => {
  const seeded = await loadSeeded(91)
  const draws = 50000
  for (const kind of kinds) {
    const mechanism = new seeded[kind]({ lower: 0, upper: 1, epsilon })
    for (const truth of [0, 1 / 3, 1]) {
      const counts = new Array(8).fill(0)
      for (const y of mechanism.privatiseAll(new Float64Array(draws).fill(truth))) {
        if (y !== 0 && y !== 1) counts[(y / mechanism.granularity) % 8] += 1 // clamped noise is often there
      }
      const inside = counts.reduce((sum, count) => sum + count)
      assert.ok(inside > draws / 4)
      assert.ok(chiSquarePValue(new Array(8).fill(inside / 8), counts) > alpha, `${kind} ${truth}: ${counts}`)
    }
  }
})
