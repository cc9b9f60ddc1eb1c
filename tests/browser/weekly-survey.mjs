// The weekly survey of the documentation, over several weeks: its clock is set, and nothing else is pretended.

import assert from 'node:assert/strict'
import axe from 'axe-core'

const WEDNESDAY = '2026-03-04T10:00:00Z'
const SUNDAY = '2026-03-08T23:59:59Z'
const MONDAY = '2026-03-09T00:00:01Z'
const WEEK_AFTER = '2026-03-18T09:00:00Z'

const ONE_LEFT = 'Left this week: one new answer.'
const REPORT = /^\{"report":[0-7]\}$/

export async function weeklySurveyIsAnswered(t, { page, context, complaints, address }) {
  const line = { works: true, bodies: [] }
  await context.route('**/reports', (route) => {
    line.bodies.push(route.request().postData())
    return line.works ? route.fulfill({ status: 200, body: '{}' }) : route.abort()
  })
  const form = { page, address, line, days: page.getByLabel('On how many'), outcome: page.getByRole('status') }

  await t.test('the first visit: what is left is said, and a report is all that is sent', () => firstVisit(form))
  await t.test('a second visit in the same week sends the same number, or nothing', () => sameWeek(form))
  await t.test('in the next week, the old answer costs nothing, and one new one may be given', () => nextWeek(form))
  await t.test('a clock that is set back renews nothing', () => clockSetBack(form))
  await t.test('a second tab has no answer of its own', () => secondTab(form, context))
  assert.deepEqual(complaints, [])
  await t.test('without a connection the answer is kept, and the same number is sent later', () => lostConnection(form))
  assert.deepEqual(complaints.splice(0), ['Failed to load resource: net::ERR_FAILED'], 'only of the lost connection')
  assert.ok(
    line.bodies.every((body) => REPORT.test(body)),
    'nothing but reports has left the page'
  )
  await t.test('without a database it says so, and nothing can be sent', () => needsDatabase(form, context))
  complaints.length = 0 // the browser says the same in its own words
}

/** Comes to the page at a time. */
async function come({ page, address }, time) {
  await page.clock.setFixedTime(time)
  await page.goto(address)
  await page.getByText('Left this week').waitFor()
}

/** Answers, and waits for what is said. */
async function answer({ days, outcome }, value, said) {
  await days.fill(String(value))
  await days.press('Enter')
  await outcome.filter({ hasText: said }).waitFor()
}

async function firstVisit(form) {
  const { page, line } = form
  await come(form, WEDNESDAY)
  await page.getByText(ONE_LEFT).waitFor()
  await page.getByText('a factor of 2.72 (epsilon = 1)').waitFor()
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }))
  assert.deepEqual(violations.map(({ id }) => id), []) // biome-ignore format: one line
  for (const nonsense of ['', '8', '-1', '2.5']) {
    await form.days.fill(nonsense)
    await form.days.press('Enter')
  }
  assert.deepEqual(line.bodies, [])
  await answer(form, 3, 'Thank you')
  await page.getByText('no new answer, until Monday 9 March').waitFor()
  assert.equal(line.bodies.length, 1)
  assert.equal(await form.days.inputValue(), '')
}

async function sameWeek(form) {
  const { line } = form
  await come(form, SUNDAY)
  await answer(form, 3, 'Thank you')
  await answer(form, 5, 'a second new answer this week. The next may be given from Monday 9 March.')
  assert.deepEqual(line.bodies, [line.bodies[0], line.bodies[0]])
}

async function nextWeek(form) {
  const { page, line } = form
  await come(form, MONDAY)
  await page.getByText(ONE_LEFT).waitFor()
  await answer(form, 3, 'Thank you')
  assert.equal(line.bodies[2], line.bodies[0])
  await page.getByText(ONE_LEFT).waitFor()
  await answer(form, 5, 'Thank you')
  await page.getByText('no new answer, until Monday 16 March').waitFor()
  await answer(form, 4, 'Nothing was sent')
  assert.equal(line.bodies.length, 4)
}

async function clockSetBack(form) {
  await come(form, WEDNESDAY)
  await form.page.getByText('no new answer, until Monday 16 March').waitFor()
  await answer(form, 4, 'Nothing was sent')
  assert.equal(form.line.bodies.length, 4)
}

async function secondTab(form, context) {
  const page = await context.newPage()
  const tab = { ...form, page, days: page.getByLabel('On how many'), outcome: page.getByRole('status') }
  await come(tab, MONDAY)
  await answer(tab, 6, 'Nothing was sent')
  await answer(tab, 5, 'Thank you')
  assert.equal(form.line.bodies[4], form.line.bodies[3])
  await page.close()
}

async function lostConnection(form) {
  const { line } = form
  await come(form, WEEK_AFTER)
  line.works = false
  await answer(form, 7, 'It could not be sent')
  line.works = true
  await come(form, WEEK_AFTER)
  await answer(form, 7, 'Thank you')
  assert.equal(line.bodies.length, 7)
  assert.equal(line.bodies[6], line.bodies[5])
}

async function needsDatabase({ address, line }, context) {
  const page = await context.newPage()
  await page.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }))
  await page.goto(address)
  await page.getByRole('status').filter({ hasText: 'does not work here: this platform has no IndexedDB' }).waitFor()
  assert.ok(await page.getByRole('button').isDisabled())
  await page.getByLabel('On how many').fill('2')
  await page.getByLabel('On how many').press('Enter')
  assert.equal(line.bodies.length, 7)
  await page.close()
}
