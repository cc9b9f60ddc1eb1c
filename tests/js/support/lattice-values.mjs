// What a mechanism can release, and what a truth counts as, from the documentation rather than from the mechanism: in steps of
// the granularity (of 1/n as that fraction), counted from 0, or from the lower bound where that is no multiple. Whole numbers
// decide, not doubles.

import { asQuotient } from '../../adversary/precision/doubles.mjs'

/** Where steps are counted from, if somebody asked for this granularity. */
export function originOf(lower, granularity) {
  if (!Number.isFinite(lower)) return 0
  const near = Math.round(lower / granularity)
  return [near - 1, near, near + 1].some((point) => valueAt(point, { granularity }) === lower) ? 0 : lower
}

/** The released double of a point: n-ths of a whole number where the step is 1/n, added to the origin, and never -0. */
export function valueAt(point, { granularity, origin = 0 }) {
  const perUnit = partsOf(granularity)
  return origin + (perUnit ? point / perUnit : point * granularity) + 0
}

/** floor((x - origin)/step + 1/2). */
export function nearestPoint(x, { granularity, origin = 0 }) {
  const [[a, b], [c, d], [step, parts]] = [asQuotient(x), asQuotient(origin), stepOf(granularity)]
  const [numerator, denominator] = [2n * (a * d - c * b) * parts + b * d * step, 2n * b * d * step]
  const quotient = numerator / denominator
  return Number(numerator < 0n && quotient * denominator !== numerator ? quotient - 1n : quotient)
}

/** ceil(length/step): so many steps can lie between what two truths count as that are so far apart. */
export function stepsToCover(length, granularity) {
  const [[a, b], [step, parts]] = [asQuotient(length), stepOf(granularity)]
  return Number((a * parts + b * step - 1n) / (b * step))
}

/** n, where the granularity is 1/n and no power of two. */
function partsOf(granularity) {
  const perUnit = Math.round(1 / granularity)
  return granularity < 1 && 1 / perUnit === granularity && !Number.isInteger(Math.log2(granularity))
    ? perUnit
    : undefined
}

/** The step as a quotient of whole numbers. @returns {[bigint, bigint]} */
function stepOf(granularity) {
  const perUnit = partsOf(granularity)
  return perUnit ? [1n, BigInt(perUnit)] : asQuotient(granularity)
}

/** @returns {number[]} every released value, in order; for bounded domains */
export function latticeValues({ spans, granularity, origin = originOf(spans[0][0], granularity) }) {
  const lattice = { granularity, origin }
  return spans.flatMap(([from, to]) => {
    const values = []
    for (let point = nearestPoint(from, lattice) - 1; point <= nearestPoint(to, lattice) + 1; ++point) {
      const value = valueAt(point, lattice)
      if (value >= from && value <= to) values.push(value)
    }
    return values
  })
}

/**
 * All pairs of values that two true values within the sensitivity can be taken for, where the ends of spans are on the
 * lattice.
 */
function* neighbouringValues(mechanism) {
  const values = latticeValues(mechanism)
  const maxDistance = stepsToCover(mechanism.sensitivity, mechanism.granularity) * mechanism.granularity + 1e-9
  for (const truth of values) {
    for (const neighbour of values) {
      if (truth !== neighbour && Math.abs(truth - neighbour) <= maxDistance) yield { truth, neighbour }
    }
  }
}

/** The largest loss over all pairs and outputs. */
export function worstLossByTrial(mechanism) {
  const values = latticeValues(mechanism)
  const laws = new Map(values.map((value) => [value, logMasses(mechanism, value, values)]))
  let worst = 0
  for (const { truth, neighbour } of neighbouringValues(mechanism)) {
    const [one, other] = [laws.get(truth), laws.get(neighbour)]
    for (let at = 0; at < values.length; ++at) worst = Math.max(worst, one[at] - other[at])
  }
  return worst
}

/** The hockey-stick divergence, maximised over all pairs: the exact delta at an epsilon, by adding up outputs. */
export function worstDeltaByTrial(mechanism, epsilon) {
  const values = latticeValues(mechanism)
  const laws = new Map(values.map((value) => [value, logMasses(mechanism, value, values).map(Math.exp)]))
  let worst = 0
  for (const { truth, neighbour } of neighbouringValues(mechanism)) {
    const [one, other] = [laws.get(truth), laws.get(neighbour)]
    let delta = 0
    for (let at = 0; at < values.length; ++at) delta += Math.max(0, one[at] - Math.exp(epsilon) * other[at])
    worst = Math.max(worst, delta)
  }
  return worst
}

function logMasses(mechanism, truth, values) {
  const law = mechanism.at(truth)
  return values.map((y) => law.logPmf(y))
}
