// A box draws its sides one after the other, each like a number by itself. So the measured laws of numbers with the same scale
// are those of its sides, if the same words lead to the same coordinates; and its loss is the sum of theirs.

import { generator } from '../../js/support/generator.mjs'
import { valueAt } from '../../js/support/lattice-values.mjs'
import { auditLaws, TOLERANCE } from './laws-auditor.mjs'
import { largestLoss, ROUNDING } from './privacy.mjs'
import { box } from './subjects.mjs'

const ROUNDS = 300

export function auditBox({ BoundedGaussian }, steering, report) {
  const { source, makeRoom } = steering
  const whole = new BoundedGaussian(box)
  const sides = box.lower.map((lower, side) => {
    const options = { lower, upper: box.upper[side], granularity: box.granularity[side], scale: whole.scale }
    return new BoundedGaussian(options)
  })
  const { random, word } = generator(11)
  const draw = (words, act) => {
    makeRoom(words.length + 64)
    return source.draw(words, act)
  }
  const compare = (name, words, together, separately) => {
    const one = draw(words, together)
    const first = draw(words, separately[0])
    const second = draw(words.slice(first.used), separately[1])
    const expected = interleave(first.result, second.result)
    if (!expected.every((value, at) => Object.is(value, one.result[at]))) {
      report(`${name} is not made of its sides`, expected.join(' '), [...one.result].join(' '))
    }
    if (one.used !== first.used + second.used) report(`words of ${name}`, first.used + second.used, one.used)
  }
  for (let round = 0; round < ROUNDS; ++round) {
    const count = 1 + (round % 40)
    const words = Array.from({ length: 400 }, () => word() | 1n)
    const truths = Array.from({ length: count }, () =>
      box.lower.map((from, side) => from + random() * (box.upper[side] - from))
    )
    const column = (side) => Float64Array.from(truths, (truth) => truth[side])
    compare('a vector', words, () => whole.privatise(truths[0]), [
      () => [sides[0].privatise(truths[0][0])],
      () => [sides[1].privatise(truths[0][1])]
    ])
    compare('a batch of vectors', words, () => whole.privatiseAll(Float64Array.from(truths.flat())), [
      () => sides[0].privatiseAll(column(0)),
      () => sides[1].privatiseAll(column(1))
    ])
  }
  auditPairs(
    whole,
    sides.map((side) => auditLaws({ kind: 'BoundedGaussian', words: 2, options: side }, side, steering, report).laws),
    report
  )
}

/** All pairs of truths on the lattice that are close enough: an output that tells most is made of those of its sides. */
function auditPairs(whole, laws, report) {
  const losses = laws.map((ofSide, side) => {
    const granularity = box.granularity[side]
    const pairs = []
    for (const [truth, law] of ofSide) {
      for (const [neighbour, other] of ofSide) {
        const distance = valueAt(truth, { granularity }) - valueAt(neighbour, { granularity })
        pairs.push({ distance, loss: largestLoss(law, other, TOLERANCE)[0] })
      }
    }
    return pairs
  })
  let worst = 0
  for (const one of losses[0]) {
    for (const other of losses[1]) {
      if (Math.hypot(one.distance, other.distance) <= whole.sensitivity) worst = Math.max(worst, one.loss + other.loss)
    }
  }
  if (worst > whole.epsilon + ROUNDING) report('vectors are told apart', whole.epsilon, worst)
}

function interleave(one, other) {
  return Array.from(one).flatMap((value, at) => [value, other[at]])
}
