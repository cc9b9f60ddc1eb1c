// One budget, and all that a site may have open at once: tabs, reloads, workers. Together they release exactly what the budget
// allows. All of it under the strict policy of the project's pages.

import assert from 'node:assert/strict'
import test from 'node:test'
import { doing, doingInWorker, openBudgetSite, openProfile, openTab } from './budget/visitor.mjs'
import { INSECURE } from './chromium.mjs'

const options = { timeout: 900_000 } // only what hangs takes longer
const small = { epsilon: 1, each: 0.01 } // a hundred releases, exactly
const used = { epsilon: 1, releases: 100, left: 0, noted: 100 }

/** That of what several have asked for, a hundred were answered, and the rest refused for want of budget. */
function together(parts, count) {
  const values = parts.flatMap((part) => part.values)
  const refusals = parts.flatMap((part) => part.refusals)
  assert.deepEqual([values.length, refusals.length], [100, count - 100])
  assert.ok(values.every((value) => value >= 0 && value <= 1))
  assert.deepEqual([...new Set(refusals)], ['BudgetError'])
}

test('what was spent survives a reload and is known in a new tab', options, async (t) => {
  const { address } = await openBudgetSite(t)
  const { context, complaints } = await openProfile(t)
  const page = await openTab(context, address)
  const wishes = { name: 'reload', ...small }
  const first = await doing(page, 'hammer', { ...wishes, times: 30, abreast: 1 })
  assert.equal(first.values.length, 30)
  await page.reload()
  await page.waitForFunction(() => globalThis.here !== undefined)
  const known = { epsilon: 0.3, releases: 30, left: 0.7, noted: 30 }
  assert.deepEqual(await doing(page, 'bookkeeping', wishes), known)
  const tab = await openTab(context, address)
  assert.deepEqual(await doing(tab, 'bookkeeping', wishes), known)
  assert.deepEqual(await doingInWorker(tab, 'bookkeeping', wishes), known)
  const second = await doing(tab, 'hammer', { ...wishes, times: 100, abreast: 10 })
  together([first, second], 130)
  assert.deepEqual(await doing(page, 'bookkeeping', wishes), used)
  assert.deepEqual(complaints, [])
})

test('two tabs at once release what the budget allows, and not one more', options, async (t) => {
  const { address } = await openBudgetSite(t)
  const { context, complaints } = await openProfile(t)
  const tabs = [await openTab(context, address), await openTab(context, address)]
  const wishes = { name: 'tabs', ...small, times: 80, abreast: 8 }
  const parts = await Promise.all(tabs.map((tab) => doing(tab, 'hammer', wishes)))
  together(parts, 160)
  assert.ok(
    parts.every(({ values }) => values.length > 0),
    'both had some'
  )
  assert.deepEqual(await doing(tabs[0], 'bookkeeping', wishes), used)
  assert.deepEqual(complaints, [])
})

test('a page, its two workers and another tab with one share a budget likewise', options, async (t) => {
  const { address } = await openBudgetSite(t)
  const { context, complaints } = await openProfile(t)
  const [page, tab] = [await openTab(context, address), await openTab(context, address)]
  const wishes = { name: 'workers', ...small, times: 50, abreast: 5 }
  const parts = await Promise.all([
    doing(page, 'hammer', wishes),
    doingInWorker(page, 'hammer', wishes),
    doingInWorker(page, 'hammer', wishes),
    doingInWorker(tab, 'hammer', wishes)
  ])
  together(parts, 200)
  assert.deepEqual(await doingInWorker(tab, 'bookkeeping', wishes), used)
  assert.deepEqual(complaints, [])
})

