// The privacy loss of each output: how much likelier it is for one true value than for another, as a logarithm.

const MAX_OUTPUTS = 241

/** @typedef {import('./model.js').Model} Model */
/** @typedef {{ truth: number, neighbour: number, allowed: number, losses: (number | null)[] }} Pair */

/**
 * @param {Model} model
 * @returns {{ outputs: number[], worst: Pair, own: Pair | undefined }}
 */
export function lossesOf(model) {
  const outputs = outputsOf(model)
  const { audit, mechanism, truth } = model
  const { guarantee } = mechanism
  const worst =
    guarantee === 'metric'
      ? pairOf(model, outputs, audit.truth, neighbourOf(model, audit.truth, audit.neighbour - audit.truth))
      : pairOf(model, outputs, audit.truth, audit.neighbour)
  const neighbour = neighbourOf(model, truth, 0)
  return { outputs, worst, own: neighbour === undefined ? undefined : pairOf(model, outputs, truth, neighbour) }
}

/**
 * Values that can be released, evenly: all of them where there are few.
 * @param {Model} model
 */
function outputsOf({ mechanism, cut, lower, upper, spans }) {
  const { granularity, origin } = mechanism
  const steps = (/** @type {number} */ value) => (value - origin) / granularity
  const indices = new Set(
    cut.single
      ? cut.bars.map(({ from, to }) => Math.round(steps((from + to) / 2)))
      : Array.from({ length: MAX_OUTPUTS }, (_, at) =>
          Math.round(steps(lower + ((upper - lower) * at) / (MAX_OUTPUTS - 1)))
        )
  )
  if (!cut.single) {
    for (const [from, to] of spans) {
      indices.add(Math.ceil(steps(from) - 1e-6)).add(Math.floor(steps(to) + 1e-6))
    }
  }
  // A step of 1/n is not exact in binary, but its multiples are the doubles nearest to k/n.
  const parts = Math.round(1 / granularity)
  const isPart = granularity < 1 && 1 / parts === granularity
  return [...indices].sort((a, b) => a - b).map((index) => origin + (isPart ? index / parts : index * granularity))
}

/**
 * @param {Model} model
 * @param {readonly number[]} outputs
 * @param {number} truth
 * @param {number | undefined} neighbour
 * @returns {Pair}
 */
function pairOf({ mechanism }, outputs, truth, neighbour = truth) {
  const [here, there] = [mechanism.at(truth), mechanism.at(neighbour)]
  const distance = Math.abs(here.snapped - there.snapped)
  return {
    truth,
    neighbour,
    allowed:
      mechanism.guarantee === 'metric' ? (mechanism.epsilon * distance) / mechanism.sensitivity : mechanism.epsilon,
    losses: outputs.map((output) => {
      const loss = here.logPmf(output) - there.logPmf(output)
      return Number.isFinite(loss) ? loss : null
    })
  }
}

/**
 * A true value that must be hard to tell from this one: a sensitivity away, or as far as the bounds allow, on the side that is
 * asked for, otherwise on the one with more room. None where both would lie in a gap.
 * @param {Model} model
 * @param {number} truth
 * @param {number} side
 */
function neighbourOf({ mechanism: { lower, upper, sensitivity, spans, lowest, highest }, name }, truth, side) {
  const clamped = Math.min(Math.max(truth, lower), upper)
  const [down, up] = [Math.max(clamped - sensitivity, lowest), Math.min(clamped + sensitivity, highest)]
  const isDownFirst = side === 0 ? clamped - down > up - clamped : side < 0
  const isPossible = (/** @type {number} */ value) =>
    name === 'ReflectedLaplace' || spans.some(([from, to]) => value >= from && value <= to)
  return (isDownFirst ? [down, up] : [up, down]).find(isPossible)
}
