// What Explore is made of, without a browser: compared with the library, value by value.

import assert from 'node:assert/strict'
import test from 'node:test'
import { load } from 'inbounds'
import { cutIntoBars } from '../../web/charts/bars.js'
import { barsShown } from '../../web/explore/counts/shown.js'
import { choiceFrom, entriesOf } from '../../web/explore/number/address.js'
import { errorsAcross } from '../../web/explore/number/errors-across.js'
import { freePlace } from '../../web/explore/number/free-place.js'
import { lossesOf } from '../../web/explore/number/loss.js'
import { modelOf } from '../../web/explore/number/model.js'
import { modelOf as placeOf } from '../../web/explore/point/model.js'
import { valuesOf } from '../../web/explore/statistic/formulas.js'
import { modelOf as statisticOf } from '../../web/explore/statistic/model.js'

const inbounds = await load()
const everyMechanism = ['ReflectedLaplace', 'BoundedLaplace', 'ClampedLaplace', 'BoundedGaussian']

test('no privacy loss is larger than what is allowed, and the worst pair reaches it', () => {
  for (const name of everyMechanism) {
    for (const options of [
      { lower: 0, upper: 20, epsilon: 1, granularity: 1 },
      { lower: -3, upper: 5, epsilon: 2, sensitivity: 1 },
      { lower: 0, upper: 6.5, epsilon: 0.5, sensitivity: 2, granularity: 1 / 3 }
    ]) {
      const { worst, own, outputs } = lossesOf(modelOf(inbounds, name, options, 1))
      const largest = (pair) => Math.max(...pair.losses.map(Math.abs))
      assert.ok(worst.losses.every((loss) => loss !== null) && outputs.length > 15, name)
      assert.ok(largest(worst) <= options.epsilon * (1 + 1e-9), `${name}: ${largest(worst)}`)
      assert.ok(largest(worst) > options.epsilon * 0.98, `${name}: only ${largest(worst)}`)
      assert.ok(largest(own) <= options.epsilon * (1 + 1e-9))
    }
  }
})

test('with gaps and with the metric guarantee, losses stay within what is allowed for the distance', () => {
  const spans = { lower: 9, upper: 18, gaps: [[12, 14]], sensitivity: 1, epsilon: 1, granularity: 0.25 }
  for (const name of ['ReflectedLaplace', 'BoundedLaplace']) {
    const { worst, outputs } = lossesOf(modelOf(inbounds, name, spans, 11))
    assert.ok(outputs.every((output) => output <= 12 || output >= 14))
    assert.ok(
      worst.losses.every((loss) => Math.abs(loss) <= 1 + 1e-9),
      name
    )
  }
  const metric = { lower: 0, upper: 10, sensitivity: 2, epsilon: 1, guarantee: 'metric' }
  const { worst, own } = lossesOf(modelOf(inbounds, 'BoundedLaplace', metric, 5))
  for (const pair of [worst, own]) {
    assert.ok(Math.abs(pair.allowed - Math.abs(pair.truth - pair.neighbour) / 2) < 1e-6)
    assert.ok(pair.losses.every((loss) => Math.abs(loss) <= pair.allowed * (1 + 1e-9)))
  }
})

test('with delta, the loss leaves the band, and by no more than the delta that is audited', () => {
  const options = { lower: 0, upper: 30, epsilon: 0.5, delta: 0.05, granularity: 1 }
  const model = modelOf(inbounds, 'ReflectedLaplace', options, 3)
  const { worst, outputs } = lossesOf(model)
  assert.ok(Math.max(...worst.losses) > 0.5)
  const [here, there] = [worst.truth, worst.neighbour].map((truth) => model.mechanism.at(truth))
  const escaping = outputs.reduce((sum, y) => sum + Math.max(0, here.pmf(y) - Math.exp(0.5) * there.pmf(y)), 0)
  assert.ok(Math.abs(escaping - model.audit.delta) < 1e-12, `${escaping} instead of ${model.audit.delta}`)
})

test('errors across the domain are those of the laws, with nothing in gaps', () => {
  const mechanism = new inbounds.BoundedLaplace({
    spans: [
      [0, 4],
      [6, 10]
    ],
    epsilon: 1,
    sensitivity: 1
  })
  const { truths, bias, deviation, rmse } = errorsAcross(mechanism, 0, 10)
  assert.deepEqual([truths[0], truths.at(-1)], [0, 10])
  for (const [at, truth] of truths.entries()) {
    if (truth > 4 && truth < 6) {
      assert.equal(rmse[at], null)
      continue
    }
    const law = mechanism.at(truth)
    assert.deepEqual([bias[at], deviation[at], rmse[at]], [law.bias, Math.sqrt(law.variance), Math.sqrt(law.mse)])
  }
  assert.ok(rmse.includes(null))
})

test('bars never reach across a gap, and hold the whole law', () => {
  for (const granularity of [0.25, undefined]) {
    const options = {
      lower: 9,
      upper: 18,
      gaps: [[12, 14]],
      sensitivity: 1,
      epsilon: 1,
      ...(granularity && { granularity })
    }
    const { cut, shares, curve } = modelOf(inbounds, 'ReflectedLaplace', options, 11)
    assert.ok(cut.bars.every(({ from, to }) => to <= 12.2 || from >= 13.8))
    assert.ok(Math.abs(shares.reduce((sum, share) => sum + share) - 1) < 1e-9)
    assert.equal(cut.indexOf(13), -1)
    if (curve) assert.ok(curve.ys.includes(null))
  }
  const { bars } = cutIntoBars({ spans: [[0, 0.3]], granularity: 0.1, scale: 1 })
  assert.equal(bars.length, 4, 'although 0.3/0.1 is less than 3')
})

