// Sensible options always work, and what comes of them keeps the relations that mathematics asks for.

import assert from 'node:assert/strict'
import fc from 'fast-check'
import { load } from 'inbounds'
import { epsilon, gapped, interval, LAPLACES, MECHANISMS } from './arbitraries.mjs'
import { holds } from './check.mjs'
import { checkMechanism } from './check-mechanism.mjs'

const inbounds = await load()
const anyLaplace = fc.constantFrom(...LAPLACES)
const anyName = fc.constantFrom(...MECHANISMS)
const gapName = fc.constantFrom('ReflectedLaplace', 'BoundedLaplace')
const delta = fc.constantFrom(0, 0, 1e-9, 1e-4, 0.05)
const share = fc.double({ min: 0, max: 1, noNaN: true })

/** A lattice value at a share of the range. @param {any} mechanism @param {number} part */
function pointAt({ lowest, granularity, steps }, part) {
  return lowest + Math.round(part * steps) * granularity
}

/** @param {number} found @param {number} expected @param {number} [tolerance] */
function assertNear(found, expected, tolerance = 1e-9) {
  const off = Math.abs(found - expected)
  assert.ok(off <= tolerance * Math.max(Math.abs(expected), 1e-300), `${found} is not ${expected}`)
}

holds(
  'sensible options work in every mechanism, and the promise is kept',
  1200,
  fc.property(anyName, interval, epsilon, delta, (name, where, amount, escaping) => {
    checkMechanism(new inbounds[name]({ ...where, epsilon: amount, delta: escaping }))
  })
)

holds(
  'sensible options with gaps work, and the promise is kept',
  1000,
  fc.property(gapName, gapped, epsilon, delta, (name, where, amount, escaping) => {
    checkMechanism(new inbounds[name]({ ...where, epsilon: amount, delta: escaping }))
  })
)

holds(
  'the scale never rises with epsilon, and what a scale costs falls with it',
  2000,
  fc.property(anyName, interval, epsilon, epsilon, (name, where, one, other) => {
    const [less, more] = one < other ? [one, other] : [other, one]
    const [wide, narrow] = [less, more].map((amount) => new inbounds[name]({ ...where, epsilon: amount }))
    assert.ok(wide.scale >= narrow.scale * (1 - 1e-9), `${wide.scale} at ${less}, ${narrow.scale} at ${more}`)
    assert.ok(wide.epsilonOf({ scale: wide.scale * 2 }) <= wide.epsilon)
  })
)

holds(
  'fromJSON of toJSON, as text or as an object, has the same law to the bit',
  500,
  fc.property(
    fc.oneof(fc.tuple(anyName, interval), fc.tuple(gapName, gapped)),
    epsilon,
    delta,
    share,
    ([name, where], amount, escaping, part) => {
      const mechanism = new inbounds[name]({ ...where, epsilon: amount, delta: escaping })
      const point = mechanism.spans[0][0]
      for (const json of [JSON.stringify(mechanism), mechanism.toJSON(), structuredClone(mechanism.toJSON())]) {
        const copy = inbounds[name].fromJSON(json)
        assert.deepEqual({ ...copy }, { ...mechanism })
        const y = pointAt(mechanism, part)
        assert.equal(copy.at(point).pmf(y), mechanism.at(point).pmf(y))
      }
    }
  )
)

holds(
  'released values are in the bounds, out of the gaps, and on the lattice',
  600,
  fc.property(
    fc.oneof(fc.tuple(anyName, interval), fc.tuple(gapName, gapped)),
    epsilon,
    fc.array(share, { minLength: 1, maxLength: 50 }),
    ([name, where], amount, parts) => {
      const mechanism = new inbounds[name]({ ...where, epsilon: amount })
      const spans = mechanism.spans
      const truths = parts.map((part, at) => {
        const [lower, upper] = spans[at % spans.length]
        return lower + part * (upper - lower)
      })
      for (const value of mechanism.privatiseAll(truths)) {
        assert.ok(
          spans.some(([lower, upper]) => value >= lower && value <= upper),
          `${value} is in no span`
        )
        assert.ok(Number.isInteger(value / where.granularity), `${value} is not on the lattice`)
      }
    }
  )
)

