import { optionsOf } from './options.js'

// What an audit finds, without a page.

const POINTS = 240
const REACH = 12 // scales beyond the worst pair, where a bound is infinite

/**
 * @typedef {object} Findings
 * @property {string} name of the mechanism
 * @property {ReturnType<typeof optionsOf>['kind']} kind
 * @property {any} mechanism
 * @property {{ epsilon: number, delta: number, truth: any, neighbour: any, output?: any }} worst
 * @property {number} pure the exact loss at delta 0, infinite where there is none
 * @property {number} noise its scale, temperature, or alpha
 * @property {number | undefined} tight the least noise for the same epsilon and delta, where that is a scale
 * @property {{ xs: number[], losses: (number | null)[], xTitle: string, at?: number } | undefined} curve
 */

/**
 * @param {import('inbounds').Inbounds} inbounds
 * @param {import('./options.js').Fields} fields
 * @returns {Findings}
 */
export function findingsOf(inbounds, fields) {
  const { name, kind, options } = optionsOf(fields)
  const Mechanism = /** @type {any} */ (inbounds)[name]
  const mechanism = new Mechanism(options)
  const worst = mechanism.audit()
  const noise = mechanism.scale ?? mechanism.temperature ?? mechanism.alpha
  const pure = worst.delta === 0 ? worst.epsilon : pureLoss(mechanism)
  return {
    name,
    kind,
    mechanism,
    worst,
    pure,
    noise,
    tight: tightFor(Mechanism, options, worst),
    curve: curveOf(kind, mechanism, worst)
  }
}

/** @param {any} mechanism */
function pureLoss(mechanism) {
  return mechanism.epsilonOf ? mechanism.epsilonOf({ delta: 0 }) : Number.NaN
}

/** @param {any} Mechanism @param {Record<string, unknown>} options @param {Findings['worst']} worst */
function tightFor(Mechanism, options, { epsilon, delta }) {
  if (!Mechanism.scaleFor || options.calibration === 'tight') return undefined
  const { scale, granularity, ...rest } = options
  const tight = Mechanism.scaleFor({
    ...rest,
    epsilon: options.epsilon ?? epsilon,
    delta: options.delta ?? delta,
    calibration: 'tight'
  })
  return tight
}

/** @param {Findings['kind']} kind @param {any} mechanism @param {Findings['worst']} worst @returns {Findings['curve']} */
function curveOf(kind, mechanism, { truth, neighbour, output }) {
  if (kind === 'smooth') return undefined
  if (kind === 'posterior') {
    const [one, other] = [mechanism.probabilities(truth), mechanism.probabilities(neighbour)]
    const losses = Array.from(one, (share, at) => finite(Math.log(Number(share) / other[at])))
    const isBeta = typeof truth === 'number'
    return {
      xs: losses.map((_, at) => at),
      losses,
      xTitle: isBeta ? 'released number of successes' : 'candidate, by its place',
      ...(isBeta && { at: output })
    }
  }
  return Array.isArray(truth)
    ? acrossBox(mechanism, { truth, neighbour, output })
    : overOutputs(mechanism, { truth, neighbour, output })
}

/** @param {any} mechanism @param {{ truth: number, neighbour: number, output: number }} worst */
function overOutputs(mechanism, { truth, neighbour, output }) {
  const { granularity, scale } = mechanism
  const beyond = REACH * scale
  const from = Number.isFinite(mechanism.lower) ? mechanism.lower : Math.min(truth, neighbour, output) - beyond
  const to = Number.isFinite(mechanism.upper) ? mechanism.upper : Math.max(truth, neighbour, output) + beyond
  const [one, other] = [mechanism.at(truth), mechanism.at(neighbour)]
  const places = new Set([truth, neighbour, output, from, to])
  for (let k = 0; k <= POINTS; ++k) places.add(from + ((to - from) * k) / POINTS)
  // Outputs lie on the lattice, counted from its own point that is certainly one: the worst output.
  const xs = [...new Set([...places].map((y) => output + Math.round((y - output) / granularity) * granularity))]
    .filter((y) => y >= from && y <= to)
    .sort((a, b) => a - b)
  return { xs, losses: xs.map((y) => finite(one.logPmf(y) - other.logPmf(y))), xTitle: 'output', at: output }
}

/** From the worst corner of a box to the opposite one. @param {any} mechanism @param {{ truth: number[], neighbour: number[], output: number[] }} worst */
function acrossBox(mechanism, { truth, neighbour, output }) {
  const [one, other] = [mechanism.at(truth), mechanism.at(neighbour)]
  const ends = output.map((start, side) => [
    start,
    start === mechanism.lower[side] ? mechanism.upper[side] : mechanism.lower[side]
  ])
  const xs = Array.from({ length: 101 }, (_, k) => k / 100)
  const losses = xs.map((share) => {
    const sum = ends.reduce((total, [start, end], side) => {
      const y = start + (end - start) * share
      return total + one[side].continuous.logPdf(y) - other[side].continuous.logPdf(y)
    }, 0)
    return finite(sum)
  })
  return { xs, losses, xTitle: 'from the worst corner (0) to the opposite one (1)', at: 0 }
}

/** @param {number} value */
const finite = (value) => (Number.isFinite(value) ? value : null)

/**
 * The exact delta over epsilon, point by point, so that the page can do other things in between.
 * @param {Findings} findings
 * @returns {Generator<{ epsilon: number, delta: number | null }>}
 */
export function* deltasOf({ mechanism, worst, pure, kind }) {
  const far = Number.isFinite(pure) ? pure : 2 * worst.epsilon
  const points = kind === 'posterior' && mechanism.candidates > 100 ? 24 : 60
  const box = Array.isArray(mechanism.lower) && mechanism.lower.length > 1
  for (let k = 0; k <= points; ++k) {
    const epsilon = (1.25 * far * k) / points
    // In several dimensions delta is known to be 0 from the loss on, and not known before.
    if (box) yield { epsilon, delta: epsilon >= pure ? 0 : null }
    else yield { epsilon, delta: deltaAt(mechanism, epsilon) }
  }
}

/** Null where the library has no answer, such as below the smallest epsilon that it takes. @param {any} mechanism @param {number} epsilon */
function deltaAt(mechanism, epsilon) {
  try {
    return mechanism.deltaOf({ epsilon })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
