// Which mechanism to use, and what it costs.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load, ParameterError } from 'inbounds'
import { assertRelative } from './support/close.mjs'

const { compare, ReflectedLaplace } = await load()
const names = (list) => list.map(({ mechanism }) => mechanism)
const one = (result, name) => result.mechanisms.find(({ mechanism }) => mechanism === name)

// Mean squared errors, for the worst truth and averaged over all, computed elsewhere with 30 digits and printed here.
const TABLE = [
  [{ epsilon: 1, sensitivity: 1, upper: 120 }, [5.2, 5.045], [2.0, 1.967], [2.0, 1.967]],
  [{ epsilon: 1, sensitivity: 0.1, upper: 1 }, [0.0493, 0.0331], [0.0192, 0.016], [0.02, 0.016]],
  [{ epsilon: 1, sensitivity: 0.5, upper: 1 }, [0.2245, 0.1167], [0.149, 0.1353], [0.2102, 0.1129]],
  [{ epsilon: 1, upper: 1 }, [0.2541, 0.1302], [0.264, 0.2073], [0.2506, 0.1308]],
  [{ epsilon: 0.1, upper: 1 }, [0.325, 0.1628], [0.468, 0.3172], [0.3255, 0.1633]],
  [{ epsilon: 4, upper: 1 }, [0.097, 0.0576], [0.0743, 0.0659], [0.083, 0.0528]]
]

test('errors are those that were computed elsewhere', () => {
  const columns = ['BoundedLaplace', 'ClampedLaplace', 'ReflectedLaplace']
  for (const [options, ...expected] of TABLE) {
    const result = compare({ lower: 0, ...options })
    for (const [column, name] of columns.entries()) {
      const { worst, average } = one(result, name).rmse
      const digits = (value) => String(value).split('.')[1]?.length ?? 0
      for (const [printed, exact] of [
        [expected[column][0], worst ** 2],
        [expected[column][1], average ** 2]
      ]) {
        const unit = 10 ** -Math.max(digits(printed), options.upper === 120 ? 2 : 3)
        assert.ok(
          Math.abs(exact - printed) < unit,
          `${name} ${JSON.stringify(options)}: ${exact} is printed ${printed}`
        )
      }
    }
  }
})

test('on a small lattice, errors are sums over all true values', () => {
  for (const options of [
    { lower: 0, upper: 20, epsilon: 1, granularity: 1 },
    { spans: [[0, 4], [9, 20]], epsilon: 2, sensitivity: 3, granularity: 0.5 } // biome-ignore format: a case a line
  ]) {
    for (const { instance, rmse, bias, scale } of compare(options).mechanisms) {
      const truths = instance.spans.flatMap(([from, to]) => {
        const count = (to - from) / instance.granularity + 1
        return Array.from({ length: count }, (_, step) => from + step * instance.granularity)
      })
      const errors = truths.map((truth) => instance.at(truth).mse)
      assertRelative(rmse.worst, Math.sqrt(Math.max(...errors)), 1e-12, 'worst')
      const mean = errors.reduce((sum, error) => sum + error) / errors.length
      assertRelative(rmse.average, Math.sqrt(mean), 1e-12, 'average')
      assert.equal(bias.lower, instance.at(instance.lower).bias)
      assert.equal(scale, instance.scale)
    }
  }
})

test('on a fine lattice, they are integrals', () => {
  for (const options of [
    { lower: -3, upper: 7, epsilon: 0.5, sensitivity: 1 },
    { lower: 0, upper: 1000, epsilon: 2, sensitivity: 1 },
    { spans: [[0, 4], [9, 20]], epsilon: 1, sensitivity: 2 } // biome-ignore format: a case a line
  ]) {
    for (const { instance, rmse } of compare(options).mechanisms) {
      let [sum, count, worst] = [0, 0, 0]
      for (const [from, to] of instance.spans) {
        const steps = Math.round((to - from) * 40)
        for (let at = 0; at < steps; ++at) {
          const error = instance.at(from + ((at + 0.5) / steps) * (to - from)).mse
          ;[sum, count, worst] = [sum + error, count + 1, Math.max(worst, error)]
        }
      }
      assertRelative(rmse.average, Math.sqrt(sum / count), 1e-4, 'average')
      assert.ok(rmse.worst >= Math.sqrt(worst) * (1 - 1e-9) && rmse.worst < Math.sqrt(worst) * 1.02, 'worst')
    }
  }
})

