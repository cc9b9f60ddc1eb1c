// The law of interval_geometric (weights e^(-rate |k - centre|) on 0..steps) in fixed-point arithmetic.

import { expMinus, log, ONE, over, times, toFixedPoint } from './fixed-point.mjs'

export class ExactGeometric {
  #rate
  #steps
  #centre
  #beyondLeft
  #beyondRight
  #total

  /** @param {{ steps: number, rate: number, centre: number }} law */
  constructor({ steps, rate, centre }) {
    this.#rate = toFixedPoint(rate)
    this.#steps = BigInt(steps)
    this.#centre = BigInt(centre)
    this.#beyondLeft = this.#power(this.#centre + 1n)
    this.#beyondRight = this.#power(this.#steps - this.#centre + 1n)
    this.#total = ONE + this.#power(1n) - this.#beyondLeft - this.#beyondRight
  }

  #power(exponent) {
    return expMinus(this.#rate * exponent)
  }

  /** P(K <= point), from the sums of the definition in closed form. */
  cumulative(point) {
    const at = BigInt(point)
    if (at <= this.#centre) return over(this.#power(this.#centre - at) - this.#beyondLeft, this.#total)
    return ONE - over(this.#power(at + 1n - this.#centre) - this.#beyondRight, this.#total)
  }

  /**
   * What a reading stands for: with `u` of all probability on the way to the point from the end of the range on its side,
   * the weight there, and its decay from the centre or from that end.
   * @param {{ left: boolean, fromCentre: boolean }} reading
   */
  decay({ left, fromCentre }, u) {
    const mass = times(u, this.#total)
    const beyond = left ? this.#beyondLeft : this.#beyondRight
    const weight = mass + beyond
    if (weight === 0n) return { weight } // below 2^-400
    return { weight, decay: fromCentre ? -log(weight) : log(over(weight, beyond)) }
  }
}
