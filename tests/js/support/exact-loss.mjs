// The exact loss of the lattice law, in fixed-point arithmetic and from its definition: an oracle that shares neither
// formula nor floating point with what it checks.

import { expMinus, fixed, log, ONE, over } from './fixed-point.mjs'

export { fixed }

/** gamma s + ln(Z_s/Z_0) and its second summand, as fixed-point numbers. */
export function exactLatticeLoss(steps, sensitivity, rate) {
  const gamma = fixed(rate)
  const n = BigInt(steps)
  const total = (i) => ONE + expMinus(gamma) - expMinus(gamma * (i + 1n)) - expMinus(gamma * (n - i + 1n))
  const s = BigInt(sensitivity)
  const growth = log(over(total(s), total(0n)))
  return { loss: gamma * s + growth, growth }
}
