import { AGAIN, CALIBRATE, KNOWN, WITH_SCALE } from './noise-options.js'
import { METHODS } from './posterior-options.js'

// How posteriors come to be; see bindings/embind/posterior.cpp.

/**
 * What C++ says of a mechanism that it made.
 * @typedef {object} PosteriorMade
 * @property {number} epsilon
 * @property {number} delta
 * @property {number} temperature
 * @property {number} smoothing
 * @property {number} candidates
 */

/** @type {import('./engine.js').Maker<import('./posterior-options.js').PosteriorWanted, PosteriorMade>} */
export const posteriorMaker = {
  isLarge: () => false,

  make(bridge, wanted, slot) {
    const { prior, trials, method, smoothing, epsilon = 1, delta = 0, temperature, calibration, known } = wanted
    bridge.numbers(prior.length).set(prior)
    const again = known ? KNOWN : AGAIN
    const way = temperature === undefined ? CALIBRATE : wanted.epsilon === undefined ? WITH_SCALE : again
    const published = calibration === 'published'
    const data = [METHODS.indexOf(method), trials, smoothing]
    bridge.throwIfZero(bridge.module.posteriorMake(...data, way, epsilon, delta, published, temperature ?? 0, slot))
    const [promised, escaping, own, step, candidates] = bridge.numbers(5)
    const made = /** @type {PosteriorMade} */ ({
      epsilon: promised,
      delta: escaping,
      temperature: own,
      smoothing: step,
      candidates
    })
    return { made, again: { ...wanted, epsilon: promised, delta: escaping, temperature: own, known: true } }
  }
}