holds(
  'the probabilities of a small lattice make 1, and give the cdf and the mean',
  150,
  fc.property(
    fc.oneof(fc.tuple(anyName, interval), fc.tuple(gapName, gapped)),
    epsilon,
    share,
    ([name, where], amount, part) => {
      const mechanism = new inbounds[name]({ ...where, epsilon: amount })
      if (mechanism.steps > 400) return
      const [lower, upper] = mechanism.spans[0]
      const truth = lower + part * (upper - lower)
      const law = mechanism.at(truth)
      let sum = 0
      let mean = 0
      for (let at = 0; at <= mechanism.steps; ++at) {
        const value = mechanism.lowest + at * mechanism.granularity
        const mass = law.pmf(value)
        assert.ok(mass >= 0 && mass <= 1)
        sum += mass
        mean += mass * at
        assert.ok(Math.abs(law.cdf(value) - sum) < 1e-11, `cdf ${law.cdf(value)}, sum ${sum}`)
        assert.ok(Math.abs(law.survival(value) - (1 - sum)) < 1e-11)
        assert.ok(sum < 1e-9 || law.quantile(Math.min(1, sum * (1 - 1e-12))) <= value)
      }
      assert.ok(Math.abs(sum - 1) < 1e-11, `all make ${sum}`)
      assert.ok(Math.abs((law.mean - mechanism.lowest) / mechanism.granularity - mean) < 1e-9 * (1 + mechanism.steps))
      assertNear(law.bias + truth, law.mean, 1e-9 * (1 + mechanism.steps))
    }
  )
)

holds(
  'in a symmetric domain the law of the mirrored truth is the mirrored law',
  1000,
  fc.property(anyName, interval, epsilon, share, share, (name, { upper, lower, ...rest }, amount, one, other) => {
    const half = Math.round((upper - lower) / rest.granularity) * rest.granularity
    const mechanism = new inbounds[name]({ ...rest, lower: -half, upper: half, epsilon: amount })
    const [truth, y] = [pointAt(mechanism, one), pointAt(mechanism, other)]
    assertNear(mechanism.at(-truth).logPmf(-y), mechanism.at(truth).logPmf(y))
  })
)

holds(
  'a domain that is scaled by a power of two has the same rate, and one that is shifted by whole steps a like one',
  1000,
  fc.property(
    fc.oneof(fc.tuple(anyLaplace, interval), fc.tuple(gapName, gapped)),
    epsilon,
    delta,
    fc.integer({ min: -40, max: 40 }),
    fc.integer({ min: -1000, max: 1000 }),
    ([name, where], amount, escaping, exponent, steps) => {
      const mechanism = new inbounds[name]({ ...where, epsilon: amount, delta: escaping })
      const move = (move) => {
        const [unit, by] = move
        const sizes = { sensitivity: where.sensitivity * unit, granularity: where.granularity * unit }
        const place = (end) => (end + by) * unit
        const bounds = where.spans
          ? { spans: where.spans.map((ends) => ends.map(place)) }
          : { lower: place(where.lower), upper: place(where.upper) }
        return new inbounds[name]({ ...bounds, ...sizes, epsilon: amount, delta: escaping }).rate
      }
      assert.equal(move([2 ** exponent, 0]), mechanism.rate)
      assertNear(move([1, steps * where.granularity]), mechanism.rate, escaping > 0 && where.spans ? 1e-3 : 1e-9)
    }
  )
)

holds(
  'compare recommends the best of what fits, by epsilon and by error',
  60,
  fc.property(interval, epsilon, fc.constantFrom('average', 'worst'), (where, amount, by) => {
    const { mechanisms, instance, recommended, unfit } = inbounds.compare({ ...where, epsilon: amount, by })
    assert.equal(mechanisms.length + unfit.length, MECHANISMS.length)
    assert.equal(instance.constructor.name, recommended)
    const errors = mechanisms.map(({ rmse }) => rmse[by])
    assert.deepEqual(
      errors,
      errors.toSorted((one, other) => one - other)
    )
    for (const { rmse } of mechanisms) assert.ok(rmse.average >= 0 && rmse.average <= rmse.worst * (1 + 1e-9))
    const target = mechanisms[0].rmse.average * 1.5
    const [best] = inbounds.compare({ ...where, rmse: target }).mechanisms
    assert.ok(best.rmse.average <= target, `${best.rmse.average} of ${target}`)
  })
)

holds(
  'the audit finds what the laws say: no output at the worst pair tells more than epsilon',
  1000,
  fc.property(
    fc.oneof(fc.tuple(anyLaplace, interval), fc.tuple(fc.constant('BoundedLaplace'), gapped)),
    epsilon,
    share,
    ([name, where], amount, part) => {
      const mechanism = new inbounds[name]({ ...where, epsilon: amount })
      const { truth, neighbour, output, epsilon: loss } = mechanism.audit()
      const [near, far] = [mechanism.at(truth), mechanism.at(neighbour)]
      assertNear(near.logPmf(output) - far.logPmf(output), loss, 1e-6 + 1e-10 / loss)
      const y = near.quantile(part)
      assert.ok(Math.abs(near.logPmf(y) - far.logPmf(y)) <= amount * (1 + 1e-6) + 1e-9, `at ${y}`)
    }
  )
)
