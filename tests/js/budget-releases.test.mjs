// What releases cost: one, a batch of one person, a column of many people; by mechanisms of every class.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds'
import { BudgetError, memoryStore, PrivacyBudget } from 'inbounds/budget'
import { counting } from './support/counting-mechanism.mjs'

const mechanisms = await load()
const { BoundedLaplace, ClampedLaplace, ReflectedLaplace, BoundedGaussian } = mechanisms
const { BetaPosterior, DirichletPosterior, SmoothLaplace } = mechanisms
const budgetOf = (terms) => new PrivacyBudget({ ...terms, store: memoryStore() })
const unit = { lower: 0, upper: 1 }
const laplace = new BoundedLaplace({ ...unit, epsilon: 0.25 })

test('BudgetError says what was asked, what is left, and why; and nothing was drawn', async () => {
  const budget = budgetOf({ epsilon: 1, delta: 1e-6 })
  const costly = counting({ epsilon: 0.75 })
  await budget.privatise(costly, 1)
  await assert.rejects(budget.privatise(costly, 1), (error) => {
    assert.ok(error instanceof BudgetError && error instanceof Error)
    assert.equal(error.name, 'BudgetError')
    assert.deepEqual(error.asked, { epsilon: 0.75, delta: 0, releases: 1 })
    assert.deepEqual(error.left, { epsilon: 0.25, delta: 5e-7 })
    assert.equal(error.renewal, undefined)
    const text =
      'one more may cost at most epsilon 0.25, of a budget of epsilon 1 and delta 0.000001. Nothing was drawn.'
    assert.equal(error.message, `this release would cost epsilon 0.75; ${text}`)
    return true
  })
  const leaky = counting({ epsilon: 0.1, delta: 8e-7 })
  await assert.rejects(budget.privatiseAll(leaky, [1, 2, 3]), {
    asked: { epsilon: 0.1, delta: 8e-7, releases: 3 },
    message:
      'each of these 3 releases would cost epsilon 0.1 and delta 8e-7; one more may cost at most epsilon 0.25 and delta 5e-7 ' +
      '(5e-7 of the delta is kept for advanced composition), of a budget of epsilon 1 and delta 0.000001. Nothing was drawn.'
  })
  const small = counting({ epsilon: 0.1, delta: 5e-7 })
  await budget.privatise(small, 1)
  await assert.rejects(budget.privatise(small, 1), {
    left: { epsilon: 0.15, delta: 0 },
    message: /; one more may cost at most epsilon 0\.15 and delta 0 \(/
  })
  assert.deepEqual([costly.draws, leaky.draws, small.draws], [1, 0, 1])
})

test('a batch is released as a whole, or not at all; its cost is that of its values one after the other', async () => {
  const budget = budgetOf({ epsilon: 1 })
  const counted = counting({ epsilon: 0.25 }, (truths) => truths.length)
  await assert.rejects(budget.privatiseAll(counted, [1, 2, 3, 4, 5]), {
    asked: { epsilon: 0.25, delta: 0, releases: 5 }
  })
  assert.equal(counted.draws, 0)
  assert.equal((await budget.spent()).releases, 0)
  assert.equal(await budget.privatiseAll(counted, []), 0)
  assert.equal((await budget.spent()).releases, 0)
  const values = await budget.privatiseAll(laplace, [0, 0.5, 1])
  assert.ok(values.length === 3 && values.every((value) => value >= 0 && value <= 1))
  assert.deepEqual([(await budget.spent()).epsilon, (await budget.spent()).releases], [0.75, 3])
  await assert.rejects(budget.privatiseAll(laplace, [0, 1]), BudgetError)
  await budget.privatiseAll(laplace, Float64Array.of(0.5))
  await assert.rejects(budget.privatise(laplace, 0.5), BudgetError)
})

test('a column has one value of each person, and costs each of them one release, however long it is', async () => {
  const budget = budgetOf({ epsilon: 1 })
  const values = await budget.privatiseColumn(laplace, new Float64Array(1000).fill(0.5))
  assert.equal(values.length, 1000)
  assert.deepEqual([(await budget.spent()).epsilon, (await budget.spent()).releases], [0.25, 1])
  await assert.rejects(budget.privatiseAll(laplace, new Float64Array(1000)), {
    asked: { epsilon: 0.25, delta: 0, releases: 1000 }
  })
  for (let more = 0; more < 3; ++more) await budget.privatiseColumn(laplace, [0, 1])
  await assert.rejects(budget.privatiseColumn(laplace, [0, 1]), { asked: { epsilon: 0.25, delta: 0, releases: 1 } })
})

test('many calls at once spend no more than one after the other', async () => {
  const budget = budgetOf({ epsilon: 1 })
  const counted = counting({ epsilon: 0.1 })
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => budget.privatise(counted, 1)))
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 10)
  assert.equal(counted.draws, 10)
})

