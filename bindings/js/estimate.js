import { checkNumber, checkNumbers, checkOptions, checkWord, formatValue, isMechanism } from './arguments.js'
import { copyOfList } from './copies.js'
import { ParameterError } from './errors.js'
import { ownOf } from './own.js'
import { poolFrom } from './pooled-counts.js'
import { checkRange, queryHeader } from './report-range.js'
import { addNamed, isTally, partsOf } from './tally.js'

// From noisy reports to statistics of the true values.

/** @typedef {import('./report-model.js').ReportModel} ReportModel */

/**
 * @typedef {object} GroupOfReports
 * @property {import('./report-model.js').MechanismLike} mechanism that made the reports; a tally has its own
 * @property {ArrayLike<number>} reports numbers; vectors one after the other
 * @property {undefined} [tally]
 */

/**
 * @typedef {object} GroupOfTally
 * @property {import('./tally.js').Tally | import('./tally.js').TallyJSON | string} tally instead of reports: a tally, its JSON, or
 *   the text of that
 * @property {import('./report-model.js').MechanismLike} [mechanism] if it is given, it has to be that of the tally
 * @property {undefined} [reports]
 */

/**
 * Reports that one mechanism made: themselves, or a tally of them.
 * @typedef {GroupOfReports | GroupOfTally} ReportGroup
 */

/**
 * What is to be estimated, and how.
 * @typedef {object} EstimateOptions
 * @property {number} [bins] of the histogram, from 1 to 256. Default: 20
 * @property {readonly number[]} [quantiles] their probabilities, at most 256. Default: 0.25, 0.5 and 0.75
 * @property {number} [confidence] with which each interval holds what it is for. Default: 0.95
 * @property {number} [smoothing] how many people, spread evenly, are added when the likeliest histogram is looked for. With 0
 *   it is the maximum of the likelihood alone, which is a few spikes. Default: 10
 * @property {'likelihood' | 'cosines'} [method] what the histogram is from. Default: `'likelihood'`
 * @property {readonly [number, number]} [range] between which true values lie, where a bound is infinite
 */

/**
 * An estimate, and the interval that holds the true number with the confidence asked for, whatever the distribution of the
 * true values (if there are many reports). If several values are quantiles, it is for all of them.
 * @typedef {object} Estimated
 * @property {number} value the estimate
 * @property {number} low the lower end of the interval
 * @property {number} high its upper end
 */

/**
 * What is known of the true values behind the reports.
 * @typedef {object} Estimate
 * @property {number} reports how many there are
 * @property {Estimated} mean of the true values
 * @property {Estimated} variance of the true values
 * @property {({ probability: number } & Estimated)[]} quantiles of the true values, one for each probability that was asked for
 * @property {({ from: number, to: number, share: number, low: number, high: number })[]} histogram the share of true values in
 *   each bin, with its interval
 * @property {{ statistic: number, degrees: number, probability: number }} fit how well the reports agree with any distribution of
 *   true values: the chance of a fit as bad, if they come from their mechanisms
 * @property {string[]} warnings sentences; none if all is well
 */

/**
 * What is known of vectors.
 * @typedef {object} VectorEstimate
 * @property {number} reports how many there are
 * @property {Estimated[]} mean of each coordinate
 * @property {Estimate[]} marginals of each coordinate
 * @property {string[]} warnings sentences; none if all is well
 */

const OPTIONS = ['bins', 'quantiles', 'confidence', 'smoothing', 'method', 'range']
const METHODS = /** @type {const} */ (['likelihood', 'cosines'])
/** There is a warning for a fit worse than this: by chance, less often than once in ten thousand estimates. */
const BAD_FIT = 1e-4
/** The likeliest histogram may be worse than the best one by so much log-likelihood before there is a warning. */
const LARGE_GAP = 1
/** Intervals take sums over reports to be normal, which those of fewer are not. */
const FEW_REPORTS = 500
const HARDLY_ANY = 30

const ONE_KIND =
  'groups must all be of one kind: numbers, vectors with the same coordinates, or posteriors with the same categories'

/** @typedef {ReturnType<typeof partsOf>} Parts */

/** What `load()` made this from: how mechanisms are known, and its class of tallies. */
/** @typedef {{ modelOf: (mechanism: unknown) => ReportModel, Tally: any, engine: import('./engine.js').Engine }} Context */

/**
 * @param {Context} context
 * @param {unknown} groups
 * @param {unknown} options
 * @returns {any}
 */
export function estimateFrom(context, groups, options) {
  if (isMechanism(options))
    throw new TypeError('estimate takes the mechanism with its reports: estimate({ reports, mechanism })')
  const given = checkOptions('estimate', options, OPTIONS)
  /** @type {unknown[]} */
  const list = Array.isArray(groups) ? copyOfList(groups) : [groups]
  if (list.length === 0) throw new TypeError('estimate takes at least one group, such as { reports, mechanism }')
  const request = {
    bins: checkBins(given.bins),
    quantiles: checkQuantiles(given.quantiles),
    confidence: checkConfidence(given.confidence),
    smoothing: checkSmoothing(given.smoothing),
    method: checkWord('method', given.method === undefined ? 'likelihood' : given.method, METHODS)
  }
  const posteriors = list.filter((group) => isOfPosteriors(context, group)).length
  if (posteriors === list.length) {
    checkOptions('estimate of posteriors', options, ['confidence'])
    return poolFrom(context, list, request.confidence)
  }
  if (posteriors > 0) throw new TypeError(ONE_KIND)
  const parts = list.map((group, at) => partsOfGroup(context, group, at, given.range))
  const { sides, isBox } = /** @type {Parts} */ (parts[0]).model
  if (parts.some(({ model }) => model.sides !== sides || model.isBox !== isBox)) throw new TypeError(ONE_KIND)
  const marginals = Array.from({ length: sides }, (_, side) => marginalOf(context, parts, side, request))
  if (!isBox) return marginals[0]
  return {
    reports: marginals[0]?.reports,
    mean: marginals.map(({ mean }) => mean),
    marginals,
    warnings: [...new Set(marginals.flatMap(({ warnings }) => warnings))]
  }
}

