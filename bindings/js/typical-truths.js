import { shown } from './arguments.js'
import { ParameterError } from './errors.js'

// Over which true values an error is averaged, and where its maximum is looked for.

/** A true value, and how much it counts. @typedef {{ truth: number, weight: number }} Node */

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
/** From a border, in scales: an error changes fastest there, and hardly at all further inwards. */
const BORDERS = [0.25, 0.5, 1, 2, 4, 8, 16, 40]

/**
 * True values spread evenly over what is possible: all of them on a small lattice, otherwise so that sums of a smooth
 * function over them are integrals, and with the ends of spans. Of many spans, a few stand for all.
 * @param {import('./laplace.js').LaplaceMechanism} mechanism
 * @returns {Node[]} in ascending order
 */
export function evenTruths({ spans, lowest, highest, steps, granularity, scale }) {
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
      const near = BORDERS.map((border) => border * scale).filter((border) => border < (upper - lower) / 2)
      const cuts = [...near.map((border) => lower + border), ...near.reverse().map((border) => upper - border), upper]
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
 * @returns {Node[]}
 */
export function weighted(even, prior) {
  const nodes = Array.isArray(prior)
    ? prior.map((pair, at) => ({ truth: part(pair, at, 0), weight: part(pair, at, 1) }))
    : typeof prior === 'function'
      ? even.map(({ truth, weight }) => ({ truth, weight: weight && weight * prior(truth) }))
      : even
  const sum = nodes.reduce((total, { weight }) => total + weight, 0)
  const bad = nodes.find(({ weight }) => !(weight >= 0))
  if (bad || !(sum > 0 && sum < Infinity)) {
    const got = bad ? `${bad.weight} for ${bad.truth}` : `a sum of ${sum}`
    throw new ParameterError('prior', prior, `prior must give weights of at least 0 that are not all 0, got ${got}`)
  }
  return nodes.map(({ truth, weight }) => ({ truth, weight: weight / sum }))
}

/** @param {unknown} pair @param {number} at @param {0 | 1} place */
function part(pair, at, place) {
  if (Array.isArray(pair) && pair.length === 2 && typeof pair[place] === 'number') return pair[place]
  throw new TypeError(`prior[${at}] must be a pair of a true value and its weight, got ${shown(pair)}`)
}
