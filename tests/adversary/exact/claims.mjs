// What was asked of mechanisms and what noise they say they add, as the exact auditor reads it. The promise is the one that
// was asked for, whatever the mechanism says that it was.

import { latticeValues, originOf } from '../../js/support/lattice-values.mjs'

/**
 * @typedef {object} Promised what was asked, in the words of the options; a scale that was given has the mechanism's epsilon
 * @property {'dp' | 'metric'} guarantee
 * @property {number} epsilon
 * @property {number} delta
 * @property {number} sensitivity
 * @property {{ granularity: number, origin: number, spans: number[][] }[]} sides
 */

/** @returns {Promised} */
export function promiseOf(options, mechanism) {
  const { guarantee = 'dp', epsilon = mechanism.epsilon, delta = 0 } = options
  const sides = sidesOf(options, mechanism.granularity)
  const widths = sides.map(({ spans }) => spans.at(-1)[1] - spans[0][0])
  const sensitivity = options.sensitivity ?? Math.hypot(...widths) * (1 + 1e-9) // all truths are neighbours
  return { guarantee, epsilon, delta, sensitivity, sides }
}

/**
 * @param {'enumerate' | 'search' | 'minimum'} question
 * @param {string} name of the class
 * @param {Promised} promise
 * @param {{ rate?: number, scale: number }} noise
 * @param {{ tight?: boolean, rows?: { truth: number, masses: number[] }[] }} [more] whether the scale should be the smallest,
 *   and probabilities that are to be compared
 */
export function claimOf(question, name, promise, noise, { tight = false, rows = [] } = {}) {
  const parameter = name === 'BoundedGaussian' ? noise.scale : noise.rate
  return line({ question, name, tight, parameter, rows, ...promise, sides: promise.sides.map(fromBelow) })
}

/**
 * What `scaleFor` says of the continuous law.
 * @param {'search' | 'minimum'} question
 * @param {string} name
 * @param {any} options
 * @param {number} scale
 */
export function continuousClaim(question, name, options, scale, tight) {
  const { sides, ...promise } = promiseOf(options, { granularity: 0 })
  return line({ question, name, tight, parameter: scale, rows: [], ...promise, sides: sides.map(fromBelow) })
}

function line({ question, name, guarantee, tight, epsilon, delta, parameter, sensitivity, sides, rows }) {
  return [
    ...[question, name, guarantee, tight ? 'tight' : 'loose', epsilon, delta, parameter, sensitivity],
    ...[
      sides.length,
      ...sides.flatMap(({ granularity, origin, spans }) => [granularity, origin, spans.length, ...spans.flat()])
    ],
    ...[rows.length, ...rows.flatMap(({ truth, masses }) => [truth, masses.length, ...masses])]
  ].join(' ')
}

function sidesOf({ spans, lower, upper, granularity }, own) {
  const step = granularity ?? own
  // What nobody asked for is counted from 0.
  const side = (one, parts) => ({
    granularity: one,
    origin: granularity === undefined ? 0 : originOf(Math.min(...parts.flat()), one),
    spans: parts
  })
  if (spans) return [side(step, spans)]
  if (typeof lower === 'number') return [side(step, [[lower, upper]])]
  return lower.map((from, at) => side(typeof step === 'number' ? step : step[at], [[from, upper[at]]]))
}

/** Formulas count from a finite lower bound: a half-line that has none is looked at in a mirror. */
function fromBelow({ granularity, origin, spans }) {
  if (spans[0][0] !== -Infinity || spans.at(-1)[1] === Infinity) return { granularity, origin, spans }
  return { granularity, origin, spans: spans.map(([from, to]) => [-to, -from]).reverse() }
}

/** What a mechanism says of the probabilities of everything that can be released. */
export function rowsOf(mechanism, side, truths) {
  const values = latticeValues(side)
  return truths.map((truth) => {
    const law = mechanism.at(truth)
    return { truth, masses: values.map((value) => law.pmf(value)) }
  })
}
