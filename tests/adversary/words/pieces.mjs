// A function of one word that is constant in pieces: where they begin, found by halving between words that differ.

import { generator } from '../../js/support/generator.mjs'

const LAST = (1n << 64n) - 1n
/** More than any lattice here has, by far. */
const MAX = 2000

/** 64 words spread evenly, and powers of two from both ends: tails are where pieces are short. */
const looked = [
  1n,
  LAST,
  ...Array.from({ length: 63 }, (_, k) => (BigInt(k) + 1n) << 58n),
  ...[8n, ...Array.from({ length: 43 }, (_, k) => BigInt(k) + 15n)].flatMap((k) => [1n << k, LAST - (1n << k)])
]

const { word: random } = generator(5)
/** Words from anywhere, which have to belong to the pieces found. */
const others = Array.from({ length: 24 }, () => random() | 1n)

/**
 * @param {(word: bigint) => string} what comes of a word
 * @param {readonly bigint[]} hints where a piece may begin: looked at as well, and not relied on
 * @returns {{ from: bigint, to: bigint, length: bigint, what: string }[]} from the word 1 to the last one
 */
export function piecesOf(what, hints) {
  const words = withBothSides(hints)
  const starts = [{ from: 1n, what: what(1n) }]
  for (let at = 1; at < words.length; ++at) {
    const end = what(words[at])
    while (starts.at(-1).what !== end) {
      const last = starts.at(-1)
      const low = last.from > words[at - 1] ? last.from : words[at - 1]
      starts.push(firstChange(what, low, last.what, words[at], end))
      if (starts.length > MAX) throw new Error(`what comes of a word changes more than ${MAX} times`)
    }
  }
  const pieces = starts.map(({ from, what }, at) => {
    const to = starts[at + 1] ? starts[at + 1].from - 1n : LAST
    return { from, to, length: to - from + 1n, what }
  })
  for (const word of others) {
    const { what: expected } = pieces.find(({ to }) => word <= to)
    if (what(word) !== expected) throw new Error(`the word ${word} does not lead where those around it do`)
  }
  return pieces
}

/** In order, and with both sides of every hint. */
function withBothSides(hints) {
  const beside = hints.flatMap((hint) => [hint - 2n, hint + 1n]).filter((word) => word > 0n && word < LAST)
  return [...new Set([...looked, ...beside])].sort((a, b) => (a < b ? -1 : 1))
}

/** The first word from which on it is not as at `low`, if there is only one change before `high`. */
function firstChange(what, low, before, high, after) {
  let [a, b, found] = [low, high, after]
  while (b - a > 1n) {
    const middle = (a + b) >> 1n
    const seen = what(middle)
    if (seen === before) a = middle
    else [b, found] = [middle, seen]
  }
  return { from: b, what: found }
}
