// What all the answers of a memo tell together, exactly: every way in which its draws can come out is played through, each with
// its probability, so that the laws of two histories of truths can be compared without chance.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds'
import { BudgetError, Memo, memoryStore, PrivacyBudget } from 'inbounds/budget'
import { assertClose } from './support/close.mjs'
import { latticeValues } from './support/lattice-values.mjs'

const { ReflectedLaplace } = await load()
const mechanism = new ReflectedLaplace({ lower: 5, upper: 9, epsilon: 0.7, sensitivity: 2, granularity: 1 })
const values = latticeValues(mechanism)

/** Like the mechanism, but for its draws, which are given: the first value first. When there are no more, it says so. */
function scriptDraws(draws) {
  const left = [...draws]
  let probability = 1
  return {
    epsilon: mechanism.epsilon,
    at: (truth) => mechanism.at(truth),
    toJSON: () => mechanism.toJSON(),
    privatise(truth) {
      if (left.length === 0) throw new RangeError('one draw more')
      const drawn = left.shift()
      probability *= mechanism.at(truth).pmf(drawn)
      return drawn
    },
    probability: () => probability
  }
}

/** The answers to one question, asked again and again; what is refused is answered by a word. */
async function answersOf(memo, mechanism, history) {
  const answers = []
  for (const truth of history) {
    const answer = await memo.privatise('rooms', mechanism, truth).catch((error) => {
      if (error instanceof BudgetError) return 'refused'
      throw error
    })
    answers.push(answer)
  }
  return answers
}

/** How probable each list of answers is, and what the account says after each. */
async function lawOf(history, epsilon = 100) {
  const law = new Map()
  const spent = new Set()
  const waiting = [[]]
  while (waiting.length > 0) {
    const draws = waiting.pop()
    const script = scriptDraws(draws)
    const budget = new PrivacyBudget({ epsilon, store: memoryStore() })
    try {
      const answers = String(await answersOf(new Memo({ budget }), script, history))
      law.set(answers, (law.get(answers) ?? 0) + script.probability())
      spent.add((await budget.spent()).epsilon)
    } catch (error) {
      if (!(error instanceof RangeError && error.message === 'one draw more')) throw error
      waiting.push(...values.map((value) => [...draws, value]))
    }
  }
  const sum = [...law.values()].reduce((total, one) => total + one, 0)
  assertClose(sum, 1, 1e-12, `${history}: all of it was played through`)
  return { law, spent: [...spent] }
}

/** The largest logarithm of a ratio of probabilities, either way. */
function lossBetween({ law: one }, { law: other }) {
  let loss = 0
  for (const answers of new Set([...one.keys(), ...other.keys()])) {
    loss = Math.max(loss, Math.abs(Math.log((one.get(answers) ?? 0) / (other.get(answers) ?? 0))))
  }
  return loss
}

/** What one draw for each pair of truths loses: the first of all pairs against the second, or the other way round. */
function lossOf(...pairs) {
  const largestLoss = ([truth, neighbour]) =>
    Math.max(...values.map((value) => mechanism.at(truth).logPmf(value) - mechanism.at(neighbour).logPmf(value)))
  const sum = (some) => some.reduce((total, pair) => total + largestLoss(pair), 0)
  return Math.max(sum(pairs), sum(pairs.map((pair) => pair.toReversed())))
}

