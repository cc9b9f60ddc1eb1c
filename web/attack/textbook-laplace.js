// The precision attack of Mironov (CCS 2012) and Haney, Desfontaines, Hartman, Shrestha, Hay (2022): which doubles a sampler
// can give depends on the truth, so a single output can prove that a neighbour was not the truth, whatever epsilon says.

/** @typedef {{ lower: number, upper: number, scale: number, ends?: 'redrawn' | 'clamped' | 'folded' }} Sampler */

const grid = 2 ** -53

/** The distance from a double to the next one away from zero. @param {number} value */
export function ulp(value) {
  const bits = new BigInt64Array(new Float64Array([Math.abs(value)]).buffer)
  const next = new BigInt64Array([/** @type {bigint} */ (bits[0]) + 1n])
  return /** @type {number} */ (new Float64Array(next.buffer)[0]) - Math.abs(value)
}

/**
 * Textbook noise as it is written in a thousand places. Attacker and victim run this very line.
 * @param {number} truth
 * @param {number} scale
 * @param {number} sign
 * @param {number} u
 */
export const textbook = (truth, scale, sign, u) => truth + scale * sign * Math.log(u)

/**
 * What textbooks do with a value outside the bounds. Attacker and victim run these very lines, too.
 * @type {Record<'redrawn' | 'clamped' | 'folded', (y: number, bounds: { lower: number, upper: number }) => number | undefined>}
 */
const atBounds = {
  redrawn: (y, { lower, upper }) => (y >= lower && y <= upper ? y : undefined),
  clamped: (y, { lower, upper }) => Math.min(Math.max(y, lower), upper),
  folded(y, { lower, upper }) {
    let reflection = y
    while (reflection < lower || reflection > upper)
      reflection = (reflection < lower ? 2 * lower : 2 * upper) - reflection
    return reflection
  }
}

/**
 * Textbook Laplace noise between bounds.
 * @param {Sampler} sampler
 * @param {number} truth
 * @param {number} count
 * @param {Iterable<{ u: number, sign: number }>} uniforms multiples of 2^-53 above 0 and below 1, and signs
 */
export function outputsOf(sampler, truth, count, uniforms) {
  /** @type {number[]} */
  const outputs = []
  if (count === 0) return outputs
  for (const { u, sign } of uniforms) {
    const y = atBounds[sampler.ends ?? 'redrawn'](textbook(truth, sampler.scale, sign, u), sampler)
    if (y !== undefined) outputs.push(y)
    if (outputs.length === count) break
  }
  return outputs
}

/**
 * Whether the textbook sampler can give exactly y for this truth: every u that could is tried.
 * @param {Sampler} sampler
 * @param {number} truth
 * @param {number} y
 */
export function explains(sampler, truth, y) {
  const { ends = 'redrawn', lower, upper } = sampler
  if (ends === 'clamped' && (y === lower || y === upper)) return true
  return imagesOf(sampler, truth, y).some((image) => explainsImage(sampler, ends, truth, image, y))
}

/**
 * The noise is within the roundings of image - truth, so u is within that (over the scale), and within the error of exp.
 * @param {Sampler} sampler
 * @param {keyof typeof atBounds} ends
 * @param {number} truth
 * @param {number} image
 * @param {number} y
 */
function explainsImage(sampler, ends, truth, image, y) {
  const { scale } = sampler
  const decay = Math.abs(image - truth) / scale
  const centre = Math.round(Math.exp(-decay) / grid)
  const reflections = image === y ? 0 : 4 * ulp(Math.abs(image) + Math.abs(sampler.upper))
  const roundings = ulp(image) + ulp(truth) + 4 * ulp(image - truth) + reflections
  const maxDistance = Math.ceil(centre * (roundings / scale + (decay + 2) * 2 ** -51)) + 2
  const leads = (/** @type {number} */ sign, /** @type {number} */ u) =>
    atBounds[ends](textbook(truth, scale, sign, u), sampler) === y
  for (let away = 0; away <= maxDistance; ++away) {
    for (const at of [centre - away, centre + away]) {
      if (at < 1 || at * grid >= 1) continue
      if (leads(1, at * grid) || leads(-1, at * grid)) return true
    }
  }
  return false
}

/**
 * Where y may have come from, about: in mirrors at both bounds, as far as the noise reaches (ln 2^53 is 36.7 scales).
 * @param {Sampler} sampler
 * @param {number} truth
 * @param {number} y
 */
function imagesOf({ ends, lower, upper, scale }, truth, y) {
  if (ends !== 'folded') return [y]
  const period = 2 * (upper - lower)
  const max = Math.ceil((37 * scale) / period) + 1
  const images = [y]
  for (let k = -max; k <= max; ++k) images.push(y + k * period, 2 * lower - y + k * period)
  return images.filter((image) => Math.abs(image - truth) <= 37 * scale)
}
