// Whoever gets answer after answer about one person, and knows how the noise behaves.

/** @typedef {{ guess: number, sure: number }} Seen after some answers: the best guess at the truth, and how sure it is this one and not the other */

/**
 * @param {import('inbounds').ReflectedLaplace} mechanism
 * @param {ArrayLike<number>} answers
 * @param {{ truth: number, other: number }} suspected between which the observer wavers, at first evenly
 * @returns {Seen[]} after each answer
 */
export function observe(mechanism, answers, { truth, other }) {
  const { lowest, granularity, steps } = mechanism
  const truths = Array.from({ length: steps + 1 }, (_, step) => lowest + step * granularity)
  const means = truths.map((possible) => mechanism.at(possible).mean)
  const [one, two] = [mechanism.at(truth), mechanism.at(other)]
  const hints = new Map(truths.map((answer) => [answer, one.logPmf(answer) - two.logPmf(answer)]))
  let [sum, odds] = [0, 0] // odds as a logarithm: 0 is one to one
  return Array.from(answers, (answer, at) => {
    sum += answer
    odds += hints.get(answer) ?? 0
    return { guess: truthOf(sum / (at + 1), truths, means), sure: 1 / (1 + Math.exp(-odds)) }
  })
}

/**
 * The true value whose answers have this average: between two of them, in proportion. The averages grow with the truth.
 * @param {number} average
 * @param {readonly number[]} truths
 * @param {readonly number[]} means
 */
function truthOf(average, truths, means) {
  const above = means.findIndex((mean) => mean > average)
  if (above < 0) return truths.at(-1) ?? 0
  if (above === 0) return truths[0] ?? 0
  const [from, to] = [means[above - 1] ?? 0, means[above] ?? 0]
  const [low, high] = [truths[above - 1] ?? 0, truths[above] ?? 0]
  return low + ((high - low) * (average - from)) / (to - from)
}
