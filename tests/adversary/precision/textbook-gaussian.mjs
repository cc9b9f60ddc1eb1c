// The same attack on normal noise. Box and Muller make two numbers of two uniform ones, so two outputs are looked at together:
// both coordinates of a vector, or two answers about the same truth (Holohan & Braghin 2021; Jin et al. 2022).

import { ulp } from './doubles.mjs'
import { fixedUniforms } from './textbook-laplace.mjs'

const grid = 2 ** -53

/** Attacker and victim run this very line. */
const boxMuller = ([x, y], scale, u, v) => {
  const radius = scale * Math.sqrt(-2 * Math.log(u))
  return [x + radius * Math.cos(2 * Math.PI * v), y + radius * Math.sin(2 * Math.PI * v)]
}

/** Textbook bounded Gaussian vectors: draw, and draw again while one is outside. */
export function textbookVectors({ lower, upper, scale }, truth, count, seed) {
  const vectors = []
  const uniforms = fixedUniforms(seed)
  while (vectors.length < count) {
    const [u, v] = [uniforms.next().value.u, uniforms.next().value.u]
    const vector = boxMuller(truth, scale, u, v)
    if (vector.every((y, side) => y >= lower[side] && y <= upper[side])) vectors.push(vector)
  }
  return vectors
}

/**
 * Whether the textbook sampler can give exactly this vector: every pair of uniform numbers that could is tried. The noise is
 * known up to roundings, hence its radius and its angle, hence both numbers up to a few steps of their grid.
 */
function explainsVector({ scale }, truth, vector) {
  const noise = vector.map((y, side) => (y - truth[side]) / scale)
  const radius = Math.hypot(...noise)
  const rounding = vector.map((y, side) => ulp(y) + ulp(truth[side]) + 8 * ulp(y - truth[side]))
  const unsure = Math.hypot(...rounding) / scale + radius * 2 ** -50
  const u = Math.round(Math.exp(-(radius ** 2) / 2) / grid)
  const turn = Math.atan2(noise[1], noise[0]) / (2 * Math.PI)
  const v = Math.round((turn < 0 ? turn + 1 : turn) / grid)
  const maxU = Math.ceil(u * (radius * unsure + (1 + radius ** 2) * 2 ** -51)) + 2
  const maxV = Math.ceil(unsure / (2 * Math.PI * radius) / grid) + 3
  for (let j = v - maxV; j <= v + maxV; ++j) {
    for (let i = Math.max(1, u - maxU); i <= u + maxU; ++i) {
      const [x, y] = boxMuller(truth, scale, i * grid, j * grid)
      if (x === vector[0] && y === vector[1]) return true
    }
  }
  return false
}

/** The share of the vectors that the textbook sampler cannot give for this truth. */
export function excludedShareOfVectors(sampler, truth, vectors) {
  return vectors.filter((vector) => !explainsVector(sampler, truth, vector)).length / vectors.length
}
