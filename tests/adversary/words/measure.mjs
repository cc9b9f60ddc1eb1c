// The law of a draw, measured: how many of all words lead to each output. A draw that takes two words is a tree: pieces of the
// first word, and for each of them pieces of the second.

import { ONE, over } from '../../js/support/fixed-point.mjs'
import { piecesOf } from './pieces.mjs'

const ALL = 1n << 64n
const LAST = ALL - 1n
/** A second word that leads as far down as any, or that accepts; and one that leads far up, or refuses. */
export const LOW = 1n << 12n
const HIGH = LAST - (1n << 12n)
/** What follows the words that are looked at: a proposal from the middle, and a word that accepts it. */
const AFTER = [0x6a09e667f3bcc908n, LOW, 0x6a09e667f3bcc908n, LOW]

const MORE = 'more'
/** So many words beside a threshold may be its own first bits: then another word decides. */
const UNDECIDED = 2n

/**
 * @typedef {object} Measured
 * @property {Map<number, bigint>} law the share of words for each output, in units of `ONE`
 * @property {bigint} more the share of words for which further ones were used
 * @property {bigint[][]} beside words next to where the output changes
 */

/**
 * @param {(words: readonly bigint[]) => { result: number, used: number }} draw
 * @param {number} depth how many words a draw takes; where it takes more, it was refused, or had not decided
 * @param {boolean} repeats whether draws are refused
 * @param {{ first: bigint[], second: bigint[] }} hints where the output may change; what is found is added
 * @returns {Measured}
 */
export function measure(draw, depth, repeats, hints) {
  const look = (...words) => {
    const { result, used } = draw([...words, ...AFTER])
    // Words that had not decided are single ones between two pieces, and no piece of their own.
    return used > depth ? (repeats ? MORE : `${MORE} ${words}`) : `${used} ${result}`
  }
  const shares = new Map()
  const beside = []
  const add = (prefix, { from, length, what }, weight) => {
    const output = what.startsWith(MORE) ? MORE : Number(what.split(' ')[1])
    shares.set(output, (shares.get(output) ?? 0n) + weight * length)
    if (prefix.length + 1 < depth || from === 1n) return
    for (const word of [from - 2n, from + 1n]) if (word > 0n && word < LAST) beside.push([...prefix, word])
  }
  const whole = depth === 1 ? look : (word) => `${look(word, LOW)} ${look(word, HIGH)}`
  const pieces = piecesOf(whole, hints.first)
  for (const piece of pieces) {
    const { from, to, length, what } = piece
    const undecided = length <= UNDECIDED ? { ...piece, what: MORE } : piece
    if (depth === 1 || undecided.what.startsWith(MORE) || what.startsWith('1 ')) {
      add([], undecided, ALL)
      continue
    }
    const middle = (from + to) >> 1n
    const inner = piecesOf((word) => look(middle, word), hints.second)
    for (const second of inner) add([middle], second, length)
    learn(hints.second, inner)
  }
  learn(hints.first, pieces)
  const share = (count) => over(count, ALL * ALL)
  const more = shares.get(MORE) ?? 0n
  shares.delete(MORE)
  return { law: new Map([...shares].map(([output, count]) => [output, share(count)])), more: share(more), beside }
}

/** The same places are looked at first for the next truth; where they differ, no more than one word to either side. */
function learn(known, pieces) {
  for (const { from } of pieces) {
    const at = known.findIndex((hint) => hint >= from - 2n)
    if (at < 0) known.push(from)
    else if (known[at] > from + 2n) known.splice(at, 0, from)
  }
}

/** What is left if words that were refused are drawn again, until some are not. @param {Measured} measured */
export function conditionOnAccepted({ law, more }) {
  return new Map([...law].map(([output, share]) => [output, over(share, ONE - more)]))
}
