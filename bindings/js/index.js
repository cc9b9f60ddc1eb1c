import { loaderFrom } from './load.js'

/** @typedef {import('./load.js').Inbounds} Inbounds */
/** @typedef {import('./load.js').LoadOptions} LoadOptions */
/** @typedef {import('./load.js').WasmSource} WasmSource */
/** @typedef {import('./bounded-laplace.js').BoundedLaplace} BoundedLaplace */
/** @typedef {import('./bounded-laplace.js').BoundedLaplaceOptions} BoundedLaplaceOptions */
/** @typedef {import('./bounded-laplace.js').BoundedLaplaceScaleOptions} BoundedLaplaceScaleOptions */
/** @typedef {import('./bounded-laplace.js').BoundedLaplaceJSON} BoundedLaplaceJSON */
/** @typedef {import('./bounded-laplace.js').Audit} Audit */
/** @typedef {import('./laws.js').LatticeLaw} LatticeLaw */
/** @typedef {import('./laws.js').ContinuousLaw} ContinuousLaw */

export { EntropyError, LoadError, ParameterError } from './errors.js'

// The literal form is what bundlers look for: they copy the file and put its address here.
export const load = loaderFrom(async () => new URL('./inbounds.wasm', import.meta.url))
