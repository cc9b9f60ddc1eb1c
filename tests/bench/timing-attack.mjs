// An attacker with a stopwatch, and nothing else. Blocks of draws around one truth are timed, in random order, and looked at in
// two ways:
// - the test of dudect (Reparaz, Balasch, Verbauwhede, "Dude, is my code constant time?", 2017): one fixed truth against random
//   ones. Welch's t statistic says whether the mean times differ at all; above 4.5 they do, however little.
// - what somebody gains by it: told the times of many blocks at either of two truths, how many of further blocks they assign to
//   the right one. Half of them are right by tossing a coin.

import { median } from './measure.mjs'

const KEPT = 0.9 // slower blocks were disturbed by something else; dudect crops them as well
const POOL = 32 // arrays of truths for each class

/**
 * @typedef {object} Victim
 * @property {(truths: Float64Array) => void} draw a block, around the truths
 * @property {number} draws in a block
 * @property {number} fixed a truth, against random ones and against another
 * @property {number} other
 * @property {() => number} random a truth from anywhere
 */

/** So many blocks of each class, five times: the median of what a coin gets right is above 53 % once in two million times. */
const blocks = 2000
const attacks = 5
const MAX_SUCCESS = 0.53
const SUSPICIOUS = 4.5

/** Medians of five attacks. @param {Victim} victim @returns {{ t: number, success: number }} */
function attack(victim) {
  const results = Array.from({ length: attacks }, () => attackOnce(victim))
  return { t: median(results.map(({ t }) => t)), success: median(results.map(({ success }) => success)) }
}

function attackOnce(victim) {
  const { draws, fixed, other, random } = victim
  const pool = (truth) => Array.from({ length: POOL }, () => new Float64Array(draws).fill(truth()))
  const [certain, anywhere] = timesOf(victim, [pool(() => fixed), pool(random)])
  const [one, two] = timesOf(victim, [pool(() => fixed), pool(() => other)])
  return { t: welch(crop(certain, anywhere)), success: successRate(one, two) }
}

/** The times of blocks of both classes, in random order: whatever else happens on the machine happens to both. */
function timesOf({ draw, draws }, pools) {
  const truths = new Float64Array(draws) // one for both classes, so that neither has it in a nearer cache
  const times = [[], []]
  for (let turn = 0; turn < 2 * POOL; ++turn) draw(pools[turn % 2][turn >> 1]) // compiled before it is timed
  for (let turn = 0; turn < 2 * blocks; ++turn) {
    const which = Math.floor(2 * Math.random()) // no branch: processors foresee later ones by those before
    mix(truths, which, pools, turn % POOL)
    const started = performance.now()
    draw(truths)
    times[which].push(performance.now() - started)
  }
  return times
}

/** The truths of either class; both are read, so that neither leaves other memory in the cache. */
function mix(truths, which, [one, two], turn) {
  for (let i = 0; i < truths.length; ++i) truths[i] = (1 - which) * one[turn][i] + which * two[turn][i]
}

/** Both without what is above one limit. */
function crop(one, other) {
  const all = [...one, ...other].sort((a, b) => a - b)
  const limit = all[Math.floor(KEPT * all.length)]
  return [one, other].map((times) => times.filter((time) => time <= limit))
}

function welch([one, other]) {
  const [a, b] = [one, other].map((times) => {
    const mean = times.reduce((sum, time) => sum + time, 0) / times.length
    const variance = times.reduce((sum, time) => sum + (time - mean) ** 2, 0) / (times.length - 1)
    return { mean, error: variance / times.length }
  })
  return (a.mean - b.mean) / Math.sqrt(a.error + b.error)
}

/** The best threshold of the first halves, tried on the second ones. */
function successRate(one, two) {
  const half = (times, from) => times.slice((from * times.length) / 2, ((from + 1) * times.length) / 2)
  const [known, probe] = [0, 1].map((from) => [half(one, from), half(two, from)])
  const share = (times, limit) => times.filter((time) => time <= limit).length / times.length
  const right = ([first, second], limit) => (share(first, limit) + 1 - share(second, limit)) / 2
  const limits = [...known[0], ...known[1]].sort((a, b) => a - b)
  const tried = Array.from({ length: 40 }, (_, at) => limits[Math.floor(((at + 0.5) * limits.length) / 40)])
  const best = tried.reduce((a, b) => (Math.abs(right(known, b) - 0.5) > Math.abs(right(known, a) - 0.5) ? b : a))
  const turned = right(known, best) < 0.5
  return turned ? 1 - right(probe, best) : right(probe, best)
}

/**
 * @param {any} mechanism
 * @param {{ fixed: number, other: number, random: () => number }} truths
 */
function inBatches(mechanism, truths) {
  const draws = 512
  const into = new Float64Array(draws)
  return attack({ ...truths, draws, draw: (block) => mechanism.privatiseAll(block, { into }) })
}

