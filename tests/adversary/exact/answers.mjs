// What a mechanism says besides its scale: what it was asked for, its audit, what other scales, epsilons and deltas would
// give, itself from JSON. Each answer is a promise, and asked about like one.

import { latticeValues, stepsToCover } from '../../js/support/lattice-values.mjs'
import { claimOf, promiseOf } from './claims.mjs'

/** What is told may exceed what is lost by this: a share, and what is lost to rounding in sums. */
export const EXACT = { share: 1e-9, more: 1e-12 }
/** Certificates of delta cost a little, and where epsilon is solved for, delta is what it costs. */
const CERTIFIED = { share: 2e-3, more: 1e-12 }

/** @typedef {{ what: string, claimed: unknown, found: unknown }} Finding */

/** Whether the options are the mechanism's own. @returns {Finding[]} */
export function findForgotten(options, mechanism) {
  const request = { guarantee: mechanism.guarantee && 'dp', delta: 0, ...options }
  return Object.entries(request)
    .filter(([word, value]) => value !== undefined && !same(value, mechanism[word], mechanism.dimensions))
    .map(([word, value]) => ({ what: `${word} is not what was asked for`, claimed: value, found: mechanism[word] }))
}

/** Whether neighbouring points of the lattice are doubles of their own, out to both ends. @returns {Finding[]} */
export function findBlurred({ lowest, highest, granularity }) {
  const steps = [granularity].flat()
  const ends = [lowest, highest].flatMap((end) => [end].flat().map((value, side) => Math.abs(value / steps[side])))
  if (ends.every((multiple) => multiple <= 2 ** 53)) return []
  return [{ what: 'points of the lattice are no doubles', claimed: granularity, found: [lowest, highest] }]
}

/** The same numbers, in arrays of any kind; one number may stand for all coordinates. */
function same(request, own, dimensions) {
  if (typeof request !== 'object' && typeof own !== 'object') return Object.is(request + 0, own + 0) || request === own
  const all = typeof request === 'object' ? request : Array(dimensions).fill(request)
  return all.length === own?.length && all.every((value, at) => same(value, own[at]))
}

/**
 * Claims that follow from the answers, each with what it may be too large by, if it is exact.
 * @returns {Generator<{ claim: string, exact?: { share: number, more: number } }>}
 */
export function* claimsFromAnswers({ name, options, pick }, mechanism) {
  const own = promiseOf(options, mechanism)
  const isBox = own.sides.length > 1
  const isLoose = isBox || own.sides[0].spans.length > 1
  const claim = (promise, noise, exact) => ({
    claim: claimOf('enumerate', name, { ...own, ...promise }, noise),
    exact: isLoose ? undefined : exact
  })
  const { epsilon, delta } = mechanism.audit()
  yield claim({ epsilon, delta }, mechanism, delta > 0 ? CERTIFIED : EXACT)

  const scale = mechanism.scale * pick.logarithmic(0.5, 2)
  const rate = own.sides[0].granularity / scale
  const other = { scale, rate }
  const loss = answer(() => mechanism.epsilonOf({ scale, delta: 0 }))
  if (loss > 0) yield claim({ epsilon: loss, delta: 0 }, other, EXACT)
  if (own.guarantee === 'metric' || isBox) return
  const allowed = pick.logarithmic(1e-6, 0.3)
  const less = answer(() => mechanism.epsilonOf({ scale, delta: allowed }))
  // Where any epsilon will do, the delta of 0 need not be all that is allowed.
  if (less >= 0) yield claim({ epsilon: less, delta: allowed }, other, less > 0 ? CERTIFIED : undefined)
  const some = loss > 0 ? loss * pick.between(0, 1.1) : 1
  const escaping = answer(() => mechanism.deltaOf({ scale, epsilon: some }))
  if (escaping < 1) yield claim({ epsilon: some, delta: escaping }, other, escaping > 0 ? CERTIFIED : undefined)
}

