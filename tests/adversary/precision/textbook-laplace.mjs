// The precision attack (web/attack, which the page carries out before its visitors), with uniforms that are always the same ones.

import { explains, outputsOf, textbook } from '../../../web/attack/textbook-laplace.js'

export { explains, textbook }

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

/** Textbook Laplace noise between bounds. */
export const textbookOutputs = (sampler, truth, count, seed) => outputsOf(sampler, truth, count, fixedUniforms(seed))

/** The share of the outputs that the textbook sampler cannot give for this truth. */
export function shareExcluded(sampler, truth, outputs) {
  return outputs.filter((y) => !explains(sampler, truth, y)).length / outputs.length
}
