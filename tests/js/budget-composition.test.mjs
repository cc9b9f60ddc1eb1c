// Sums are exact as decimals are written; and the edge that a budget speaks of is the edge that it keeps.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { BudgetError, fileStore, memoryStore, PrivacyBudget } from 'inbounds/budget'
import { temporaryFolder } from './support/budget-errors.mjs'
import { generator } from './support/generator.mjs'

const budgetOf = (terms) => new PrivacyBudget({ ...terms, store: memoryStore() })

/** How many releases one after the other are accepted, up to a limit. */
async function countAccepted(budget, cost, limit = Infinity) {
  for (let count = 0; ; ++count) {
    if (count === limit) return count
    try {
      await budget.spend(cost)
    } catch (error) {
      assert.ok(error instanceof BudgetError, error.message)
      return count
    }
  }
}

/** A number as it is written, times 10^1100: further than any double goes. */
function exactly(number) {
  const [, whole, fraction = '', exponent = '0'] = /^(\d+)(?:\.(\d+))?(?:e(.+))?$/.exec(String(number))
  return BigInt(whole + fraction) * 10n ** BigInt(1100 + Number(exponent) - fraction.length)
}

// budget/PROOF.md, Proposition 4
test('ten tenths are one, and three are three tenths: as they are written, not as doubles add up', async () => {
  for (const [epsilon, part, fits, sum = epsilon] of [
    [1, 0.1, 10],
    [0.3, 0.1, 3],
    [0.7, 0.1, 7],
    [2.3, 0.1, 23],
    [1, 0.01, 100],
    [0.3, 0.3, 1],
    [1, 1 / 3, 3, 0.9999999999999999],
    [1, 0.3333333333333334, 2, 0.6666666666666669],
    [1e300, 1e299, 10],
    [1e-300, 1e-301, 10],
    [5e-324, 5e-324, 1],
    [1e-322, 1e-323, 10],
    [Number.MAX_VALUE, Number.MAX_VALUE, 1],
    [1e21, 1e20, 10]
  ]) {
    const budget = budgetOf({ epsilon })
    assert.equal(await budget.releasesLeft({ epsilon: part }), fits)
    assert.equal(await budget.canSpend({ epsilon: part }, fits), true)
    assert.equal(await budget.canSpend({ epsilon: part }, fits + 1), false)
    assert.equal(await countAccepted(budget, { epsilon: part }), fits, `${part} in ${epsilon}`)
    const spent = { epsilon: sum, delta: 0, releases: fits, composition: 'basic', renewal: undefined }
    assert.deepEqual(await budget.spent(), spent)
  }
})

test('what is next to nothing is counted beside what is large', async () => {
  const budget = budgetOf({ epsilon: 1 })
  await budget.spend({ epsilon: 5e-324 })
  assert.equal(await budget.canSpend({ epsilon: 1 }), false, 'a double would have forgotten it')
  assert.equal((await budget.remaining()).epsilon, 1 - 2 ** -53)
  await budget.spend({ epsilon: 1 - 2 ** -53 })
  assert.ok((await budget.remaining()).epsilon > 0)
  await assert.rejects(budget.spend({ epsilon: 1e-15 }), BudgetError)
  await budget.spend({ epsilon: 0 })
  assert.equal(await budget.releasesLeft({ epsilon: 0 }), Infinity)
})

// budget/PROOF.md, Proposition 4
test('random sequences are accepted exactly as fractions of whole numbers say', async () => {
  const { random } = generator(12)
  for (let round = 0; round < 200; ++round) {
    const size = 10 ** Math.floor(random() * 12 - 6)
    const terms = { epsilon: Number((size * (1 + random())).toPrecision(1 + (round % 17))), delta: 1e-6, slack: 0 }
    const budget = budgetOf(terms)
    let [epsilonLeft, deltaLeft, count] = [exactly(terms.epsilon), exactly(terms.delta), 0]
    for (let step = 0; step < 60; ++step) {
      const { epsilon: max } = await budget.remaining()
      assert.ok(exactly(max) <= epsilonLeft, 'what is left fits')
      // At random, all that is left, or a little more or less than that.
      const tried = [size * random() * 0.3, size * 10 ** (-9 * random()), max, max * (1 + 2 ** -52), max / 2]
      const epsilon = tried[Math.floor(random() * (step < 40 ? 2 : 5))]
      const delta = random() < 0.5 ? 0 : Number((3e-8 * random()).toPrecision(3))
      const fits = exactly(epsilon) <= epsilonLeft && exactly(delta) <= deltaLeft
      assert.equal(await budget.canSpend({ epsilon, delta }), fits)
      const accepted = await countAccepted(budget, { epsilon, delta }, 1)
      assert.equal(accepted, Number(fits), `${epsilon} of ${epsilonLeft}`)
      if (!fits) continue
      epsilonLeft -= exactly(epsilon)
      deltaLeft -= exactly(delta)
      count += 1
    }
    assert.equal((await budget.spent()).releases, count)
  }
})

const advanced = [
  { epsilon: 1, delta: 1e-6 },
  { epsilon: 1, delta: 0.5 },
  { epsilon: 0.01, delta: 1e-9 },
  { epsilon: 8, delta: 1e-12 },
  { epsilon: 3, delta: 1e-5, slack: 1e-5 },
  { epsilon: 100, delta: 1e-300 },
  { epsilon: 1e-5, delta: 1e-2, slack: 1e-4 }
]

