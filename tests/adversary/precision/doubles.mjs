// Doubles next to each other, and distances between doubles as real numbers.

export { ulp } from '../../../web/attack/textbook-laplace.js'

/** The double just above. */
export const nextUp = (value) => neighbour(value + 0, value >= 0 ? 1n : -1n) // + 0: there is no other way from -0 up

/** The double just below. */
export const nextDown = (value) => -nextUp(-value)

// Doubles of one sign are ordered as the whole numbers that their bits are.
function neighbour(value, away) {
  const double = new Float64Array([value])
  new BigInt64Array(double.buffer)[0] += away
  return double[0]
}

/** Whether far - near <= distance as real numbers: where the rounded difference ties, what it lost decides (Knuth). */
export function isWithin(near, far, distance) {
  const difference = far - near
  const part = far - difference
  const lost = far - (difference + part) + (part - near)
  return difference < distance || (difference === distance && lost <= 0)
}

/** The largest double at most a step above q, as real numbers: q + step may have been rounded up. */
export function farthestWithin(q, step) {
  let far = q + step
  while (!isWithin(q, far, step)) far = nextDown(far)
  while (isWithin(q, nextUp(far), step)) far = nextUp(far)
  return far
}

/** A double as a quotient of whole numbers, the second one a power of two. @returns {[bigint, bigint]} */
export function asQuotient(value) {
  if (Number.isInteger(value)) return [BigInt(value), 1n]
  const bits = new DataView(new Float64Array([Math.abs(value)]).buffer).getBigUint64(0, true)
  const [exponent, fraction] = [Number(bits >> 52n), bits & (2n ** 52n - 1n)]
  const size = exponent === 0 ? fraction : fraction + 2n ** 52n
  return [value < 0 ? -size : size, 1n << BigInt(1075 - Math.max(1, exponent))]
}
