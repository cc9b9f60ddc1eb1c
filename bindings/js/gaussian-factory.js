import { CALIBRATE, RESTORE, WITH_SCALE } from './noise-options.js'

// How Gaussian mechanisms come to be; see bindings/embind/making.cpp.

/** @typedef {import('./gaussian-options.js').GaussianRequest} GaussianRequest */
/** @typedef {import('./wasm-bridge.js').WasmBridge} WasmBridge */

/** Mechanisms with more sides than this take megabytes. */
const LARGE = 2000

/**
 * What C++ says of a mechanism that it made; lists have a number for each side.
 * @typedef {object} GaussianDescription
 * @property {number} sensitivity
 * @property {number} scale
 * @property {number} epsilon
 * @property {number} delta
 * @property {number[]} granularity
 * @property {number[]} origin
 * @property {number[]} steps
 * @property {number[]} lowest
 * @property {number[]} highest
 */

/** @type {import('./engine.js').Factory<GaussianRequest, GaussianDescription>} */
export const gaussianFactory = {
  isLarge: ({ lower }) => lower.length > LARGE,

  /** Calibrates, or takes a given scale. */
  make(bridge, request, slot) {
    const { epsilon = 0, delta = 0, scale = 0, calibration } = request
    sendRequest(bridge, request)
    const way = request.scale === undefined ? CALIBRATE : request.epsilon === undefined ? WITH_SCALE : RESTORE
    const published = calibration === 'published'
    const sides = bridge.throwIfZero(bridge.module.gaussianMake(way, epsilon, delta, published, scale, slot))
    const [sensitivity, sigma, promised, escaping, ...rest] = bridge.numbers(4 + 5 * sides)
    /** @param {number} column */
    const every = (column) => rest.filter((_, at) => at % 5 === column)
    const description = /** @type {GaussianDescription} */ ({
      sensitivity,
      scale: sigma,
      epsilon: promised,
      delta: escaping,
      granularity: every(0),
      origin: every(1),
      steps: every(2),
      lowest: every(3),
      highest: every(4)
    })
    return { description, restoreRequest: { ...request, ...description } }
  }
}

/**
 * @param {WasmBridge} bridge
 * @param {ReturnType<typeof import('./gaussian-options.js').scaleRequestFrom>} request
 * @returns {number}
 */
export function gaussianScaleFor(bridge, request) {
  sendRequest(bridge, request)
  const { epsilon, delta, calibration } = request
  return bridge.throwIfNaN(bridge.module.gaussianScaleFor(epsilon, delta, calibration === 'published'))
}

/** Says what the next call is about. @param {WasmBridge} bridge @param {Pick<GaussianRequest, 'lower' | 'upper' | 'granularity' | 'origin' | 'sensitivity'>} request */
function sendRequest(bridge, { lower, upper, granularity, origin, sensitivity }) {
  const numbers = [...lower, ...upper, ...granularity, ...origin]
  bridge.numbers(numbers.length).set(numbers)
  bridge.throwIfZero(bridge.module.gaussianWant(lower.length, upper.length, granularity.length, sensitivity))
}
