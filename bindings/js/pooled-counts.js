import { checkOptions, isList, nameKind } from './arguments.js'
import { ParameterError } from './errors.js'
import { memberOf, ownItem } from './own.js'
import { checkTruth, checkTruths } from './truths.js'

// The counts behind the releases of posteriors, added up.

/** @typedef {import('./posterior-options.js').BetaRelease | import('./posterior-options.js').DirichletRelease | readonly number[]} Release */

/**
 * What one posterior released, again and again: at many places, or for many people's counts. Where its JSON is given as a
 * text, TypeScript takes reports that are plain numbers for those of a mechanism for numbers.
 * @typedef {object} PosteriorGroup
 * @property {import('./posterior.js').BetaPosterior | import('./posterior.js').DirichletPosterior | import('./posterior-options.js').PosteriorJSON | string} mechanism
 *   the posterior, what its `toJSON` gives, or the text of that
 * @property {readonly (Release | number)[]} reports what `privatise` released, or the counts in it
 */

/**
 * What is known of the answers behind releases of posteriors.
 * @typedef {object} PooledEstimate
 * @property {number} reports how many releases there are
 * @property {number} answers how many answers they are about
 * @property {import('./estimate.js').Estimated[]} counts how many of them were in each category (of a Beta posterior: successes,
 *   failures); add the weights of a prior for a pooled posterior
 * @property {import('./estimate.js').Estimated[]} shares the same as shares of all answers
 * @property {string[]} warnings sentences; none if all is well
 */

/** Intervals take sums over releases to be normal. */
const FEW_RELEASES = 10

/**
 * @param {import('./estimate.js').Context} context
 * @param {unknown[]} groups
 * @param {number} confidence
 * @returns {PooledEstimate}
 */
export function poolFrom({ modelOf, engine }, groups, confidence) {
  const { module } = engine.bridge
  module.poolStart()
  let reports = 0
  /** @type {number | undefined} */
  let categories
  for (const [at, group] of groups.entries()) {
    const given = checkOptions(`groups[${at}]`, group, ['mechanism', 'reports'])
    const about = modelOf(given.mechanism)
    if (about.sides !== (categories ?? about.sides)) {
      throw new TypeError(`groups[${at}] must be of a posterior with as many categories as the first, ${categories}`)
    }
    categories = about.sides
    const released = releasesFrom(given.reports, about.mechanism, at)
    reports += released.length
    about.ask('poolGroup', released.flat())
  }
  const [answers = 0, ...list] = engine.bridge.numbers(module.poolRun(confidence)).slice()
  const counts = Array.from({ length: Number(categories) }, (_, part) => ({
    value: Number(list[3 * part]),
    low: Number(list[3 * part + 1]),
    high: Number(list[3 * part + 2])
  }))
  const shares = counts.map(({ value, low, high }) => ({
    value: value / answers,
    low: low / answers,
    high: high / answers
  }))
  const warnings =
    reports < FEW_RELEASES
      ? [`Intervals hold for many releases; ${reports} may be too few (below ${FEW_RELEASES}).`]
      : []
  return { reports, answers, counts, shares, warnings }
}

/** @param {unknown} reports @param {any} mechanism @param {number} at @returns {number[][]} */
function releasesFrom(reports, { trials, prior }, at) {
  const named = `groups[${at}].reports`
  if (!isList(reports))
    throw new TypeError(`${named} must be an array of what privatise released, got ${nameKind(reports)}`)
  if (reports.length === 0) throw new ParameterError(named, reports, `${named} must be at least one, got none`)
  return Array.from(reports, (_, index) =>
    countsFrom(ownItem(reports, index), `${named}[${index}]`, trials, prior.length)
  )
}

/**
 * What was released, the counts in it, or the number of successes.
 * @param {any} report @param {string} named @param {number} trials @param {number} categories
 */
function countsFrom(report, named, trials, categories) {
  const released = memberOf(report, 'counts') ?? memberOf(report, 'successes') ?? report
  const counts = isList(released) ? [...checkTruths(named, released)] : [checkTruth(named, released)]
  if (categories === 2 && counts.length === 1) counts.push(trials - Number(counts[0]))
  if (counts.length !== categories) {
    throw new ParameterError(named, counts.length, `${named} must have ${categories} counts, got ${counts.length}`)
  }
  // As C++ would say, but with the place of the release.
  const sum = counts.reduce((total, count) => total + count, 0)
  if (sum === trials && counts.every((count) => Number.isInteger(count) && count >= 0)) return counts
  throw new ParameterError(named, report, `${named} must have counts from 0 up that sum to ${trials}, got others`)
}
