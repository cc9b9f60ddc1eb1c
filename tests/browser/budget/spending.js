// What page and worker do alike, with the files of the package as they are.

import * as budgets from '../../../dist/budget.js'
import { load } from '../../../dist/index.js'

export const inbounds = { ...(await load()), ...budgets }
const { ReflectedLaplace, PrivacyBudget, Memo, indexedDBStore } = inbounds

const unit = (epsilon) => new ReflectedLaplace({ lower: 0, upper: 1, epsilon })
const open = (name, epsilon) => new PrivacyBudget({ epsilon, store: indexedDBStore(name) })

/** Asks so many times, as many at once as `abreast` says: how many values came, and what was said to the rest. */
async function hammer({ name, epsilon, each, times, abreast }) {
  const [budget, mechanism] = [open(name, epsilon), unit(each)]
  const values = []
  const refusals = []
  let requests = 0
  const line = async () => {
    while (requests < times) {
      requests += 1
      await budget.privatise(mechanism, 0.5).then(
        (value) => values.push(value),
        (error) => refusals.push(error.name)
      )
    }
  }
  await Promise.all(Array.from({ length: abreast }, line))
  return { values, refusals }
}

/** Spends until it is stopped from outside. The server knows of each value before anything else happens here. */
async function spendForEver({ name, epsilon, each, abreast, log }) {
  const [budget, mechanism] = [open(name, epsilon), unit(each)]
  const line = async () => {
    for (;;) {
      const value = await budget.privatise(mechanism, 0.5)
      const request = new XMLHttpRequest()
      request.open('GET', `${log}/${value}`, false)
      request.send()
    }
  }
  await Promise.all(Array.from({ length: abreast }, line))
}

/** What the record says; a budget that was never opened before reads it. */
async function bookkeeping({ name, epsilon }) {
  const budget = open(name, epsilon)
  const [spent, remaining, history] = [await budget.spent(), await budget.remaining(), await budget.history()]
  return {
    epsilon: spent.epsilon,
    releases: spent.releases,
    left: remaining.epsilon,
    noted: history.reduce((sum, { releases }) => sum + releases, 0)
  }
}

/** The answers of a memo to one question, all asked for at once. */
async function answers({ name, epsilon, each, question, truths }) {
  const memo = new Memo({ budget: open(name, epsilon) })
  const mechanism = unit(each)
  return Promise.all(truths.map((truth) => memo.privatise(question, mechanism, truth)))
}

/** Whether the policy in force here lets text run as code. */
function runsText() {
  try {
    return new Function('return true')()
  } catch {
    return false
  }
}

/** What a test can ask for, by its name. */
export const tasks = { hammer, spendForEver, bookkeeping, answers, runsText }
