// Stores of somebody else, that are not what a store has to be: one budget after the other waits for them, and what they keep or
// give back is believed only if it follows from what was asked.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as aMoment } from 'node:timers/promises'
import { BudgetError, Memo, PrivacyBudget, StoreError } from 'inbounds/budget'
import { counting } from './support/counting-mechanism.mjs'

/** Reads, waits and writes, and thinks nothing of it. */
function naiveStore() {
  const store = {
    text: undefined,
    async update(change) {
      const before = store.text
      await aMoment()
      const { text, result } = change(before)
      await aMoment()
      if (text !== undefined) store.text = text
      return result
    }
  }
  return store
}

const quarter = (budget) => budget.privatise(counting({ epsilon: 0.25 }), 7)

// budget/PROOF.md, Proposition 6
test('releases at the same time, over a store without locks, spend no more than the budget: of one budget, and of several', async () => {
  for (const count of [1, 2, 5]) {
    const store = naiveStore()
    const budgets = Array.from({ length: count }, () => new PrivacyBudget({ epsilon: 1, store }))
    const calls = Array.from({ length: 5 }, (_, at) => quarter(budgets[at % count]))
    const outcomes = await Promise.allSettled(calls)
    assert.deepEqual(
      outcomes.map(({ value, reason }) => value ?? reason.name),
      [7, 7, 7, 7, 'BudgetError']
    )
    const opened = await PrivacyBudget.open(store)
    assert.deepEqual([(await opened.spent()).epsilon, (await opened.spent()).releases], [1, 4])
  }
})

test('whoever comes first is served first, and looking waits for spending', async () => {
  const budget = new PrivacyBudget({ epsilon: 1, store: naiveStore() })
  const looks = []
  for (let at = 0; at < 3; ++at) {
    budget.spend({ epsilon: 0.25 })
    looks.push(budget.remaining())
  }
  assert.deepEqual(
    (await Promise.all(looks)).map(({ epsilon }) => epsilon),
    [0.75, 0.5, 0.25]
  )
})

test('a store that hangs keeps nobody else waiting, and one that fails does so for those who asked', async () => {
  const hanging = { update: () => new Promise(() => {}) }
  const forEver = new PrivacyBudget({ epsilon: 1, store: hanging })
  quarter(forEver)
  quarter(forEver)
  const other = new PrivacyBudget({ epsilon: 1, store: naiveStore() })
  assert.equal(await quarter(other), 7)

  const store = naiveStore()
  const { update } = store
  const budget = new PrivacyBudget({ epsilon: 1, store })
  const failures = [
    () => {
      throw new Error('no disk') // at once
    },
    async () => {
      throw new Error('no disk')
    },
    () => Promise.reject(new Error('no disk'))
  ]
  store.update = (change) => (failures.shift() ?? update)(change)
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(() => quarter(budget)))
  const refusal = 'the budget in this store cannot be used: no disk; nothing was released'
  assert.deepEqual(
    outcomes.map(({ value, reason }) => value ?? reason.message),
    [refusal, refusal, refusal, 7, 7]
  )
  assert.equal((await budget.spent()).epsilon, 0.5)
})

