// Pages and browsers that die in the middle of many spends. The server notes each value before the page does anything else;
// the record never shows less than that, and not more than what was under way besides.

import assert from 'node:assert/strict'
import test from 'node:test'
import { eventually } from '../patience.mjs'
import { newProfile } from './budget/own-browser.mjs'
import { doing, doingInWorker, openBudgetSite, openProfile, openTab } from './budget/visitor.mjs'

const options = { timeout: 900_000 } // only what hangs takes longer
const abreast = 4
const large = { epsilon: 1000, each: 0.001 } // more than can be spent here

/** Lets a tab spend, and perhaps its worker as well, until at least one value was noted and some time has gone by. */
async function startSpending(page, log, released, { name, inWorker = false }) {
  const wishes = { name, ...large, abreast, log: `/released/${log}` }
  const ends = [doing(page, 'spendForEver', wishes)]
  if (inWorker) ends.push(doingInWorker(page, 'spendForEver', wishes))
  const ended = Promise.allSettled(ends) // they are cut off
  await eventually(() => assert.ok(released.has(log), 'it has released something'))
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 400))
  return { ended }
}

async function crash(page) {
  const crashed = page.waitForEvent('crash')
  const debug = await page.context().newCDPSession(page)
  debug.send('Page.crash').catch(() => {}) // it does not live to answer
  await crashed
  await page.close()
}

/** What is in the record, and that it has no fewer releases than were noted, and hardly more. */
async function checkAfter(page, { name, noted, underWay }) {
  const book = await doing(page, 'bookkeeping', { name, ...large })
  assert.ok(book.releases >= noted, `${book.releases} in the record, ${noted} were released`)
  assert.ok(
    book.releases <= noted + underWay,
    `${book.releases} in the record, ${noted} released, ${underWay} at most lost`
  )
  assert.equal(book.noted, book.releases)
  assert.equal(book.epsilon, book.releases / 1000)
  return book.releases
}

const sum = (released) => [...released.values()].reduce((all, count) => all + count, 0)

test('a page crashes in the middle, many times: nothing that was released is forgotten', options, async (t) => {
  const { address, released } = await openBudgetSite(t)
  const { context } = await openProfile(t)
  const name = 'crashes'
  const rounds = 15
  let page = await openTab(context, address)
  for (let round = 0; round < rounds; ++round) {
    const log = `page-${round}`
    const { ended } = await startSpending(page, log, released, { name, inWorker: round % 2 === 1 })
    await crash(page)
    await ended
    page = await openTab(context, address)
    const underWay = (round + 1) * 2 * abreast
    const before = await checkAfter(page, { name, noted: sum(released), underWay })
    const { values } = await doing(page, 'hammer', { name, ...large, times: 1, abreast: 1 })
    assert.equal(values.length, 1, 'it can still be used')
    released.set(`${log}-after`, 1)
    assert.equal(await checkAfter(page, { name, noted: sum(released), underWay }), before + 1)
  }
  t.diagnostic(`${sum(released)} releases, ${rounds} crashes`)
})

test('a page crashes while another tab goes on, which is neither held up nor misled', options, async (t) => {
  const { address, released } = await openBudgetSite(t)
  const { context } = await openProfile(t)
  const name = 'neighbour'
  const going = await openTab(context, address)
  const { ended: other } = await startSpending(going, 'going', released, { name })
  for (let round = 0; round < 6; ++round) {
    const page = await openTab(context, address)
    const { ended } = await startSpending(page, `falling-${round}`, released, { name })
    await crash(page)
    await ended
    const before = released.get('going')
    await eventually(() => assert.ok(released.get('going') >= before + 20, 'the other tab goes on'))
  }
  await going.close()
  await other
  const last = await openTab(context, address)
  await checkAfter(last, { name, noted: sum(released), underWay: 7 * abreast })
})

test('the whole browser is killed, several times, and started with the same profile', options, async (t) => {
  const { address, released } = await openBudgetSite(t)
  const profile = await newProfile(t)
  const name = 'killed'
  const rounds = 6
  for (let round = 0; round < rounds; ++round) {
    const { context, kill } = await profile.start()
    const page = await openTab(context, address)
    if (round > 0) await checkAfter(page, { name, noted: sum(released), underWay: 2 * abreast * round })
    const { ended } = await startSpending(page, `kill-${round}`, released, { name, inWorker: true })
    await kill()
    await ended
  }
  const { context, kill } = await profile.start()
  const page = await openTab(context, address)
  await checkAfter(page, { name, noted: sum(released), underWay: 2 * abreast * rounds })
  const { values } = await doing(page, 'hammer', { name, ...large, times: 1, abreast: 1 })
  assert.equal(values.length, 1)
  await kill()
  t.diagnostic(`${sum(released)} releases, ${rounds} kills`)
})
