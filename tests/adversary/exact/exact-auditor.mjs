// Thousands of mechanisms, made through the public interface, and each of their promises looked at by a program that
// shares nothing with them: every pair of truths and every output where that can be, a search and formulas elsewhere.

import { generator } from '../../js/support/generator.mjs'
import { nextDown, nextUp } from '../precision/doubles.mjs'
import { claimsFromAnswers, EXACT, findBlurred, findChangedByJson, findForgotten, findMisjudged } from './answers.mjs'
import { answersTo } from './auditor.mjs'
import { claimOf, continuousClaim, promiseOf, rowsOf } from './claims.mjs'
import { anyInterval, choices, fineConfiguration, smallConfiguration } from './configurations.mjs'

const usual = { small: 400, minimum: 400, fine: 0 } // enough for mutants; a search takes seconds

/**
 * @param {() => Promise<any>} load
 * @param {{ small: number, minimum: number, fine: number, seed?: number }} [counts] how many of each
 * @returns {Promise<{ mechanism: string, what: string, claimed: any, found: string }[]>}
 */
export async function audit(load, counts = usual) {
  return (await auditLibrary(load, counts)).findings
}

/** The findings, and what was looked at. */
export async function auditLibrary(load, { small, minimum, fine, seed = 1 }) {
  const classes = await load()
  const findings = []
  const report = ({ name, options }, { what, claimed = options, found }) =>
    findings.push({ mechanism: name, what, claimed, found })
  const questions = [
    ...smallClaims(classes, generator(seed).random, small, report),
    ...minimumClaims(classes, generator(seed + 1).random, minimum, report),
    ...fineClaims(classes, generator(seed + 2).random, fine, report)
  ]
  const answers = await answersTo(questions.map(({ claim }) => claim))
  let largestSlack = 0 // of scales whose smallest value is known, relatively
  for (const [at, { claim, exact, ...configuration }] of questions.entries()) {
    const { verdict, text, numbers } = answers[at]
    const [question, , , tightness, epsilon, delta] = claim.split(' ')
    const promise = Number(delta) || Number(epsilon)
    if (verdict === 'broken') {
      report(configuration, { what: text, found: text })
    } else if (exact && !(numbers[1] * promise <= exact.share * promise + exact.more)) {
      report(configuration, { what: 'more is claimed than is lost', found: `${promise}, ${text}` })
    } else if (question === 'minimum' && tightness === 'tight') {
      largestSlack = Math.max(largestSlack, numbers[1])
    }
  }
  return { findings, questions: countsOf(questions), largestSlack }
}

function countsOf(questions) {
  const counts = {}
  for (const { claim } of questions) {
    const [question] = claim.split(' ')
    counts[question] = (counts[question] ?? 0) + 1
  }
  return counts
}

/** A mechanism, or nothing where these parameters are refused, as some random ones are. */
function create(Class, { options, certain }, report) {
  try {
    return new Class(options)
  } catch (error) {
    if (error.name !== 'ParameterError') throw error
    if (certain) report({ what: 'what can be had is refused', found: error.message })
    return undefined
  }
}

const ignore = () => {}

/** Of what is not even that, nothing more is asked. */
function isAsAsked(options, mechanism, report) {
  const findings = [...findForgotten(options, mechanism), ...findBlurred(mechanism)]
  for (const finding of findings) report(finding)
  return findings.length === 0
}

export function* smallClaims(classes, random, count, report = ignore) {
  const pick = choices(random)
  for (let at = 0; at < count; ) {
    const configuration = smallConfiguration(random)
    const { name, options, tight, exact } = configuration
    const reportFinding = (finding) => report(configuration, finding)
    const mechanism = create(classes[name], configuration, reportFinding)
    if (mechanism === undefined || !isSmall(mechanism)) continue
    at += 1
    const promise = promiseOf(options, mechanism)
    if (!isAsAsked(options, mechanism, reportFinding)) continue
    const truths = at % 4 === 0 ? tellingTruths(mechanism, random) : []
    const rows = truths.length > 0 ? rowsOf(mechanism, promise.sides[0], truths) : []
    const claim = claimOf('enumerate', name, promise, mechanism, { tight, rows })
    yield { name, options, tight, claim, exact: exact && EXACT }
    if (at % 4 !== 1) continue
    for (const finding of findMisjudged(name, options, mechanism)) reportFinding(finding)
    for (const finding of findChangedByJson(classes[name], mechanism)) reportFinding(finding)
    for (const answered of claimsFromAnswers({ name, options, pick }, mechanism)) yield { name, options, ...answered }
  }
}

