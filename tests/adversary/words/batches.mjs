// A batch takes another way through the sampler than single draws (two at a time, where all have one centre), and takes its words
// stage by stage. From the same words it has to make the same outputs: beside every word where a single draw changes.

import { generator } from '../../js/support/generator.mjs'
import { LOW } from './measure.mjs'

/** The sampler works in blocks of 64, and rounds 256 truths at once: a whole block, more than that, and so few that they are
 * drawn one by one. */
const SIZES = [64, 300, 5]
const BLOCK = 64
const MAX = 150

/**
 * @param {string} kind
 * @param {any} mechanism
 * @param {{ truth: number, words: bigint[] }[]} all
 * @param {import('./independence.mjs').Steering} steering
 * @param {(what: string, claimed: unknown, found: unknown) => void} report
 */
export function auditBatches(kind, mechanism, all, { source, makeRoom }, report) {
  const every = Math.ceil(all.length / MAX) | 1 // odd: words before and after a change take turns
  const some = all.filter((_, at) => at % every === 0)
  if (some.length === 0) return // no word changes the output
  // Beside a change only exact arithmetic decides, so every other word is any: where a draw takes one, and is not refused.
  const { word } = generator(13)
  const isSimple = kind !== 'BoundedGaussian' && some.every(({ words }) => words.length === 1)
  const cases = Array.from({ length: Math.max(2 * some.length, 400) }, (_, at) => {
    const one = some[(at >> 1) % some.length]
    return isSimple && at % 2 === 1 ? { ...one, words: [word() | 1n] } : one
  })
  const single = ({ truth, words }) => {
    makeRoom(64)
    return source.draw([...words], () => mechanism.privatise(truth))
  }
  let [from, turn] = [0, 0]
  while (from < cases.length) {
    // The blocks of a Gaussian batch are filled up with draws that were refused, so only one block is told apart.
    const size = kind === 'BoundedGaussian' ? Math.min(BLOCK, SIZES[turn % 3]) : SIZES[turn % 3]
    const part = cases.slice(from, from + size)
    const expected = part.map(single)
    makeRoom(2 * size + 128)
    const words = blocksOf(part).flatMap((block) => layout(kind, block, single))
    const truths = Float64Array.from(part, ({ truth }) => truth)
    const { result } = source.draw(words, () => mechanism.privatiseAll(truths))
    const wrong = part.findIndex((_, at) => !Object.is(result[at], expected[at].result))
    if (wrong >= 0) {
      const { truth, words: given } = part[wrong]
      const what = `draw ${wrong} of a batch of ${part.length} differs from a single one: ${truth} with the words ${given}`
      return report(what, expected[wrong].result, result[wrong])
    }
    from += size
    turn += 1
  }
}

function blocksOf(cases) {
  return Array.from({ length: Math.ceil(cases.length / BLOCK) }, (_, at) => cases.slice(BLOCK * at, BLOCK * (at + 1)))
}

/** First the first words of all draws, then the second ones, where a draw takes one: a proposal may need no word. */
function layout(kind, block, single) {
  const takesSecond = (draw) => kind !== 'BoundedGaussian' || single({ ...draw, words: [draw.words[0], LOW] }).used > 1
  const second = block.filter(({ words }) => words.length > 1).filter(takesSecond)
  return [...block.map(({ words }) => words[0]), ...second.map(({ words }) => words[1])]
}
