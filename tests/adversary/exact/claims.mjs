// What mechanisms say of themselves, as the exact auditor reads it.

import { releasedValues } from '../../js/support/lattice-values.mjs'

/**
 * @param {'enumerate' | 'search' | 'minimum'} question
 * @param {string} name of the class
 * @param {any} mechanism
 * @param {{ tight?: boolean, truths?: number[] }} [more] whether the scale should be the smallest, and which truths'
 *   probabilities are to be compared
 */
export function claimOf(question, name, mechanism, { tight = false, truths = [] } = {}) {
  const { guarantee = 'dp', epsilon, delta, sensitivity } = mechanism
  const parameter = name === 'BoundedGaussian' ? mechanism.scale : mechanism.rate
  const sides = sidesOf(mechanism)
  const rows = truths.length > 0 ? rowsOf(mechanism, sides[0], truths) : []
  return line({ question, name, guarantee, tight, epsilon, delta, parameter, sensitivity, sides, rows })
}

/**
 * What `scaleFor` says of the continuous law.
 * @param {'search' | 'minimum'} question
 * @param {string} name
 * @param {any} options
 * @param {number} scale
 */
export function continuousClaim(question, name, options, scale, tight) {
  const { guarantee = 'dp', epsilon, delta = 0, sensitivity } = options
  const spans = options.spans ?? [[options.lower, options.upper]]
  const sides = [{ granularity: 0, spans }]
  return line({ question, name, guarantee, tight, epsilon, delta, parameter: scale, sensitivity, sides, rows: [] })
}

function line({ question, name, guarantee, tight, epsilon, delta, parameter, sensitivity, sides, rows }) {
  return [
    ...[question, name, guarantee, tight ? 'tight' : 'loose', epsilon, delta, parameter, sensitivity],
    ...[sides.length, ...sides.flatMap(({ granularity, spans }) => [granularity, spans.length, ...spans.flat()])],
    ...[rows.length, ...rows.flatMap(({ truth, masses }) => [truth, masses.length, ...masses])]
  ].join(' ')
}

function sidesOf({ spans, lower, upper, granularity }) {
  if (spans) return [{ granularity, spans }]
  if (typeof lower === 'number') return [{ granularity, spans: [[lower, upper]] }]
  return Array.from(lower, (from, side) => ({ granularity: granularity[side], spans: [[from, upper[side]]] }))
}

function rowsOf(mechanism, side, truths) {
  const values = releasedValues(side)
  return truths.map((truth) => {
    const law = mechanism.at(truth)
    return { truth, masses: values.map((value) => law.pmf(value)) }
  })
}
