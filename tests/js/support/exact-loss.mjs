// The exact loss of lattice laws on several ranges of points, in fixed-point arithmetic and from its definition: an oracle
// that shares neither formula nor floating point with what it checks.

import { expMinus, log, ONE, over, times, toFixedPoint } from './fixed-point.mjs'

export { toFixedPoint as fixed }

/** Weights e^(-rate |k - q|) on the points of the ranges, in units of 1/(1 - e^-rate). */
export class ExactLaplace {
  #rate
  #ranges
  #powers = new Map()

  /** @param {{ ranges: [number, number][], rate: number }} law */
  constructor({ ranges, rate }) {
    this.#rate = toFixedPoint(rate)
    this.#ranges = ranges.map(([first, last]) => [BigInt(first), BigInt(last)])
  }

  #power(exponent) {
    const known = this.#powers.get(exponent)
    if (known !== undefined) return known
    const power = expMinus(this.#rate * exponent)
    this.#powers.set(exponent, power)
    return power
  }

  /** All points below, seen from q. */
  #below(q) {
    let sum = 0n
    for (const [first, last] of this.#ranges) {
      if (first >= q) break
      const nearest = last < q ? last : q - 1n
      sum += this.#power(q - nearest) - this.#power(q - first + 1n)
    }
    return sum
  }

  #above(q) {
    let sum = 0n
    for (const [first, last] of this.#ranges) {
      if (last <= q) continue
      const nearest = first > q ? first : q + 1n
      sum += this.#power(nearest - q) - this.#power(last - q + 1n)
    }
    return sum
  }

  #total(q) {
    return ONE - this.#power(1n) + this.#below(q) + this.#above(q)
  }

  /**
   * The largest loss of a truth against its neighbour, over all outputs: it is reached at the truth. With the magnitude of
   * what ln Z changes by on the way, which is what the rounding errors of an implementation are relative to.
   */
  loss(truth, neighbour) {
    const [q, other] = [BigInt(truth), BigInt(neighbour)]
    const distance = q < other ? other - q : q - other
    const [here, there] = [this.#total(q), this.#total(other)]
    const growth = log(over(there, here))
    return { loss: this.#rate * distance + growth, growth, magnitude: over(this.#magnitude(q, other), there) }
  }

  /**
   * The sum of |changes| of Z over the stretches of the way: each is (1 - e^(-rate length)) times (above - below). Or the
   * sum of both totals, if that is less.
   */
  #magnitude(one, other) {
    const [low, high] = one < other ? [one, other] : [other, one]
    const stops = this.#ranges.flat().filter((end) => end > low && end < high)
    const way = [low, ...new Set(stops), high]
    let sum = 0n
    for (let at = 0; at + 1 < way.length; ++at) {
      const lost = ONE - this.#power(way[at + 1] - way[at])
      sum += times(lost, this.#above(way[at + 1]) + this.#below(way[at]))
    }
    const direct = this.#total(low) + this.#total(high)
    return way.length > 2 && direct < sum ? direct : sum
  }
}

/** gamma s + ln(Z_s/Z_0) on the points from 0 to steps. */
export function exactLatticeLoss(steps, sensitivity, rate) {
  return new ExactLaplace({ ranges: [[0, steps]], rate }).loss(0, sensitivity)
}
