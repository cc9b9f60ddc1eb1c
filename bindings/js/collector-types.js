// The types that inbounds/collector exports beside those of inbounds.

/** @typedef {import('./collector-load.js').Collector} Collector */
/** @typedef {import('./collecting.js').Collecting} Collecting */
/** @typedef {import('./tally.js').Tally} Tally */
/** @typedef {import('./tally.js').TallyJSON} TallyJSON */
/** @typedef {import('./tally.js').TallyOptions} TallyOptions */
/** @typedef {import('./tally.js').TallyRow} TallyRow */
/** @typedef {import('./tally-query.js').TallyQueryOptions} TallyQueryOptions */
/** @typedef {import('./estimate.js').Estimate} Estimate */
/** @typedef {import('./estimate.js').VectorEstimate} VectorEstimate */
/** @typedef {import('./estimate.js').Estimated} Estimated */
/** @typedef {import('./estimate.js').EstimateOptions} EstimateOptions */
/** @typedef {import('./estimate.js').ReportGroup} ReportGroup */
/** @typedef {import('./pooled-counts.js').PosteriorGroup} PosteriorGroup */
/** @typedef {import('./pooled-counts.js').PooledEstimate} PooledEstimate */
/** @typedef {import('./reports-needed.js').ReportsNeededOptions} ReportsNeededOptions */
/** @typedef {import('./reports-needed.js').ErrorOfOptions} ErrorOfOptions */
/** @typedef {import('./report-model.js').MechanismLike} MechanismLike */

export {}
