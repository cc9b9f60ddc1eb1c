// Does the time of a draw tell the truth? Mean times of blocks of draws around different centres, taking turns.

import { median } from './measure.mjs'

const rounds = 1600
const draws = 16384 // about half a millisecond: short enough that most rounds see nothing else on the machine
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

export function timingRows(ReflectedLaplace, BoundedLaplace, BoundedGaussian) {
  const fill = (scale) => (name) => new Float64Array(draws).fill(scale * places[name])
  const into = new Float64Array(draws)
  const through = (mechanism, truthsAt) => {
    const truths = Object.fromEntries(Object.keys(places).map((name) => [name, truthsAt(name)]))
    return timesAt((name) => mechanism.privatiseAll(truths[name], { into }))
  }
  const rowsOf = (name, Mechanism, limit) => {
    const unit = new Mechanism({ lower: 0, upper: 1, epsilon: 1 })
    const steep = new Mechanism({ lower: 0, upper: 1, sensitivity: 0.01, epsilon: 1 })
    const flat = new Mechanism({ lower: 0, upper: 1, epsilon: 0.001 })
    const age = new Mechanism({ lower: 0, upper: 120, epsilon: 1, granularity: 1 })
    return [
      row(`${name} on [0, 1]`, through(unit, fill(1)), limit),
      row(`${name}, almost flat`, through(flat, fill(1)), limit),
      row(`${name}, narrow`, through(steep, fill(1)), limit),
      row(`${name}, whole numbers`, through(age, fill(120)), limit)
    ]
  }
  return [
    ...rowsOf('Reflected', ReflectedLaplace, 0.01),
    ...rowsOf('Bounded', BoundedLaplace, 0.02),
    ...rowsOf('Gaussian', BoundedGaussian)
  ]
}
