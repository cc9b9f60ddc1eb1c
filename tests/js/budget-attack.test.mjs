// Attacks on advanced composition: what an adversary gets out of what a budget lets through is computed exactly, and is never
// more than was promised. Randomised response is the worst that epsilon allows (Kairouz, Oh and Viswanath 2015, Theorem 3.1),
// so that trying it is trying everything.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryStore, PrivacyBudget } from 'inbounds/budget'
import { generator } from './support/generator.mjs'

const budgetOf = (terms) => new PrivacyBudget({ ...terms, store: memoryStore() })
const chanceOfTruth = (epsilon) => 1 / (1 + Math.exp(-epsilon))

/** What escapes epsilon when the sum of losses is this: the integrand of the hockey-stick divergence. */
const escaping = (loss, epsilon) => Math.max(0, -Math.expm1(epsilon - loss))

/** Whether more than epsilon was lost, but for roundings: the event that the proof bounds. */
const exceeding = (loss, epsilon) => Number(loss > epsilon * (1 + 1e-9))

const termsTried = [
  { epsilon: 1, delta: 1e-6 },
  { epsilon: 1, delta: 0.2, slack: 0.2 },
  { epsilon: 0.5, delta: 1e-3, slack: 1e-3 },
  { epsilon: 3, delta: 0.05, slack: 0.04 },
  { epsilon: 10, delta: 1e-2, slack: 1e-2 },
  { epsilon: 0.1, delta: 1e-9, slack: 1e-9 },
  { epsilon: 6, delta: 1e-5, slack: 9e-6 }
]

/** The distribution of the sum of losses of releases of a few sizes: [loss, probability] of each outcome. */
function lossesOf(groups) {
  let outcomes = [[0, 1]]
  for (const { epsilon, releases } of groups) {
    const truth = chanceOfTruth(epsilon)
    const logs = [0]
    for (let k = 1; k <= releases; ++k) logs.push(logs[k - 1] + Math.log((releases - k + 1) / k))
    const next = []
    for (const [loss, chance] of outcomes) {
      for (let k = 0; k <= releases; ++k) {
        const share = Math.exp(logs[k] + k * Math.log(truth) + (releases - k) * Math.log1p(-truth))
        next.push([loss + (2 * k - releases) * epsilon, chance * share])
      }
    }
    outcomes = next
  }
  return outcomes
}

/** The exact delta of releases together, at the epsilon of a budget. Each may fail with its own delta, and then all is known. */
function deltaOf(groups, epsilon) {
  const whole = groups.reduce((product, { delta = 0, releases }) => product * (1 - delta) ** releases, 1)
  const within = lossesOf(groups).reduce((sum, [loss, chance]) => sum + chance * escaping(loss, epsilon), 0)
  return 1 - whole + whole * within
}

/** As many as the budget lets through of each size, one after the other; the first ones only a share of it. */
async function letThrough(terms, sizes, share) {
  const budget = budgetOf(terms)
  const groups = []
  for (const [at, size] of sizes.entries()) {
    const left = await budget.releasesLeft(size)
    const releases = at === sizes.length - 1 ? left : Math.floor(left * share)
    if (releases === 0) continue
    await budget.spend(size, { releases })
    groups.push({ ...size, releases })
  }
  const spent = await budget.spent()
  return { groups, spent }
}

// budget/PROOF.md, main theorem
test('many equal releases: their exact delta is within the promise, and three times as many would break it', async () => {
  let broken = 0
  for (const terms of termsTried) {
    for (const parts of [1, 3, 10, 30, 100, 300]) {
      const { groups, spent } = await letThrough(terms, [{ epsilon: terms.epsilon / parts }], 1)
      const exact = deltaOf(groups, terms.epsilon)
      assert.ok(exact <= terms.delta, `${JSON.stringify({ terms, groups })}: ${exact}`)
      assert.ok(deltaOf(groups, spent.epsilon) <= spent.delta + 1e-15, 'what is said to be spent is no less than that')
      const more = groups.map((group) => ({ ...group, releases: 3 * group.releases }))
      broken += Number(deltaOf(more, terms.epsilon) > terms.delta)
    }
  }
  assert.ok(broken > 20, `this attack finds what is too much: ${broken} times of ${6 * termsTried.length}`)
})

// budget/PROOF.md, Lemma 1
test('mixed and random sizes, with deltas of their own', async () => {
  const { random } = generator(2015)
  for (const terms of termsTried) {
    for (let round = 0; round < 40; ++round) {
      const own = terms.delta - (terms.slack ?? terms.delta / 2)
      const sizes = Array.from({ length: 1 + (round % 3) }, () => ({
        epsilon: terms.epsilon / (2 + 25 * random()),
        delta: round % 2 ? own / (1 + Math.floor(30 * random())) : 0
      }))
      const { groups, spent } = await letThrough(terms, sizes, random())
      const exact = deltaOf(groups, terms.epsilon)
      assert.ok(exact <= terms.delta * (1 + 1e-9), `${JSON.stringify({ terms, groups })}: ${exact}`)
      assert.ok(deltaOf(groups, spent.epsilon) <= spent.delta * (1 + 1e-9) + 1e-15)
    }
  }
})