// budget/PROOF.md, Proposition 10
test('between histories with the same pattern, answers lose what their different draws lose, however often each is told', async () => {
  const { epsilon } = mechanism
  for (const [history, other, loss] of [
    [[5, 5, 5, 5], [7, 7, 7, 7], lossOf([5, 7])],
    [[5, 5, 6], [7, 7, 6], lossOf([5, 7])],
    [[5, 6, 5, 6, 6, 5], [7, 6, 7, 6, 6, 7], lossOf([5, 7])],
    [[5.2, 4.9, 6], [7.4, 6.6, 6], lossOf([5, 7])],
    [[5, 5, 6], [7, 7, 8], lossOf([5, 7], [6, 8])],
    [[5, 5, 6], [6, 6, 5], lossOf([5, 6], [6, 5])]
  ]) {
    const [one, two] = [await lawOf(history), await lawOf(other)]
    const words = `${history} and ${other}`
    assertClose(lossBetween(one, two), loss, 1e-12, words)
    assert.deepEqual(one.spent, two.spent, `${words}: the account tells nothing`)
    assert.equal(one.spent.length, 1)
    assert.ok(loss <= one.spent[0] + 1e-12, `${words}: nor is it too small`)
  }
  assertClose(lossOf([5, 7]), epsilon, 1e-9, 'neighbours that lose all of epsilon')
  // Without a memo, each of these four answers would lose it.
  const fresh = (truth) => mechanism.at(truth).pmf(5) ** 4
  assertClose(Math.log(fresh(5) / fresh(7)), 4 * epsilon, 1e-9)
})

test('refusals go by the pattern: the same between histories that have the same, and not otherwise', async () => {
  const max = mechanism.epsilon // one draw
  const [one, two] = [await lawOf([5, 5, 6, 5], max), await lawOf([7, 7, 8, 7], max)]
  assertClose(lossBetween(one, two), lossOf([5, 7]), 1e-12)
  for (const answers of one.law.keys()) assert.match(answers, /^(\d),\1,refused,\1$/)
  const unchanged = await lawOf([5, 5, 5, 5], max)
  for (const answers of unchanged.law.keys()) assert.match(answers, /^(\d),\1,\1,\1$/)
  assert.equal(lossBetween(one, unchanged), Number.POSITIVE_INFINITY)
})

// budget/PROOF.md, Proposition 11
test('between histories with different patterns no epsilon is enough: 5, 5, 6 is told from 5, 5, 5', async () => {
  const [changed, same] = [await lawOf([5, 5, 6]), await lawOf([5, 5, 5])]
  assert.equal(lossBetween(changed, same), Number.POSITIVE_INFINITY)
  const differs = ({ law }) =>
    [...law].reduce((sum, [answers, probability]) => {
      const [first, second, last] = answers.split(',')
      assert.equal(first, second)
      return sum + (first === last ? 0 : probability)
    }, 0)
  const alike = (law, other) => values.reduce((sum, value) => sum + law.pmf(value) * other.pmf(value), 0)
  assert.equal(differs(same), 0)
  assertClose(differs(changed), 1 - alike(mechanism.at(5), mechanism.at(6)), 1e-12)
  // Though only 5 and 6 are told, which a single release hardly tells apart.
  assert.ok(lossOf([5, 6]) < mechanism.epsilon)
  // One truth, told once, in the middle of others:
  assert.equal(lossBetween(await lawOf([5, 6, 5]), same), Number.POSITIVE_INFINITY)
})

test('that a value changed is seen with the probability that the proof tells', () => {
  const age = new ReflectedLaplace({ lower: 0, upper: 120, epsilon: 1, granularity: 1 })
  const ages = latticeValues(age)
  const leak = 1 - ages.reduce((sum, value) => sum + age.at(5).pmf(value) * age.at(6).pmf(value), 0)
  assert.equal(leak.toFixed(2), '0.99')
  const fine = new ReflectedLaplace({ lower: 0, upper: 1, epsilon: 1 })
  assert.ok(fine.at(0).pmf(0) < 1e-6, 'the most probable of all points, of all truths')
})

test('an answer of an earlier period is given again in a later one, whose account does not have it', async () => {
  const budget = new PrivacyBudget({ epsilon: 1, store: memoryStore(), period: 'day' })
  const memo = new Memo({ budget })
  const answer = await memo.privatise('rooms', mechanism, 6)
  const { now } = Date
  try {
    Date.now = () => now() + 86_400_000
    assert.equal(await memo.privatise('rooms', mechanism, 6), answer)
    assert.equal((await budget.spent()).epsilon, 0)
  } finally {
    Date.now = now
  }
})
