// Databases that are full, damaged, foreign, deleted or forbidden: said in a sentence, and no value is handed out.

import assert from 'node:assert/strict'
import test from 'node:test'
import { doing, openBudgetSite, openProfile, openTab, POLICY } from './budget/visitor.mjs'

const options = { timeout: 900_000 } // only what hangs takes longer
const small = { epsilon: 1, each: 0.01 }

/** Asks for one value, in a budget that was not opened before, or in the one of an earlier call: what came of it. */
function ask(page, name, { epsilon = 1, question = '', isSame = false } = {}) {
  return page.evaluate(
    async ([name, epsilon, question, isSame]) => {
      const { PrivacyBudget, indexedDBStore } = globalThis.inbounds
      if (!isSame) globalThis.budget = undefined
      try {
        globalThis.budget ??= new PrivacyBudget({ epsilon, store: indexedDBStore(name) })
        const mechanism = { epsilon: 0.01, privatise: () => 'drawn' }
        return { value: await globalThis.budget.privatise(mechanism, 0, { question }) }
      } catch (error) {
        return { name: error.name, message: error.message }
      }
    },
    [name, epsilon, question, isSame]
  )
}

/** What is in the database under a name; and what is to be there from now on. */
function record(page, name, replacement) {
  return page.evaluate(
    async ([name, replacement]) => {
      const done = (request) =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const database = await done(indexedDB.open('inbounds-budgets'))
      const records = database.transaction('records', 'readwrite').objectStore('records')
      const found = await done(records.get(name))
      if (replacement?.isDeleted) await done(records.delete(name))
      else if (replacement) await done(records.put(replacement.value, name))
      database.close()
      return found
    },
    [name, replacement]
  )
}

async function begin(t) {
  const { address, origin } = await openBudgetSite(t)
  const { context } = await openProfile(t)
  return { context, address, origin, page: await openTab(context, address) }
}

const refusal = (name, why) => ({
  name: 'StoreError',
  message: `the budget '${name}' in this browser cannot be used: ${why}; nothing was released`
})

test('when the space is used up, nothing is released; when there is more, all goes on', options, async (t) => {
  const { context, origin, page } = await begin(t)
  const debug = await context.newCDPSession(page)
  const full = "the browser's database cannot write: the space that this site may use is full"
  // Before the database is opened: Chromium remembers for half a minute how much space there was.
  await debug.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 300_000 })
  let releases = 0
  let answer
  do {
    answer = await ask(page, 'old', { question: `${releases} ${'long '.repeat(10_000)}`, isSame: releases > 0 })
  } while ('value' in answer && ++releases < 90)
  assert.ok(releases > 0, 'there was space at first')
  assert.deepEqual(answer, refusal('old', full))
  assert.equal((await doing(page, 'bookkeeping', { name: 'old', ...small })).releases, releases, 'it can still be read')
  await debug.send('Storage.overrideQuotaForOrigin', { origin })
  assert.deepEqual(await ask(page, 'old', { isSame: true }), { value: 'drawn' })
  const book = await doing(page, 'bookkeeping', { name: 'old', ...small })
  assert.deepEqual([book.releases, book.noted], [releases + 1, releases + 1])
})

test('where there was no space from the beginning, likewise', options, async (t) => {
  const { context, origin, page } = await begin(t)
  const debug = await context.newCDPSession(page)
  await debug.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  const { name, message } = await ask(page, 'new')
  assert.equal(name, 'StoreError')
  assert.match(
    message,
    /^the budget 'new' in this browser cannot be used: .*the space that this site may use is full; nothing was released$/
  )
  await debug.send('Storage.overrideQuotaForOrigin', { origin })
  assert.deepEqual(await ask(page, 'new', { isSame: true }), { value: 'drawn' })
  assert.equal((await doing(page, 'bookkeeping', { name: 'new', ...small })).releases, 1)
})

test('a record that is damaged, foreign or of another budget is refused, and left as it is', options, async (t) => {
  const { page } = await begin(t)
  await ask(page, 'b')
  const sound = await record(page, 'b')
  const cases = [
    ['', 'it is empty'],
    [sound.slice(0, -10), 'it is no JSON, or its end is missing'],
    [sound.replace('"releases":1', '"releases":0'), 'it is damaged: its check sum is wrong'],
    [sound.replace('"epsilon":"', '"epsilon":"0'), 'it is damaged: its check sum is wrong'],
    [sound.replace('"version":1', '"version":2'), 'it was written by another version of inbounds (format 2)'],
    ['{"spent":0}', 'it holds something else'],
    ['null', 'it holds something else'],
    [{ spent: 0 }, 'it holds something else'],
    [null, 'it holds something else'],
    [5, 'it holds something else'],
    [[sound], 'it holds something else']
  ]
  for (const [value, why] of cases) {
    await record(page, 'b', { value })
    assert.deepEqual(await ask(page, 'b'), refusal('b', why))
    assert.deepEqual(await record(page, 'b', { value: sound }), value, 'nothing was written over it')
  }
  const advice = 'a promise that was made is kept; another budget needs a store of its own'
  assert.deepEqual(await ask(page, 'b', { epsilon: 2 }), {
    name: 'StoreError',
    message: `the budget 'b' in this browser cannot be used: its epsilon is 1, not 2 (${advice}); nothing was released`
  })
  assert.deepEqual(await ask(page, 'b'), { value: 'drawn' })
  assert.equal((await doing(page, 'bookkeeping', { name: 'b', ...small })).releases, 2)
})

