// The exact loss of the lattice law, in fixed-point arithmetic with BigInt and from its definition: an oracle that shares
// neither formula nor floating point with what it checks.

const BITS = 400n
const ONE = 1n << BITS

/** A double as a fixed-point number, exactly (for doubles from 2^-340 up). */
export function fixed(value) {
  let exponent = 0
  while (!Number.isInteger(value)) {
    value *= 2
    exponent += 1
  }
  return (BigInt(value) << BITS) >> BigInt(exponent)
}

const times = (a, b) => (a * b) >> BITS
const over = (a, b) => (a << BITS) / b

/** e^-x: halve until small, Taylor, square back. */
function expMinus(x) {
  let halvings = 0n
  while (x >> halvings > ONE >> 16n) halvings += 1n
  const small = x >> halvings
  let term = ONE
  let sum = ONE
  for (let k = 1n; term !== 0n; ++k) {
    term = -times(term, small) / k
    sum += term
  }
  for (let i = 0n; i < halvings; ++i) sum = times(sum, sum)
  return sum
}

/** ln y for 1 <= y <= 2, by 2 artanh((y-1)/(y+1)). */
function log(y) {
  const z = over(y - ONE, y + ONE)
  const square = times(z, z)
  let power = z
  let sum = 0n
  for (let k = 1n; power !== 0n; k += 2n) {
    sum += power / k
    power = times(power, square)
  }
  return 2n * sum
}

/** gamma s + ln(Z_s/Z_0) and its second summand, as fixed-point numbers. */
export function exactLatticeLoss(steps, sensitivity, rate) {
  const gamma = fixed(rate)
  const n = BigInt(steps)
  const total = (i) => ONE + expMinus(gamma) - expMinus(gamma * (i + 1n)) - expMinus(gamma * (n - i + 1n))
  const s = BigInt(sensitivity)
  const growth = log(over(total(s), total(0n)))
  return { loss: gamma * s + growth, growth }
}
