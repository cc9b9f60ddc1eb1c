import { MECHANISMS } from './audit.mjs'
import { cases } from './cases.mjs'

// What the library makes of every case, in numbers that can be pinned.

const rounded = (number) => Number(number.toPrecision(12)) // libraries of mathematics differ in the last digits
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
    const made = new Mechanism(options)
    if (hasTruth) return ofTruth(made, truth)
    const end = first(made.lower) === -Infinity ? made.highest : made.lowest
    const { mean, variance } = first(made.at(end))
    return {
      scale: rounded(made.scale),
      epsilon: rounded(made.audit().epsilon),
      delta: rounded(made.audit().delta),
      granularity: first(made.granularity),
      lowest: first(made.lowest),
      highest: first(made.highest),
      mean: rounded(mean),
      deviation: rounded(Math.sqrt(variance))
    }
  } catch ({ name, parameter, message }) {
    return parameter === undefined ? { refused: name, message } : { refused: name, parameter, message }
  }
}

/** The truth that counts instead: the one within the bounds whose law is the same. */
function ofTruth(made, truth) {
  made.privatise(truth)
  const law = made.at(truth)
  const as = [made.lowest, made.highest].find((end) => made.at(end).mean === law.mean)
  return { mean: rounded(law.mean), deviation: rounded(Math.sqrt(law.variance)), as: as === undefined ? 'itself' : as }
}
