// Where the sliders stop. A track is the list of values that a slider offers and where it places each of them.

/** @typedef {{ stops: number[], place: (value: number) => number }} Track */

// Two digits each and about 12% apart: numbers that people would choose themselves.
const PREFERRED = [1, 1.1, 1.25, 1.4, 1.6, 1.8, 2, 2.2, 2.5, 2.8, 3.2, 3.5, 4, 4.5, 5, 5.6, 6.3, 7, 8, 9]
const EVEN_STOPS = 200

/**
 * Preferred numbers from one power of ten to another, placed by their logarithm.
 * @param {number} fromPower
 * @param {number} toPower
 * @returns {Track}
 */
export function logarithmicTrack(fromPower, toPower) {
  const stops = []
  for (let power = fromPower; power < toPower; ++power) {
    for (const digits of PREFERRED) stops.push(Number(`${digits}e${power}`))
  }
  stops.push(Number(`1e${toPower}`))
  return { stops, place: Math.log10 }
}

/**
 * The same with 0 before its first stop, where it has no logarithm.
 * @param {Track} track
 * @returns {Track}
 */
export function withNothing({ stops, place }) {
  const before = place(/** @type {number} */ (stops[0])) - 1
  return { stops: [0, ...stops], place: (value) => (value > 0 ? Math.max(place(value), before) : before) }
}

/**
 * Both bounds and the round numbers between them.
 * @param {number} lower
 * @param {number} upper
 * @returns {Track}
 */
export function evenTrack(lower, upper) {
  const step = roundStep((upper - lower) / EVEN_STOPS)
  const stops = [lower]
  for (let multiple = Math.floor(lower / step) + 1; multiple * step < upper; ++multiple) {
    const stop = Number((multiple * step).toPrecision(15))
    // Between bounds that are almost the same number, a step can be lost to rounding; then the bounds have to do.
    if (stop <= /** @type {number} */ (stops.at(-1)) || stops.length > 2 * EVEN_STOPS) break
    stops.push(stop)
  }
  stops.push(upper)
  return { stops, place: (value) => value }
}

/**
 * Every whole number from 0 on.
 * @param {number} max
 * @returns {Track}
 */
export function wholeTrack(max) {
  return { stops: Array.from({ length: max + 1 }, (_, at) => at), place: Number }
}

/**
 * The stop nearest to a position of the slider.
 * @param {Track} track
 * @param {number} position
 */
export function nearestStop({ stops, place }, position) {
  return stops.reduce((best, stop) =>
    Math.abs(place(stop) - position) < Math.abs(place(best) - position) ? stop : best
  )
}

/**
 * The stop so many stops further; a value between two stops counts as being at the one it is leaving.
 * @param {Track} track
 * @param {number} value
 * @param {number} by
 */
export function stopAfter({ stops }, value, by) {
  const above = stops.findIndex((stop) => stop > value)
  const notBelow = stops.findIndex((stop) => stop >= value)
  const from = by > 0 ? (above < 0 ? stops.length : above) - 1 : notBelow < 0 ? stops.length : notBelow
  return /** @type {number} */ (stops[Math.min(Math.max(from + by, 0), stops.length - 1)])
}

/**
 * The smallest of 1, 2 or 5 times a power of ten that is not below the given step.
 * @param {number} step
 */
export function roundStep(step) {
  const power = Math.floor(Math.log10(step))
  const digits = [1, 2, 5, 10].find((candidate) => Number(`${candidate}e${power}`) >= step * (1 - 1e-9)) ?? 10
  return Number(`${digits}e${power}`)
}
