// The statistical auditor: knows nothing but draws made through the public interface, and the claim.
//
// False alarms: a test is one event for one pair and one claim. There are at most MOST_TESTS, each with an equal share of
// FALSE_ALARM, half of it for either Clopper-Pearson bound. So by Bonferroni all of them together raise an alarm with at
// most that probability, if draws are independent and the claims true. Events are chosen by other draws (training) than
// those that test them, so each is fixed when it is tested, and its bounds are exact.

import { CONFIGURATIONS } from './configurations.mjs'
import { bestUnion, countInto, epsilonBound } from './events.mjs'
import { featuresOfNumbers, featuresOfSequences, featuresOfVectors } from './features.mjs'
import { likelyLags } from './lags.mjs'
import { CHANGED, instances, lag2, WAYS } from './sources.mjs'

/** The probability that a run finds something where nothing is. */
export const FALSE_ALARM = 1e-6
/** More than there are; the same for a part of the configurations, whose bounds then are those of the whole. */
const MAX_TESTS = 2500
const EVENTS = 3 // in each direction, for each claim: the best one of each of the three most promising features
const CHUNK = 65536
const LAGS = 2

/** @typedef {{ mechanism: string, what: string, claimed: number, found: number }} Finding */

/**
 * @param {() => Promise<any>} load a fresh, independent instance of what is audited
 * @param {Parameters<typeof examine>[1]} [options]
 * @returns {Promise<Finding[]>} what breaks its claim; nothing, if the claims are true
 */
export async function audit(load, options) {
  const results = await examine(load, options)
  return results.filter(isBroken)
}

/**
 * The best bound for every configuration and pair, above the claim or not.
 * @param {() => Promise<any>} load
 * @param {object} [options]
 * @param {number} [options.effort] how many times as many draws as usual
 * @param {(configuration: (typeof CONFIGURATIONS)[number]) => boolean} [options.only] which configurations
 * @param {number} [options.enough] after how many broken claims to stop
 * @returns {Promise<Finding[]>}
 */
export async function examine(load, { effort = 1, only = () => true, enough = Number.POSITIVE_INFINITY } = {}) {
  const library = await load()
  const comparisons = CONFIGURATIONS.filter(only).flatMap((configuration) =>
    comparisonsOf(configuration, library, load)
  )
  if (comparisons.length === 0) throw new Error('there is no such configuration')
  const tests = comparisons.reduce((sum, { claims }) => sum + claims.length * 2 * EVENTS, 0)
  if (tests > MAX_TESTS) throw new Error(`${tests} tests are more than the bounds allow for`)
  const results = []
  for (const comparison of comparisons) {
    results.push(await compareLaws(comparison, effort, FALSE_ALARM / MAX_TESTS))
    if (results.filter(isBroken).length >= enough) break
  }
  return results
}

const isBroken = ({ found, claimed }) => found > claimed

/** Everything that one configuration asks for. */
function comparisonsOf(configuration, library, load) {
  const { mechanism: kind, options, pairs = [], worst = false, draws = 1.5e5, by = 'runs' } = configuration
  const make = (from) => new from[kind](options)
  const mechanism = make(library)
  const { truth, neighbour } = worst ? mechanism.audit() : {}
  const all = [...(worst ? [{ truths: [truth, neighbour], isWorst: true }] : []), ...pairs]
  return all.flatMap((pair) => {
    const { truths = pair, ...claimed } = pair
    const makeFresh = async () => make(await load())
    const claims = claimsOf(mechanism, options, truths, claimed)
    const [a, b] = truths
    const common = { kind, name: configuration.name, mechanism, truths, claims, draws, by, options }
    if (by === 'instances') return [{ ...common, both: instances(makeFresh, a, b) }]
    if (by !== 'lagged') return [{ ...common, both: WAYS[by](mechanism, a, b) }]
    const lags = likelyLags(mechanism.privatiseAll(new Float64Array(CHUNK).fill(a)), LAGS)
    return lags.map((lag) => ({ ...common, both: lag2(mechanism, a, b, lag) }))
  })
}

/**
 * What is promised for a pair, from the options that were given where they say it, not from what the mechanism says of
 * itself. Its delta at half the epsilon is a promise as well (`deltaOf`), and one whose worst event is more likely.
 */
