import { estimateFrom } from './estimate.js'
import { ReportModel, textOf } from './report-model.js'
import { countReportsNeeded, errorFrom } from './reports-needed.js'
import { REPORT_MODEL, Tally } from './tally.js'
import { queryFor } from './tally-query.js'

// What `load()` of inbounds/collector gives beside what that of inbounds does.

/** @typedef {import('./estimate.js').ReportGroup} ReportGroup */
/** @typedef {import('./estimate.js').EstimateOptions} EstimateOptions */
/** @typedef {import('./estimate.js').Estimate} Estimate */
/** @typedef {import('./estimate.js').VectorEstimate} VectorEstimate */
/** @typedef {import('./pooled-counts.js').PosteriorGroup} PosteriorGroup */
/** @typedef {import('./pooled-counts.js').PooledEstimate} PooledEstimate */

/**
 * What turns reports into statistics.
 * @typedef {object} Collecting
 * @property {typeof import('./tally.js').Tally} Tally counts of reports, all that has to be kept of them
 * @property {Estimating} estimate Statistics of the true values behind reports, each with a confidence interval; groups of
 *   different mechanisms, epsilons and bounds are combined.
 * @property {(mechanism: import('./report-model.js').MechanismLike, options: import('./tally-query.js').TallyQueryOptions) => string}
 *   tallyQuery The SQL that counts reports in a database; `addRows` of a tally takes its rows.
 * @property {(options: import('./reports-needed.js').ReportsNeededOptions) => number} reportsNeeded How many reports make the interval
 *   of a mean no longer than the estimate plus and minus `error`.
 * @property {(options: import('./reports-needed.js').ErrorOfOptions) => number | number[]} errorOf How far a mean from so many
 *   reports may be off: half of its interval; of vectors, for each coordinate.
 */

/**
 * Releases of posteriors give pooled counts, everything else statistics of numbers; say `estimate<VectorEstimate>(...)` where
 * reports are vectors.
 * @typedef {{
 *   <Result extends Estimate | VectorEstimate = Estimate>(groups: ReportGroup | readonly ReportGroup[], options?: EstimateOptions): Result
 *   (groups: PosteriorGroup | readonly PosteriorGroup[], options?: { confidence?: number }): PooledEstimate
 * }} Estimating
 */

/**
 * @param {import('./engine.js').Engine} engine
 * @param {import('./classes.js').Classes} classes of the mechanisms, bound to the engine
 * @returns {Collecting}
 */
export function createCollector(engine, classes) {
  /** The same mechanism need not be checked twice. @type {Map<string, ReportModel>} */
  const known = new Map()
  /** @param {unknown} given */
  const modelOf = (given) => {
    const text = textOf(given)
    const found = known.get(text) ?? new ReportModel(engine, classes, text, given)
    if (known.size >= 100) known.clear()
    known.set(text, found)
    return found
  }
  const { Tally: BoundTally } = {
    Tally: class extends Tally {
      static [REPORT_MODEL] = modelOf
    }
  }
  const context = { modelOf, Tally: BoundTally, engine }
  return {
    Tally: BoundTally,
    estimate: (/** @type {unknown} */ groups, /** @type {unknown} */ options = {}) =>
      estimateFrom(context, groups, options),
    tallyQuery: (mechanism, options) => queryFor(BoundTally, mechanism, options),
    reportsNeeded: (options) => countReportsNeeded(context, options),
    errorOf: (options) => errorFrom(context, options)
  }
}
