import { generator } from '../../js/support/generator.mjs'
import { write } from './cases.mjs'
import { lossOf } from './fresh-formulas.mjs'
import { Endless, naive } from './naive.mjs'

// What becomes of an odd case in the textbook's code: computed here, in a few words.

const DRAWS = 20
const FINE = 2 ** 30 // steps in the sensitivity: next to no lattice at all

/**
 * @param {string} mechanism
 * @param {import('./cases.mjs').OddCase & { group: string, hasTruth: boolean }} one
 * @param {number | undefined} scaleHere
 * @returns {string}
 */
export function naiveOutcome(mechanism, one, scaleHere) {
  const options = withDefaults(one.options)
  const truth = one.hasTruth ? one.truth : middle(options)
  const { scale, draws, failure } = run(mechanism, options, truth)
  if (failure !== undefined) return failure
  const worst = worstOf(mechanism, { options, truth, scale, draws, hasTruth: one.hasTruth })
  if (worst !== undefined) return worst
  if (isIgnored(mechanism, one.group, options, truth, { scale, draws })) return 'ignores it'
  return scale > 1.5 * scaleHere ? `has ${short(scale / scaleHere)} times the scale` : 'is fine'
}

function run(mechanism, options, truth) {
  const { random } = generator(7)
  let doing = 'calibrating'
  try {
    const scale = options.scale ?? naive[mechanism].scale(options)
    doing = 'drawing'
    const draws = Array.from({ length: DRAWS }, () => naive[mechanism].draw(truth, scale, options, random))
    return { scale, draws }
  } catch (error) {
    return { failure: error instanceof Endless ? `hangs while ${doing}` : `fails with a ${error.name}` }
  }
}

/** Whether the odd option might as well be another number: then everything is as before. */
function isIgnored(mechanism, name, options, truth, { scale, draws }) {
  if (!Object.hasOwn(options, name)) return false
  const other = run(mechanism, { ...options, [name]: options[name] === 0.25 ? 0.125 : 0.25 }, truth)
  return other.failure === undefined && other.scale === scale && draws.every((value, at) => value === other.draws[at])
}

function withDefaults(given) {
  return { delta: 0, sensitivity: given.upper - given.lower, ...given }
}

function middle({ lower, upper }) {
  const ends = [lower, upper].map(Number)
  const finite = ends.filter(Number.isFinite)
  return finite.length === 0 ? 0 : finite.reduce((sum, end) => sum + end / finite.length, 0)
}

/** The first thing that is wrong, the worst first. */
function worstOf(mechanism, { options, truth, scale, draws, hasTruth }) {
  const { lower, upper, epsilon } = options
  if (draws.some(Number.isNaN)) return 'releases NaN'
  const outside = draws.find((value) => !(value >= lower && value <= upper))
  if (outside !== undefined) return 'releases what is outside'
  if (draws.every((value) => value === truth)) return 'releases the truth itself'
  if (!hasTruth && new Set(draws).size === 1) return 'always releases the same'
  if (!hasTruth && !draws.every(Number.isFinite)) return 'releases what is infinite'
  if (scale < 0) return 'has a negative scale'
  const loss = lossWith(mechanism, options, scale)
  const target = Number(epsilon)
  if (loss > target * (1 + 1e-6)) return `loses ${short(loss, loss > 1.01 * target ? 2 : 7)}, not ${write(epsilon)}`
  const coerced = [...Object.values(options), truth].find(
    (value) => typeof value !== 'number' && value !== options.outside
  )
  if (coerced !== undefined) return `takes ${write(coerced)} for ${Number(coerced)}`
  return undefined
}

/** The loss of the naive scale; where a delta may escape, nothing is said. */
function lossWith(mechanism, { lower, upper, sensitivity, delta, scale: given }, scale) {
  if (delta !== 0 || given !== undefined) return 0
  const width = upper - lower
  const maxDistance = Math.min(Math.abs(sensitivity), width)
  const where = {
    steps: Number.isFinite(width) ? (width / maxDistance) * FINE : Infinity,
    maxDistance: FINE,
    line: Number(lower) === -Infinity && Number(upper) === Infinity
  }
  return lossOf[mechanism](where, (scale / maxDistance) * FINE)
}

const short = (number, digits = 2) => String(Number(number.toPrecision(digits)))
