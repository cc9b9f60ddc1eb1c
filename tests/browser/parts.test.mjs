// What the page is made of, without a browser.

import assert from 'node:assert/strict'
import test from 'node:test'
import { load } from 'inbounds'
import { countsOf, cutIntoBars, sharesOf } from '../../web/charts/bars.js'
import { evenTrack, logarithmicTrack, nearestStop, stopAfter } from '../../web/controls/tracks.js'
import { betterGuess, modelOf } from '../../web/explore/number/model.js'
import { snippetOf } from '../../web/explore/number/snippet.js'
import { chartInWords, guessSentence, posterior } from '../../web/explore/number/wording.js'
import { factorAtMost, formatterFor, percentAtLeast, percentAtMost, withSign } from '../../web/wording/figures.js'
import { numberFrom } from './number-from.mjs'

const inbounds = await load()
const { ReflectedLaplace } = inbounds

test('what is promised as “at most” is never less than the truth, and close to it', () => {
  for (const epsilon of [1e-12, 1e-6, 0.003, 0.01, 0.1, 0.7, 1, 2.5, 6, 10, 13]) {
    const written = numberFrom(factorAtMost(epsilon))
    assert.ok(written >= Math.exp(epsilon), `${written} for epsilon ${epsilon}`)
    assert.ok(written - 1 <= 1.2 * Math.expm1(epsilon) + 1e-15, `${written} for epsilon ${epsilon}`)
    for (const prior of [0.1, 0.5]) {
      assert.ok(numberFrom(percentAtMost(posterior(prior, epsilon))) >= 100 * posterior(prior, epsilon) - 1e-12)
      assert.ok(numberFrom(percentAtLeast(posterior(prior, -epsilon))) <= 100 * posterior(prior, -epsilon) + 1e-12)
    }
  }
  assert.equal(factorAtMost(20), '485.2 million')
  assert.equal(factorAtMost(700), 'e^700')
})

test('the most that somebody can become sure of is what Bayes and the exact law give', () => {
  const mechanism = new ReflectedLaplace({ lower: 0, upper: 10, epsilon: 1.5, granularity: 1 })
  const [low, high] = [mechanism.at(0), mechanism.at(10)]
  const sure = Array.from({ length: 11 }, (_, y) => (0.1 * low.pmf(y)) / (0.1 * low.pmf(y) + 0.9 * high.pmf(y)))
  assert.ok(Math.abs(Math.max(...sure) - posterior(0.1, 1.5)) < 1e-12)
  assert.ok(Math.abs(Math.min(...sure) - posterior(0.1, -1.5)) < 1e-12)
})

test('numbers have the decimals that the noise leaves meaningful', () => {
  const age = formatterFor({ lower: 0, upper: 120, scale: 120 })
  assert.equal(age(54.9088), '54.9')
  assert.equal(age(120), '120')
  assert.equal(age.aligned(55), '55.0')
  assert.equal(age(-0.04), '0')
  assert.equal(withSign(age.aligned(17.86)), '+17.9')
  assert.equal(withSign(age.aligned(-17.86)), '−17.9')
  assert.equal(withSign(age.aligned(0.01)), '0.0')
  assert.equal(formatterFor({ lower: 0, upper: 120, scale: 0.1 })(37.00123), '37.0012')
  assert.equal(formatterFor({ lower: 0, upper: 1e140, scale: 1e140 })(1.23456e139), '1.235e139')
  assert.equal(formatterFor({ lower: -1e140, upper: 1e140, scale: 1e140 })(-1.6e123), '0')
  assert.equal(formatterFor({ lower: 0, upper: 2e6, scale: 2e6 })(1234567.8), '1,234,568')
})

test('sliders stop at round numbers and at both ends', () => {
  assert.deepEqual(
    evenTrack(0, 120).stops,
    Array.from({ length: 121 }, (_, at) => at)
  )
  const odd = evenTrack(0.37, 2).stops
  assert.deepEqual([odd[0], odd[1], odd.at(-2), odd.at(-1)], [0.37, 0.38, 1.99, 2])
  assert.deepEqual([...evenTrack(-1, 1).stops.slice(99, 102)], [-0.01, 0, 0.01])
  for (const [lower, upper] of [
    [0, 1e-12],
    [-1e140, 1e140],
    [1e15, 1e15 + 2],
    [0, Number.MIN_VALUE]
  ]) {
    const { stops } = evenTrack(lower, upper)
    assert.ok(stops.length <= 500 && stops[0] === lower && stops.at(-1) === upper)
    assert.ok(
      stops.every((stop, at) => at === 0 || stop > stops[at - 1]),
      `${lower} to ${upper}: ascending`
    )
  }
  const track = logarithmicTrack(-2, 1)
  assert.deepEqual([track.stops[0], track.stops.at(-1)], [0.01, 10])
  assert.equal(nearestStop(track, -0.5), 0.32)
  assert.equal(nearestStop(track, 99), 10)
})

