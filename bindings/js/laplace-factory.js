import { CALIBRATE, RESTORE, WITH_SCALE } from './noise-options.js'

// How Laplace mechanisms come to be; see bindings/embind/making.cpp.

/** @typedef {import('./laplace-options.js').Spec} Spec */
/** @typedef {import('./laplace-options.js').LaplaceRequest} LaplaceRequest */
/** @typedef {import('./wasm-bridge.js').WasmBridge} WasmBridge */

// The numbers that stand for words.
const MECHANISMS = ['ReflectedLaplace', 'BoundedLaplace', 'ClampedLaplace']
const SHAPES = ['interval', 'spans', 'gaps']

/** Mechanisms with more ends than this take megabytes. */
const LARGE = 2000

/**
 * What C++ says of a mechanism that it made, in its order; then the ends of the spans.
 * @typedef {object} LaplaceDescription
 * @property {number} lower
 * @property {number} upper
 * @property {number} sensitivity
 * @property {number} step
 * @property {number} origin
 * @property {number} steps
 * @property {number} rate
 * @property {number} scale
 * @property {number} epsilon
 * @property {number} delta
 * @property {number} lowest
 * @property {number} highest
 * @property {Float64Array} pairs
 */

const DESCRIPTION_NUMBERS = 12

/** @type {import('./engine.js').Factory<LaplaceRequest, LaplaceDescription>} */
export const laplaceFactory = {
  isLarge: ({ spec }) => spec.domain.pairs.length > LARGE,

  /** Calibrates, or takes a given scale or rate. */
  make(bridge, request, slot) {
    const { spec, epsilon = 0, delta = 0, scale = Number.NaN, rate, calibration } = request
    sendRequest(bridge, spec)
    const way = rate !== undefined ? RESTORE : request.scale !== undefined ? WITH_SCALE : CALIBRATE
    const published = calibration === 'published'
    const spans = bridge.throwIfZero(bridge.module.laplaceMake(way, epsilon, delta, published, scale, rate ?? 0, slot))
    const description = descriptionFrom(bridge.numbers(DESCRIPTION_NUMBERS + 2 * spans))
    const resolved = {
      ...spec,
      sensitivity: description.sensitivity,
      granularity: description.step,
      origin: description.origin
    }
    const { epsilon: promised, delta: escaping, rate: own, scale: unit } = description
    return {
      description,
      restoreRequest: { ...request, spec: resolved, epsilon: promised, delta: escaping, rate: own, scale: unit }
    }
  }
}

/**
 * @param {WasmBridge} bridge
 * @param {{ spec: Spec, epsilon: number, delta: number, calibration: string }} request
 * @returns {number}
 */
export function laplaceScaleFor(bridge, { spec, epsilon, delta, calibration }) {
  sendRequest(bridge, spec)
  return bridge.throwIfNaN(bridge.module.laplaceScaleFor(epsilon, delta, calibration === 'published'))
}

/** Says what the next call is about. @param {WasmBridge} bridge @param {Spec} spec */
function sendRequest(bridge, { mechanism, domain, sensitivity, granularity, origin, guarantee }) {
  const { shape, lower, upper, pairs } = domain
  bridge.numbers(pairs.length).set(pairs)
  const metric = guarantee === 'metric'
  const [kind, form] = [MECHANISMS.indexOf(mechanism), SHAPES.indexOf(shape)]
  bridge.throwIfZero(bridge.module.laplaceWant(kind, form, lower, upper, sensitivity, granularity, origin, metric))
}

/**
 * @param {Float64Array} numbers
 * @returns {LaplaceDescription}
 */
function descriptionFrom(numbers) {
  const [lower, upper, sensitivity, step, origin, steps, rate, scale, epsilon, delta, lowest, highest] =
    /** @type {number[]} */ (/** @type {unknown} */ (numbers))
  return /** @type {LaplaceDescription} */ ({
    lower,
    upper,
    sensitivity,
    step,
    origin,
    steps,
    rate,
    scale,
    epsilon,
    delta,
    lowest,
    highest,
    pairs: numbers.slice(DESCRIPTION_NUMBERS) // a copy: the list is written over by the next call
  })
}
