// What a mistake with estimate reads like. The texts are part of the interface.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load, ParameterError } from 'inbounds/collector'

const { estimate, errorOf, reportsNeeded, Tally, ReflectedLaplace, BoundedLaplace, BoundedGaussian } = await load()
const mechanism = new ReflectedLaplace({ lower: 0, upper: 10, epsilon: 2, granularity: 1 })
const half = new ReflectedLaplace({ lower: 0, upper: Infinity, sensitivity: 1, epsilon: 1, granularity: 1 })
const box = new BoundedGaussian({ lower: [0, 0], upper: [10, 8], epsilon: 1, granularity: 1 })
const group = { reports: [3, 4], mechanism }
const methods = "'likelihood' or 'cosines'"

/** That a call is refused because a parameter has an impossible value. */
function assertImpossible(call, message, parameter, value) {
  assert.throws(call, (error) => {
    assert.equal(error.message, message)
    assert.ok(error instanceof ParameterError && error instanceof RangeError)
    assert.equal(error.parameter, parameter)
    assert.ok(Object.is(error.value, value), `${parameter} was ${error.value}`)
    return true
  })
}

test('impossible options are ParameterErrors with parameter, value and rule', () => {
  const inside = 'must be greater than 0 and less than 1'
  const whole = 'must be a whole number from 1 to 256'
  for (const [name, value, rule] of [
    ...[0, -1, 1.5, 257, Number.NaN, Infinity].map((value) => ['bins', value, whole]),
    ...[0, 1, -0.5, 95, Number.NaN, Infinity].map((value) => ['confidence', value, inside]),
    ...[-1, 1.1e12, Number.NaN, Infinity].map((value) => ['smoothing', value, 'must be from 0 to 1e12'])
  ]) {
    assertImpossible(() => estimate(group, { [name]: value }), `${name} ${rule}, got ${value}`, name, value)
  }
  for (const wrong of [0, 1, -1, Number.NaN, Infinity]) {
    const call = () => estimate(group, { quantiles: [0.5, wrong] })
    assertImpossible(call, `quantiles[1] ${inside}, got ${wrong}`, 'quantiles[1]', wrong)
  }
  const many = new Array(257).fill(0.5)
  const tooMany = 'quantiles must be at most 256 probabilities, got 257'
  assertImpossible(() => estimate(group, { quantiles: many }), tooMany, 'quantiles', many)
  assertImpossible(() => estimate(group, { method: 'EM' }), `method must be ${methods}, got 'EM'`, 'method', 'EM')
})

test('options of another kind are TypeErrors that name them', () => {
  const kinds = [
    ['1', 'the string "1"'],
    [null, 'null'],
    [1n, 'the BigInt 1n'],
    [true, 'true'],
    [{}, 'an object'],
    [() => 1, 'a function']
  ]
  for (const [value, shown] of kinds) {
    for (const [name, rule] of [
      ['bins', 'must be a number'],
      ['confidence', 'must be a number'],
      ['smoothing', 'must be a number'],
      ['quantiles', 'must be an array of numbers'],
      ['range', 'must be a pair of numbers']
    ]) {
      const message = `${name} ${rule}, got ${shown}`
      assert.throws(() => estimate(group, { [name]: value }), { name: 'TypeError', message })
    }
    if (typeof value !== 'string') {
      const message = `method must be ${methods}, got ${shown}`
      assert.throws(() => estimate(group, { method: value }), { name: 'TypeError', message })
    }
  }
  assert.throws(() => estimate(group, { quantiles: [0.5, '0.7'] }), {
    name: 'TypeError',
    message: 'quantiles[1] must be a number, got the string "0.7"'
  })
  for (const [options, message] of [
    [null, 'estimate takes an object of options, such as { bins: ... }, got null'],
    [20, 'estimate takes an object of options, such as { bins: ... }, got a number'],
    [[20], 'estimate takes an object of options, such as { bins: ... }, got an array'],
    [{ bin: 20 }, "estimate has no option 'bin'; did you mean 'bins'?"],
    [{ level: 20 }, "estimate has no option 'level'; it takes bins, quantiles, confidence, smoothing, method, range"]
  ]) {
    assert.throws(() => estimate(group, options), { name: 'TypeError', message })
  }
  // What is left out is the default, also if it is written as undefined.
  const left = { bins: undefined, quantiles: undefined, confidence: undefined, smoothing: undefined, method: undefined }
  assert.deepEqual(estimate(group, { ...left, range: undefined }), estimate(group))
})

