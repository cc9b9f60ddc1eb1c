// Thousands of mechanisms, made through the public interface, and each of their promises looked at by a program that
// shares nothing with them: every pair of truths and every output where that can be, a search and formulas elsewhere.

import { generator } from '../../js/support/generator.mjs'
import { nextDown, nextUp } from '../precision/doubles.mjs'
import { answersTo } from './auditor.mjs'
import { claimOf, continuousClaim } from './claims.mjs'
import { anyInterval, choices, fineConfiguration, smallConfiguration } from './configurations.mjs'

const usual = { small: 400, minimum: 400, fine: 0 } // enough for mutants; a search takes seconds

/**
 * @param {() => Promise<any>} load
 * @param {{ small: number, minimum: number, fine: number, seed?: number }} [counts] how many of each
 * @returns {Promise<{ mechanism: string, what: string, claimed: any, found: string }[]>}
 */
export async function audit(load, counts = usual) {
  return (await audited(load, counts)).findings
}

/** The findings, and what was looked at. */
export async function audited(load, { small, minimum, fine, seed = 1 }) {
  const classes = await load()
  const asked = [
    ...smallClaims(classes, generator(seed).random, small),
    ...minimumClaims(classes, generator(seed + 1).random, minimum),
    ...fineClaims(classes, generator(seed + 2).random, fine)
  ]
  const answers = await answersTo(asked.map(({ claim }) => claim))
  const findings = []
  let largestSlack = 0 // of scales whose smallest value is known, relatively
  for (const [at, { name, options, claim, exact }] of asked.entries()) {
    const { verdict, text, numbers } = answers[at]
    const [question] = claim.split(' ')
    if (verdict === 'broken') {
      findings.push({ mechanism: name, what: text, claimed: options, found: text })
    } else if (exact && numbers[1] > 1e-3) {
      findings.push({ mechanism: name, what: 'more is claimed than is lost', claimed: options, found: text })
    } else if (question === 'minimum') {
      largestSlack = Math.max(largestSlack, numbers[1])
    }
  }
  return { findings, asked: countsOf(asked), largestSlack }
}

function countsOf(asked) {
  const counts = {}
  for (const { claim } of asked) {
    const [question] = claim.split(' ')
    counts[question] = (counts[question] ?? 0) + 1
  }
  return counts
}

/** A mechanism, or nothing where these parameters are refused, as some random ones are. */
function made(Class, options) {
  try {
    return new Class(options)
  } catch (error) {
    if (error.name === 'ParameterError') return undefined
    throw error
  }
}

export function* smallClaims(classes, random, count) {
  for (let at = 0; at < count; ) {
    const { name, options, tight, exact } = smallConfiguration(random)
    const mechanism = made(classes[name], options)
    if (mechanism === undefined || !isSmall(mechanism)) continue
    at += 1
    const truths = at % 4 === 0 ? tellingTruths(mechanism, random) : []
    yield { name, options, exact, tight, claim: claimOf('enumerate', name, mechanism, { tight, truths }) }
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

export function* minimumClaims(classes, random, count) {
  for (let at = 0; at < count; ) {
    const { name, options } = anyInterval(random)
    const Class = classes[name]
    if (at % 4 === 3) {
      const { granularity, ...continuous } = options
      const scale = Class.scaleFor(continuous)
      at += 1
      yield { name, options: continuous, claim: continuousClaim('minimum', name, continuous, scale, true) }
      continue
    }
    const mechanism = made(Class, options)
    if (mechanism === undefined || isBetween(name, mechanism)) continue
    at += 1
    yield { name, options, claim: claimOf('minimum', name, mechanism, { tight: true }) }
  }
}

/** Too many points to be added up, and too few for integrals. */
function isBetween(name, { scale, granularity, steps }) {
  return name === 'BoundedGaussian' && steps > 5000 && (granularity / scale) ** 2 / 2 > 1e-7
}

function* fineClaims(classes, random, count) {
  for (let at = 0; at < count; ) {
    const { name, options } = fineConfiguration(random)
    const mechanism = made(classes[name], options)
    if (mechanism === undefined || isBetween(name, mechanism)) continue
    at += 1
    yield { name, options, claim: claimOf('search', name, mechanism, { tight: true }) }
    if (at % 4 === 0) {
      const scale = classes[name].scaleFor(options)
      yield { name, options, claim: continuousClaim('search', name, options, scale, true) }
    }
  }
}
