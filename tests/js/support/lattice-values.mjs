// What a mechanism can release, from its documentation rather than from the mechanism: all multiples of the granularity in
// its spans.

/** @returns {number[]} every released value, in order; for bounded domains */
export function releasedValues({ spans, granularity }) {
  const perUnit = 1 / granularity
  const value = (j) => (granularity < 1 && Number.isInteger(perUnit) ? j / perUnit : j * granularity) + 0 // never -0
  return spans.flatMap(([from, to]) => {
    const values = []
    for (let j = Math.round(from / granularity) - 1; j <= Math.round(to / granularity) + 1; ++j) {
      if (value(j) >= from && value(j) <= to) values.push(value(j))
    }
    return values
  })
}

/**
 * All pairs of values that two true values within the sensitivity can be taken for, where the ends of spans are on the
 * lattice.
 */
function* neighbouringValues(mechanism) {
  const values = releasedValues(mechanism)
  const apart = Math.ceil(mechanism.sensitivity / mechanism.granularity - 1e-9) * mechanism.granularity + 1e-9
  for (const truth of values) {
    for (const neighbour of values) {
      if (truth !== neighbour && Math.abs(truth - neighbour) <= apart) yield { truth, neighbour }
    }
  }
}

/** The largest loss over all pairs and outputs. */
export function worstLossByTrial(mechanism) {
  const values = releasedValues(mechanism)
  const laws = new Map(values.map((value) => [value, logMasses(mechanism, value, values)]))
  let worst = 0
  for (const { truth, neighbour } of neighbouringValues(mechanism)) {
    const [one, other] = [laws.get(truth), laws.get(neighbour)]
    for (let at = 0; at < values.length; ++at) worst = Math.max(worst, one[at] - other[at])
  }
  return worst
}

/** The hockey-stick divergence, maximised over all pairs: the exact delta at an epsilon, by adding up outputs. */
export function worstDeltaByTrial(mechanism, epsilon) {
  const values = releasedValues(mechanism)
  const laws = new Map(values.map((value) => [value, logMasses(mechanism, value, values).map(Math.exp)]))
  let worst = 0
  for (const { truth, neighbour } of neighbouringValues(mechanism)) {
    const [one, other] = [laws.get(truth), laws.get(neighbour)]
    let delta = 0
    for (let at = 0; at < values.length; ++at) delta += Math.max(0, one[at] - Math.exp(epsilon) * other[at])
    worst = Math.max(worst, delta)
  }
  return worst
}

function logMasses(mechanism, truth, values) {
  const law = mechanism.at(truth)
  return values.map((y) => law.logPmf(y))
}
