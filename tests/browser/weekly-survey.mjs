// The weekly survey of the documentation, over several weeks: its clock is set, and nothing else is pretended.

import assert from 'node:assert/strict'
import { axeComplaints } from './axe-complaints.mjs'
import { holds, isDisabled, isEnabled, says } from './shows.mjs'

const WEDNESDAY = '2026-03-04T10:00:00Z'
const SUNDAY = '2026-03-08T23:59:59Z'
const MONDAY = '2026-03-09T00:00:01Z'
const WEEK_AFTER = '2026-03-18T09:00:00Z'

const ONE_LEFT = 'Left this week: one new answer.'
const REPORT = /^\{"report":[0-7]\}$/

export async function answersWeeklySurvey(t, open) {
  const test = (name, work) => t.test(name, async (t) => work(await openForm(t, open)))
  await test('two weeks, by visits, a clock that is set back and a second tab', twoWeeks)
  await test('without a connection the answer is kept, and the same number is sent later', losesConnection)
  await test('without a database it says so, and nothing can be sent', needsDatabase)
}

/** The form, for a visitor of its own, whose reports are written down. */
async function openForm(t, open) {
  const { page, context, complaints, address } = await open(t)
  const line = { works: true, bodies: [] }
  await context.route('**/reports', (route) => {
    line.bodies.push(route.request().postData())
    return line.works ? route.fulfill({ status: 200, body: '{}' }) : route.abort()
  })
  const [days, outcome] = [page.getByLabel('On how many'), page.getByRole('status')]
  return { page, context, complaints, address, line, days, outcome }
}

/** What the device remembers is what this is about: each visit has those before it behind it. */
async function twoWeeks(form) {
  await firstVisit(form) // what is left is said, and a report is all that is sent
  await sameWeek(form) // the same number is sent, or nothing
  await nextWeek(form) // the old answer costs nothing, and one new one may be given
  await clockSetBack(form) // which renews nothing
  await secondTab(form) // it has no answer of its own
  const { line, complaints } = form
  for (const body of line.bodies) assert.match(body, REPORT, 'nothing but reports has left the page')
  assert.deepEqual(complaints, [])
}

/** Comes to the page at a time. */
async function visit({ page, address }, time) {
  await page.clock.setFixedTime(time)
  await page.goto(address)
  await page.getByText('Left this week').waitFor()
}

/** Answers, and waits for what is said. */
async function answer({ page, days, outcome }, value, said) {
  await isEnabled(page.getByRole('button')) // when the answer before has been booked
  await days.fill(String(value))
  await days.press('Enter')
  await outcome.filter({ hasText: said }).waitFor()
}

async function firstVisit(form) {
  const { page, line } = form
  await visit(form, WEDNESDAY)
  await page.getByText(ONE_LEFT).waitFor()
  await page.getByText('a factor of 2.72 (epsilon = 1)').waitFor()
  assert.deepEqual(await axeComplaints(page), [])
  for (const nonsense of ['', '8', '-1', '2.5']) {
    await form.days.fill(nonsense)
    await form.days.press('Enter')
  }
  await page.evaluate(() => fetch(location.href)) // whatever was sent before is known by now
  assert.deepEqual(line.bodies, [])
  await answer(form, 3, 'Thank you')
  await page.getByText('no new answer, until Monday 9 March').waitFor()
  assert.equal(line.bodies.length, 1)
  await holds(form.days, '')
}

async function sameWeek(form) {
  const { line } = form
  await visit(form, SUNDAY)
  await answer(form, 3, 'Thank you')
  await answer(form, 5, 'a second new answer this week. The next may be given from Monday 9 March.')
  assert.deepEqual(line.bodies, [line.bodies[0], line.bodies[0]])
}

async function nextWeek(form) {
  const { page, line } = form
  await visit(form, MONDAY)
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
  await visit(form, WEDNESDAY)
  await form.page.getByText('no new answer, until Monday 16 March').waitFor()
  await answer(form, 4, 'Nothing was sent')
  assert.equal(form.line.bodies.length, 4)
}

async function secondTab(form) {
  const page = await form.context.newPage()
  const tab = { ...form, page, days: page.getByLabel('On how many'), outcome: page.getByRole('status') }
  await visit(tab, MONDAY)
  await answer(tab, 6, 'Nothing was sent')
  await answer(tab, 5, 'Thank you')
  assert.equal(form.line.bodies[4], form.line.bodies[3])
  await page.close()
}

async function losesConnection(form) {
  const { line, complaints } = form
  await visit(form, WEEK_AFTER)
  line.works = false
  await answer(form, 7, 'It could not be sent')
  line.works = true
  await visit(form, WEEK_AFTER)
  await answer(form, 7, 'Thank you')
  const [first, second, ...more] = line.bodies
  assert.match(first, REPORT)
  assert.deepEqual([second, ...more], [first])
  assert.deepEqual(complaints, ['Failed to load resource: net::ERR_FAILED'], 'only of the lost connection')
}

async function needsDatabase({ context, address, line }) {
  const page = await context.newPage()
  await page.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }))
  await page.goto(address)
  await says(page.getByRole('status'), /does not work here: this platform has no IndexedDB/)
  await isDisabled(page.getByRole('button'))
  await page.getByLabel('On how many').fill('2')
  await page.getByLabel('On how many').press('Enter')
  await page.evaluate(() => fetch(location.href))
  assert.deepEqual(line.bodies, [])
}
