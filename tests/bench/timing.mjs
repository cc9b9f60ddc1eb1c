// Does the time of a draw tell the truth? Mean times of blocks of draws around different centres, taking turns.

import { median } from './measure.mjs'

const rounds = 800
const draws = 8192 // about a quarter to half a millisecond: short enough that most rounds see nothing else on the machine
const places = { border: 0, quarter: 0.25, middle: 0.5 }

/**
 * Nanoseconds per draw for each place, and each place's time as a share of its round's mean. The places of a round follow
 * each other within two milliseconds, so whatever else the machine does slows all of them; the median round is compared.
 */
function timesAt(draw) {
  const names = Object.keys(places)
  const times = Object.fromEntries(names.map((name) => [name, []]))
  for (const name of names) for (let i = 0; i < 20; ++i) draw(name)
  for (let round = 0; round < rounds; ++round) {
    for (let turn = 0; turn < names.length; ++turn) {
      const name = names[(turn + round) % names.length] // whoever comes first would pay for what went before
      const started = performance.now()
      draw(name)
      times[name].push(((performance.now() - started) * 1e6) / draws)
    }
  }
  const mean = (round) => names.reduce((sum, name) => sum + times[name][round], 0) / names.length
  return names.map((name) => ({
    time: median(times[name]),
    share: median(times[name].map((time, round) => time / mean(round)))
  }))
}

function row(kind, measured, limit) {
  const shares = measured.map(({ share }) => share)
  const spread = Math.max(...shares) / Math.min(...shares) - 1
  const shown = { what: `${kind} at border, 1/4, 1/2: ${measured.map(({ time }) => time.toFixed(1)).join(' ')} ns` }
  const value = `${(100 * spread).toFixed(1)} %`
  return limit ? { ...shown, value, bar: `within ${100 * limit} %`, pass: spread <= limit } : { ...shown, value }
}

/** @param {any} library */
export function timingRows({ ReflectedLaplace, BoundedLaplace, ClampedLaplace, BoundedGaussian }) {
  const into = new Float64Array(draws)
  const fillWith = (lower, width) =>
    Object.fromEntries(Object.entries(places).map(([name, share]) => [name, new Float64Array(draws).fill(lower + width * share)])) // biome-ignore format: one thought
  const through = (mechanism, lower, width) => {
    const truths = fillWith(lower, width)
    return timesAt((name) => mechanism.privatiseAll(truths[name], { into }))
  }
  const byCalls = (mechanism, lower, width) => {
    const truths = fillWith(lower, width)
    return timesAt((name) => {
      for (let i = 0; i < draws; ++i) into[i] = mechanism.privatise(truths[name][i])
    })
  }
  const open = { lower: 0, upper: Infinity, sensitivity: 1, epsilon: 1 }
  const hours = { spans: [[9, 12], [14, 18]], sensitivity: 1, epsilon: 1, granularity: 0.25 } // biome-ignore format: a domain
  const rowsOf = (name, Mechanism, limit) => {
    const unit = new Mechanism({ lower: 0, upper: 1, epsilon: 1 })
    const steep = new Mechanism({ lower: 0, upper: 1, sensitivity: 0.01, epsilon: 1 })
    const flat = new Mechanism({ lower: 0, upper: 1, epsilon: 0.001 })
    const age = new Mechanism({ lower: 0, upper: 120, epsilon: 1, granularity: 1 })
    return [
      row(`${name} on [0, 1]`, through(unit, 0, 1), limit),
      row(`${name} on [0, 1], one call a draw`, byCalls(unit, 0.001, 0.998)),
      row(`${name}, almost flat`, through(flat, 0, 1), limit),
      row(`${name}, narrow`, through(steep, 0, 1), limit),
      row(`${name}, whole numbers`, through(age, 0, 120), limit)
    ]
  }
  return [
    ...rowsOf('Reflected', ReflectedLaplace, 0.01),
    row('Reflected, half-line', through(new ReflectedLaplace(open), 0, 100), 0.01),
    row('Reflected, gaps', through(new ReflectedLaplace(hours), 9, 3)),
    ...rowsOf('Bounded', BoundedLaplace, 0.02),
    row('Bounded, half-line', through(new BoundedLaplace(open), 0, 100)),
    row('Bounded, gaps', through(new BoundedLaplace(hours), 9, 3)),
    ...rowsOf('Clamped', ClampedLaplace),
    ...rowsOf('Gaussian', BoundedGaussian),
    row('Gaussian in the unit square', through(new BoundedGaussian({ lower: [0, 0], upper: [1, 1], epsilon: 1 }), 0, 1))
  ]
}
