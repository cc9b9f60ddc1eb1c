// What it costs to keep a person's budget: in memory, in a file, and in the browser's database. What is durable waits for the
// disk, and so is as fast as that.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from 'inbounds'
import { fileStore, memoryStore, PrivacyBudget } from 'inbounds/budget'
import { spendsInChromium } from './chromium.mjs'
import { median } from './measure.mjs'

const rounds = 5
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
  const overhead = (budgeted - plain) * 1e6
  return [
    { what: 'spends in memory', ...perSecond(1 / spend, 1e6) },
    { what: 'privatise with a budget in memory', value: `${(budgeted * 1e9).toFixed(0)} ns` },
    { what: 'privatise without one', value: `${(plain * 1e9).toFixed(0)} ns` },
    { what: '... in a function that is async', value: `${(awaited * 1e9).toFixed(0)} ns` },
    {
      what: 'what the budget adds',
      value: `${overhead.toFixed(2)} us`,
      bar: 'less than 2 us',
      pass: overhead < 2
    }
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
  const seconds = await spendsInChromium({ ...unlimited, calls: durable, rounds: rounds + 1 })
  const middle = median(seconds.slice(1)) // the first round is that of a cold page
  return { what: 'durable releases in Chromium, one after the other', ...perSecond(durable / middle, 100) }
}

/** Seconds per call: medians of five rounds after one that does not count. */
async function secondsOf(works, calls) {
  const times = works.map(() => [])
  for (let round = 0; round <= rounds; ++round) {
    for (const [at, work] of works.entries()) {
      const started = performance.now()
      await work()
      if (round > 0) times[at].push((performance.now() - started) / 1000 / calls)
    }
  }
  return times.map(median)
}
