// No word counts twice: a changed word changes its own draw and no other, and a failing source brings no used word back.

import { generator } from '../../js/support/generator.mjs'
import { LOW } from './measure.mjs'

/** @typedef {{ source: import('./steered-source.mjs').SteeredSource, makeRoom: (words: number) => void }} Steering */

/** What a word is changed to: from all over, and far out. */
const OTHERS = [1n, 3n, 6n, 10n, 13n, 15n].map((k) => k << 60n).concat(1n << 40n, (1n << 64n) - (1n << 40n))

/**
 * Not for draws that may be refused: that moves the words of all later ones.
 * @param {any} mechanism
 * @param {number} depth how many words a draw takes
 * @param {Steering} steering
 * @param {(what: string, claimed: unknown, found: unknown) => void} report
 */
export function auditStreams(mechanism, depth, { source, makeRoom }, report) {
  const { word } = generator(7)
  const truth = Number.isFinite(mechanism.upper) ? mechanism.upper : mechanism.sensitivity
  const ways = [
    { name: 'batch', draws: 66, act: (truths) => mechanism.privatiseAll(truths) },
    { name: 'row of single draws', draws: 12, act: (truths) => truths.map((one) => mechanism.privatise(one)) }
  ]
  for (const { name, draws, act } of ways) {
    const stream = Array.from({ length: draws * depth }, () => word() | 1n)
    const truths = new Float64Array(draws).fill(truth)
    const draw = (words) => {
      makeRoom(words.length + 64)
      const { result, used } = source.draw(words, () => act(truths))
      if (used !== words.length) throw new Error(`a ${name} of ${draws} took ${used} words and not ${words.length}`)
      return result
    }
    const before = draw(stream)
    const changedBy = stream.map((_, at) => {
      const changed = OTHERS.flatMap((other) => differences(before, draw(stream.with(at, other))))
      return new Set(changed)
    })
    const max = Math.max(...changedBy.map((changed) => changed.size))
    if (max > 1) report(`draws of a ${name} that one word changes`, 1, max)
    const reached = new Set(changedBy.flatMap((changed) => [...changed]))
    if (reached.size < draws) report(`draws of a ${name} that words change`, draws, reached.size)
  }
}

function differences(before, after) {
  return Array.from(before.keys()).filter((at) => before[at] !== after[at])
}

/**
 * What was refused leaves no trace: the words after it lead where they lead without it.
 * @param {any} mechanism
 * @param {{ truth: number, words: bigint[] }[]} cases some of which are refused
 * @param {Steering} steering
 * @param {(what: string, claimed: unknown, found: unknown) => void} report
 */
export function auditRefusals(mechanism, cases, { source, makeRoom }, report) {
  const { word } = generator(13)
  let refusals = 0
  for (const { truth, words } of cases) {
    const draw = (given) => {
      makeRoom(64)
      return source.draw(given, () => mechanism.privatise(truth))
    }
    const next = [word() | 1n, LOW, word() | 1n, LOW]
    const [alone, later] = [draw(next), draw([...words, ...next])]
    if (later.used <= words.length) continue
    refusals += 1
    if (later.used !== words.length + alone.used) report('words after a refusal', alone.used, later.used - words.length)
    if (!Object.is(later.result, alone.result)) report('what follows a refusal', alone.result, later.result)
  }
  if (cases.length > 0 && refusals === 0) report('draws that were refused', 'some', refusals)
}

/**
 * On a fresh instance: the source fails in the midst of a batch. What comes afterwards is made of new words alone.
 * @param {any} Mechanism
 * @param {import('./steered-source.mjs').SteeredSource} source
 * @param {(what: string, claimed: unknown, found: unknown) => void} report
 */
export function auditFailingSource(Mechanism, source, report) {
  const mechanism = new Mechanism({ lower: 0, upper: 8, epsilon: 4, granularity: 1 })
  const high = (1n << 64n) - (1n << 40n)
  source.failure = undefined
  source.nextBlock(() => mechanism.privatise(4))
  const before = source.draw([high, 1n << 40n, 1n << 40n], () => mechanism.privatise(4)).result
  source.giveUp()
  source.failure = new Error('out of entropy')
  const into = new Float64Array(20000)
  const failed = outcome(() => mechanism.privatiseAll(into.fill(4), { into }))
  if (failed !== 'EntropyError') report('a batch whose source failed ended with', 'EntropyError', failed)
  if (!Number.isNaN(into.at(-1))) report('a draw without words left a value', Number.NaN, into.at(-1))
  for (let turn = 0; turn < 3; ++turn) {
    const second = outcome(() => mechanism.privatise(4))
    if (second !== 'EntropyError') report('a draw went on with words that had been used', 'EntropyError', second)
  }
  source.failure = undefined
  source.nextBlock(() => mechanism.privatise(4))
  const after = source.draw([high, 1n << 40n, 1n << 40n], () => mechanism.privatise(4)).result
  if (after !== before) report('after a failure, the same words lead to', before, after)
  if (source.leftOver > 0) report('words that were left over when others were asked for', 0, source.leftOver)
  source.leftOver = 0
}

function outcome(act) {
  try {
    return `the value ${act()}`
  } catch (error) {
    return error.name
  }
}
