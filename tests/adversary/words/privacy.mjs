// What neighbouring truths lose, from measured laws.

import { ONE } from '../../js/support/fixed-point.mjs'
import { stepsToCover } from '../../js/support/lattice-values.mjs'

/** The claim is rounded towards privacy; logarithms and sums here are off by a few units in the last place. */
export const ROUNDING = 2 ** -48

/**
 * @param {any} mechanism
 * @param {Map<number, Map<number, bigint>>} laws the share of words for each point, by truth
 * @param {bigint} tolerance of such a share
 * @param {(what: string, claimed: unknown, found: unknown) => void} report
 */
export function auditPrivacy(mechanism, laws, tolerance, report) {
  for (const [truth, law] of laws) {
    for (const [neighbour, other] of laws) {
      const claimed = claim(mechanism, Math.abs(truth - neighbour))
      if (truth === neighbour || claimed === undefined) continue
      if (mechanism.delta === 0) {
        const [loss, point] = largestLoss(law, other, tolerance)
        if (loss > claimed + ROUNDING) report(`the output ${point} tells ${truth} from ${neighbour}`, claimed, loss)
      } else {
        const delta = escaping(law, other, claimed)
        if (delta > mechanism.delta + ROUNDING) report(`${truth} escapes from ${neighbour}`, mechanism.delta, delta)
      }
    }
  }
}

/** The epsilon between truths that many points apart; nothing where none is promised. */
function claim({ epsilon, guarantee, sensitivity, granularity }, points) {
  if (guarantee === 'metric') return (epsilon * points * granularity) / sensitivity
  return points <= stepsToCover(sensitivity, granularity) ? epsilon : undefined
}

/** Not more than the loss is, whatever the shares are within their tolerance. */
export function largestLoss(law, other, tolerance) {
  let largest = [0, undefined]
  for (const [point, share] of law) {
    if (share <= tolerance) continue
    const ratio = ((share - tolerance) << 400n) / ((other.get(point) ?? 0n) + tolerance)
    const loss = logarithm(ratio)
    if (loss > largest[0]) largest = [loss, point]
  }
  return largest
}

/** ln of a whole number over 2^400. */
function logarithm(ratio) {
  const bits = ratio.toString(2).length
  const mantissa = Number(ratio >> BigInt(Math.max(0, bits - 64))) / 2 ** Math.min(64, bits)
  return Math.log(mantissa) + (bits - 400) * Math.LN2
}

function escaping(law, other, epsilon) {
  const number = (share) => Number((share << 80n) / ONE) / 2 ** 80
  let delta = 0
  for (const [point, share] of law)
    delta += Math.max(0, number(share) - Math.exp(epsilon) * number(other.get(point) ?? 0n))
  return delta
}
