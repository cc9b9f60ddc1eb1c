// Counts behind the releases of posteriors, added up.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load, ParameterError } from 'inbounds/collector'
import { loadSeeded } from 'inbounds/testing'
import { lengthOf } from './support/populations.mjs'

const { estimate } = await load()
const { BetaPosterior, DirichletPosterior, ReflectedLaplace } = await loadSeeded(33)
const beta = new BetaPosterior({ prior: [1, 1], trials: 20, epsilon: 1 })
const larger = new BetaPosterior({ prior: [2, 3], trials: 50, epsilon: 0.3 })
const dirichlet = new DirichletPosterior({ prior: [1, 1, 1], trials: 10, epsilon: 1 })
const releases = (posterior, truths) => truths.map((truth) => posterior.privatise(truth))
const cycle = (list, count) => Array.from({ length: count }, (_, at) => list[at % list.length])

/** Five standard errors to either side: a chance below 1e-6 of another seed. */
const near = (estimated, truth) => Math.abs(estimated.value - truth) <= (5 / 1.96 / 2) * lengthOf(estimated)

function checkPooled({ reports, answers, counts, shares, warnings }) {
  assert.ok(reports >= 1 && answers >= reports)
  for (const [at, { value, low, high }] of counts.entries()) {
    assert.ok(low <= value && value <= high && low >= 0 && high <= answers, `${low} <= ${value} <= ${high}`)
    assert.deepEqual(shares[at], { value: value / answers, low: low / answers, high: high / answers })
  }
  assert.deepEqual(
    warnings,
    reports < 10 ? [`Intervals hold for many releases; ${reports} may be too few (below 10).`] : []
  )
}

test('successes of a Beta posterior, at the ends too', () => {
  for (const truths of [[0], [20], [10], [0, 20], [3, 4, 19]]) {
    const all = cycle(truths, 3000)
    const found = estimate({ mechanism: beta, reports: releases(beta, all) })
    checkPooled(found)
    assert.deepEqual([found.reports, found.answers], [3000, 60_000])
    const sum = all.reduce((total, truth) => total + truth, 0)
    assert.ok(near(found.counts[0], sum), `${truths}: ${JSON.stringify(found.counts[0])}, ${sum}`)
    assert.ok(near(found.counts[1], 60_000 - sum))
  }
})

test('categories of a Dirichlet posterior', () => {
  const truths = cycle([[1, 3, 6], [10, 0, 0], [0, 0, 10], [3, 3, 4]], 2000) // biome-ignore format: a case a line
  const found = estimate({ mechanism: dirichlet, reports: releases(dirichlet, truths) })
  checkPooled(found)
  assert.equal(found.answers, 20_000)
  for (const category of [0, 1, 2]) {
    const sum = truths.reduce((total, counts) => total + counts[category], 0)
    assert.ok(near(found.counts[category], sum), `${JSON.stringify(found.counts[category])}, ${sum}`)
  }
})

test('every method that is private', () => {
  for (const method of ['geometric', 'global', 'smooth', 'varying']) {
    const posterior = new BetaPosterior({ prior: [1, 1], trials: 12, epsilon: 2, delta: 1e-6, method })
    const found = estimate({ mechanism: posterior, reports: releases(posterior, cycle([2, 11], 2000)) })
    checkPooled(found)
    assert.ok(near(found.counts[0], 13_000), `${method}: ${JSON.stringify(found.counts[0])}`)
  }
})

test('posteriors with other trials and epsilons are added up', () => {
  const groups = [
    { mechanism: beta, reports: releases(beta, cycle([5], 2000)) },
    { mechanism: larger, reports: releases(larger, cycle([45], 1000)) }
  ]
  const found = estimate(groups)
  checkPooled(found)
  assert.deepEqual([found.reports, found.answers], [3000, 90_000])
  assert.ok(near(found.counts[0], 55_000), JSON.stringify(found.counts[0]))
  const parts = groups.map((group) => estimate(group).counts[0])
  assert.ok(Math.abs(parts[0].value + parts[1].value - found.counts[0].value) < 1e-6)
  const squares = parts.reduce((sum, part) => sum + lengthOf(part) ** 2, 0)
  assert.ok(Math.abs(lengthOf(found.counts[0]) ** 2 / squares - 1) < 1e-6, 'variances are added')
  const sure = estimate(groups, { confidence: 0.5 })
  assert.ok(Math.abs(lengthOf(sure.counts[0]) / lengthOf(found.counts[0]) - 0.6745 / 1.96) < 1e-3)
})

