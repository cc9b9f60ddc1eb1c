import { CALIBRATE, KNOWN, RESTORE, WITH_SCALE } from './noise-options.js'
import { METHODS } from './posterior-options.js'

// How posteriors come to be; see bindings/embind/making.cpp.

/**
 * What C++ says of a mechanism that it made.
 * @typedef {object} PosteriorDescription
 * @property {number} epsilon
 * @property {number} delta
 * @property {number} temperature
 * @property {number} smoothing
 * @property {number} candidates
 */

/** @type {import('./engine.js').Factory<import('./posterior-options.js').PosteriorRequest, PosteriorDescription>} */
export const posteriorFactory = {
  isLarge: () => false,

  make(bridge, request, slot) {
    const { prior, trials, method, smoothing, epsilon = 1, delta = 0, temperature, calibration, known } = request
    bridge.numbers(prior.length).set(prior)
    const restore = known ? KNOWN : RESTORE
    const way = temperature === undefined ? CALIBRATE : request.epsilon === undefined ? WITH_SCALE : restore
    const published = calibration === 'published'
    const data = [METHODS.indexOf(method), trials, smoothing]
    bridge.throwIfZero(bridge.module.posteriorMake(...data, way, epsilon, delta, published, temperature ?? 0, slot))
    const [promised, escaping, own, step, candidates] = bridge.numbers(5)
    const description = /** @type {PosteriorDescription} */ ({
      epsilon: promised,
      delta: escaping,
      temperature: own,
      smoothing: step,
      candidates
    })
    return {
      description,
      restoreRequest: { ...request, epsilon: promised, delta: escaping, temperature: own, known: true }
    }
  }
}
