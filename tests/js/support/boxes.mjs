// Mechanisms for numbers and for vectors alike, a side at a time.

import { latticeValues } from './lattice-values.mjs'

/** A number as a list of one. */
export const listOf = (place) => (typeof place === 'number' ? [place] : [...place])

/** The released values along each side, from the documentation rather than from the mechanism. */
export function valuesOf({ lower, upper, granularity }) {
  const [from, to, step] = [lower, upper, granularity].map(listOf)
  return from.map((start, side) => latticeValues({ spans: [[start, to[side]]], granularity: step[side] }))
}

/** The normal density at the released values, made to sum to one. */
export function bell(values, centre, scale) {
  const masses = values.map((y) => Math.exp(-(((y - centre) / scale) ** 2) / 2))
  const sum = masses.reduce((total, mass) => total + mass)
  return masses.map((mass) => mass / sum)
}

/** ln P(output | truth). */
export function logProbability(mechanism, truth, output) {
  const outputs = listOf(output)
  return [mechanism.at(truth)].flat().reduce((sum, law, side) => sum + law.logPmf(outputs[side]), 0)
}

/** How much likelier the output is for the truth than for its neighbour, as a logarithm. */
export function lossAt(mechanism, truth, neighbour, output) {
  return logProbability(mechanism, truth, output) - logProbability(mechanism, neighbour, output)
}

/** The largest loss between two truths at any output: sides lose by themselves, and each of them most at one of its ends. */
export function lossBetween(mechanism, truth, neighbour) {
  const [laws, others] = [truth, neighbour].map((place) => [mechanism.at(place)].flat())
  const ends = [mechanism.lowest, mechanism.highest].map(listOf)
  return laws.reduce((sum, law, side) => {
    const losses = ends.map((corner) => law.logPmf(corner[side]) - others[side].logPmf(corner[side]))
    return sum + Math.max(...losses)
  }, 0)
}

/** Bounds of a box of any proportions. */
export function randomBounds(random, sides) {
  const lower = Array.from({ length: sides }, () => 20 * random() - 10)
  return { lower, upper: lower.map((from) => from + 10 ** (3 * random() - 1)) }
}

/** The distance of opposite corners. */
export function diagonal({ lower, upper }) {
  const ends = listOf(upper)
  return Math.hypot(...listOf(lower).map((from, side) => ends[side] - from))
}