test('the best comes first, and is recommended unless it piles up at the bounds', () => {
  const small = compare({ lower: 0, upper: 120, epsilon: 1, sensitivity: 1 })
  assert.equal(small.recommended, 'ReflectedLaplace')
  assert.equal(
    small.reason,
    'ReflectedLaplace: average error 1.402, less than BoundedLaplace 2.246, BoundedGaussian 10.1, while ClampedLaplace (1.402) releases exactly a bound in 0.8333% of its answers.'
  )
  assert.ok(one(small, 'BoundedLaplace').rmse.average ** 2 / one(small, 'ReflectedLaplace').rmse.average ** 2 > 2.5)
  assert.deepEqual(small.mechanisms.map(({ atoms }) => atoms).toSorted(), [false, false, false, true])
  const errors = small.mechanisms.map(({ rmse }) => rmse.average)
  assert.deepEqual(errors, errors.toSorted((a, b) => a - b)) // biome-ignore format: shorter so

  const local = compare({ lower: 0, upper: 1, epsilon: 1 })
  assert.equal(local.mechanisms[0].mechanism, 'BoundedLaplace')
  assert.equal(local.recommended, 'ReflectedLaplace', 'within 1%')
  assert.match(local.reason, /within 1% of BoundedLaplace/)

  const worst = compare({ lower: 0, upper: 1, epsilon: 1, sensitivity: 0.5, by: 'worst' })
  assert.deepEqual(names(worst.mechanisms), ['ClampedLaplace', 'BoundedGaussian', 'ReflectedLaplace', 'BoundedLaplace'])
  assert.equal(worst.recommended, 'BoundedGaussian')
  assert.match(
    worst.reason,
    /^BoundedGaussian: worst error .* while ClampedLaplace \(0\.38\d+\) releases exactly a bound in 43\.\d+% of its answers\./
  )
})

test('where bounded noise is the better one, by as much as the documentation says', () => {
  const ratio = ({ mechanisms }) => {
    const error = (name) => mechanisms.find(({ mechanism }) => mechanism === name).rmse.average
    return error('ReflectedLaplace') / error('BoundedLaplace')
  }
  const central = ratio(compare({ lower: 0, upper: 1, epsilon: 2, prior: [[0.5, 1]] }))
  assert.ok(central > 1.03 && central < 1.04, `${central}`)
  const narrow = { spans: [[0, 0.1], [30.1, 30.2]], epsilon: 3 } // biome-ignore format: a case a line
  assertRelative(ratio(compare(narrow)), 1.8, 0.02, 'wide gaps')
  assert.equal(compare(narrow).recommended, 'BoundedLaplace')
})

test('it says when a single answer is worth nothing', () => {
  const { guess, reason, mechanisms } = compare({ lower: 0, upper: 1, epsilon: 0.1 })
  assertRelative(guess.average, Math.sqrt(1 / 12), 1e-9, 'a uniform number against its mean')
  assertRelative(guess.worst, 0.5, 1e-9, 'worst')
  for (const { rmse } of mechanisms) assert.ok(rmse.average > guess.average)
  assert.match(
    reason,
    / A single answer is further off than always saying 0\.5 \(average error 0\.2887\): only many of them together are of use\.$/
  )
  assert.match(compare({ lower: 1e6, upper: 1e6 + 1, epsilon: 1 }).reason, /always saying 1000000\.5 /)
  assert.equal(compare({ lower: -1e140, upper: 1e140, epsilon: 1 }).guess.value, 0)
  assert.equal(compare({ lower: 0, upper: 120, epsilon: 1 }).guess.value, 60)
  assert.doesNotMatch(compare({ lower: 0, upper: 1, epsilon: 10 }).reason, /single/)
  assert.doesNotMatch(compare({ lower: 0, upper: 1, epsilon: 2, by: 'worst' }).reason, /single/, '0.42 against 0.5')
})

test('on a coarse lattice, errors are those of its own values, however many there are', () => {
  const intervalUpTo = (upper) => ({ lower: 0, upper, sensitivity: 1, granularity: 1 })
  for (const epsilon of [5, 10, 31.5, 100]) {
    const [few] = compare({ ...intervalUpTo(600), epsilon }).mechanisms
    const [many] = compare({ ...intervalUpTo(1752), epsilon }).mechanisms
    assertRelative(many.rmse.average, few.rmse.average, 0.01, `epsilon ${epsilon}`)
    assertRelative(many.rmse.worst, few.rmse.worst, 0.01, `epsilon ${epsilon}`)
  }
  assert.ok(compare({ ...intervalUpTo(1752), rmse: 0.05 }).mechanisms[0].rmse.average <= 0.05)
})