test('budgets with other names, and those of other sites, are not touched', options, async (t) => {
  const [{ address }, other] = [await openBudgetSite(t), await openBudgetSite(t)]
  const { context } = await openProfile(t)
  const [page, elsewhere] = [await openTab(context, address), await openTab(context, other.address)]
  await doing(page, 'hammer', { name: 'a', ...small, times: 3, abreast: 3 })
  const untouched = { epsilon: 0, releases: 0, left: 1, noted: 0 }
  assert.equal((await doing(page, 'bookkeeping', { name: 'a', ...small })).releases, 3)
  assert.deepEqual(await doing(page, 'bookkeeping', { name: 'b', ...small }), untouched)
  assert.deepEqual(await doing(elsewhere, 'bookkeeping', { name: 'a', ...small }), untouched)
})

test('without https there are no locks, and the database alone keeps tabs and workers apart', options, async (t) => {
  const { address } = await openBudgetSite(t)
  const insecure = address.replace('127.0.0.1', INSECURE)
  const { context, complaints } = await openProfile(t)
  const tabs = [await openTab(context, insecure), await openTab(context, insecure)]
  const missing = () => [isSecureContext, navigator.locks, crypto.subtle]
  assert.deepEqual(await tabs[0].evaluate(missing), [false, undefined, undefined])
  const wishes = { name: 'insecure', ...small, times: 60, abreast: 12 }
  together(await Promise.all([...tabs.map((tab) => doing(tab, 'hammer', wishes)), doingInWorker(tabs[1], 'hammer', wishes)]), 180) // biome-ignore format: one line
  assert.deepEqual(await doing(tabs[0], 'bookkeeping', wishes), used)
  await assert.rejects(
    doing(tabs[0], 'answers', { ...wishes, question: 'q', truths: [0.5] }),
    /TypeError: Memo needs crypto\.subtle, which browsers have only on pages with https/
  )
  assert.deepEqual(complaints, [])
})

test('the policy was in force: text does not run as code, on the page and in its workers', options, async (t) => {
  const { address } = await openBudgetSite(t)
  const { context } = await openProfile(t)
  const page = await openTab(context, address)
  assert.deepEqual([await doing(page, 'runsText'), await doingInWorker(page, 'runsText')], [false, false])
})

test('a memo gives the same answer after a reload, in a tab and in a worker, paid once', options, async (t) => {
  const { address } = await openBudgetSite(t)
  const { context, complaints } = await openProfile(t)
  const page = await openTab(context, address)
  const wishes = { name: 'memo', ...small, question: 'how much?', truths: [0.25, 0.25] }
  const [answer, second] = await doing(page, 'answers', wishes)
  assert.equal(second, answer)
  await page.reload()
  await page.waitForFunction(() => globalThis.here !== undefined)
  const tab = await openTab(context, address)
  assert.deepEqual(await doing(page, 'answers', wishes), [answer, answer])
  assert.deepEqual(await doing(tab, 'answers', wishes), [answer, answer])
  assert.deepEqual(await doingInWorker(tab, 'answers', wishes), [answer, answer])
  assert.equal((await doing(tab, 'bookkeeping', wishes)).releases, 1)
  // Of 2^24 values, another one is the same with a chance of less than one in a million.
  const [other] = await doing(tab, 'answers', { ...wishes, question: 'how much now?' })
  assert.notEqual(other, answer)
  assert.equal((await doing(page, 'bookkeeping', wishes)).releases, 2)
  assert.deepEqual(complaints, [])
})

test('tabs and workers that ask the same new questions at once get the same answers', options, async (t) => {
  const { address } = await openBudgetSite(t)
  const { context } = await openProfile(t)
  const tabs = [await openTab(context, address), await openTab(context, address)]
  for (let round = 0; round < 5; ++round) {
    const wishes = { name: `at once ${round}`, ...small, question: 'how much?', truths: [0, 0.5, 1, 0.5, 0] }
    const all = await Promise.all([
      ...tabs.map((tab) => doing(tab, 'answers', wishes)),
      ...tabs.map((tab) => doingInWorker(tab, 'answers', wishes))
    ])
    const [[none, half, whole]] = all
    for (const part of all) assert.deepEqual(part, [none, half, whole, half, none])
    assert.equal((await doing(tabs[0], 'bookkeeping', wishes)).releases, 3)
  }
})