/** Whether the auditor can hold every weight: none of them vanishes, and there are not too many. */
function isSmall({ rate = 1, lower, upper, sensitivity, granularity, steps, guarantee }) {
  if (Number.isFinite(upper) && Number.isFinite(lower)) return !(rate * steps > 4000)
  if (Array.isArray(lower) || typeof lower === 'object') return true
  const window = 2 * (sensitivity / granularity) + 50 / rate
  return window < (guarantee === 'metric' ? 150 : 400) && rate < 20
}

/** Truths around points where rounding turns, at both ends and outside of them. */
function tellingTruths({ lower, upper, spans, granularity, lowest }, random) {
  if (typeof lower !== 'number' || !Number.isFinite(upper - lower)) return []
  const pick = choices(random)
  const possible = (q) => spans === undefined || spans.some(([from, to]) => q >= from && q <= to)
  const tie = lowest + (pick.below(8) + 0.5) * granularity
  const inside = [tie, nextDown(tie), nextUp(tie), pick.between(lower, upper), lower, upper].filter(possible)
  return [...inside, lower - 1, upper + granularity * 3]
}

export function* minimumClaims(classes, random, count, report = ignore) {
  for (let at = 0; at < count; ) {
    const configuration = anyInterval(random)
    const { name, options } = configuration
    const Class = classes[name]
    if (at % 4 === 3) {
      const { granularity, ...continuous } = options
      const calibration = at % 16 === 3 ? 'published' : 'tight'
      const scale = Class.scaleFor({ ...continuous, calibration })
      at += 1
      const claim = continuousClaim('minimum', name, continuous, scale, calibration === 'tight')
      yield { name, options: { ...continuous, calibration }, claim }
      continue
    }
    const mechanism = create(Class, configuration)
    if (mechanism === undefined || isBetween(name, mechanism)) continue
    at += 1
    if (!isAsAsked(options, mechanism, (finding) => report(configuration, finding))) continue
    yield { name, options, claim: claimOf('minimum', name, promiseOf(options, mechanism), mechanism, { tight: true }) }
  }
}

/** Too many points to be added up, and too few for integrals. */
function isBetween(name, { scale, granularity, steps }) {
  const isCoarse = (step, side) => (steps[side] ?? steps) > 5000 && (step / scale) ** 2 / 2 > 1e-7
  return name === 'BoundedGaussian' && [granularity].flat().some(isCoarse)
}

function* fineClaims(classes, random, count, report) {
  for (let at = 0; at < count; ) {
    const configuration = fineConfiguration(random)
    const { name, options } = configuration
    const mechanism = create(classes[name], configuration)
    if (mechanism === undefined || isBetween(name, mechanism)) continue
    at += 1
    if (!isAsAsked(options, mechanism, (finding) => report(configuration, finding))) continue
    const searched = name === 'ReflectedLaplace' ? withoutGaps(options) : options
    const promise = promiseOf(searched, mechanism)
    yield { name, options, claim: claimOf('search', name, promise, mechanism, { tight: true }) }
    if (at % 4 === 0 && typeof options.lower !== 'object') {
      const scale = classes[name].scaleFor(options)
      yield { name, options, claim: continuousClaim('search', name, searched, scale, true) }
    }
  }
}

/** Reflected noise has the scale of the range without gaps: what leaves them is reflected afterwards, and tells no more. */
function withoutGaps({ spans, ...options }) {
  return spans === undefined ? options : { ...options, lower: spans[0][0], upper: spans.at(-1)[1] }
}
