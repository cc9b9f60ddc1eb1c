// What TypeScript knows of a budget.

import { type BetaRelease, load } from 'inbounds'
import {
  BudgetError,
  fileStore,
  type HistoryEntry,
  indexedDBStore,
  Memo,
  memoryStore,
  type Period,
  PrivacyBudget,
  type Store,
  StoreError
} from 'inbounds/budget'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <A, B>(_: Equal<A, B>) => {}

const { ReflectedLaplace, BoundedGaussian, BetaPosterior } = await load()
const age = new ReflectedLaplace({ lower: 0, upper: 120, epsilon: 1 })
const place = new BoundedGaussian({ lower: [0, 0], upper: [1, 1], epsilon: 1 })
const survey = new BetaPosterior({ prior: [1, 1], trials: 10, epsilon: 1 })

const period: Period = 'week'
const budget = new PrivacyBudget({ epsilon: 1, delta: 1e-6, slack: 5e-7, period, store: memoryStore() })
const value = await budget.privatise(age, 37, { question: 'age' })
same<typeof value, number>(true)
const release = await budget.privatise(survey, 3)
same<typeof release, BetaRelease>(true)
const all = await budget.privatiseAll(age, [37, 52])
same<typeof all, Float64Array>(true)
const column = await budget.privatiseColumn(place, new Float64Array(4))
same<typeof column, Float64Array>(true)
const memo = new Memo({ budget, key: new Uint8Array(32) })
const kept = await memo.privatise('age', age, 37)
same<typeof kept, number>(true)
const history = await budget.history()
same<typeof history, HistoryEntry[]>(true)
const { epsilon, delta } = await budget.remaining()
same<typeof epsilon | typeof delta, number>(true)
await budget.spend([age, { epsilon: 0.1 }], { releases: 2 })
const opened = await PrivacyBudget.open(indexedDBStore('survey'))
same<typeof opened, PrivacyBudget>(true)
const own: Store = { named: 'mine', update: async (change) => change(undefined).result }
new PrivacyBudget({ epsilon: 1, store: own })
new PrivacyBudget({ epsilon: 1, store: fileStore('budget.json') })
const error: Error = new StoreError('gone')
if (error instanceof BudgetError) same<typeof error.renewal, Date | undefined>(true)

// @ts-expect-error: a budget that forgets is none
new PrivacyBudget({ epsilon: 1 })
// @ts-expect-error: there is no such period
new PrivacyBudget({ epsilon: 1, store: memoryStore(), period: 'fortnight' })
// @ts-expect-error: an age is a number
await budget.privatise(age, '37')
// @ts-expect-error: what was promised does not change
budget.epsilon = 2
