// The survey form of the documentation, filled in as people fill in forms: by keyboard and by mouse, hastily, twice, and
// without a connection. Its reports go to the collector of the recipe beside it.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import axe from 'axe-core'
import { assemble } from '../samples/assemble.mjs'
import { programs } from '../samples/fences.mjs'

export async function surveyIsAnswered(t, { page, context, complaints, address }) {
  const collector = await startCollector(t)
  const line = { works: true, bodies: [] }
  await context.route('**/reports', (route) => carry(route, collector, line))
  await page.goto(address)
  const form = {
    page,
    days: page.getByLabel('On how many'),
    button: page.getByRole('button'),
    outcome: page.getByRole('status')
  }

  await t.test('it says what is promised, and axe finds nothing to complain about', () => isReadable(form))
  await t.test('what is no answer does not go out', () => refusesNonsense(form, line))
  await t.test('with the keyboard alone and without a connection, a possible private value is kept', () =>
    keepsWhatCannotBeSent(form, line)
  )
  await t.test('trying again, after a reload and in haste, sends the same number once', () => sendsTheSame(form, line))
  await t.test('once it has arrived, nothing sends anything more', () => sendsNothingMore(form, line))
  await t.test('two quick clicks are one answer', () => isSentOnce(form, line))
  await t.test('a second tab, opened before, sends no second number', () => isDrawnOnce(form, context, line))
  await t.test('what is sent is not the truth', () => sendsNoTruth(form, line))
  await t.test('the collector has counted what was sent', async () => {
    const { reports } = await (await fetch(`${collector}/statistics`)).json()
    assert.equal(reports, line.bodies.length - 1) // the first one did not get there
  })
  assert.deepEqual(complaints.splice(0), ['Failed to load resource: net::ERR_FAILED'], 'only of the lost connection')
  await t.test('without storage it would draw twice: it says so, and nothing can be sent', () =>
    needsStorage(form, context)
  )
  await t.test('without its WebAssembly it says so, and nothing can be sent', () => saysThatItCannot(form, context))
  complaints.length = 0 // the browser says the same in its own words
}

async function isReadable({ page }) {
  await page.getByText('a factor of 7.39 (epsilon = 2)').waitFor()
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }))
  assert.deepEqual(
    violations.map(({ id }) => id),
    []
  )
}

async function refusesNonsense({ page, days }, { bodies }) {
  for (const nonsense of ['', '31', '-1', '2.5']) {
    await days.fill(nonsense)
    await days.press('Enter')
  }
  const kept = await page.evaluate(() => localStorage.length)
  assert.deepEqual({ bodies, kept }, { bodies: [], kept: 0 })
}

async function keepsWhatCannotBeSent({ page, days, outcome }, line) {
  line.works = false
  await begin(page)
  await page.keyboard.press('Tab')
  assert.ok(await days.evaluate((field) => field === document.activeElement))
  await page.keyboard.type('29')
  await page.keyboard.press('Enter')
  await outcome.filter({ hasText: 'could not be sent' }).waitFor()
  assert.match(line.bodies[0], /^\{"report":([0-9]|[12][0-9]|30)\}$/)
  assert.deepEqual(await stored(page), { ...JSON.parse(line.bodies[0]), sent: false }, 'only what may be known')
  assert.equal(await days.inputValue(), '', 'the true answer is gone')
  assert.ok(await days.isDisabled())
}

async function sendsTheSame({ page, outcome }, line) {
  line.works = true
  await page.reload()
  await page.getByRole('button', { name: 'Send again' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await outcome.filter({ hasText: 'Thank you' }).waitFor()
  assert.deepEqual(line.bodies, [line.bodies[0], line.bodies[0]])
}

async function sendsNothingMore({ page, button, outcome }, { bodies }) {
  for (const reload of [false, true]) {
    if (reload) await page.reload()
    await outcome.filter({ hasText: `the number ${JSON.parse(bodies[0]).report}.` }).waitFor()
    assert.ok(await button.isDisabled())
    await button.click({ force: true })
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
  }
  assert.equal(bodies.length, 2)
}

async function isSentOnce({ page, days, button, outcome }, { bodies }) {
  const before = bodies.length
  await begin(page)
  await days.fill('3')
  await button.dblclick()
  await outcome.filter({ hasText: 'Thank you' }).waitFor()
  assert.equal(bodies.length, before + 1)
}

async function isDrawnOnce({ page, days, outcome }, context, { bodies }) {
  await begin(page)
  const before = bodies.length
  const tab = await context.newPage()
  await tab.goto(page.url())
  await tab.getByText('a factor of 7.39').waitFor()
  for (const [field, status] of [
    [days, outcome],
    [tab.getByLabel('On how many'), tab.getByRole('status')]
  ]) {
    await field.fill('3')
    await field.press('Enter')
    await status.filter({ hasText: 'Thank you' }).waitFor()
  }
  assert.equal(bodies.length, before + 1)
  await tab.close()
}

async function sendsNoTruth({ page, days, outcome }, { bodies }) {
  const before = bodies.length
  for (let person = 0; person < 6; ++person) {
    await begin(page)
    await days.fill('30')
    await days.press('Enter')
    await outcome.filter({ hasText: 'Thank you' }).waitFor()
  }
  const reports = bodies.slice(before).map((body) => JSON.parse(body).report)
  assert.equal(reports.length, 6)
  // The truth comes out with probability 0.08, so 6 times in a row with less than 1e-6.
  assert.ok(reports.some((report) => report !== 30))
}

async function needsStorage({ page }, context) {
  const other = await context.newPage()
  await other.addInitScript(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      get() {
        throw new DOMException('storage is switched off', 'SecurityError')
      }
    })
  })
  await other.goto(page.url())
  await other.getByRole('status').filter({ hasText: 'needs the storage of the browser' }).waitFor()
  assert.ok(await other.getByRole('button').isDisabled())
  await other.close()
}

async function saysThatItCannot({ page, days, button, outcome }, context) {
  await context.route('**/*.wasm', (route) => route.fulfill({ status: 404 }))
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await outcome.filter({ hasText: /does not work here: .*HTTP 404/ }).waitFor()
  await days.fill('7')
  await days.press('Enter')
  assert.ok(await button.isDisabled())
  assert.equal(new URL(page.url()).search, '', 'the browser has not sent the form by itself')
}

/** Somebody new: the device remembers nothing, and the form is ready. */
async function begin(page) {
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await page.getByText('a factor of 7.39').waitFor()
}

async function stored(page) {
  const entries = await page.evaluate(() => Object.values(localStorage))
  assert.equal(entries.length, 1)
  return JSON.parse(entries[0])
}

/** Takes a report to the collector, or loses it. */
async function carry(route, collector, { works, bodies }) {
  const body = route.request().postData()
  bodies.push(body)
  if (!works) return route.abort()
  await new Promise((resolve) => setTimeout(resolve, 100)) // long enough for a second click
  const answer = await fetch(`${collector}/reports`, { method: 'POST', body })
  await route.fulfill({ status: answer.status, body: await answer.text() })
}

async function startCollector(t) {
  const folder = await assemble(
    t,
    programs.find(({ name }) => name === 'web/docs/recipes/server.md')
  )
  const child = spawn(process.execPath, ['collector.js'], { cwd: folder, env: { ...process.env, PORT: '0' } })
  t.after(() => child.kill())
  const [line] = await child.stdout.setEncoding('utf8').take(1).toArray()
  return line.trim()
}