test('what is said to be left is accepted, and hardly more: at the very edge, for one release and for many', async () => {
  const { random } = generator(5)
  for (const terms of advanced) {
    for (let round = 0; round < 40; ++round) {
      const budget = budgetOf(terms)
      // Somewhere between nothing and all is spent, in portions of one size.
      const portion = { epsilon: terms.epsilon * 10 ** (-1 - 3 * random()) }
      const max = await budget.releasesLeft(portion)
      const share = round % 4 === 0 ? 1 : random()
      const releases = Math.max(1, Math.floor(max * share))
      await budget.spend(portion, { releases })
      assert.equal(await budget.canSpend(portion, max - releases + 1), false)
      if (max > releases) assert.equal(await budget.canSpend(portion, max - releases), true)
      const { epsilon } = await budget.remaining()
      if (epsilon > 0)
        assert.equal(await budget.canSpend({ epsilon }), true, JSON.stringify({ terms, portion, releases }))
      assert.equal(await budget.canSpend({ epsilon: epsilon * (1 + 1e-6) + 1e-12 * terms.epsilon }), false)
      const small = { epsilon: terms.epsilon / 977 }
      const left = await budget.releasesLeft(small)
      if (left > 0) await budget.spend(small, { releases: left })
      await assert.rejects(budget.spend(small), BudgetError)
      assert.ok((await budget.spent()).epsilon <= terms.epsilon)
    }
  }
})

test('one after the other are as many as at once', async () => {
  for (const terms of advanced) {
    for (const parts of [7, 60, 977]) {
      const cost = { epsilon: terms.epsilon / parts }
      const budget = budgetOf(terms)
      const left = await budget.releasesLeft(cost)
      assert.ok(left >= parts - 1)
      assert.equal(await countAccepted(budget, cost), left)
    }
  }
})

// budget/PROOF.md, Proposition 3
test('never fewer releases than the classical theorem allows, whatever the order of sizes', async () => {
  // Dwork, Rothblum and Vadhan 2010, Theorem III.3; and with the smaller drift of Whitehouse et al. 2023, Theorem 3.
  const drifts = [(e) => e * Math.expm1(e), (e) => (e * e) / 2]
  const { random } = generator(77)
  for (const terms of advanced) {
    const slack = terms.slack ?? terms.delta / 2
    for (const drift of drifts) {
      for (const spread of [0, 1, 3]) {
        const budget = budgetOf(terms)
        let [mean, squares, sum] = [0, 0, 0]
        for (let count = 0; count < 4000; ++count) {
          const epsilon = (terms.epsilon / 60) * 10 ** (-spread * random())
          mean += drift(epsilon)
          squares += epsilon ** 2
          sum += epsilon
          const classical = mean + Math.sqrt(2 * Math.log(1 / slack) * squares)
          if (Math.min(classical, sum) > terms.epsilon * (1 - 1e-9)) break
          await budget.spend({ epsilon }) // is refused, if the budget allows fewer
        }
      }
    }
  }
})

test('the terms of mechanisms with a delta: their sum, beside the slack', async () => {
  const budget = budgetOf({ epsilon: 10, delta: 1e-6 })
  const cost = { epsilon: 0.001, delta: 1e-8 }
  assert.equal(await budget.releasesLeft(cost), 50)
  assert.equal(await countAccepted(budget, cost), 50)
  assert.deepEqual(await budget.remaining(), { epsilon: 9.95, delta: 0 })
  assert.ok(await budget.canSpend({ epsilon: 9.95 }))
  assert.ok(!(await budget.canSpend({ epsilon: 1e-9, delta: 1e-300 })))
  const all = budgetOf({ epsilon: 10, delta: 1e-6, slack: 0 })
  assert.equal(await countAccepted(all, cost), 100)
})

test('at the ends of the doubles, what is spent is counted, written down and read again', async () => {
  const folder = temporaryFolder(after)
  let files = 0
  for (const [epsilon, delta, slack] of [
    [1e-320, 1e-6, 5e-7],
    [5e-324, 0.5, 0.5],
    [Number.MAX_VALUE, 0.9, 0.5],
    [1e308, 1e-300, 1e-300],
    [1, 5e-324, 5e-324]
  ]) {
    for (const store of [memoryStore(), fileStore(join(folder, `${++files}.json`))]) {
      const budget = new PrivacyBudget({ epsilon, delta, slack, store })
      await budget.spend({ epsilon: 0 })
      assert.equal(await budget.releasesLeft({ epsilon: 0 }), Infinity)
      assert.deepEqual(await budget.spent(), {
        epsilon: 0,
        delta: 0,
        releases: 1,
        composition: 'basic',
        renewal: undefined
      })
      await budget.spend({ epsilon })
      assert.equal((await budget.spent()).epsilon, epsilon)
      assert.equal(await budget.canSpend({ epsilon: 5e-324 }), false)
      // More releases than a double counts one by one.
      for (let time = 0; time < 3; ++time) await budget.spend({ epsilon: 0 }, { releases: Number.MAX_SAFE_INTEGER })
      assert.ok((await budget.spent()).releases > 2 ** 54)
    }
  }
  const odd = new PrivacyBudget({ epsilon: 1, store: fileStore(join(folder, 'odd.json')) })
  await odd.spend({ epsilon: 0.1, constructor: { name: 5 } }, { question: '\ud800 \0 "__proto__"' })
  const [{ mechanism, question }] = await odd.history()
  assert.deepEqual([mechanism, question], ['', '\ud800 \0 "__proto__"'])
})