test('domains without an end are shown as far as the noise reaches, with nearly all of the law', () => {
  for (const [lower, upper] of [
    [0, Infinity],
    [-Infinity, 5],
    [-Infinity, Infinity]
  ]) {
    for (const truth of [2, 400]) {
      const model = modelOf(
        inbounds,
        'ReflectedLaplace',
        { lower, upper, sensitivity: 1, epsilon: 1, granularity: 1 },
        truth
      )
      assert.ok(Number.isFinite(model.lower) && Number.isFinite(model.upper))
      const clamped = Math.min(truth, upper)
      assert.ok(model.lower <= clamped && model.upper >= clamped)
      assert.ok(model.shares.reduce((sum, share) => sum + share) > 0.99, `${lower} to ${upper}, ${truth}`)
    }
  }
})

test('what is written into the address is read from it, and the true value is in no entry', () => {
  const choice = {
    mechanism: 'BoundedLaplace',
    options: {
      lower: -Infinity,
      upper: 18.5,
      gaps: [
        [12, 14],
        [-3, 0.25]
      ],
      epsilon: 0.7,
      delta: 1e-6,
      sensitivity: 1,
      granularity: 0.25,
      guarantee: 'metric',
      calibration: 'published',
      outside: 'error'
    }
  }
  const query = new URLSearchParams(entriesOf(choice).map(([name, value]) => [name, String(value)]))
  assert.deepEqual(choiceFrom(new Map(new URLSearchParams(String(query)))), choice)
  assert.ok(!query.has('truth'))
  const odd = choiceFrom(
    new Map(
      Object.entries({
        lower: 'x',
        epsilon: 'Infinity',
        gaps: '1..2..3 a..b 5',
        mechanism: 'Nonsense',
        guarantee: 'no'
      })
    )
  )
  assert.deepEqual(odd, { mechanism: undefined, options: {} })
})

test('a new gap lies inside the longest span', () => {
  assert.deepEqual(freePlace({ spans: [[0, 120]] }), [40, 80])
  const [from, to] = freePlace({
    spans: [
      [0, 1],
      [2, 2.5]
    ]
  })
  assert.ok(from > 0 && from < to && to < 1)
})

test('the cells of a place hold the product of the laws of its coordinates', () => {
  const { shares, xEdges, yEdges, laws } = placeOf(
    inbounds,
    { lower: [0, 1], upper: [5, 4], epsilon: 2, granularity: 1 },
    [3, 2]
  )
  assert.deepEqual([xEdges.length, yEdges.length], [7, 5])
  for (let x = 0; x <= 5; ++x) {
    for (let y = 1; y <= 4; ++y) {
      const share = shares[(y - 1) * 6 + x]
      assert.ok(Math.abs(share - laws[0].pmf(x) * laws[1].pmf(y)) < 1e-12)
    }
  }
})

test('the bars of one answer are the sums over all candidates', () => {
  const mechanism = new inbounds.DirichletPosterior({ prior: [1, 1, 1], trials: 6, epsilon: 1 })
  const probabilities = mechanism.probabilities([3, 2, 1])
  const places = Array.from({ length: mechanism.candidates }, (_, at) => mechanism.candidate(at))
  const drawn = [
    [3, 2, 1],
    [0, 6, 0],
    [3, 0, 3],
    [2, 2, 2]
  ]
  const { caps, heights } = barsShown({ places, probabilities, options: { trials: 6 } }, 0, drawn)
  assert.ok(Math.abs(caps.reduce((sum, share) => sum + share) - 1) < 1e-12)
  const threes = places.reduce((sum, [first], at) => sum + (first === 3 ? probabilities[at] : 0), 0)
  assert.ok(Math.abs(caps[3] - threes) < 1e-12)
  assert.deepEqual([heights[3], heights[0], heights[2], heights[1]], [0.5, 0.25, 0.25, 0])
})

test('the law that is drawn for a statistic is the one that is released', () => {
  const { mechanism, centre, scale, atoms, curve } = statisticOf(
    inbounds,
    'variance',
    valuesOf('variance', 100),
    { epsilon: 1, delta: 1e-6 },
    37
  )
  const draws = 20_000
  const values = Array.from({ length: draws }, () => mechanism.privatise(37))
  const share = (test) => values.filter(test).length / draws
  // Six standard deviations: an untried run fails with a probability below 1e-8 each.
  const near = (found, expected) =>
    Math.abs(found - expected) < 6 * Math.sqrt((expected * (1 - expected) + 1 / draws) / draws)
  assert.ok(
    near(
      share((value) => value === mechanism.lowest),
      atoms[0]
    )
  )
  assert.ok(
    near(
      share((value) => value === mechanism.highest),
      atoms[1]
    )
  )
  for (const scales of [0.3, 1, 2]) {
    const within = share((value) => Math.abs(value - centre) <= scales * scale && value < mechanism.highest)
    const upper = Math.min(centre + scales * scale, mechanism.highest)
    const expected = 1 - Math.exp(-scales) / 2 - Math.exp(-(upper - centre) / scale) / 2
    assert.ok(near(within, expected), `${within} instead of ${expected}`)
  }
  const area = curve.xs
    .slice(1)
    .reduce((sum, x, at) => sum + ((x - curve.xs[at]) * (curve.ys[at] + curve.ys[at + 1])) / 2, 0)
  assert.ok(Math.abs(area + atoms[0] + atoms[1] - 1) < 1e-3)
})
