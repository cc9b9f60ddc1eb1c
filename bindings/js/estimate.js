import { checkNumber, checkNumbers, checkOptions, checkWord, shown } from './arguments.js'
import { ParameterError } from './errors.js'
import { pooledFrom } from './pooled-counts.js'
import { checkRange, subjectOf, Tally } from './tally.js'

// From noisy reports to statistics of the true values.

/** @typedef {import('./reporting.js').Reporting} Reporting */

/**
 * Reports that one mechanism made: themselves, or a tally of them.
 * @typedef {object} ReportGroup
 * @property {import('./reporting.js').MechanismLike} [mechanism] a tally has its own
 * @property {ArrayLike<number>} [reports] numbers; vectors one after the other
 * @property {Tally | import('./tally.js').TallyJSON} [tally] instead of reports
 */

/**
 * @typedef {object} EstimateOptions
 * @property {number} [bins] of the histogram, from 1 to 256. Default: 20
 * @property {readonly number[]} [quantiles] their probabilities. Default: 0.25, 0.5 and 0.75
 * @property {number} [confidence] with which each interval holds what it is for. Default: 0.95
 * @property {number} [smoothing] how many people, spread evenly, are added when the likeliest histogram is looked for. With 0
 *   it is the maximum of the likelihood alone, which is a few spikes. Default: 10
 * @property {'likelihood' | 'cosines'} [method] what the histogram is from. Default: `'likelihood'`
 * @property {readonly [number, number]} [range] between which true values lie, where a bound is infinite
 */

/**
 * An estimate, and the interval that holds the true number with the confidence asked for, whatever the distribution of the
 * true values.
 * @typedef {object} Estimated
 * @property {number} value
 * @property {number} low
 * @property {number} high
 */

/**
 * What is known of the true values behind the reports.
 * @typedef {object} Estimate
 * @property {number} reports how many there are
 * @property {Estimated} mean
 * @property {Estimated} variance
 * @property {({ probability: number } & Estimated)[]} quantiles
 * @property {({ from: number, to: number, share: number, low: number, high: number })[]} histogram the share of true values in
 *   each bin, with its interval
 * @property {{ statistic: number, degrees: number, probability: number }} fit how well the reports agree with any distribution of
 *   true values: the chance of a fit as bad, if they come from their mechanisms
 * @property {string[]} warnings sentences; none if all is well
 */

/**
 * What is known of vectors.
 * @typedef {object} VectorEstimate
 * @property {number} reports
 * @property {Estimated[]} mean of each coordinate
 * @property {Estimate[]} marginals of each coordinate
 * @property {string[]} warnings
 */

const OPTIONS = ['bins', 'quantiles', 'confidence', 'smoothing', 'method', 'range']
const METHODS = /** @type {const} */ (['likelihood', 'cosines'])
/** A fit worse than this is told: by chance, less often than once in ten thousand estimates. */
const BAD_FIT = 1e-4
/** Intervals take sums over reports to be normal, which those of fewer are not. */
const FEW_REPORTS = 500

/** What `load()` made this from: how mechanisms are known, and its class of tallies. */
/** @typedef {{ reporting: (mechanism: unknown) => Reporting, Tally: any, engine: import('./engine.js').Engine }} Context */

/**
 * @param {Context} context
 * @param {unknown} groups
 * @param {unknown} options
 * @returns {any}
 */
export function estimateFrom(context, groups, options) {
  const given = checkOptions('estimate', options, OPTIONS)
  const list = Array.isArray(groups) ? groups : [groups]
  if (list.length === 0) throw new TypeError('estimate takes at least one group, such as { reports, mechanism }')
  const wanted = {
    bins: checkBins(given.bins),
    quantiles: checkNumbers('quantiles', given.quantiles ?? [0.25, 0.5, 0.75]).map(checkInside('quantiles')),
    confidence: checkConfidence(given.confidence),
    smoothing: checkSmoothing(given.smoothing),
    method: checkWord('method', given.method ?? 'likelihood', METHODS)
  }
  if (isOfPosteriors(context, list[0])) return pooledFrom(context, list, wanted.confidence)
  const parts = list.map((group, at) => partsOf(context, group, at, given.range))
  const [first] = parts
  const sides = first?.reporting.sides
  for (const { reporting } of parts) {
    if (reporting.sides === sides && reporting.isBox === first?.reporting.isBox) continue
    throw new TypeError('groups must all have reports of the same kind: numbers, or vectors with the same coordinates')
  }
  const marginals = Array.from({ length: Number(sides) }, (_, side) => marginalOf(context, parts, side, wanted))
  if (!first?.reporting.isBox) return marginals[0]
  return {
    reports: marginals[0]?.reports,
    mean: marginals.map(({ mean }) => mean),
    marginals,
    warnings: [...new Set(marginals.flatMap(({ warnings }) => warnings))]
  }
}

/** @param {Context} context @param {any} group */
function isOfPosteriors(context, group) {
  return group?.mechanism !== undefined && context.reporting(group.mechanism).isPosterior
}

