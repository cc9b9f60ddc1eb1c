import { checkNumber, nameKind } from './arguments.js'
import { ParameterError } from './errors.js'
import { ownItem } from './own.js'
import { checkTruth, refuseTruth } from './truths.js'

// Over which true values an error is averaged, and where its maximum is looked for.

/** A true value, and how much it counts. @typedef {{ truth: number, weight: number }} Node */

/**
 * What a mechanism for numbers says of itself.
 * @typedef {object} OnNumbers
 * @property {number} lower
 * @property {number} upper
 * @property {number} lowest
 * @property {number} highest
 * @property {number} granularity
 * @property {number} origin
 * @property {number} steps
 * @property {number} scale
 * @property {readonly import('./domain.js').Span[]} spans
 * @property {(truth: number) => import('./laws.js').LatticeLaw} at
 */

/**
 * Which true values are how likely: a function of a true value that gives its relative weight, or pairs of a true value and
 * its weight. Left out, all possible values are equally likely.
 * @typedef {((truth: number) => number) | readonly (readonly [number, number])[]} Prior
 */

/** Gauss-Legendre with five points on [-1, 1]: place and weight. @type {[number, number][]} */
const GAUSS = [-1, -1, 0, 1, 1].map((side, at) => {
  if (side === 0) return [0, 128 / 225]
  const outer = at === 0 || at === 4 ? 1 : -1
  return [(side * Math.sqrt(5 + outer * 2 * Math.sqrt(10 / 7))) / 3, (322 - outer * 13 * Math.sqrt(70)) / 900]
})

/** Up to so many steps, every value that can be released is looked at. */
export const FEW_STEPS = 600
const FEW_SPANS = 8
/** From a bound, in scales: an error changes fastest there, and hardly at all further inwards. */
const BORDERS = [0.25, 0.5, 1, 2, 4, 8, 16, 40]

/** For weights that nobody knows, panels as wide as this share of the range. */
const FINE = 200

/**
 * True values spread evenly over what is possible: all of them on a small lattice, otherwise so that sums of a smooth
 * function over them are integrals, and with the ends of spans. Of many spans, a few stand for all.
 * @param {OnNumbers} mechanism
 * @param {boolean} finely for functions that change faster than the error does
 * @returns {Node[]} in ascending order
 */
export function evenTruths({ spans, lowest, highest, steps, granularity, scale }, finely) {
  if (steps <= FEW_STEPS) {
    const slack = granularity / 1e6
    return Array.from({ length: steps + 1 }, (_, step) => ({ truth: lowest + step * granularity, weight: 1 })).filter(
      ({ truth }) => spans.some(([from, to]) => truth >= from - slack && truth <= to + slack)
    )
  }
  const every = Math.ceil(spans.length / FEW_SPANS)
  return spans
    .filter((_, at) => at % every === 0 || at + 1 === spans.length)
    .flatMap(([from, to]) => {
      const [lower, upper] = [Math.max(from, lowest), Math.min(to, highest)]
      const near = BORDERS.map((bridge) => bridge * scale).filter((bridge) => bridge < (upper - lower) / 2)
      const even = finely ? Math.ceil((FINE * (upper - lower)) / (highest - lowest)) : 1
      const cuts = [
        ...near.flatMap((bridge) => [lower + bridge, upper - bridge]),
        ...Array.from({ length: even }, (_, at) => lower + ((upper - lower) * (at + 1)) / even)
      ].sort((a, b) => a - b)
      const panels = cuts.flatMap((end, at) => panel(Number(cuts[at - 1] ?? lower), end))
      return [{ truth: lower, weight: 0 }, ...panels, { truth: upper, weight: 0 }]
    })
}

/** @param {number} from @param {number} to @returns {Node[]} */
function panel(from, to) {
  const half = (to - from) / 2
  return GAUSS.map(([x, weight]) => ({ truth: from + half * (1 + x), weight: weight * half }))
}

/**
 * The true values to average over.
 * @param {Node[]} even
 * @param {unknown} prior
 * @param {OnNumbers} mechanism
 * @returns {Node[]}
 */
export function weightTruths(even, prior, { lower, upper }) {
  if (typeof prior === 'function' && !Number.isFinite(upper - lower)) {
    throw new TypeError('prior must be an array of pairs where a bound is infinite')
  }
  const nodes = Array.isArray(prior)
    ? Array.from(prior, (_, at) => nodeFrom(ownItem(prior, at), at, lower, upper))
    : typeof prior === 'function'
      ? even.map(({ truth, weight }) => ({ truth, weight: weight && weight * checkWeight(prior(truth), `${truth}`) }))
      : even
  const sum = nodes.reduce((total, { weight }) => total + weight, 0)
  if (sum > 0 && sum < Infinity) return nodes.map(({ truth, weight }) => ({ truth, weight: weight / sum }))
  const advice = typeof prior === 'function' ? '; if few true values are possible, give them as pairs' : ''
  throw new ParameterError('prior', prior, `prior must give weights with a positive sum, got ${sum}${advice}`)
}

/** @param {unknown} pair @param {number} at @param {number} lower @param {number} upper @returns {Node} */
function nodeFrom(pair, at, lower, upper) {
  if (!Array.isArray(pair) || pair.length !== 2) {
    throw new TypeError(`prior[${at}] must be a pair of a true value and its weight, got ${nameKind(pair)}`)
  }
  const truth = checkTruth(`prior[${at}][0]`, ownItem(pair, 0))
  if (truth >= lower && truth <= upper && Number.isFinite(truth)) {
    return { truth, weight: checkWeight(ownItem(pair, 1), `prior[${at}][1]`) }
  }
  return refuseTruth(`prior[${at}][0]`, truth, `a true value from ${lower} to ${upper}`, 'a number outside')
}

/** @param {unknown} weight @param {string} where */
function checkWeight(weight, where) {
  const number = checkNumber(`the weight of prior at ${where}`, weight)
  if (number >= 0 && number < Infinity) return number
  throw new ParameterError('prior', weight, `prior must give weights of at least 0, got ${weight} at ${where}`)
}
