// Fixed-point arithmetic with BigInt, for oracles that share no floating point with what they check. Numbers are whole
// multiples of 2^-400.

const BITS = 400n
export const ONE = 1n << BITS

/** A double as a fixed-point number, exactly (for doubles from 2^-340 up). */
export function toFixedPoint(value) {
  let exponent = 0
  while (!Number.isInteger(value)) {
    value *= 2
    exponent += 1
  }
  return (BigInt(value) << BITS) >> BigInt(exponent)
}

/** The double nearest to a quotient of fixed-point numbers, or of any two whole ones, to about 60 bits. */
export function quotient(a, b) {
  return Number((a << 160n) / b) / 2 ** 160
}

export const times = (a, b) => (a * b) >> BITS
export const over = (a, b) => (a << BITS) / b

/** e^-x: halve until small, Taylor, square back. */
export function expMinus(x) {
  if (x > 300n * ONE) return 0n // below 2^-400
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

/** ln y for y > 0: a power of two times a number from 1 to 2, and 2 artanh((m-1)/(m+1)) for that. */
export function log(y) {
  const exponent = BigInt(y.toString(2).length - 1) - BITS
  const m = exponent < 0n ? y << -exponent : y >> exponent
  return logOfMantissa(m) + (exponent === 0n ? 0n : exponent * LN2)
}

function logOfMantissa(m) {
  const z = over(m - ONE, m + ONE)
  const square = times(z, z)
  let power = z
  let sum = 0n
  for (let k = 1n; power !== 0n; k += 2n) {
    sum += power / k
    power = times(power, square)
  }
  return 2n * sum
}

const LN2 = logOfMantissa(2n * ONE)
