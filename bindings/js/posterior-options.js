import { checkNumber, checkNumbers, checkOptionalNumber, checkOptions, checkWord } from './arguments.js'
import { CALIBRATIONS, checkJSON, checkNotBoth, guaranteeFrom, JSON_CALIBRATIONS } from './noise-options.js'

// From what a caller writes to what C++ works with, and back from JSON.

/** In the order of C++. */
export const METHODS = /** @type {const} */ (['geometric', 'global', 'smooth', 'varying', 'local'])

/** @typedef {'geometric' | 'global' | 'smooth' | 'varying' | 'local'} Method */

/**
 * What is asked for of a posterior.
 * @typedef {object} PosteriorOptions
 * @property {readonly number[]} prior the weights of the prior: `[a, b]` of a Beta law, or one for each category of a Dirichlet
 *   law; `[1, 1]` knows nothing. From 1e-9 to 1e12
 * @property {number} trials how many answers are counted; everybody may know
 * @property {number} [epsilon] the privacy loss that is allowed: smaller is more private and noisier. From 1e-6 to 40. Required
 *   unless `temperature` is given
 * @property {number} [delta] the probability mass that may escape epsilon: 0, or from 1e-12 to below 1. Default: 0
 * @property {Method} [method] what a candidate's distance from the truth is measured in. `'geometric'`: in answers that would
 *   have to change. The others, in Hellinger distance over a sensitivity: `'global'`, the largest there is; `'smooth'`, one of the
 *   true counts that changes slowly; `'varying'`, one of the candidate. `'local'`, that of the true counts, is not private: it can
 *   be audited, and releases nothing. Default: `'geometric'`, which came closest to the truth wherever it was tried
 * @property {'tight' | 'published'} [calibration] `'tight'`: the highest temperature found whose exact loss fits; `'published'`: that of
 *   the method's theorem. Default: `'tight'`
 * @property {number} [smoothing] of the method `'smooth'`: the most by which 1/sensitivity may change when one answer does; with
 *   `delta`, the logarithm of the sensitivity. Default: 0.5, and with delta what Theorem A prescribes
 * @property {number} [temperature] instead of `epsilon`; `instance.epsilon` is then its exact loss
 */

/**
 * The worst case. With delta 0: at this output, the truth is e^epsilon times likelier than its neighbour, and nowhere more.
 * Otherwise delta is the exact one for epsilon and this pair, and the output the one that tells most. What is compared are the
 * whole numbers that are drawn from.
 * @template Truth
 * @typedef {object} PosteriorAudit
 * @property {number} epsilon the largest privacy loss there is
 * @property {number} delta the probability mass that escapes it
 * @property {Truth} truth the true counts of the worst pair
 * @property {Truth} neighbour the same with one answer changed
 * @property {Truth} output the released counts that tell most about which of the two it was
 */

/**
 * What is released of a number of successes: the number and its posterior, both noisy.
 * @typedef {object} BetaRelease
 * @property {number} successes a number near the true one
 * @property {readonly number[]} posterior the parameters of its Beta posterior, `[a, b]`
 */

/**
 * What is released of counts: other counts and their posterior.
 * @typedef {object} DirichletRelease
 * @property {readonly number[]} counts near the true ones, with the same sum
 * @property {readonly number[]} posterior the parameters of their Dirichlet posterior
 */

/**
 * A posterior in writing: its parameters, so that another program has the very same laws. No secrets.
 * @typedef {object} PosteriorJSON
 * @property {string} mechanism the name of its class
 * @property {1 | 2} version of this form of writing; toJSON writes 2
 * @property {readonly number[]} prior the weights of the prior
 * @property {number} trials how many answers are counted
 * @property {Method} method what distances are measured in
 * @property {number} [smoothing] of the method `'smooth'`
 * @property {number} epsilon the privacy loss
 * @property {number} delta the probability mass that may escape it
 * @property {number} temperature which fixes the laws
 * @property {'tight' | 'published' | 'given'} calibration where the temperature is from
 */

/**
 * @typedef {object} PosteriorRequest
 * @property {readonly number[]} prior
 * @property {number} trials
 * @property {Method} method
 * @property {number} smoothing NaN if left out
 * @property {number | undefined} epsilon
 * @property {number | undefined} delta
 * @property {number | undefined} temperature
 * @property {'tight' | 'published' | 'given'} calibration
 * @property {boolean} known whether this very mechanism was made before
 */

const OPTIONS = ['prior', 'trials', 'epsilon', 'delta', 'method', 'calibration', 'smoothing', 'temperature']

/** @param {Record<string, unknown>} given */
function dataFrom({ prior, trials, method = 'geometric', smoothing }) {
  return {
    prior: checkNumbers('prior', prior),
    trials: checkNumber('trials', trials),
    method: checkWord('method', method, METHODS),
    smoothing: checkOptionalNumber('smoothing', smoothing)
  }
}

/**
 * @param {string} mechanism
 * @param {unknown} options
 * @returns {PosteriorRequest}
 */
export function requestFromOptions(mechanism, options) {
  const given = checkOptions(mechanism, options, OPTIONS)
  const request = { ...dataFrom(given), epsilon: undefined, delta: undefined, temperature: undefined, known: false }
  if (given.temperature !== undefined) {
    checkNotBoth(given, 'temperature')
    return { ...request, temperature: checkNumber('temperature', given.temperature), calibration: 'given' }
  }
  const { calibration = 'tight' } = given
  return { ...request, ...guaranteeFrom(given), calibration: checkWord('calibration', calibration, CALIBRATIONS) }
}

/**
 * @param {string} mechanism
 * @param {unknown} json
 * @returns {PosteriorRequest}
 */
export function requestFromJSON(mechanism, json) {
  const given = checkJSON(mechanism, json, OPTIONS)
  return {
    ...dataFrom(given),
    ...guaranteeFrom(given),
    temperature: checkNumber('temperature', given.temperature),
    calibration: checkWord('calibration', given.calibration, JSON_CALIBRATIONS),
    known: false
  }
}
