// The precision attack (web/attack, which the page carries out before its visitors), with uniforms that are always the same ones.

import { fixedUniforms } from '../../../web/attack/fixed-uniforms.js'
import { explains, outputsOf, textbook } from '../../../web/attack/textbook-laplace.js'

export { explains, fixedUniforms, textbook }

/** Textbook Laplace noise between bounds. */
export const textbookOutputs = (sampler, truth, count, seed) => outputsOf(sampler, truth, count, fixedUniforms(seed))

/** The share of the outputs that the textbook sampler cannot give for this truth. */
export function excludedShare(sampler, truth, outputs) {
  return outputs.filter((y) => !explains(sampler, truth, y)).length / outputs.length
}