/** Or nothing, where that is no question. */
function answer(ask) {
  try {
    return ask()
  } catch (error) {
    if (error.name === 'ParameterError') return undefined
    throw error
  }
}

/** The pair and the output that the audit names lose what it says. @returns {Finding[]} */
export function findMisjudged(name, options, mechanism) {
  const { guarantee, epsilon, delta, sensitivity, sides } = promiseOf(options, mechanism)
  const report = mechanism.audit()
  const findings = []
  if (!(report.epsilon <= epsilon && report.delta <= delta)) {
    findings.push({ what: 'the audit says that the promise is not kept', claimed: epsilon, found: report })
  }
  if (sides.length > 1) return [...findings, ...findMisjudgedBox(mechanism, report)]
  const [{ granularity, origin, spans }] = sides
  const isReflected = name === 'ReflectedLaplace' && spans.length > 1 // the audit is that of the noise before
  if (isReflected || !Number.isFinite(spans.at(-1)[1] - spans[0][0])) return findings
  const { truth, neighbour, output } = report
  const [one, other] = [mechanism.at(truth), mechanism.at(neighbour)]
  const distance = Math.abs(truth - neighbour)
  const expect = (holds, what, claimed, found) => {
    if (!holds) findings.push({ what, claimed, found })
  }
  if (report.delta > 0) {
    const end = truth < neighbour ? (y) => y <= output : (y) => y >= output
    const mass = (law) =>
      latticeValues({ granularity, origin, spans })
        .filter(end)
        .reduce((sum, y) => sum + law.pmf(y), 0)
    const escapes = mass(one) - Math.exp(epsilon) * mass(other)
    const close = Math.abs(escapes - report.delta) <= CERTIFIED.share * report.delta + CERTIFIED.more
    expect(close, 'what the audit names needs another delta', report, escapes)
  } else if (distance > 0) {
    const lost = one.logPmf(output) - other.logPmf(output)
    const counted = guarantee === 'metric' ? (lost * sensitivity) / distance : lost
    const close = Math.abs(counted - report.epsilon) <= 1e-9 * report.epsilon + 1e-12 * (sensitivity / distance + 1)
    expect(close, 'what the audit names loses something else', report, counted)
  }
  const max = stepsToCover(sensitivity, granularity) + (spans.length > 1 ? 2 : 0)
  expect(guarantee === 'metric' || Math.round(distance / granularity) <= max, 'these are no neighbours', max, report)
  return findings
}

/** The pair of vectors is rounded to the lattice, never so that it would lose more than is said. @returns {Finding[]} */
function findMisjudgedBox(mechanism, { epsilon, truth, neighbour, output }) {
  const [one, other] = [mechanism.at(truth), mechanism.at(neighbour)]
  const lost = output.reduce((sum, y, side) => sum + one[side].logPmf(y) - other[side].logPmf(y), 0)
  if (lost > 0 && lost <= epsilon * (1 + 1e-9) + 1e-15) return [] // logarithms of probabilities are that far off
  return [{ what: 'the pair of vectors that the audit names loses something else', claimed: epsilon, found: lost }]
}

/** From JSON it is the same, to the bit. @returns {Finding[]} */
export function findChangedByJson(Class, mechanism) {
  let copy
  try {
    copy = Class.fromJSON(JSON.stringify(mechanism))
  } catch (error) {
    return [{ what: 'its own JSON is refused', claimed: mechanism.toJSON(), found: error.message }]
  }
  return [
    'epsilon',
    'delta',
    'guarantee',
    'sensitivity',
    'scale',
    'rate',
    'granularity',
    'origin',
    'lowest',
    'highest',
    'spans'
  ]
    .filter((word) => JSON.stringify(mechanism[word]) !== JSON.stringify(copy[word]))
    .map((word) => ({ what: `JSON changes ${word}`, claimed: mechanism[word], found: copy[word] }))
}