test('releases, their counts, and plain numbers are the same', () => {
  const reports = releases(beta, cycle([5, 6], 20))
  const expected = estimate({ mechanism: beta, reports })
  const plain = reports.map(({ successes }) => successes)
  for (const group of [
    { mechanism: JSON.stringify(beta), reports: plain },
    { mechanism: beta.toJSON(), reports: Int32Array.from(plain) },
    { mechanism: beta, reports: plain.map((successes) => [successes, 20 - successes]) },
    { mechanism: beta, reports: plain.map((successes) => [successes]) }
  ]) {
    assert.deepEqual(estimate(group), expected)
    assert.deepEqual(estimate([group]), expected)
  }
  const several = releases(dirichlet, cycle([[1, 3, 6]], 20))
  assert.deepEqual(
    estimate({ mechanism: dirichlet, reports: several.map(({ counts }) => counts) }),
    estimate({ mechanism: dirichlet, reports: several })
  )
  for (const reports of [[0], [20], [0, 20]]) checkPooled(estimate({ mechanism: beta, reports }))
})

test('mistakes are named, with their place', () => {
  const rule = 'must have counts from 0 up that sum to 20, got others'
  for (const [reports, place, message, value = reports[place]] of [
    [[5, 21], 1, rule],
    [[-1], 0, rule],
    [[1.5], 0, rule],
    [[Number.NaN], 0, rule],
    [[[5, 5]], 0, rule],
    [[5, [5, 5, 10]], 1, 'must have 2 counts, got 3', 3],
    [[[]], 0, 'must have 2 counts, got 0', 0]
  ]) {
    const parameter = `groups[0].reports[${place}]`
    assert.throws(
      () => estimate({ mechanism: beta, reports }),
      (error) => {
        assert.equal(error.message, `${parameter} ${message}`)
        assert.ok(error instanceof ParameterError && error.parameter === parameter)
        assert.ok(Object.is(error.value, value))
        return true
      }
    )
  }
  assert.throws(() => estimate({ mechanism: beta, reports: [] }), {
    name: 'ParameterError',
    message: 'groups[0].reports must be at least one, got none'
  })
  const array = 'groups[0].reports must be an array of what privatise released'
  const age = new ReflectedLaplace({ lower: 0, upper: 10, epsilon: 1, granularity: 1 })
  const oneKind =
    'groups must all be of one kind: numbers, vectors with the same coordinates, or posteriors with the same categories'
  for (const [groups, message, options] of [
    [{ mechanism: beta }, `${array}, got undefined`],
    [{ mechanism: beta, reports: 3 }, `${array}, got a number`],
    [{ mechanism: beta, reports: ['3'] }, 'groups[0].reports[0] must be a number, got a string'],
    [{ mechanism: beta, reports: [null] }, 'groups[0].reports[0] must be a number, got null'],
    [{ mechanism: beta, reports: [{}] }, 'groups[0].reports[0] must be a number, got an object'],
    [{ mechanism: beta, reports: [['3', 17]] }, 'groups[0].reports[0][0] must be a number, got a string'],
    [{ mechanism: beta, tally: {} }, "groups[0] has no option 'tally'; it takes mechanism, reports"],
    [
      { mechanism: beta, reports: [3] },
      "estimate of posteriors has no option 'bins'; it takes confidence",
      { bins: 3 }
    ],
    [
      [
        { mechanism: beta, reports: [3] },
        { mechanism: age, reports: [3] }
      ],
      oneKind
    ],
    [
      [
        { mechanism: age, reports: [3] },
        { mechanism: beta, reports: [3] }
      ],
      oneKind
    ],
    [
      [
        { mechanism: beta, reports: [3] },
        { mechanism: dirichlet, reports: [[3, 3, 4]] }
      ],
      'groups[1] must be of a posterior with as many categories as the first, 2'
    ]
  ]) {
    assert.throws(() => estimate(groups, options), { name: 'TypeError', message })
  }
})