/** @param {Context} context @param {unknown} group @param {number} at @param {unknown} range */
function partsOf(context, group, at, range) {
  const { mechanism, reports, tally } = checkOptions(`groups[${at}]`, group, ['mechanism', 'reports', 'tally'])
  if ((reports === undefined) === (tally === undefined)) {
    throw new TypeError(`groups[${at}] must have either reports or a tally`)
  }
  if (tally === undefined) {
    if (mechanism === undefined) throw new TypeError(`groups[${at}] must have the mechanism that made the reports`)
    const counted = new context.Tally(mechanism, range === undefined ? {} : { range })
    return partsIn(counted.add(/** @type {any} */ (reports)))
  }
  const counted = tally instanceof context.Tally ? tally : context.Tally.fromJSON(tally)
  const parts = partsIn(counted)
  if (mechanism !== undefined && context.reporting(mechanism).text !== parts.reporting.text) {
    throw new ParameterError('mechanism', mechanism, `groups[${at}].mechanism must be the one that its tally is of`)
  }
  if (range !== undefined && String(checkRange(range, parts.reporting.mechanism)) !== String(parts.range)) {
    throw new ParameterError('range', range, `range must be that of the tally (${parts.range}), got ${range}`)
  }
  return parts
}

/** @param {any} tally */
function partsIn(tally) {
  return /** @type {NonNullable<ReturnType<typeof Tally.partsOf>>} */ (Tally.partsOf(tally))
}

/**
 * @param {Context} context
 * @param {ReturnType<typeof partsIn>[]} parts
 * @param {number} side
 * @param {{ bins: number, quantiles: number[], confidence: number, smoothing: number, method: string }} wanted
 * @returns {Estimate}
 */
function marginalOf({ engine }, parts, side, { bins, quantiles, confidence, smoothing, method }) {
  const { module } = engine.border
  module.estimateStart()
  for (const { reporting, range } of parts) reporting.ask('estimateTruths', subjectOf(side, range))
  engine.border.counted(module.estimateGrid(bins))
  for (const { reporting, range, counts } of parts) {
    const list = [...subjectOf(side, range), ...(counts[side] ?? [])]
    const [done] = reporting.ask('estimateGroup', list, method === 'cosines' && parts.length === 1 ? 1 : 0)
    if (done === 1 && (method !== 'cosines' || parts.length === 1)) continue
    throw new TypeError("method 'cosines' is for one group of a ReflectedLaplace between finite bounds, without gaps")
  }
  if (parts.every(({ counts }) => (counts[side] ?? []).every((count) => count === 0))) {
    throw new ParameterError('reports', 0, 'reports must be at least one, got none')
  }
  engine.border.numbers(quantiles.length).set(quantiles)
  const length = module.estimateRun(confidence, smoothing)
  return readEstimate(engine.border.numbers(length).slice(), quantiles)
}

/** @param {Float64Array} list @param {number[]} quantiles @returns {Estimate} */
function readEstimate(list, quantiles) {
  let at = 0
  const next = () => /** @type {number} */ (list[at++])
  const interval = () => ({ value: next(), low: next(), high: next() })
  const reports = next()
  const mean = interval()
  const variance = interval()
  const fit = { statistic: next(), degrees: next(), probability: next() }
  const found = quantiles.map((probability) => ({ probability, ...interval() }))
  const histogram = []
  while (at < list.length) histogram.push({ from: next(), to: next(), share: next(), low: next(), high: next() })
  const warnings = []
  if (fit.probability < BAD_FIT) {
    const chance = fit.probability.toPrecision(1)
    warnings.push(
      `No distribution of true values fits these reports (a fit as bad has a chance of ${chance}): were all of them made by this mechanism, once for each person?`
    )
  }
  if (reports < FEW_REPORTS) {
    warnings.push(`Intervals hold for many reports; ${reports} may be too few (below ${FEW_REPORTS}).`)
  }
  return { reports, mean, variance, quantiles: found, histogram, fit, warnings }
}

/** @param {unknown} bins */
function checkBins(bins = 20) {
  const number = checkNumber('bins', bins)
  if (Number.isInteger(number) && number >= 1 && number <= 256) return number
  throw new ParameterError('bins', bins, `bins must be a whole number from 1 to 256, got ${bins}`)
}

/** @param {unknown} confidence */
export function checkConfidence(confidence = 0.95) {
  return checkInside('confidence')(checkNumber('confidence', confidence))
}

/** Strictly between 0 and 1. @param {string} parameter @returns {(value: number, at?: number) => number} */
function checkInside(parameter) {
  return (value, at) => {
    if (value > 0 && value < 1) return value
    const named = at === undefined ? parameter : `${parameter}[${at}]`
    throw new ParameterError(named, value, `${named} must be greater than 0 and less than 1, got ${value}`)
  }
}

/** @param {unknown} smoothing */
function checkSmoothing(smoothing = 10) {
  const number = checkNumber('smoothing', smoothing)
  if (number >= 0 && number <= 1e12) return number
  throw new ParameterError('smoothing', smoothing, `smoothing must be from 0 to 1e12, got ${shown(smoothing)}`)
}
