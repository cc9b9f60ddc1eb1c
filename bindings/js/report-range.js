import { checkNumber, formatValue, isList } from './arguments.js'
import { ParameterError } from './errors.js'
import { ownItem } from './own.js'

// Between which values the true ones lie, where the bounds of a mechanism do not say.

/** What every question begins with. @param {number} side @param {readonly [number, number]} [range] */
export function queryHeader(side, range = [Number.NaN, Number.NaN]) {
  return [side, ...range]
}

/**
 * @param {unknown} range
 * @param {any} mechanism
 * @returns {readonly [number, number] | undefined}
 */
export function checkRange(range, mechanism) {
  if (range === undefined) {
    const infinite = [mechanism.lower, mechanism.upper].some((bound) => Math.abs(bound) === Infinity)
    if (infinite) throw new TypeError('range is required where a bound is infinite: [from, to] of the true values')
    return undefined
  }
  if (Array.isArray(mechanism.lower))
    throw new TypeError(`range must be left out for vectors, got ${formatValue(range)}`)
  if (!isList(range) || range.length !== 2)
    throw new TypeError(`range must be a pair of numbers, got ${formatValue(range)}`)
  const [from, to] = [checkNumber('range[0]', ownItem(range, 0)), checkNumber('range[1]', ownItem(range, 1))]
  if (from < to && Number.isFinite(to - from)) return Object.freeze([from, to])
  throw new ParameterError('range', range, `range must go from a finite number to a greater one, got ${from} to ${to}`)
}
