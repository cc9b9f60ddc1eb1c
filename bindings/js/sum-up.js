/**
 * The sum, rounded up: what was spent is never less than what is said to be. Knuth's two-sum gives the rounding error of each
 * addition exactly, and only an error that would hide something is made up for.
 * @param {readonly number[]} numbers from 0 up
 */
export function sumUp(numbers) {
  return numbers.reduce((sum, number) => {
    const rounded = sum + number
    const part = rounded - sum
    const error = sum - (rounded - part) + (number - part)
    return error > 0 ? nextUp(rounded) : rounded
  }, 0)
}

/** The next double. @param {number} positive */
function nextUp(positive) {
  const bits = new BigInt64Array(new Float64Array([positive]).buffer)
  bits[0] = /** @type {bigint} */ (bits[0]) + 1n
  return /** @type {number} */ (new Float64Array(bits.buffer)[0])
}