/** [what a store does, and what is said of that]; `first` is what it does the first time, when the budget is made. */
const badStores = [
  ['does not ask', () => async () => 7, /it said that it was done, and did not ask what to write/],
  [
    'asks later',
    (store) => async (change) => {
      setImmediate(() => {
        try {
          change(store.text)
        } catch (error) {
          store.late = error
        }
      })
    },
    /it said that it was done, and did not ask what to write/
  ],
  [
    'gives back something else',
    (store) => async (change) => {
      change(store.text)
      return 7
    },
    /it gave back something else than the result of its last change/
  ],
  [
    'gives back a copy',
    (store) => async (change) => structuredClone(change(store.text).result),
    /it gave back something else than the result of its last change/
  ],
  [
    'asks twice, and keeps the first',
    (store) => async (change) => {
      const { text, result } = change(store.text)
      change(store.text)
      store.text = text
      return result
    },
    /it gave back something else than the result of its last change/
  ],
  [
    'gives back the result of another call',
    (store) => async (change) => {
      const { text, result } = change(store.text)
      store.text = text
      const before = store.result ?? result
      store.result = result
      return before
    },
    /it gave back something else than the result of its last change/,
    1
  ],
  [
    'forgets what it wrote',
    (store) => async (change) => change(store.text).result,
    /its record was put back to an earlier one \(change 1, after 2\)/,
    1
  ],
  [
    'hands out an older record',
    (store) => async (change) => {
      store.texts ??= [store.text]
      const { text, result } = change(store.texts[0])
      store.texts.push(text)
      return result
    },
    /its record was put back to an earlier one \(change 1, after 2\)/,
    1
  ],
  [
    'asks once more about what it was given, and keeps the first',
    (store) => async (change) => {
      const { text } = change(store.text)
      store.text = text
      return change(text).result
    },
    /its record was put back to an earlier one \(change 2, after 3\)/,
    1
  ],
  [
    'loses the record',
    () => async (change) => change(undefined).result,
    /its record is gone/
  ],
  [
    'asks about something else',
    () => async (change) => change('{}').result,
    /it holds something else/
  ]
] // biome-ignore format: a store a paragraph

for (const [what, updateOf, message, releases = 0] of badStores) {
  test(`a store that ${what} is refused, and nothing is handed out that it may have lost`, async () => {
    const store = naiveStore()
    const budget = new PrivacyBudget({ epsilon: 1, store })
    await budget.create()
    store.update = updateOf(store)
    for (let at = 0; at < releases; ++at) assert.equal(await quarter(budget), 7)
    await assert.rejects(quarter(budget), (error) => {
      assert.ok(error instanceof StoreError)
      assert.match(error.message, message)
      assert.match(error.message, /^the budget in this store cannot be used: .*; nothing was released$/)
      return true
    })
    await aMoment()
    if (what === 'asks later')
      assert.match(store.late.message, /it asked what to write after it had said that it was done/)
  })
}

test('a release of which a store says nothing was not drawn for nothing: a late question draws nothing', async () => {
  const store = naiveStore()
  const budget = new PrivacyBudget({ epsilon: 1, store })
  await budget.create()
  const mechanism = counting({ epsilon: 0.25 })
  let late
  store.update = async (change) => {
    late = change
  }
  await assert.rejects(budget.privatise(mechanism, 1), StoreError)
  assert.throws(() => late(store.text), StoreError)
  assert.equal(mechanism.draws, 0)
})

test('a refusal that a store swallows is a refusal', async () => {
  const store = naiveStore()
  const { update } = store
  const budget = new PrivacyBudget({ epsilon: 1, store })
  await budget.spend({ epsilon: 1 })
  store.update = (change) => update(change).catch(() => 7)
  await assert.rejects(quarter(budget), BudgetError)
})

test('a store may begin again as often as it has to: what was made last is handed out, and paid for once', async () => {
  const store = naiveStore()
  store.update = async (change) => {
    change(store.text)
    change(store.text)
    const { text, result } = change(store.text)
    store.text = text ?? store.text
    return result
  }
  const budget = new PrivacyBudget({ epsilon: 1, store })
  let draws = 0
  const mechanism = { epsilon: 0.25, privatise: () => ++draws }
  assert.equal(await budget.privatise(mechanism, 0), 3)
  assert.equal((await budget.spent()).epsilon, 0.25)
  const memo = new Memo({ budget })
  const answer = await memo.privatise('q', mechanism, 0)
  assert.equal(await memo.privatise('q', mechanism, 0), answer)
})

test('somebody else who wrote over the last change is noticed, though the record has as many changes', async () => {
  const store = naiveStore()
  const budget = new PrivacyBudget({ epsilon: 1, store })
  await budget.create()
  const before = store.text
  const elsewhere = naiveStore()
  elsewhere.text = before
  await quarter(budget)
  await new PrivacyBudget({ epsilon: 1, store: elsewhere }).spend({ epsilon: 0.125 })
  store.text = elsewhere.text
  await assert.rejects(quarter(budget), {
    name: 'StoreError',
    message: /its record is not the one that was written \(change 2\): somebody else wrote at the same time/
  })
})
