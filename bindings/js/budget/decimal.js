// Sums of what was spent, exactly. A number counts as it is written: ten releases of 0.1 are 1, though the double that is
// written 0.1 is a little more than a tenth (by less than a part in 2^53).

/** `digits` times 10 to the power of minus `places`. @typedef {{ readonly digits: bigint, readonly places: number }} Decimal */

/** @type {Decimal} */
export const ZERO = { digits: 0n, places: 0 }

/** The number as it is written, in the fewest digits that tell it from others (budget/PROOF.md, Proposition 4). @param {number} number finite, from 0 up @returns {Decimal} */
export function decimalOf(number) {
  return /** @type {Decimal} */ (decimalFrom(String(number)))
}

/** What `textOf` wrote, or nothing. @param {string} text @returns {Decimal | undefined} */
export function decimalFrom(text) {
  const [, whole = '', fraction = '', exponent = '0'] = /^(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/.exec(text) ?? []
  if (whole === '') return undefined
  const places = fraction.length - Number(exponent)
  const digits = BigInt(whole + fraction)
  return places < 0 ? { digits: digits * power(-places), places: 0 } : { digits, places }
}

/** @param {Decimal} decimal */
export function textOf({ digits, places }) {
  const text = String(digits).padStart(places + 1, '0')
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
}

/** @param {Decimal} decimal */
export function numberOf(decimal) {
  return Number(textOf(decimal))
}

/** The largest number that is written as no more than this. @param {Decimal} decimal */
export function numberBelow(decimal) {
  const nearest = numberOf(decimal)
  return isAtMost(decimalOf(nearest), decimal) ? nearest : nextDown(nearest)
}

/** @param {Decimal} a @param {Decimal} b @returns {Decimal} */
export function plus(a, b) {
  if (b.digits === 0n) return a
  const places = Math.max(a.places, b.places)
  return { digits: scaleTo(a, places) + scaleTo(b, places), places }
}

/** What is left of `a` without `b`, and nothing if that is more. @param {Decimal} a @param {Decimal} b @returns {Decimal} */
export function minus(a, b) {
  const places = Math.max(a.places, b.places)
  const digits = scaleTo(a, places) - scaleTo(b, places)
  return digits < 0n ? ZERO : { digits, places }
}

/** @param {Decimal} decimal @param {number} count a whole number @returns {Decimal} */
export function times(decimal, count) {
  if (count === 1) return decimal
  const { digits, places } = decimal
  return { digits: digits * BigInt(count), places }
}

/** @param {Decimal} a @param {Decimal} b */
export function isAtMost(a, b) {
  const places = Math.max(a.places, b.places)
  return scaleTo(a, places) <= scaleTo(b, places)
}

/** How often `part` fits into `whole`. @param {Decimal} whole @param {Decimal} part more than 0 */
export function fitsInto(whole, part) {
  const places = Math.max(whole.places, part.places)
  return Number(scaleTo(whole, places) / scaleTo(part, places))
}

/** @param {Decimal} decimal @param {number} places no fewer than it has */
function scaleTo({ digits, places: own }, places) {
  return places === own ? digits : digits * power(places - own)
}

/** @param {number} exponent */
function power(exponent) {
  return 10n ** BigInt(exponent)
}

/** The double before it. @param {number} positive */
function nextDown(positive) {
  const bits = new BigInt64Array(new Float64Array([positive]).buffer)
  bits[0] = /** @type {bigint} */ (bits[0]) - 1n
  return /** @type {number} */ (new Float64Array(bits.buffer)[0])
}