function inSingleCalls(mechanism, truths) {
  const draws = 32
  const into = new Float64Array(draws)
  return attack({
    ...truths,
    draws,
    draw(block) {
      for (let i = 0; i < draws; ++i) into[i] = mechanism.privatise(block[i])
    }
  })
}

function row(what, { t, success }, even) {
  const shown = { what: `${what}: t = ${t.toFixed(1)}`, value: `${(100 * success).toFixed(1)} %` }
  if (!even) return shown
  const pass = Math.abs(t) < SUSPICIOUS && success <= MAX_SUCCESS
  return { ...shown, bar: `t within ${SUSPICIOUS}, at most ${100 * MAX_SUCCESS} %`, pass }
}

const spans = [[9, 12], [14, 18]] // biome-ignore format: a domain

/**
 * A bar stands where time should tell nothing. Elsewhere it follows what is released (whether it is an end, how far noise was
 * reflected out of a gap: that is private already) or how often a draw was refused; and that of single calls how the JavaScript
 * engine keeps numbers, small whole ones apart from others, which differs from run to run.
 * @param {any} library
 */
export function attackRows({ ReflectedLaplace, BoundedLaplace, ClampedLaplace, BoundedGaussian }) {
  const between = (lower, upper) => ({ fixed: lower, other: (lower + upper) / 2, random: () => lower + (upper - lower) * Math.random() }) // biome-ignore format: three truths
  const fractions = (lower, upper) => {
    const at = (share) => lower + (upper - lower) * share
    return { ...between(lower, upper), fixed: at(0.0033), other: at(0.5033) } // no whole numbers
  }
  const laws = {
    '[0, 1]': [{ lower: 0, upper: 1, epsilon: 1 }, 1],
    'almost flat': [{ lower: 0, upper: 1, epsilon: 0.001 }, 1],
    narrow: [{ lower: 0, upper: 1, sensitivity: 0.01, epsilon: 1 }, 1],
    wide: [{ lower: 0, upper: 1000, sensitivity: 1, epsilon: 1 }, 1000], // e^-x underflows, but not from the middle
    'whole numbers': [{ lower: 0, upper: 120, epsilon: 1, granularity: 1 }, 120],
    tenths: [{ lower: 0, upper: 12, epsilon: 1, granularity: 0.1 }, 12]
  }
  const open = { lower: 0, upper: Infinity, sensitivity: 1, epsilon: 1 }
  const hours = { spans, sensitivity: 1, epsilon: 1, granularity: 0.25 }
  const rowsOf = (name, Mechanism, even) =>
    Object.entries(laws).flatMap(([law, [options, upper]]) => {
      const mechanism = new Mechanism(options)
      return [
        row(`${name}, ${law}`, inBatches(mechanism, between(0, upper)), even),
        row(`${name}, ${law}, single calls`, inSingleCalls(mechanism, fractions(0, upper)))
      ]
    })
  // Where numbers as small as e^-708 were multiplied with others, depending on the truth.
  const remote = { spans: [[0, 10], [716, 726]], sensitivity: 1, scale: 1, granularity: 0.25 } // biome-ignore format: a domain
  const steep = { lower: 0, upper: 1000, sensitivity: 1, epsilon: 10, granularity: 1 }
  const twoSpans = { ...between(9, 18), fixed: 10.1, other: 16.1, random: () => 14 + 4 * Math.random() }
  const square = new BoundedGaussian({ lower: [0, 0], upper: [1, 1], epsilon: 1 })
  const unit = new BoundedLaplace(laws['[0, 1]'][0])
  return [
    ...rowsOf('Reflected', ReflectedLaplace, true),
    row('Reflected, half-line', inBatches(new ReflectedLaplace(open), between(0, 100)), true),
    ...rowsOf('Bounded', BoundedLaplace, true),
    row('Bounded, a whole number against others, single calls', inSingleCalls(unit, between(0, 1))),
    row('Bounded, half-line', inBatches(new BoundedLaplace(open), between(0, 100)), true),
    row('Bounded, 706 scales from the next span', inBatches(new BoundedLaplace(remote), { ...between(0, 10), other: 10 }), true), // biome-ignore format: a row
    row('Bounded, steep', inBatches(new BoundedLaplace(steep), { ...between(0, 1000), other: 1000 }), true),
    row('Bounded, gaps, in one span', inBatches(new BoundedLaplace(hours), between(9, 12)), true),
    row('Bounded, gaps, in two spans', inBatches(new BoundedLaplace(hours), twoSpans), true),
    row('Reflected, gaps', inBatches(new ReflectedLaplace(hours), between(9, 12))),
    ...rowsOf('Clamped', ClampedLaplace, false),
    ...rowsOf('Gaussian', BoundedGaussian, false),
    row('Gaussian in the unit square', inBatches(square, between(0, 1)))
  ]
}