test('a record that is gone, put back or replaced is noticed; after a reload, that it is gone', options, async (t) => {
  const { page } = await begin(t)
  await ask(page, 'b')
  const first = await record(page, 'b')
  await ask(page, 'b', { isSame: true })
  const second = await record(page, 'b', { value: first })
  const same = { isSame: true }
  const earlier = 'its record was put back to an earlier one (change 1, after 2)'
  assert.deepEqual(await ask(page, 'b', same), refusal('b', earlier))
  const stranger = await openBudgetSite(t)
  const elsewhere = await openTab((await openProfile(t)).context, stranger.address)
  await ask(elsewhere, 'b')
  await record(page, 'b', { value: await record(elsewhere, 'b') })
  assert.deepEqual(await ask(page, 'b', same), refusal('b', 'its record was replaced by that of another budget'))
  await record(page, 'b', { isDeleted: true })
  const gone = "its record is gone, though there was one (the mark 'inbounds-budgets:b' in localStorage says so)"
  assert.deepEqual(await ask(page, 'b', same), refusal('b', gone))
  await page.reload()
  await page.waitForFunction(() => globalThis.here !== undefined)
  assert.deepEqual(await ask(page, 'b'), refusal('b', gone))
  assert.equal(await record(page, 'b'), undefined, 'it did not start afresh')
  await record(page, 'b', { value: second })
  assert.deepEqual(await ask(page, 'b'), { value: 'drawn' })
})

test('another tab can delete the database without a wait; the budget does not start afresh', options, async (t) => {
  const { context, address, page } = await begin(t)
  await ask(page, 'b')
  const tab = await openTab(context, address)
  const outcome = await tab.evaluate(
    () =>
      new Promise((resolve) => {
        const request = indexedDB.deleteDatabase('inbounds-budgets')
        request.onsuccess = () => resolve('deleted')
        request.onerror = () => resolve(String(request.error))
      })
  )
  assert.equal(outcome, 'deleted')
  const gone = /^the budget 'b' in this browser cannot be used: its record is gone/
  assert.match((await ask(page, 'b', { isSame: true })).message, gone)
  assert.match((await ask(tab, 'b')).message, gone)
  assert.deepEqual(await ask(page, 'another'), { value: 'drawn' }, 'the database is there again')
  // Who clears all of a site's data clears the mark as well: then it is as on a new device.
  await tab.evaluate(() => localStorage.clear())
  assert.deepEqual(await ask(tab, 'b'), { value: 'drawn' })
})

test('a database of that name that somebody else has made is refused', options, async (t) => {
  const { page } = await begin(t)
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const request = indexedDB.open('inbounds-budgets', 1)
        request.onupgradeneeded = () => request.result.createObjectStore('other things')
        request.onsuccess = () => resolve(request.result.close())
      })
  )
  assert.deepEqual(
    await ask(page, 'b'),
    refusal('b', "the browser's database cannot be opened: it holds something else")
  )
})

test('without localStorage it works, without the mark; and likewise if it is full', options, async (t) => {
  const { address } = await openBudgetSite(t)
  const { context } = await openProfile(t)
  const page = await context.newPage()
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      get() {
        throw new DOMException('storage is switched off', 'SecurityError')
      }
    })
  })
  await page.goto(address)
  await page.waitForFunction(() => globalThis.here !== undefined)
  assert.deepEqual(await ask(page, 'b'), { value: 'drawn' })
  assert.deepEqual(await ask(page, 'b'), { value: 'drawn' })
  assert.equal((await doing(page, 'bookkeeping', { name: 'b', ...small })).releases, 2)

  const tab = await openTab(context, address)
  const left = await tab.evaluate(() => {
    for (let size = 2 ** 23; size >= 1; size /= 2) {
      for (const name of ['x', 'y']) {
        try {
          localStorage.setItem(`${name}${size}`, 'x'.repeat(size))
        } catch {}
      }
    }
    return localStorage.getItem('inbounds-budgets:b')
  })
  assert.equal(left, null)
  assert.deepEqual(await ask(tab, 'b'), { value: 'drawn' })
  await tab.evaluate(() => localStorage.clear())
  assert.deepEqual(await ask(tab, 'b', { isSame: true }), { value: 'drawn' })
  assert.match(
    await tab.evaluate(() => localStorage.getItem('inbounds-budgets:b')),
    /record/,
    'the mark is made up for'
  )
})

test('where there is no IndexedDB, or a page may not use it, that is said', options, async (t) => {
  const { address } = await openBudgetSite(t)
  const { context } = await openProfile(t)
  const page = await context.newPage()
  await page.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }))
  await page.goto(address)
  await page.waitForFunction(() => globalThis.here !== undefined)
  assert.deepEqual(await ask(page, 'b'), {
    name: 'StoreError',
    message: 'this platform has no IndexedDB; in Node, Bun and Deno, use fileStore'
  })

  const sandbox = { 'content-security-policy': `${POLICY}; sandbox allow-scripts`, 'access-control-allow-origin': '*' }
  const forbidding = await openBudgetSite(t, sandbox)
  const sandboxed = await openTab(context, forbidding.address)
  const { name, message } = await ask(sandboxed, 'b')
  assert.equal(name, 'StoreError')
  assert.match(message, /^the budget 'b' in this browser cannot be used: .+; nothing was released$/)
  t.diagnostic(message)
})
