// Distances and local sensitivities of posteriors as the package has them, read off its probabilities: they fall by e^-(temperature distance/sensitivity).

import { localSensitivities, stepDistances } from '../../published/hellinger.js'
import { isClose } from './result.js'

/** The statements are counted out by the formula, which is quicker than a mechanism for each; for these numbers of answers both are computed. */
const COMPARED = [1, 2, 3, 4, 20, 101, 200]

export const COUNTED = `Counted out by the formula for the Hellinger distance of Beta laws. The package is asked for ${COMPARED.slice(0, -1).join(', ')} and ${COMPARED.at(-1)} answers, and compared to nine digits.`

/**
 * @param {import('./result.js').Inbounds} inbounds
 * @param {readonly number[]} prior of a Beta law
 * @param {number} trials
 */
export function distancesOf({ BetaPosterior }, prior, trials) {
  const lawOf = (/** @type {'global' | 'local'} */ method) =>
    new BetaPosterior({ prior: [Number(prior[0]), Number(prior[1])], trials, method, temperature: 1 })
  const [global, local] = [lawOf('global'), lawOf('local')]
  /** ln P(x)/P(r) for the truth x: the distance to r, in sensitivities. */
  const distanceAt = (/** @type {typeof global} */ law, /** @type {number} */ x, /** @type {number} */ r) => {
    const shares = law.probabilities(x)
    return Math.log(Number(shares[x]) / Number(shares[r]))
  }
  // How long the one sensitivity of all is: by the mean distance, which the package gives as a length.
  const shares = global.probabilities(0)
  const mean = shares.reduce((sum, share) => sum + share * Math.log(Number(shares[0]) / share), 0)
  const unit = global.expectedDistance(0) / mean
  const steps = Array.from({ length: trials }, (_, x) => unit * distanceAt(global, x, x + 1))
  const locals = Array.from({ length: trials + 1 }, (_, x) => {
    const neighbour = x === 0 ? 1 : x - 1
    return Number(steps[Math.min(x, neighbour)]) / distanceAt(local, x, neighbour)
  })
  return { steps, locals }
}

/**
 * Whether the package has the very distances and sensitivities of the formula, in a row of a table.
 * @param {import('./result.js').Inbounds} inbounds
 * @param {readonly (readonly number[])[]} priors
 */
export function agreesWithFormula(inbounds, priors) {
  return priors.every((prior) =>
    COMPARED.every((trials) => {
      const { steps, locals } = distancesOf(inbounds, prior, trials)
      const formula = stepDistances(prior, trials)
      const same = (/** @type {readonly number[]} */ one, /** @type {readonly number[]} */ other) =>
        one.every((value, at) => isClose(value, Number(other[at])))
      return same(steps, formula) && same(locals, localSensitivities(formula))
    })
  )
}