test('keys move from stop to stop, also from between two', () => {
  const track = { stops: [0, 10, 20], place: Number }
  for (const [value, by, expected] of [
    [10, 1, 20],
    [10, -1, 0],
    [12, 1, 20],
    [12, -1, 10],
    [20, 1, 20],
    [0, -1, 0],
    [-5, 1, 0],
    [99, -1, 20],
    [0, 10, 20]
  ]) {
    assert.equal(stopAfter(track, value, by), expected, `${by} from ${value}`)
  }
})

test('bars hold each value once, and their shares are the exact probabilities', () => {
  for (const options of [
    { lower: 0, upper: 6, epsilon: 1, granularity: 1 },
    { lower: 0.1, upper: 6.5, epsilon: 1, granularity: 1 / 3 },
    { lower: -500, upper: 499, epsilon: 2, granularity: 1, sensitivity: 10 }
  ]) {
    const mechanism = new ReflectedLaplace(options)
    const law = mechanism.at(1)
    const first = mechanism.at(mechanism.lower).snapped
    const cut = cutIntoBars(mechanism)
    const values = Float64Array.from({ length: mechanism.steps + 1 }, (_, at) => first + at * mechanism.granularity)
    const counts = countsOf(cut, values)
    assert.equal(
      counts.reduce((sum, count) => sum + count),
      values.length
    )
    assert.equal(
      cut.single,
      counts.every((count) => count === 1)
    )
    const shares = sharesOf(cut, law)
    assert.ok(Math.abs(shares.reduce((sum, share) => sum + share) - 1) < 1e-12)
    if (mechanism.granularity === 1 && cut.single) {
      for (const [at, value] of values.entries()) assert.ok(Math.abs(shares[at] - law.pmf(value)) < 1e-15)
    }
  }
})

test('the law is highest where the chart says so in words, and falls from there to the bounds', () => {
  for (const [options, truth, peak] of [
    [{ lower: 0, upper: 120, epsilon: 1 }, 37, '37'],
    [{ lower: 0, upper: 120, epsilon: 1 }, 0, '0'],
    [{ lower: 0, upper: 120, epsilon: 1 }, 500, '120'],
    [{ lower: 0, upper: 120, epsilon: 0.1, granularity: 1 }, 36.6, '37'],
    [{ lower: -3, upper: 5, epsilon: 4, sensitivity: 2 }, -2.9, '−2.9'],
    [{ lower: 1, upper: 5, epsilon: 2, granularity: 1 }, 4.8, '5']
  ]) {
    const model = modelOf(inbounds, 'ReflectedLaplace', options, truth)
    const heights = model.curve ? model.curve.ys : model.shares
    const highest = heights.indexOf(Math.max(...heights))
    assert.ok(
      heights.every((height, at) => at === 0 || (at <= highest ? height > heights[at - 1] : height < heights[at - 1])),
      `the law of ${truth} in ${JSON.stringify(options)}`
    )
    const { bars } = model.cut
    const place = model.curve ? model.curve.xs[highest] : (bars[highest].from + bars[highest].to) / 2
    assert.equal(model.format(place), peak)
    assert.ok(chartInWords(model, undefined).includes(` is highest at ${peak} and falls from there to the bounds.`))
  }
})

test('a guess is better exactly where the errors, computed value by value, say so', () => {
  let better = 0
  for (const epsilon of [0.1, 1, 2, 2.5, 3, 5, 20]) {
    const options = { lower: 0, upper: 20, epsilon, granularity: 1 }
    const mechanism = new ReflectedLaplace(options)
    const values = Array.from({ length: 21 }, (_, value) => value)
    const rootMean = (squares) => Math.sqrt(squares.reduce((sum, square) => sum + square / squares.length, 0))
    const own = rootMean(
      values.flatMap((truth) => {
        const law = mechanism.at(truth)
        return values.map((y) => 21 * law.pmf(y) * (y - truth) ** 2)
      })
    )
    const constant = rootMean(values.map((truth) => (truth - 10) ** 2))
    const guess = betterGuess(inbounds.compare(options), 'ReflectedLaplace')
    assert.equal(guess !== undefined, own > constant, `at epsilon ${epsilon}`)
    if (!guess) continue
    better++
    for (const [found, expected] of [
      [guess.value, 10],
      [guess.error, constant],
      [guess.ownError, own]
    ]) {
      assert.ok(Math.abs(found / expected - 1) < 1e-12, `${found} instead of ${expected}`)
    }
  }
  assert.ok(better >= 2 && better <= 5)
  const wide = { lower: -1e140, upper: 1e140, epsilon: 1 }
  const words = guessSentence(
    modelOf(inbounds, 'ReflectedLaplace', wide, 0),
    betterGuess(inbounds.compare(wide), 'ReflectedLaplace')
  )
  assert.match(words, /always saying 0 would be \(7\.234e139 against 5\.774e139, /)
})

test('the code names the mechanism that the page shows', () => {
  const model = modelOf(inbounds, 'ReflectedLaplace', { lower: 0, upper: 1, epsilon: 1 }, 0.5)
  assert.ok(model.mechanism instanceof ReflectedLaplace)
  assert.match(
    snippetOf(model),
    /const \{ ReflectedLaplace \} = await load\(\)\nconst mechanism = new ReflectedLaplace\(/
  )
})
