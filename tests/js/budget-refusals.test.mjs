// What a budget refuses, in which words, and that a refusal costs nothing; and what each class of mechanisms costs.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EntropyError, load, ParameterError } from 'inbounds'
import { fileStore, indexedDBStore, Memo, memoryStore, PrivacyBudget, StoreError } from 'inbounds/budget'
import { counting } from './support/counting-mechanism.mjs'

const mechanisms = await load()
const { BoundedLaplace, BoundedGaussian, BetaPosterior, DirichletPosterior, SmoothLaplace } = mechanisms
const store = memoryStore()
const usual = { epsilon: 1, delta: 1e-6, store }
const budgetOf = (terms) => new PrivacyBudget({ ...terms, store: memoryStore() })
const laplace = new BoundedLaplace({ lower: 0, upper: 1, epsilon: 0.25 })
const nothingSpent = { epsilon: 0, delta: 0, releases: 0, composition: 'basic', renewal: undefined }

test('wrong terms: the sentence for each', () => {
  const choice = "memoryStore(), indexedDBStore('survey') in browsers, or fileStore('budget.json') in Node"
  for (const [change, Kind, message] of [
    [{ epsilon: 0 }, ParameterError, 'epsilon must be greater than 0 and finite, got 0'],
    [{ epsilon: -1 }, ParameterError, 'epsilon must be greater than 0 and finite, got -1'],
    [{ epsilon: Infinity }, ParameterError, 'epsilon must be greater than 0 and finite, got Infinity'],
    [{ epsilon: NaN }, ParameterError, 'epsilon must be greater than 0 and finite, got NaN'],
    [{ epsilon: '1' }, TypeError, 'epsilon must be a number, got the string "1"'],
    [{ epsilon: undefined }, TypeError, 'epsilon is required and must be a number'],
    [{ delta: 1 }, ParameterError, 'delta must be from 0 to less than 1, got 1'],
    [{ delta: -1e-9 }, ParameterError, 'delta must be from 0 to less than 1, got -1e-9'],
    [{ delta: NaN }, ParameterError, 'delta must be from 0 to less than 1, got NaN'],
    [{ delta: null }, TypeError, 'delta must be a number, got null'],
    [{ slack: 2e-6 }, ParameterError, 'slack must be from 0 to delta (0.000001), got 0.000002'],
    [{ slack: -1 }, ParameterError, 'slack must be from 0 to delta (0.000001), got -1'],
    [{ slack: NaN }, ParameterError, 'slack must be from 0 to delta (0.000001), got NaN'],
    [{ period: 'hour' }, ParameterError, "period must be 'day' or 'week' or 'month' or 'year', got 'hour'"],
    [{ period: null }, TypeError, "period must be 'day' or 'week' or 'month' or 'year', got null"],
    [{ store: undefined }, TypeError, `store must say where to keep what was spent: ${choice}; got undefined`],
    [{ store: 'a.json' }, TypeError, `store must say where to keep what was spent: ${choice}; got the string "a.json"`],
    [{ store: {} }, TypeError, `store must say where to keep what was spent: ${choice}; got an object`],
    [{ epsilom: 1 }, TypeError, "PrivacyBudget has no option 'epsilom'; did you mean 'epsilon'?"]
  ]) {
    assert.throws(() => new PrivacyBudget({ ...usual, ...change }), { name: Kind.name, message })
  }
  const rule = 'PrivacyBudget takes an object of options, such as { epsilon: ... }, got'
  assert.throws(() => new PrivacyBudget(), { message: `${rule} undefined` })
  assert.throws(() => new PrivacyBudget(1), { message: `${rule} a number` })
  assert.throws(() => fileStore(''), { message: "fileStore takes a path, as in fileStore('budget.json')" })
  assert.throws(() => fileStore(), { message: "fileStore takes a path, as in fileStore('budget.json')" })
  assert.throws(() => indexedDBStore(''), { message: "indexedDBStore takes a name, as in indexedDBStore('survey')" })
  const none = 'this platform has no IndexedDB; in Node, Bun and Deno, use fileStore'
  assert.throws(() => indexedDBStore('survey'), { name: 'StoreError', message: none })
})