/** @param {Context} context @param {any} group */
function isOfPosteriors(context, group) {
  const { mechanism } = ownOf(Object(group))
  return mechanism !== undefined && context.modelOf(mechanism).isPosterior
}

/** @param {Context} context @param {unknown} group @param {number} at @param {unknown} range @returns {Parts} */
function partsOfGroup(context, group, at, range) {
  const { mechanism, reports, tally } = checkOptions(`groups[${at}]`, group, ['mechanism', 'reports', 'tally'])
  if ((reports === undefined) === (tally === undefined)) {
    throw new TypeError(
      `groups[${at}] must have either reports or a tally, such as { reports, mechanism } or { tally }`
    )
  }
  if (tally === undefined) {
    if (mechanism === undefined) throw new TypeError(`groups[${at}] must have the mechanism that made the reports`)
    const counted = new context.Tally(mechanism, range === undefined ? {} : { range })
    addNamed(counted, reports, `groups[${at}].reports`)
    return partsOf(counted)
  }
  const counted =
    tally instanceof context.Tally ? tally : context.Tally.fromJSON(isTally(tally) ? tally.toJSON() : tally)
  const parts = partsOf(counted)
  const named = `groups[${at}].mechanism`
  if (mechanism !== undefined && context.modelOf(mechanism).text !== parts.model.text) {
    throw new ParameterError(named, mechanism, `${named} must be the one that its tally is of, or left out`)
  }
  const request = range === undefined ? parts.range : checkRange(range, parts.model.mechanism)
  if (String(request) !== String(parts.range)) {
    const rule = parts.range
      ? `that of groups[${at}].tally (${parts.range})`
      : `left out, since groups[${at}].tally has none`
    throw new ParameterError('range', range, `range must be ${rule}, got ${request}`)
  }
  const [total, ...others] = parts.counts.map((counts) => counts.reduce((sum, count) => sum + count, 0))
  const other = others.find((count) => count !== total)
  if (other !== undefined) {
    const rule = 'must have as many reports of each coordinate'
    throw new ParameterError(`groups[${at}].tally`, tally, `groups[${at}].tally ${rule}, got ${total} and ${other}`)
  }
  return parts
}

/**
 * @param {Context} context
 * @param {Parts[]} parts
 * @param {number} side
 * @param {{ bins: number, quantiles: number[], confidence: number, smoothing: number, method: string }} request
 * @returns {Estimate}
 */
function marginalOf({ engine }, parts, side, { bins, quantiles, confidence, smoothing, method }) {
  const { module } = engine.bridge
  module.estimateStart()
  for (const { model, range } of parts) model.ask('estimateTruths', queryHeader(side, range))
  engine.bridge.throwIfZero(module.estimateGrid(bins))
  for (const { model, range, counts } of parts) {
    const list = [...queryHeader(side, range), ...(counts[side] ?? [])]
    // Reports that are reflected out of gaps have no cosines, either.
    const hasCosines = parts.length === 1 && model.mechanism.spans?.length === 1
    if (method !== 'cosines' || hasCosines) {
      const [done] = model.ask('estimateGroup', list, method === 'cosines' ? 1 : 0)
      if (done === 1) continue
    }
    const rule = "'likelihood' unless there is one group, of a ReflectedLaplace between finite bounds without gaps"
    throw new ParameterError('method', method, `method must be ${rule}, got '${method}'`)
  }
  if (parts.every(({ counts }) => (counts[side] ?? []).every((count) => count === 0))) {
    throw new ParameterError('reports', 0, 'reports must be at least one, got 0')
  }
  engine.bridge.numbers(quantiles.length).set(quantiles)
  const length = module.estimateRun(confidence, smoothing)
  return readEstimate(engine.bridge.numbers(length).slice(), quantiles)
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
  const gap = next()
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
  if (gap > LARGE_GAP) {
    warnings.push('There are more reports than the likeliest histogram can be computed for precisely; intervals hold.')
  }
  if (reports < FEW_REPORTS) {
    const verdict =
      reports < HARDLY_ANY
        ? `${reports} is far too few: do not rely on them`
        : `${reports} may be too few (below ${FEW_REPORTS})`
    warnings.push(`Intervals hold for many reports; ${verdict}.`)
  }
  return { reports, mean, variance, quantiles: found, histogram, fit, warnings }
}

/** @param {unknown} bins */
function checkBins(bins = 20) {
  const number = checkNumber('bins', bins)
  if (Number.isInteger(number) && number >= 1 && number <= 256) return number
  throw new ParameterError('bins', bins, `bins must be a whole number from 1 to 256, got ${bins}`)
}

/** Each of them takes milliseconds. @param {unknown} quantiles */
function checkQuantiles(quantiles = [0.25, 0.5, 0.75]) {
  const list = checkNumbers('quantiles', quantiles).map(checkInside('quantiles'))
  if (list.length <= 256) return list
  throw new ParameterError('quantiles', quantiles, `quantiles must be at most 256 probabilities, got ${list.length}`)
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
  throw new ParameterError('smoothing', smoothing, `smoothing must be from 0 to 1e12, got ${formatValue(smoothing)}`)
}