/** [mechanism, a truth, whether an answer can be one] */
const every = [
  ...[BoundedLaplace, ClampedLaplace, ReflectedLaplace].map((Laplace) => [
    new Laplace({ ...unit, epsilon: 0.5 }),
    0.5,
    (value) => value >= 0 && value <= 1
  ]),
  [new BoundedLaplace({ ...unit, epsilon: 0.5, delta: 1e-8 }), 0.5, (value) => value >= 0 && value <= 1],
  [new BoundedLaplace({ ...unit, scale: 4 }), 0.5, (value) => value >= 0 && value <= 1],
  [new BoundedGaussian({ ...unit, epsilon: 0.5 }), 0.5, (value) => value >= 0 && value <= 1],
  [new BoundedGaussian({ ...unit, epsilon: 0.5, delta: 1e-7 }), 0.5, (value) => value >= 0 && value <= 1],
  [
    new BoundedGaussian({ lower: [0, 0, 0], upper: [1, 2, 3], epsilon: 0.5 }),
    [1, 1, 1],
    (values) => values.length === 3 && values.every((value, side) => value >= 0 && value <= side + 1)
  ],
  [
    new BetaPosterior({ prior: [1, 1], trials: 5, epsilon: 0.5 }),
    3,
    ({ successes }) => successes >= 0 && successes <= 5
  ],
  [
    new DirichletPosterior({ prior: [1, 1, 1], trials: 5, epsilon: 0.5, delta: 1e-7 }),
    [1, 2, 2],
    ({ counts }) => counts.reduce((sum, count) => sum + count) === 5
  ],
  [new SmoothLaplace({ values: [0, 1, 3, 4], epsilon: 0.5, delta: 1e-7 }), 2, Number.isFinite]
]

test('mechanisms of every class: each release costs their own epsilon and delta, under their own name', async () => {
  for (const [mechanism, truth, isAnswer] of every) {
    const budget = budgetOf({ epsilon: 20, delta: 2e-6 })
    const before = Date.now()
    const question = 'How much?'
    assert.ok(isAnswer(await budget.privatise(mechanism, truth, { question })))
    assert.ok(isAnswer(await budget.privatise(mechanism, truth, { question })))
    const { epsilon, delta } = mechanism
    const spent = await budget.spent()
    assert.deepEqual([spent.epsilon, spent.delta, spent.releases], [2 * epsilon, 2 * delta, 2])
    const [{ first, last, ...kind }, ...others] = await budget.history()
    assert.deepEqual(kind, { question, mechanism: mechanism.constructor.name, epsilon, delta, releases: 2 })
    assert.deepEqual(others, [])
    assert.ok(first >= before && last >= first)
    await budget.spend(mechanism, { releases: 3 })
    assert.equal((await budget.spent()).releases, 5)
    assert.equal((await budget.history()).length, 2, 'another question')
    if (!mechanism.privatiseAll) {
      await assert.rejects(budget.privatiseAll(mechanism, [truth]), { message: /with a method privatiseAll, got/ })
      continue
    }
    const flat = [truth, truth, truth].flat()
    assert.equal((await budget.privatiseAll(mechanism, flat)).length, flat.length)
    assert.equal((await budget.spent()).releases, 8, 'a vector is one release, whatever its length')
    await budget.privatiseColumn(mechanism, flat)
    assert.equal((await budget.spent()).releases, 9)
  }
  const sum = budgetOf({ epsilon: 20, delta: 1e-5 })
  for (const [mechanism, truth] of every) await sum.privatise(mechanism, truth)
  assert.equal((await sum.history()).length, every.length - 1, 'two of them have the same class and cost')
  assert.equal((await sum.spent()).epsilon, 10 * 0.5 + 0.25)
})