test('wrong arguments of calls: the sentence for each, and nothing is spent or drawn', async () => {
  const budget = budgetOf(usual)
  const fake = counting({ epsilon: 0.1 })
  const takes = (method) => `mechanism must be one that load() gave, with a method ${method}, got`
  const cost = 'what is spent must be a mechanism, or an object such as { epsilon: 1 }, got'
  const takesRemark = 'remark takes an object of options, such as { question: ... }, got'
  for (const [call, message] of [
    [(b) => b.privatise(), `${takes('privatise')} undefined`],
    [(b) => b.privatise(0.5, laplace), `${takes('privatise')} a number`],
    [(b) => b.privatise({ epsilon: 1 }, 1), `${takes('privatise')} an object`],
    [(b) => b.privatiseAll(null, [1]), `${takes('privatiseAll')} null`],
    [(b) => b.privatiseColumn({}, [1]), `${takes('privatiseAll')} an object`],
    [(b) => b.privatise({ privatise: () => 1 }, 1), `${cost} an object`],
    [(b) => b.privatise(counting({ epsilon: '1' }), 1), `${cost} an object`],
    [(b) => b.privatise(counting({ epsilon: -1 }), 1), 'epsilon must be from 0 up and finite, got -1'],
    [(b) => b.privatise(counting({ epsilon: NaN }), 1), 'epsilon must be from 0 up and finite, got NaN'],
    [(b) => b.privatise(counting({ epsilon: Infinity }), 1), 'epsilon must be from 0 up and finite, got Infinity'],
    [(b) => b.privatise(counting({ epsilon: 0.1, delta: 1 }), 1), 'delta must be from 0 to less than 1, got 1'],
    [(b) => b.privatise(counting({ epsilon: 0.1, delta: NaN }), 1), 'delta must be from 0 to less than 1, got NaN'],
    [(b) => b.privatise(fake, 1, 'survey'), `${takesRemark} a string`],
    [(b) => b.privatise(fake, 1, { question: 5 }), 'question must be a string, got a number'],
    [(b) => b.privatise(fake, 1, { questions: '' }), "remark has no option 'questions'; did you mean 'question'?"],
    [(b) => b.spend(), `${cost} undefined`],
    [(b) => b.spend(0.5), `${cost} 0.5`],
    [(b) => b.spend({ epsilon: 0.1 }, { releases: 0 }), 'releases must be a whole number from 1 up, got 0'],
    [(b) => b.spend({ epsilon: 0.1 }, { releases: 1.5 }), 'releases must be a whole number from 1 up, got 1.5'],
    [
      (b) => b.spend({ epsilon: 0.1 }, { releases: 2 ** 53 }),
      `releases must be a whole number from 1 up, got ${2 ** 53}`
    ],
    [(b) => b.spend({ epsilon: 0.1 }, { release: 2 }), "spend has no option 'release'; did you mean 'releases'?"],
    [(b) => b.canSpend({ epsilon: 0.1 }, '2'), 'releases must be a number, got the string "2"'],
    [(b) => b.canSpend('x'), `${cost} the string "x"`],
    [(b) => b.releasesLeft(null), `${cost} null`]
  ]) {
    await assert.rejects(call(budget), { message })
  }
  assert.equal(fake.draws, 0)
  assert.deepEqual(await budget.spent(), nothingSpent)
  assert.deepEqual(await budget.history(), [])
})

test('wrong arguments of memos', async () => {
  const budget = budgetOf(usual)
  for (const [options, message] of [
    [{}, 'budget must be a PrivacyBudget, got undefined'],
    [{ budget: {} }, 'budget must be a PrivacyBudget, got an object'],
    [{ budget, key: 'secret' }, 'key must be a Uint8Array of 32 random bytes, got a string'],
    [{ budget, key: new Uint8Array(16) }, 'key must be a Uint8Array of 32 random bytes, got a typed array'],
    [{ budget, kee: 1 }, "Memo has no option 'kee'; did you mean 'key'?"]
  ]) {
    assert.throws(() => new Memo(options), { name: 'TypeError', message })
  }
  const memo = new Memo({ budget })
  await assert.rejects(memo.privatise(laplace, 0.5), { message: /^question must be a string, got an object/ })
  await assert.rejects(memo.privatise('q', 0.5), { message: /^mechanism must be one that load\(\) gave/ })
  await assert.rejects(memo.forget(5), { message: 'question must be a string, got a number' })
  const kept = 'a mechanism of a memo must give answers that JSON can keep'
  await assert.rejects(
    memo.privatise(
      'q',
      counting({ epsilon: 0.1 }, () => undefined),
      1
    ),
    { message: kept }
  )
  assert.deepEqual(await budget.spent(), nothingSpent)
})

