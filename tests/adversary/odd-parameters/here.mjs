import { MECHANISMS } from './audit.mjs'
import { cases } from './cases.mjs'

// What the library makes of every case, in numbers that can be pinned.

const round = (number) => Number(number.toPrecision(12)) // libraries of mathematics differ in the last digits
const first = (place) => (Array.isArray(place) ? place[0] : place)

/** @param {any} library what load() gives */
export function resultsHere(library) {
  return Object.fromEntries(
    cases.map((one) => [
      one.name,
      Object.fromEntries(MECHANISMS.map((mechanism) => [mechanism, resultOf(library[mechanism], one)]))
    ])
  )
}

function resultOf(Mechanism, { options, truth, hasTruth }) {
  try {
    const mechanism = new Mechanism(options)
    if (hasTruth) return ofTruth(mechanism, truth)
    const end = first(mechanism.lower) === -Infinity ? mechanism.highest : mechanism.lowest
    const { mean, variance } = first(mechanism.at(end))
    return {
      scale: round(mechanism.scale),
      epsilon: round(mechanism.audit().epsilon),
      delta: round(mechanism.audit().delta),
      granularity: first(mechanism.granularity),
      lowest: first(mechanism.lowest),
      highest: first(mechanism.highest),
      mean: round(mean),
      deviation: round(Math.sqrt(variance))
    }
  } catch ({ name, parameter, message }) {
    return parameter === undefined ? { refused: name, message } : { refused: name, parameter, message }
  }
}

/** The truth that counts instead: the one within the bounds whose law is the same. */
function ofTruth(mechanism, truth) {
  mechanism.privatise(truth)
  const law = mechanism.at(truth)
  const as = [mechanism.lowest, mechanism.highest].find((end) => mechanism.at(end).mean === law.mean)
  return { mean: round(law.mean), deviation: round(Math.sqrt(law.variance)), as: as === undefined ? 'itself' : as }
}
