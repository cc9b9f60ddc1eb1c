// The survey form of the documentation, filled in as people fill in forms: by keyboard and by mouse, hastily, twice, and
// without a connection. Its reports go to the collector of the recipe beside it. Each test has a visitor and a collector of its
// own.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { assemble } from '../samples/assemble.mjs'
import { programs } from '../samples/fences.mjs'
import { axeComplaints } from './axe-complaints.mjs'
import { holds, isDisabled, isFocused, says } from './shows.mjs'

export async function answersSurvey(t, open) {
  const test = (name, work) => t.test(name, async (t) => work(await openForm(t, open)))
  await test('it says what is promised, and axe finds nothing to complain about', isReadable)
  await test('what is no answer does not go out', refusesNonsense)
  await test(
    'with the keyboard alone and without a connection, a possible private value is kept; trying again sends that, once',
    keepsWhatCannotBeSent
  )
  await test('two quick clicks are one answer', isSentOnce)
  await test('a second tab, opened before, sends no second number', isDrawnOnce)
  await test('what is sent is not the truth', sendsNoTruth)
  await test('without storage it would draw twice: it says so, and nothing can be sent', needsStorage)
  await test('without its WebAssembly it says so, and nothing can be sent', saysThatItCannot)
}

async function isReadable({ page, complaints }) {
  await begin(page)
  await page.getByText('a factor of 7.39 (epsilon = 2)').waitFor()
  assert.deepEqual(await axeComplaints(page), [])
  assert.deepEqual(complaints, [])
}

async function refusesNonsense({ page, days, line, complaints }) {
  await begin(page)
  for (const nonsense of ['', '31', '-1', '2.5']) {
    await days.fill(nonsense)
    await days.press('Enter')
  }
  await page.evaluate(() => fetch(location.href)) // whatever was sent before is known by now
  const kept = await page.evaluate(() => localStorage.length)
  assert.deepEqual({ bodies: line.bodies, kept }, { bodies: [], kept: 0 })
  assert.deepEqual(complaints, [])
}

async function keepsWhatCannotBeSent({ page, days, button, outcome, line, collector, complaints }) {
  line.works = false
  await begin(page)
  await page.keyboard.press('Tab')
  await isFocused(page, 'days')
  await page.keyboard.type('29')
  await page.keyboard.press('Enter')
  await says(outcome, /could not be sent/)
  const { bodies } = line
  assert.match(bodies[0], /^\{"report":([0-9]|[12][0-9]|30)\}$/)
  assert.deepEqual(await readStored(page), { ...JSON.parse(bodies[0]), sent: false }, 'only what may be known')
  await holds(days, '', 'the true answer is gone')
  await isDisabled(days)

  line.works = true
  await page.reload()
  await page.getByRole('button', { name: 'Send again' }).focus()
  const go = hold(line)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter') // in haste
  go()
  const thanks = `Thank you. What was sent is the number ${JSON.parse(bodies[0]).report}.`
  await says(outcome, thanks)
  assert.deepEqual(bodies, [bodies[0], bodies[0]], 'the same number')

  for (const reload of [false, true]) {
    if (reload) await page.reload()
    await says(outcome, thanks)
    await isDisabled(button)
    await button.click({ force: true })
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
  }
  await page.evaluate(() => fetch(location.href))
  assert.equal(bodies.length, 2, 'once it has arrived, nothing sends anything more')
  const { reports } = await (await fetch(`${collector}/statistics`)).json()
  assert.equal(reports, 1, 'the collector has counted what got there')
  assert.deepEqual(complaints, ['Failed to load resource: net::ERR_FAILED'], 'only of the lost connection')
}

async function isSentOnce({ page, days, button, outcome, line, complaints }) {
  await begin(page)
  await days.fill('3')
  const go = hold(line)
  await button.dblclick()
  go()
  await says(outcome, /Thank you/)
  assert.equal(line.bodies.length, 1)
  assert.deepEqual(complaints, [])
}

async function isDrawnOnce({ page, context, days, outcome, line, complaints }) {
  await begin(page)
  const tab = await context.newPage()
  await tab.goto(page.url())
  await tab.getByText('a factor of 7.39').waitFor()
  for (const [field, status] of [
    [days, outcome],
    [tab.getByLabel('On how many'), tab.getByRole('status')]
  ]) {
    await field.fill('3')
    await field.press('Enter')
    await says(status, /Thank you/)
  }
  assert.equal(line.bodies.length, 1)
  assert.deepEqual(complaints, [])
}

async function sendsNoTruth({ page, days, outcome, line, complaints }) {
  for (let person = 0; person < 6; ++person) {
    await begin(page)
    await days.fill('30')
    await days.press('Enter')
    await says(outcome, /Thank you/)
  }
  const reports = line.bodies.map((body) => JSON.parse(body).report)
  assert.equal(reports.length, 6)
  // The truth comes out with probability 0.08, so 6 times in a row with less than 1e-6.
  assert.ok(reports.some((report) => report !== 30))
  assert.deepEqual(complaints, [])
}

async function needsStorage({ context, address, line }) {
  const page = await context.newPage()
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      get() {
        throw new DOMException('storage is switched off', 'SecurityError')
      }
    })
  })
  await page.goto(address)
  await says(page.getByRole('status'), /needs the storage of the browser/)
  await isDisabled(page.getByRole('button'))
  assert.deepEqual(line.bodies, [])
}

async function saysThatItCannot({ page, context, days, button, outcome, line }) {
  await context.route('**/*.wasm', (route) => route.fulfill({ status: 404 }))
  await page.reload()
  await says(outcome, /does not work here: .*HTTP 404/)
  await days.fill('7')
  await days.press('Enter')
  await isDisabled(button)
  await page.evaluate(() => fetch(location.href))
  assert.equal(new URL(page.url()).search, '', 'the browser has not sent the form by itself')
  assert.deepEqual(line.bodies, [])
}

/** The form, in front of a visitor of its own, and the line to a collector of its own. */
async function openForm(t, open) {
  const { page, context, complaints, address } = await open(t)
  const collector = await startCollector(t)
  const line = { works: true, isFree: Promise.resolve(), bodies: [] }
  await context.route('**/reports', (route) => carry(route, collector, line))
  await page.goto(address)
  const days = page.getByLabel('On how many')
  const [button, outcome] = [page.getByRole('button'), page.getByRole('status')]
  return { page, context, complaints, address, collector, line, days, button, outcome }
}

/** Somebody new: the device remembers nothing, and the form is ready. */
async function begin(page) {
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await page.getByText('a factor of 7.39').waitFor()
}

async function readStored(page) {
  const entries = await page.evaluate(() => Object.values(localStorage))
  assert.equal(entries.length, 1)
  return JSON.parse(entries[0])
}

/** Takes a report to the collector, or loses it. */
async function carry(route, collector, line) {
  const body = route.request().postData()
  line.bodies.push(body)
  if (!line.works) return route.abort()
  await line.isFree
  const answer = await fetch(`${collector}/reports`, { method: 'POST', body })
  await route.fulfill({ status: answer.status, body: await answer.text() })
}

/** Nothing is answered until what this gives is called: until then, somebody is in haste. */
function hold(line) {
  let go = () => {}
  line.isFree = new Promise((resolve) => {
    go = resolve
  })
  return go
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