test('a truth that a mechanism refuses costs nothing, in its own words', async () => {
  const gaps = new BoundedLaplace({
    spans: [
      [0, 1],
      [5, 6]
    ],
    epsilon: 0.1
  })
  const box = new BoundedGaussian({ lower: [0, 0], upper: [1, 1], epsilon: 0.1 })
  const budget = budgetOf(usual)
  const memo = new Memo({ budget })
  for (const [mechanism, truths] of [
    [laplace, [NaN, '0.5', undefined, [0.5], 1n]],
    [gaps, [3, NaN]],
    [box, [0.5, [0.5], [NaN, 0], null]],
    [new BetaPosterior({ prior: [1, 1], trials: 4, epsilon: 0.1 }), [5, -1, 1.5, 'x']],
    [new DirichletPosterior({ prior: [1, 1, 1], trials: 4, epsilon: 0.1 }), [[1, 1], [4, 4, 4], 3]],
    [new SmoothLaplace({ values: [0, 1, 3], epsilon: 0.1, delta: 1e-7 }), [3, 0.5, -1]]
  ]) {
    for (const truth of truths) {
      let own
      assert.throws(
        () => mechanism.privatise(truth),
        (error) => {
          own = error
          return true
        }
      )
      await assert.rejects(budget.privatise(mechanism, truth), { name: own.name, message: own.message })
      await assert.rejects(memo.privatise('q', mechanism, truth))
      if (!mechanism.privatiseAll) continue
      await assert.rejects(budget.privatiseAll(mechanism, [mechanism === box ? 0.5 : 0, 2, truth]))
      await assert.rejects(budget.privatiseColumn(mechanism, [mechanism === box ? 0.5 : 0, 2, truth]))
    }
  }
  await assert.rejects(budget.privatiseAll(box, [0.5, 0.5, 0.5]), ParameterError)
  await assert.rejects(budget.privatiseAll(laplace, 'text'), TypeError)
  assert.deepEqual(await budget.spent(), nothingSpent)
  assert.deepEqual(await budget.history(), [])
})

test('a generator of random numbers that fails costs nothing', async () => {
  const wasm = await import('node:fs').then((fs) =>
    fs.readFileSync(new URL(import.meta.resolve('inbounds/inbounds.wasm')))
  )
  const own = await load({ wasm })
  const mechanism = new own.BoundedLaplace({ lower: 0, upper: 1, epsilon: 0.25 })
  const budget = budgetOf(usual)
  await budget.create() // its identity is random, too
  Object.defineProperty(globalThis.crypto, 'getRandomValues', {
    configurable: true,
    value() {
      throw new Error('out of entropy')
    }
  })
  try {
    for (let time = 0; time < 10; ++time) await assert.rejects(budget.privatise(mechanism, 0.5), EntropyError)
    await assert.rejects(budget.privatiseAll(mechanism, [0.5, 0.5]), EntropyError)
  } finally {
    delete globalThis.crypto.getRandomValues
  }
  assert.deepEqual(await budget.spent(), nothingSpent)
  await budget.privatise(mechanism, 0.5)
  assert.equal((await budget.spent()).epsilon, 0.25)
})

test('a mechanism that spends from the budget that pays for it is found out: no spend is overwritten', async () => {
  const budget = budgetOf({ epsilon: 10 })
  const sly = counting({ epsilon: 1 }, () => budget.spend({ epsilon: 5 }))
  await assert.rejects(budget.privatise(sly, 1), {
    name: 'StoreError',
    message: 'the budget in this store cannot be used: a mechanism uses it while it draws for it; nothing was released'
  })
  assert.equal((await budget.spent()).epsilon, 1)
})

test('other terms for the same store, and a store without a budget', async () => {
  const shared = memoryStore()
  await assert.rejects(PrivacyBudget.open(shared), { name: 'StoreError', message: 'this store holds no budget yet' })
  await new PrivacyBudget({ epsilon: 1, delta: 1e-6, period: 'week', store: shared }).spend({ epsilon: 0.5 })
  const promise = 'a promise that was made is kept; another budget needs a store of its own'
  for (const [terms, which] of [
    [{ epsilon: 2, delta: 1e-6, period: 'week' }, 'epsilon is 1, not 2'],
    [{ epsilon: 1, period: 'week' }, 'delta is 0.000001, not 0'],
    [{ epsilon: 1, delta: 1e-6, slack: 0, period: 'week' }, 'slack is 5e-7, not 0'],
    [{ epsilon: 1, delta: 1e-6 }, 'period is week, not none'],
    [{ epsilon: 1, delta: 1e-6, period: 'day' }, 'period is week, not day']
  ]) {
    const message = `the budget in this store cannot be used: its ${which} (${promise}); nothing was released`
    const other = new PrivacyBudget({ ...terms, store: shared })
    for (const call of [() => other.spend({ epsilon: 0 }), () => other.remaining(), () => other.create()]) {
      await assert.rejects(call, (error) => error instanceof StoreError && error.message === message)
    }
  }
  const { epsilon, delta, slack, period, ...rest } = await PrivacyBudget.open(shared)
  assert.deepEqual([epsilon, delta, slack, period, rest], [1, 1e-6, 5e-7, 'week', {}])
})