test('a prior says which true values count', () => {
  const options = { lower: 0, upper: 1, epsilon: 1, sensitivity: 0.5 }
  const ends = compare({ ...options, prior: [[0, 2], [1, 2]] }) // biome-ignore format: a case a line
  for (const { instance, rmse } of ends.mechanisms)
    assertRelative(rmse.average, Math.sqrt(instance.at(0).mse), 1e-9, 'ends')
  assert.deepEqual(ends.guess, { value: 0.5, average: 0.5, worst: 0.5 })
  const even = compare({ ...options, prior: () => 7 })
  const left = compare({ ...options, prior: (truth) => Math.exp(-100 * truth) })
  const plain = compare(options)
  for (const name of names(plain.mechanisms)) {
    assertRelative(one(even, name).rmse.average, one(plain, name).rmse.average, 1e-7, 'even') // truths are rounded to the lattice
    const near = Math.sqrt(one(left, name).instance.at(0).mse)
    assertRelative(one(left, name).rmse.average, near, 0.05, 'near 0')
    assertRelative(one(left, name).rmse.worst, one(plain, name).rmse.worst, 1e-6, 'the worst does not depend on it')
  }
  for (const [prior, message] of [
    [() => -1, /^prior must give weights of at least 0, got -1 at 0\.\d+$/],
    [() => Number.NaN, /^prior must give weights of at least 0, got NaN at/],
    [() => Infinity, /got Infinity at/],
    [
      () => 0,
      /^prior must give weights with a positive sum, got 0; if few true values are possible, give them as pairs$/
    ],
    [[[0, -1]], /^prior must give weights of at least 0, got -1 at prior\[0\]\[1\]$/],
    [
      [
        [0.5, 1],
        [5, 1]
      ],
      /^prior\[1\]\[0\] must be a true value from 0 to 1, got a number outside$/
    ],
    [[[Number.NaN, 1]], /^prior\[0\]\[0\] must be a true value from 0 to 1, got NaN$/],
    [[], /^prior must give weights with a positive sum, got 0$/]
  ]) {
    assert.throws(() => compare({ ...options, prior }), { name: 'ParameterError', message })
  }
  for (const prior of ['even', 3, [1, 2], [[0]], [['0', 1]], [[0, '1']], () => '1', () => 1n, () => true]) {
    assert.throws(() => compare({ ...options, prior }), TypeError)
  }
  assert.throws(
    () => compare({ ...options, upper: Infinity, prior: () => 1 }),
    /array of pairs where a bound is infinite/
  )
})

test('a narrow prior as a function is as good as one in pairs', () => {
  const options = { lower: 0, upper: 120, epsilon: 1 }
  for (const [mean, deviation] of [
    [37, 2],
    [60, 4],
    [20, 2],
    [45, 15]
  ]) {
    // biome-ignore format: a case a line
    const weight = (truth) => Math.exp(-0.5 * ((truth - mean) / deviation) ** 2)
    const finely = Array.from({ length: 2401 }, (_, at) => [at / 20, weight(at / 20)])
    const [smooth, pairs] = [weight, finely].map((prior) => compare({ ...options, prior }))
    assert.equal(smooth.recommended, pairs.recommended)
    assertRelative(smooth.guess.value, pairs.guess.value, 1e-4, 'mean')
    assertRelative(smooth.guess.average, pairs.guess.average, 1e-3, 'deviation')
    for (const { mechanism, rmse } of smooth.mechanisms) {
      assertRelative(rmse.average, one(pairs, mechanism).rmse.average, 1e-5, mechanism)
    }
  }
  const { guess, reason } = compare({ ...options, prior: [[37, 1]] })
  assert.deepEqual([guess.value, guess.average], [37, 0])
  assert.match(reason, /always saying 37 \(average error 0\)/)
})

