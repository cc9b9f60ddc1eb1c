// The precision attack of Mironov (CCS 2012) and Haney, Desfontaines, Hartman, Shrestha, Hay (2022): which doubles a sampler
// can give depends on the truth, so a single output can prove that a neighbour was not the truth, whatever epsilon says.

import { ulp } from './doubles.mjs'

const grid = 2 ** -53

/** Uniform multiples of 2^-53 above 0 and below 1, and signs; always the same ones (splitmix64, 53 bits of each word). */
export function* fixedUniforms(seed) {
  const mask = (1n << 64n) - 1n
  let state = BigInt(seed)
  for (;;) {
    state = (state + 0x9e3779b97f4a7c15n) & mask
    let word = ((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n) & mask
    word = ((word ^ (word >> 27n)) * 0x94d049bb133111ebn) & mask
    word ^= word >> 31n
    const u = Number(word >> 11n) * grid
    if (u > 0) yield { u, sign: word & 1n ? 1 : -1 }
  }
}

/** Textbook noise as it is written in a thousand places. Attacker and victim run this very line. */
export const textbook = (truth, scale, sign, u) => truth + scale * sign * Math.log(u)

/**
 * What textbooks do with a value outside the bounds. Attacker and victim run these very lines, too.
 * @type {Record<string, (y: number, bounds: { lower: number, upper: number }) => number | undefined>}
 */
const atBounds = {
  redrawn: (y, { lower, upper }) => (y >= lower && y <= upper ? y : undefined),
  clamped: (y, { lower, upper }) => Math.min(Math.max(y, lower), upper),
  folded(y, { lower, upper }) {
    let folded = y
    while (folded < lower || folded > upper) folded = (folded < lower ? 2 * lower : 2 * upper) - folded
    return folded
  }
}

/** Textbook Laplace noise between bounds. */
export function textbookOutputs(sampler, truth, count, seed) {
  const outputs = []
  for (const { u, sign } of fixedUniforms(seed)) {
    const y = atBounds[sampler.ends ?? 'redrawn'](textbook(truth, sampler.scale, sign, u), sampler)
    if (y !== undefined) outputs.push(y)
    if (outputs.length === count) return outputs
  }
}

/** Whether the textbook sampler can give exactly y for this truth: every u that could is tried. */
export function explains(sampler, truth, y) {
  const { ends = 'redrawn', lower, upper } = sampler
  if (ends === 'clamped' && (y === lower || y === upper)) return true
  return imagesOf(sampler, truth, y).some((image) => explainsImage(sampler, ends, truth, image, y))
}

/** The noise is within the roundings of image - truth, so u is within that (over the scale), and within the error of exp. */
function explainsImage(sampler, ends, truth, image, y) {
  const { scale } = sampler
  const decay = Math.abs(image - truth) / scale
  const centre = Math.round(Math.exp(-decay) / grid)
  const folds = image === y ? 0 : 4 * ulp(Math.abs(image) + Math.abs(sampler.upper))
  const roundings = ulp(image) + ulp(truth) + 4 * ulp(image - truth) + folds
  const reach = Math.ceil(centre * (roundings / scale + (decay + 2) * 2 ** -51)) + 2
  const leads = (sign, u) => atBounds[ends](textbook(truth, scale, sign, u), sampler) === y
  for (let away = 0; away <= reach; ++away) {
    for (const at of [centre - away, centre + away]) {
      if (at < 1 || at * grid >= 1) continue
      if (leads(1, at * grid) || leads(-1, at * grid)) return true
    }
  }
  return false
}

/** Where y may have come from, about: in mirrors at both bounds, as far as the noise reaches (ln 2^53 is 36.7 scales). */
function imagesOf({ ends, lower, upper, scale }, truth, y) {
  if (ends !== 'folded') return [y]
  const period = 2 * (upper - lower)
  const most = Math.ceil((37 * scale) / period) + 1
  const images = [y]
  for (let k = -most; k <= most; ++k) images.push(y + k * period, 2 * lower - y + k * period)
  return images.filter((image) => Math.abs(image - truth) <= 37 * scale)
}

/** The share of the outputs that the textbook sampler cannot give for this truth. */
export function shareExcluded(sampler, truth, outputs) {
  return outputs.filter((y) => !explains(sampler, truth, y)).length / outputs.length
}