function claimsOf(mechanism, options, truths, { epsilon, isWorst }) {
  if (epsilon !== undefined) return [{ epsilon, delta: 0 }]
  const distance = Math.hypot(...[truths[0]].flat().map((a, j) => a - [truths[1]].flat()[j]))
  const { sensitivity = mechanism.sensitivity, delta = 0 } = options
  const target = options.epsilon ?? mechanism.epsilon
  if (options.guarantee === 'metric') return [{ epsilon: (target * distance) / sensitivity, delta }]
  // The worst pair is one of the lattice, and may be further apart than the truths that were rounded to it.
  if (distance > sensitivity && !isWorst) throw new Error(`${truths} are ${distance} apart: no neighbours`)
  if (mechanism.dimensions > 1 || target === 0) return [{ epsilon: target, delta }]
  const half = { epsilon: target / 2, delta: mechanism.deltaOf({ epsilon: target / 2 }) }
  return [{ epsilon: target, delta }, half]
}

/** Trains, tests, and says what was found, in words and as the numbers that are furthest above the claim. */
async function compareLaws(comparison, effort, alpha) {
  const { both, claims, kind, name, truths } = comparison
  const testing = Math.ceil(comparison.draws * effort)
  const training = await both(Math.min(CHUNK, Math.ceil(testing / 2)))
  const features = featuresFor(comparison, training)
  const trained = features.map((feature) => countBoth(feature, training, empty(feature)))
  const aims = claims.flatMap((claim) => [0, 1].map((likely) => ({ claim, likely })))
  const tests = aims.flatMap((aim) => chooseEvents(aim, features, trained, testing, alpha))
  const used = new Map(tests.map(({ feature }) => [feature, empty(feature)]))
  for (let left = testing; left > 0; left -= CHUNK) {
    const samples = await both(Math.min(CHUNK, left))
    for (const [feature, counts] of used) countBoth(feature, samples, counts)
  }
  const results = tests.map(({ feature, inside, claim, likely }) => {
    const counts = used.get(feature)
    const found = epsilonBound(inside, counts[likely], counts[1 - likely], claim.delta, alpha)
    return { feature, claim, likely, found, excess: found - claim.epsilon }
  })
  const best = results.reduce((one, other) => (other.excess > one.excess ? other : one))
  const [truth, neighbour] = best.likely === 0 ? truths : [...truths].reverse()
  const bound = `draws lose at least an epsilon of ${best.found.toFixed(4)}, claimed ${best.claim.epsilon}`
  const claim = best.claim.delta === 0 ? bound : `${bound} (delta ${best.claim.delta.toFixed(4)})`
  const what = `${claim}: ${name}, truth ${truth} against ${neighbour}, told by ${best.feature.name}`
  return { mechanism: kind, what, claimed: best.claim.epsilon, found: best.found }
}

function featuresFor({ by, mechanism, truths: [a, b] }, samples) {
  const axis = typeof a === 'number' ? 0 : a.findIndex((value, j) => value !== b[j])
  const sides = typeof a === 'number' ? 1 : a.length
  if (by === 'rows' || by === 'singleRows') return featuresOfSequences(samples, CHANGED * sides + axis)
  if (by === 'lagged' || by === 'calls' || by === 'instances') return featuresOfSequences(samples, 1)
  if (by === 'released') return featuresOfNumbers(samples, mechanism.granularity ?? 1)
  if (sides === 1) return featuresOfNumbers(samples, mechanism.granularity)
  const direction = b.map((value, j) => value - a[j])
  return featuresOfVectors(samples, mechanism.granularity, direction)
}

/** The most promising events of different features. */
function chooseEvents({ claim, likely }, features, trained, testing, alpha) {
  const deviations = Math.sqrt(-2 * Math.log(alpha)) // about those of the bounds, and rather too many than too few
  return features
    .map((feature, f) => {
      const aim = { delta: claim.delta, testing, deviations }
      return { feature, claim, likely, ...bestUnion(trained[f][likely], trained[f][1 - likely], aim) }
    })
    .sort((one, other) => other.promise - one.promise)
    .slice(0, EVENTS)
}

const empty = (feature) => [0, 1].map(() => new Float64Array(feature.bins))

/** @returns {Float64Array[]} the counts, with those of both samples added */
function countBoth(feature, samples, counts) {
  for (const [side, sample] of samples.entries()) countInto(feature, sample, counts[side])
  return counts
}