test('the epsilon that an error needs', () => {
  for (const by of ['average', 'worst']) {
    const result = compare({ lower: 0, upper: 120, granularity: 1, rmse: 20, by })
    const needed = result.mechanisms.map(({ epsilon }) => epsilon)
    assert.deepEqual(needed, needed.toSorted((a, b) => a - b)) // biome-ignore format: shorter so
    assert.match(result.reason, /^ReflectedLaplace: epsilon \d/)
    for (const { instance, epsilon, rmse } of result.mechanisms) {
      assertRelative(rmse[by], 20, 1e-6, 'reached')
      assert.equal(instance.epsilon, epsilon)
    }
  }
  const easy = compare({ lower: 0, upper: 1, rmse: 0.6 })
  assert.ok(easy.mechanisms.every(({ epsilon, rmse }) => epsilon >= 1e-6 && rmse.average <= 0.6))
  assert.equal(one(easy, 'ReflectedLaplace').epsilon, 1e-6)
  assert.match(
    easy.reason,
    /^ReflectedLaplace: any epsilon will do, since even an answer that tells nothing has an error of 0\.408\d?\./
  )
  const coarse = compare({ lower: 0, upper: 10, sensitivity: 0.01, granularity: 1, rmse: 0.01, guarantee: 'metric' })
  assert.ok(
    coarse.mechanisms.every(({ rmse }) => rmse.average <= 0.01),
    'where the lattice has no room for the largest epsilon'
  )
  assert.throws(
    () => compare({ lower: 0, upper: 1, rmse: 1e-9 }),
    (error) =>
      error instanceof ParameterError &&
      /^rmse must be at least .*, for which epsilon is \d+, got 1e-9$/.test(error.message)
  )
  for (const rmse of [0, -1, Number.NaN, Infinity])
    assert.throws(() => compare({ lower: 0, upper: 1, rmse }), ParameterError)
})

test('what does not fit is named with its reason, and what nobody can do is an error', () => {
  const { unfit, mechanisms } = compare({ spans: [[9, 12], [14, 18]], epsilon: 1, sensitivity: 1 }) // biome-ignore format: a case a line
  assert.deepEqual(names(mechanisms), ['ReflectedLaplace', 'BoundedLaplace'])
  assert.deepEqual(names(unfit), ['BoundedGaussian', 'ClampedLaplace'])
  assert.match(unfit[0].why, /^BoundedGaussian takes no spans$/)
  assert.match(unfit[1].why, /without gaps/)
  assert.throws(
    () => compare({ lower: 0, upper: 1, epsilon: 1, sensitivity: 2 }),
    /^ParameterError: sensitivity must be at most/
  )
  assert.throws(() => compare({ lower: 0, upper: 1 }), /^TypeError: epsilon is required .* \(or give an rmse\)$/)
  assert.throws(() => compare({ lower: 0, upper: 1, epsilon: 1, rmse: 1 }), /^TypeError: give either epsilon or rmse/)
  assert.throws(() => compare({ lower: 0, upper: 1, epsilon: 1, calibration: 'tight' }), /has no option 'calibration'/)
  assert.throws(() => compare({ lower: 0, upper: 1, epsilon: 1, by: 'median' }), ParameterError)
  assert.throws(() => compare(), TypeError)
})

test('between infinite bounds, errors are those far away from any bound', () => {
  const half = compare({ lower: 0, upper: Infinity, epsilon: 1, sensitivity: 1 })
  assert.equal(half.guess, undefined)
  assertRelative(one(half, 'ReflectedLaplace').rmse.average, Math.SQRT2, 1e-6, 'the standard deviation')
  assert.deepEqual(Object.keys(one(half, 'ReflectedLaplace').bias), ['lower'])
  assert.equal(one(half, 'ClampedLaplace').atoms, true)
  const line = compare({ lower: -Infinity, upper: Infinity, epsilon: 1, sensitivity: 1 })
  assert.equal(one(line, 'ClampedLaplace').atoms, false)
  assert.deepEqual(one(line, 'ClampedLaplace').bias, {})
})

test('guarantees reach the mechanisms, which are ready to use', () => {
  const options = { lower: 0, upper: 1, epsilon: 1, sensitivity: 0.1 }
  for (const change of [{ delta: 1e-3 }, { guarantee: 'metric' }, { granularity: 0.01 }]) {
    const { mechanisms } = compare({ ...options, ...change })
    for (const { instance } of mechanisms) {
      for (const [name, value] of Object.entries(change)) assert.equal(instance[name], value)
      assert.ok(instance.privatise(0.5) >= 0)
    }
  }
  const { instance, recommended } = compare(options)
  assert.ok(instance instanceof ReflectedLaplace)
  assert.equal(recommended, instance.constructor.name)
})