/**
 * The best that an adversary can do who chooses each size by what came before, exactly, by dynamic programming from the end: of
 * the menu of sizes, so many steps of the unit each. What is allowed is asked of budgets.
 */
async function bestAdaptive(terms, unit, menu, isAllowed, gain = escaping) {
  const max = []
  for (const steps of menu) max.push(await isAllowed.limit(steps * unit))
  const kept = new Map()
  /** The most that can still escape, for each loss in steps, when so many of each size were released. */
  async function bestAfter(counts) {
    const name = counts.join()
    if (kept.has(name)) return kept.get(name)
    const total = counts.reduce((sum, count, at) => sum + count * menu[at], 0)
    // To stop is always possible.
    const best = Float64Array.from({ length: 2 * total + 1 }, (_, at) => gain((at - total) * unit, terms.epsilon))
    for (const [at, steps] of menu.entries()) {
      const next = counts.map((count, other) => count + Number(other === at))
      if (next[at] > max[at] || !(await isAllowed.together(next.map((count, k) => [menu[k] * unit, count])))) continue
      const then = await bestAfter(next)
      const truth = chanceOfTruth(steps * unit)
      for (let place = 0; place < best.length; ++place) {
        // The next array begins `steps` further down.
        const value = truth * then[place + 2 * steps] + (1 - truth) * then[place]
        if (value > best[place]) best[place] = value
      }
    }
    kept.set(name, best)
    return best
  }
  const [value] = await bestAfter(menu.map(() => 0))
  return value
}

/** The rule of real budgets. */
const asBudgetsDo = (terms) => ({
  limit: (epsilon) => budgetOf(terms).releasesLeft({ epsilon }),
  async together(sizes) {
    const budget = budgetOf(terms)
    try {
      for (const [epsilon, releases] of sizes) if (releases > 0) await budget.spend({ epsilon }, { releases })
      return true
    } catch {
      return false
    }
  }
})

/** A rule that looks right, and is not: as much of the sum of squares as a budget would allow of the smallest size, times a factor. */
const tooMuch = (terms, smallest, factor) => {
  const squares = async () => factor * (await budgetOf(terms).releasesLeft({ epsilon: smallest })) * smallest ** 2
  return {
    limit: async (epsilon) => Math.floor((await squares()) / epsilon ** 2),
    together: async (sizes) =>
      sizes.reduce((sum, [epsilon, count]) => sum + count * epsilon ** 2, 0) <= (await squares())
  }
}

const adaptive = [
  { terms: { epsilon: 1, delta: 0.2, slack: 0.2 }, parts: 15, menu: [1, 2] },
  { terms: { epsilon: 1, delta: 1e-3, slack: 1e-3 }, parts: 40, menu: [1, 3] },
  { terms: { epsilon: 3, delta: 0.01, slack: 0.01 }, parts: 20, menu: [1, 2, 6] },
  { terms: { epsilon: 0.5, delta: 1e-6, slack: 1e-6 }, parts: 60, menu: [1, 30] },
  { terms: { epsilon: 8, delta: 0.05, slack: 0.05 }, parts: 12, menu: [1, 2, 5] },
  { terms: { epsilon: 2, delta: 1e-4, slack: 1e-4 }, parts: 40, menu: [2, 5, 39] }
]

// budget/PROOF.md, main theorem
test('adversaries who choose what to ask next by the answers so far, and when to stop, gain no more than was promised', async () => {
  let broken = 0
  for (const { terms, parts, menu } of adaptive) {
    const unit = terms.epsilon / parts
    const best = await bestAdaptive(terms, unit, menu, asBudgetsDo(terms))
    assert.ok(best > 0 && best <= terms.delta, `${JSON.stringify({ terms, parts, menu })}: ${best}`)
    const tail = await bestAdaptive(terms, unit, menu, asBudgetsDo(terms), exceeding)
    assert.ok(tail > best && tail <= terms.slack, `${JSON.stringify({ terms, parts, menu })}: ${tail}`)
    const fixed = await Promise.all(menu.map((steps) => letThrough(terms, [{ epsilon: steps * unit }], 1)))
    const worstFixed = Math.max(...fixed.map(({ groups }) => deltaOf(groups, terms.epsilon)))
    assert.ok(best >= worstFixed * (1 - 1e-9), 'to choose is no worse than not to choose')
    broken += Number((await bestAdaptive(terms, unit, menu, tooMuch(terms, unit, 3))) > terms.delta)
  }
  assert.ok(broken >= 4, `this attack finds a rule that allows too much: ${broken} times of ${adaptive.length}`)
})
