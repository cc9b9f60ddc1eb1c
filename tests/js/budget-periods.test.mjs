// Calendar periods: when they begin, and that no clock renews one of them twice.

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, mock, test } from 'node:test'
import { BudgetError, fileStore, memoryStore, PrivacyBudget } from 'inbounds/budget'
import { generator } from './support/generator.mjs'

const DAY = 86_400_000
let clock = 0
let folder
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inbounds-periods-'))
  mock.method(Date, 'now', () => clock)
})
after(async () => {
  mock.restoreAll()
  await rm(folder, { recursive: true })
})
let files = 0
beforeEach(() => {
  clock = Date.UTC(2026, 0, 1)
})

const at = (text) => {
  clock = Date.parse(text)
}
const bothStores = () => [memoryStore(), fileStore(join(folder, `${++files}.json`))]
const isFull = async (budget) => !(await budget.canSpend({ epsilon: 1 }))

/** [period, the last moment of one, when the next begins] */
const borders = [
  ['day', '2026-11-17T23:59:59.999Z', '2026-11-18T00:00:00.000Z'],
  ['day', '2024-02-28T12:00:00Z', '2024-02-29T00:00:00.000Z'],
  ['day', '2023-02-28T12:00:00Z', '2023-03-01T00:00:00.000Z'],
  ['day', '1969-12-31T23:59:59.999Z', '1970-01-01T00:00:00.000Z'],
  ['day', '1969-12-30T00:00:00Z', '1969-12-31T00:00:00.000Z'],
  ['week', '2026-11-22T23:59:59.999Z', '2026-11-23T00:00:00.000Z'],
  ['week', '2026-11-16T00:00:00Z', '2026-11-23T00:00:00.000Z'],
  ['week', '1970-01-01T00:00:00Z', '1970-01-05T00:00:00.000Z'],
  ['week', '1969-12-28T23:59:59.999Z', '1969-12-29T00:00:00.000Z'],
  ['week', '2024-12-31T00:00:00Z', '2025-01-06T00:00:00.000Z'],
  ['month', '2024-02-29T23:59:59.999Z', '2024-03-01T00:00:00.000Z'],
  ['month', '2026-01-31T00:00:00Z', '2026-02-01T00:00:00.000Z'],
  ['month', '2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00.000Z'],
  ['month', '1969-12-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
  ['month', '1900-02-28T23:59:59.999Z', '1900-03-01T00:00:00.000Z'],
  ['year', '2024-12-31T23:59:59.999Z', '2025-01-01T00:00:00.000Z'],
  ['year', '1969-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
  ['year', '0099-07-01T00:00:00Z', '0100-01-01T00:00:00.000Z'],
  ['year', '9999-12-31T23:59:59.999Z', '+010000-01-01T00:00:00.000Z'],
  ['day', '9999-12-31T23:59:59.999Z', '+010000-01-01T00:00:00.000Z'],
  ['year', '-000001-05-05T00:00:00Z', '0000-01-01T00:00:00.000Z']
]

test('days, weeks from Monday, months and years, in UTC: full to the last millisecond, and then new', async () => {
  for (const [period, moment, next] of borders) {
    for (const store of bothStores()) {
      at(moment)
      const budget = new PrivacyBudget({ epsilon: 1, period, store })
      await budget.spend({ epsilon: 1 })
      assert.equal((await budget.spent()).renewal.toISOString(), next)
      clock = Date.parse(next) - 1
      await assert.rejects(budget.spend({ epsilon: 1 }), (error) => {
        assert.ok(error instanceof BudgetError)
        assert.equal(error.renewal.toISOString(), next)
        const day = next.split('T')[0]
        const rest = `one more may cost at most epsilon 0, of a budget of epsilon 1 a ${period} until ${day}`
        assert.equal(error.message, `this release would cost epsilon 1; ${rest}. Nothing was drawn.`)
        return true
      })
      at(next)
      assert.equal((await budget.remaining()).epsilon, 1)
      await budget.spend({ epsilon: 1 })
      assert.ok(await isFull(budget))
      const { releases } = await budget.spent()
      assert.deepEqual([releases, (await budget.history())[0].releases], [1, 2], 'history is of all periods')
    }
  }
})

test('the last period that there are dates for does not end', async () => {
  clock = 8.64e15
  for (const period of ['day', 'week', 'month', 'year']) {
    const budget = new PrivacyBudget({ epsilon: 1, period, store: memoryStore() })
    await budget.spend({ epsilon: 1 })
    assert.equal((await budget.spent()).renewal.getTime(), 8.64e15)
    assert.ok(await isFull(budget))
  }
})

test('without a period, time changes nothing', async () => {
  for (const store of bothStores()) {
    const budget = new PrivacyBudget({ epsilon: 1, store })
    await budget.spend({ epsilon: 1 })
    for (const moment of ['2036-01-01', '1999-01-01', '9999-01-01']) {
      at(moment)
      assert.ok(await isFull(budget))
    }
    assert.equal((await budget.spent()).renewal, undefined)
  }
})

// budget/PROOF.md, Proposition 8
test('a clock that is set back renews nothing, neither then nor when it comes by again', async () => {
  for (const store of bothStores()) {
    at('2026-05-10T12:00:00Z')
    const budget = new PrivacyBudget({ epsilon: 1, period: 'day', store })
    await budget.spend({ epsilon: 1 })
    for (const moment of ['2026-05-09T12:00:00Z', '1970-01-01', '2026-05-10T00:00:00Z', '2026-05-10T23:59:59.999Z']) {
      at(moment)
      assert.ok(await isFull(budget), moment)
      const second = new PrivacyBudget({ epsilon: 1, period: 'day', store })
      assert.ok(await isFull(second), moment)
    }
    at('2026-05-11T00:00:00Z')
    assert.ok(!(await isFull(budget)))
  }
})

test('a clock that jumps forward renews once: its period is the last until it is over; and the refusal tells why', async () => {
  for (const store of bothStores()) {
    at('2026-05-10T12:00:00Z')
    const budget = new PrivacyBudget({ epsilon: 1, period: 'month', store })
    await budget.spend({ epsilon: 1 })
    at('2030-01-15T00:00:00Z')
    await budget.spend({ epsilon: 1 })
    at('2026-06-01')
    await assert.rejects(budget.spend({ epsilon: 1 }), {
      message:
        'this release would cost epsilon 1; one more may cost at most epsilon 0, of a budget of epsilon 1 a month until ' +
        '2030-02-01 (this clock has shown 2030-01-15T00:00:00.000Z before). Nothing was drawn.'
    })
    for (const moment of ['2026-06-01', '2026-07-01', '2029-12-31', '2030-01-15', '2030-01-31T23:59:59.999Z']) {
      at(moment)
      assert.ok(await isFull(budget), moment)
    }
    at('2030-02-01')
    assert.ok(!(await isFull(budget)))
  }
})

test('to look at a budget while the clock is wrong, or to be refused, lets nobody spend twice in a period', async () => {
  for (const store of bothStores()) {
    at('2026-05-10')
    const budget = new PrivacyBudget({ epsilon: 1, period: 'day', store })
    await budget.spend({ epsilon: 1 })
    at('2026-05-11')
    await budget.remaining()
    await assert.rejects(budget.spend({ epsilon: 2 }), BudgetError)
    at('2026-05-10')
    const early = await budget.canSpend({ epsilon: 1 })
    if (early) await budget.spend({ epsilon: 1 })
    at('2026-05-11')
    assert.equal(await budget.canSpend({ epsilon: 1 }), !early, 'what was spent early is of this day')
  }
})

// budget/PROOF.md, Proposition 8
test('a clock that goes as it likes: never more is spent than the periods it has entered allow', async () => {
  const { random } = generator(365)
  for (const period of ['day', 'week', 'month', 'year']) {
    for (const store of bothStores()) {
      clock = Date.UTC(1999, 11, 25)
      const budget = new PrivacyBudget({ epsilon: 1, period, store })
      await budget.create()
      let spent = 0
      /** Beginnings of periods in order, each counted when the clock has been beyond it. */
      let furthest = clock
      let periods = 1
      for (let step = 0; step < 300; ++step) {
        clock += Math.round((random() - 0.45) * 40 * DAY)
        if (clock > furthest) {
          if (startOf(period, clock) > startOf(period, furthest)) periods += 1
          furthest = clock
        }
        const epsilon = [0.25, 0.5, 1][Math.floor(random() * 3)]
        await budget.spend({ epsilon }).then(
          () => {
            spent += epsilon
          },
          (error) => assert.ok(error instanceof BudgetError)
        )
        assert.ok(spent <= periods, `${spent} in ${periods} periods`)
      }
      assert.ok(spent > periods / 2)
    }
  }
})

/** By looking at the calendar a day at a time. */
function startOf(period, moment) {
  const begins = {
    day: () => true,
    week: (date) => date.getUTCDay() === 1,
    month: (date) => date.getUTCDate() === 1,
    year: (date) => date.getUTCDate() === 1 && date.getUTCMonth() === 0
  }
  let day = Math.floor(moment / DAY)
  while (!begins[period](new Date(day * DAY))) day -= 1
  return day
}
