// The types that the package exports beside its values; `import type { LaplaceOptions } from 'inbounds'`.

/** @typedef {import('./load.js').Inbounds} Inbounds */
/** @typedef {import('./load.js').LoadOptions} LoadOptions */
/** @typedef {import('./load.js').WasmSource} WasmSource */
/** @typedef {import('./load.js').Build} Build */
/** @typedef {import('./laplace.js').LaplaceMechanism} LaplaceMechanism */
/** @typedef {import('./catalogue.js').MechanismName} MechanismName */
/** @typedef {import('./reflected-laplace.js').ReflectedLaplace} ReflectedLaplace */
/** @typedef {import('./bounded-laplace.js').BoundedLaplace} BoundedLaplace */
/** @typedef {import('./clamped-laplace.js').ClampedLaplace} ClampedLaplace */
/** @typedef {import('./bounded-gaussian.js').BoundedGaussian} BoundedGaussian */
/** @typedef {import('./bounded-gaussian.js').GaussianOptions} GaussianOptions */
/** @typedef {import('./bounded-gaussian.js').GaussianScaleOptions} GaussianScaleOptions */
/** @typedef {import('./bounded-gaussian.js').GaussianAudit} GaussianAudit */
/** @typedef {import('./bounded-gaussian.js').GaussianJSON} GaussianJSON */
/** @typedef {import('./bounded-gaussian.js').Place} Place */
/** @typedef {import('./posterior.js').BetaPosterior} BetaPosterior */
/** @typedef {import('./posterior.js').DirichletPosterior} DirichletPosterior */
/** @typedef {import('./posterior-options.js').PosteriorOptions} PosteriorOptions */
/** @typedef {import('./posterior-options.js').PosteriorJSON} PosteriorJSON */
/**
 * @template Truth
 * @typedef {import('./posterior-options.js').PosteriorAudit<Truth>} PosteriorAudit
 */
/** @typedef {import('./posterior-options.js').BetaRelease} BetaRelease */
/** @typedef {import('./posterior-options.js').DirichletRelease} DirichletRelease */
/** @typedef {import('./smooth-laplace.js').SmoothLaplace} SmoothLaplace */
/** @typedef {import('./smooth-laplace.js').SmoothOptions} SmoothOptions */
/** @typedef {import('./smooth-laplace.js').SmoothJSON} SmoothJSON */
/** @typedef {import('./smooth-laplace.js').SmoothAudit} SmoothAudit */
/** @typedef {import('./laplace.js').LaplaceOptions} LaplaceOptions */
/** @typedef {import('./laplace.js').LaplaceScaleOptions} LaplaceScaleOptions */
/** @typedef {import('./laplace.js').LaplaceJSON} LaplaceJSON */
/** @typedef {import('./laplace.js').Audit} Audit */
/** @typedef {import('./compare.js').CompareOptions} CompareOptions */
/** @typedef {import('./compare.js').Compared} Compared */
/** @typedef {import('./compare.js').Comparison} Comparison */
/** @typedef {import('./typical-truths.js').Prior} Prior */
/** @typedef {import('./stream-options.js').StreamOptions} StreamOptions */
/** @typedef {import('./stream-options.js').Progress} Progress */
/** @typedef {import('./noise-mechanism.js').Chunks} Chunks */
/**
 * @template Records
 * @typedef {import('./records.js').PrivateRecords<Records>} PrivateRecords
 */
/** @typedef {import('./domain.js').Span} Span */
/** @typedef {import('./laws.js').LatticeLaw} LatticeLaw */
/** @typedef {import('./laws.js').ContinuousLaw} ContinuousLaw */

export {}