test('groups that are none are refused', () => {
  const takes = 'takes an object of options, such as { mechanism: ... }'
  const either = 'groups[0] must have either reports or a tally, such as { reports, mechanism } or { tally }'
  const sentence = 'mechanism must be a mechanism or what its toJSON gives'
  const rule = 'fromJSON takes what toJSON of a tally wrote'
  const tally = new Tally(mechanism).add([3])
  const oneKind =
    'groups must all be of one kind: numbers, vectors with the same coordinates, or posteriors with the same categories'
  const vectors = { reports: [1, 2], mechanism: box }
  for (const [groups, message] of [
    [undefined, `groups[0] ${takes}, got undefined`],
    [null, `groups[0] ${takes}, got null`],
    [[], 'estimate takes at least one group, such as { reports, mechanism }'],
    [[3, 4], `groups[0] ${takes}, got a number`],
    ['[]', `groups[0] ${takes}, got a string`],
    [[group, 0], `groups[1] ${takes}, got a number`],
    [[group, [group]], `groups[1] ${takes}, got an array`],
    [{}, either],
    [tally, either],
    [{ mechanism }, either],
    [{ ...group, tally }, either],
    [{ reports: [3] }, 'groups[0] must have the mechanism that made the reports'],
    [{ reports: [3], mechanism: 3 }, `${sentence}, got a number`],
    [{ reports: [3], mechanism: null }, `${sentence}, got null`],
    [{ reports: '3', mechanism }, 'groups[0].reports must be a number or an array of numbers, got a string'],
    [{ reports: null, mechanism }, 'groups[0].reports must be a number or an array of numbers, got null'],
    [[group, { reports: [3, '3'], mechanism }], 'groups[1].reports[1] must be a number, got a string'],
    [{ report: [3], mechanism }, "groups[0] has no option 'report'; did you mean 'reports'?"],
    [{ tally: null }, `${rule}, got null`],
    [{ tally: 3 }, `${rule}, got a number`],
    [{ tally: mechanism.toJSON() }, `${rule}, got an object`],
    [[group, vectors], oneKind],
    [[vectors, group], oneKind],
    [[vectors, { reports: [1], mechanism: new BoundedGaussian({ lower: [0], upper: [1], epsilon: 1 }) }], oneKind],
    [{ reports: [3], mechanism: half }, 'range is required where a bound is infinite: [from, to] of the true values']
  ]) {
    assert.throws(() => estimate(groups), { name: 'TypeError', message })
  }
  assert.throws(() => estimate({ tally: 'x' }), { name: 'SyntaxError', message: `${rule}, and this text is no JSON` })
})

test('reports that the mechanism cannot have made are named with their group', () => {
  const range = 'must be a value that the mechanism can release'
  const wrong = { reports: [3, 11], mechanism }
  const message = `groups[1].reports[1] ${range}, from 0 to 10, got a number outside`
  assertImpossible(() => estimate([group, wrong]), message, 'groups[1].reports[1]', 11)
  const vectors = { reports: [1, 1, 1, 9], mechanism: box }
  assertImpossible(
    () => estimate(vectors),
    `groups[0].reports[3] ${range}, from 0 to 8, got a number outside`,
    'groups[0].reports[3]',
    9
  )
  const odd = [1, 2, 3]
  const length = 'groups[0].reports must be a multiple of 2 numbers long, one vector after the other, got a length of 3'
  assertImpossible(() => estimate({ reports: odd, mechanism: box }), length, 'groups[0].reports', 3)
})

test('a mechanism in the wrong place is told where it belongs', () => {
  const wrong = (call, message) => assert.throws(call, { name: 'TypeError', message })
  const belongs = 'estimate takes the mechanism with its reports: estimate({ reports, mechanism })'
  for (const copy of [mechanism, structuredClone(mechanism)]) wrong(() => estimate([1, 2], copy), belongs)
  wrong(
    () => reportsNeeded(mechanism, 0.1),
    'reportsNeeded takes an object of both: reportsNeeded({ mechanism, error })'
  )
  wrong(() => errorOf(mechanism, 100), 'errorOf takes an object of both: errorOf({ mechanism, reports })')
})

test('no reports at all are too few', () => {
  const message = 'reports must be at least one, got 0'
  for (const groups of [
    { reports: [], mechanism },
    { tally: new Tally(mechanism) },
    { reports: new Float64Array(0), mechanism: box },
    [{ reports: [], mechanism }, { tally: new Tally(mechanism).toJSON() }]
  ]) {
    assertImpossible(() => estimate(groups), message, 'reports', 0)
  }
})

test('a tally has its own mechanism and range', () => {
  const tally = new Tally(mechanism).add([3])
  const other = new BoundedLaplace({ lower: 0, upper: 10, epsilon: 2, granularity: 1 })
  const named = 'groups[0].mechanism'
  const own = `${named} must be the one that its tally is of, or left out`
  assertImpossible(() => estimate({ tally, mechanism: other }), own, named, other)
  const range = [0, 4]
  const none = 'range must be left out, since groups[0].tally has none, got 0,4'
  assertImpossible(() => estimate({ tally }, { range }), none, 'range', range)
  const ranged = new Tally(half, { range: [0, 20] }).add([3])
  const its = 'range must be that of groups[0].tally (0,20), got 0,4'
  assertImpossible(() => estimate({ tally: ranged }, { range }), its, 'range', range)
  const box2 = new Tally(box).addRows([{ side: 0, bin: 1, reports: 3 }])
  const uneven = 'groups[0].tally must have as many reports of each coordinate, got 3 and 0'
  assertImpossible(() => estimate({ tally: box2 }), uneven, 'groups[0].tally', box2)
  assert.throws(() => estimate({ reports: [1, 1], mechanism: box }, { range }), {
    name: 'TypeError',
    message: 'range must be left out for vectors, got an array'
  })
})

test('cosines are refused where there are none', () => {
  const spans = [[0, 3], [5, 9]] // biome-ignore format: a case a line
  const rule = "'likelihood' unless there is one group, of a ReflectedLaplace between finite bounds without gaps"
  for (const [groups, range] of [
    [[group, group]],
    [{ reports: [1, 1], mechanism: box }],
    [{ reports: [1], mechanism: new BoundedLaplace({ lower: 0, upper: 10, epsilon: 2, granularity: 1 }) }],
    [{ reports: [1], mechanism: new BoundedGaussian({ lower: 0, upper: 10, epsilon: 2, granularity: 1 }) }],
    [{ reports: [1], mechanism: new ReflectedLaplace({ spans, epsilon: 2, granularity: 1 }) }],
    [{ reports: [1], mechanism: half }, [0, 20]]
  ]) {
    const call = () => estimate(groups, { method: 'cosines', range })
    assertImpossible(call, `method must be ${rule}, got 'cosines'`, 'method', 'cosines')
  }
  assert.equal(estimate(group, { method: 'cosines' }).reports, 2)
})
