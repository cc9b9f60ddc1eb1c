// What it costs to keep a person's budget: in memory, in a file, and in the browser's database. What is durable waits for the
// disk, and so is as fast as that.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from 'inbounds'
import { fileStore, memoryStore, PrivacyBudget } from 'inbounds/budget'
import { spendsInChromium } from './chromium.mjs'
import { median, roundsOf } from './measure.mjs'
import { formatSeconds, under } from './rows.mjs'

const calls = 200_000
const durable = 100
const unlimited = { epsilon: 1e9 }

const perSecond = (value, bar) => ({
  value: `${Math.round(value)} / s`,
  bar: `at least ${bar} / s`,
  pass: value >= bar
})

export async function rows() {
  const { ReflectedLaplace } = await load()
  const mechanism = new ReflectedLaplace({ lower: 0, upper: 1, epsilon: 0.001 })
  return [...(await memoryRows(mechanism)), await fileRow(mechanism), await chromiumRow()]
}

/** The same loops with and without a budget, in turn: all see the same machine. */
async function memoryRows(mechanism) {
  const budget = new PrivacyBudget({ ...unlimited, store: memoryStore() })
  const plainly = { privatise: async (truth) => mechanism.privatise(truth) } // an async call, as that of a budget has to be
  const works = [
    () => budget.spend(mechanism),
    () => budget.privatise(mechanism, 0.5),
    () => mechanism.privatise(0.5),
    () => plainly.privatise(0.5)
  ].map((call) => async () => {
    for (let at = 0; at < calls; ++at) await call()
  })
  const [spend, budgeted, plain, awaited] = await secondsOf(works, calls)
  const overhead = budgeted - plain
  return [
    { what: 'spends in memory', ...perSecond(1 / spend, 1e6) },
    { what: 'privatise without a budget', value: formatSeconds(plain) },
    { what: '... in a function that is async', value: formatSeconds(awaited), ratio: 1 },
    {
      what: 'privatise with a budget in memory, beside that',
      value: formatSeconds(budgeted),
      ratio: budgeted / awaited
    },
    { what: 'what the budget adds', ...under(overhead, 2e-6) }
  ]
}

async function fileRow(mechanism) {
  const folder = await mkdtemp(join(tmpdir(), 'inbounds-budget-'))
  try {
    const budget = new PrivacyBudget({ ...unlimited, store: fileStore(join(folder, 'budget.json')) })
    const work = async () => {
      for (let at = 0; at < durable; ++at) await budget.privatise(mechanism, 0.5)
    }
    const [seconds] = await secondsOf([work], durable)
    return { what: 'durable releases in a file, one after the other', ...perSecond(1 / seconds, 200) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function chromiumRow() {
  const seconds = await spendsInChromium({ ...unlimited, calls: durable, rounds: 6 })
  const middle = median(seconds.slice(1)) // the first round is that of a cold page
  return { what: 'durable releases in Chromium, one after the other', ...perSecond(durable / middle, 100) }
}

/** Seconds per call. */
async function secondsOf(works, calls) {
  return (await roundsOf(works)).map((times) => median(times) / calls)
}
