// The default lattice has too many points to measure all of them. Where the output passes a point, the words are known exactly.

import { expMinus, ONE, over, toFixedPoint } from '../../js/support/fixed-point.mjs'
import { generator } from '../../js/support/generator.mjs'

const LOOKED = 12

export function auditFine({ BoundedLaplace }, { source, makeRoom }, report) {
  const { random } = generator(17)
  for (const options of [{ epsilon: 1 }, { epsilon: 0.01 }, { epsilon: 1, sensitivity: 1 / 64 }]) {
    const mechanism = new BoundedLaplace({ lower: 0, upper: 1, ...options })
    const { steps, granularity } = mechanism
    for (let turn = 0; turn < LOOKED; ++turn) {
      const centre = Math.floor(random() * (steps + 1))
      const near = (random() - 0.5) * (mechanism.scale / granularity)
      const point = Math.min(steps - 1, Math.max(0, Math.floor(centre + near)))
      const threshold = (upTo(point, centre, steps, mechanism.rate) << 64n) / ONE
      for (const [word, expected] of [
        [threshold - 2n, point],
        [threshold + 2n, point + 1]
      ]) {
        // biome-ignore format: a pair
        makeRoom(64)
        const { result } = source.draw([word], () => mechanism.privatise(centre * granularity))
        if (result !== expected * granularity) {
          report(`${word} for the point ${centre} leads to ${result}`, expected * granularity, result)
        }
      }
    }
  }
}

/** P(K <= k) for weights r^|k-c| on 0, ..., N. */
function upTo(k, c, steps, rate) {
  const r = (n) => expMinus(BigInt(n) * toFixedPoint(rate))
  const below = (from, to) => r(from) - r(to + 1) // the weights r^from + ... + r^to, times 1 - r
  const total = below(0, c) + r(1) - r(steps - c + 1)
  return over(k <= c ? below(c - k, c) : below(0, c) + r(1) - r(k - c + 1), total)
}
