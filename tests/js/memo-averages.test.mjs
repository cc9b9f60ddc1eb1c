// What a memo protects against, and what not: attackers who know the mechanism, and average what they are told.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Memo, memoryStore, PrivacyBudget } from 'inbounds/budget'
import { loadSeeded } from 'inbounds/testing'

const { BoundedLaplace } = await loadSeeded(2014)
const mechanism = new BoundedLaplace({ lower: 0, upper: 1, epsilon: 2 })
const truth = 0.3
const answerCount = 10_000
const ample = () => new PrivacyBudget({ epsilon: 1e6, store: memoryStore() })
const meanOf = (answers) => answers.reduce((sum, answer) => sum + answer, 0) / answers.length

/** The truth for which the mechanism's mean is this: it grows with the truth, so halving finds it. */
function truthBehind(mean) {
  let [low, high] = [0, 1]
  for (let halvings = 0; halvings < 40; ++halvings) {
    const middle = (low + high) / 2
    if (mechanism.at(middle).mean < mean) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** How far off an average is with a probability of 1e-6, by the normal law; divided by how fast the mean grows. */
const slope = (mechanism.at(truth + 0.01).mean - mechanism.at(truth - 0.01).mean) / 0.02
const tolerance = (4.9 * Math.sqrt(mechanism.at(truth).variance / answerCount)) / slope

test('without a memo, 10,000 answers average to the truth', async () => {
  const budget = ample()
  const answers = []
  for (let time = 0; time < answerCount; ++time) answers.push(await budget.privatise(mechanism, truth))
  const found = truthBehind(meanOf(answers))
  assert.ok(tolerance < 0.06, `${tolerance} is little beside the whole range`)
  assert.ok(Math.abs(found - truth) <= tolerance, `${found} is the truth, to within ${tolerance}`)
  assert.equal((await budget.spent()).releases, answerCount, 'and this is what it cost')
})

test('with a memo, 10,000 answers are one: whoever averages them knows no more than from asking once', async () => {
  let misses = 0
  const people = 40
  for (let person = 0; person < people; ++person) {
    const budget = ample()
    const memo = new Memo({ budget })
    const answers = []
    const times = person === 0 ? answerCount : 20
    for (let time = 0; time < times; ++time) answers.push(await memo.privatise('How much?', mechanism, truth))
    assert.equal(new Set(answers).size, 1)
    assert.deepEqual([(await budget.spent()).releases, (await budget.spent()).epsilon], [1, 2])
    misses += Number(Math.abs(truthBehind(meanOf(answers)) - truth) > tolerance)
  }
  // One answer is as near with a probability of less than 15 %; that 30 of 40 are, with one of less than 1e-6.
  const near =
    mechanism.at(truth).cdf(mechanism.at(truth + tolerance).mean) -
    mechanism.at(truth).cdf(mechanism.at(truth - tolerance).mean)
  assert.ok(near < 0.15, `${near}`)
  assert.ok(misses > 10, `${misses} of ${people} are not found`)
})

test('what a memo does not protect: that a value changed is seen, when it changed, and that it came back', async () => {
  const memo = new Memo({ budget: ample() })
  const days = [0.2, 0.2, 0.9, 0.9, 0.2, 0.2]
  const answers = []
  for (const value of days) answers.push(await memo.privatise('today', mechanism, value))
  assert.deepEqual(
    answers.map((answer) => answer === answers[0]),
    [true, true, false, false, true, true]
  )
  assert.equal(answers[2], answers[3])
})

test('nor a value that never stands still: each of its values is answered anew, paid for, and averages out', async () => {
  const budget = ample()
  const memo = new Memo({ budget })
  const answers = []
  const step = 16 * mechanism.granularity
  for (let time = 0; time < answerCount; ++time) {
    answers.push(await memo.privatise('weight', mechanism, truth + time * step))
  }
  assert.equal((await budget.spent()).releases, answerCount, 'the budget, and not the memo, puts an end to this')
  const middle = truth + (answerCount / 2) * step
  assert.ok(Math.abs(truthBehind(meanOf(answers)) - middle) <= tolerance)
})
