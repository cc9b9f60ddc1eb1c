// The way through the tour: keys, buttons, addresses, and for whom it has to work. What it says is compared with the library in
// learn-numbers.test.mjs.

import assert from 'node:assert/strict'
import test from 'node:test'
import { eventually } from '../patience.mjs'
import { axeComplaints } from './axe-complaints.mjs'
import { listenTo, tab } from './in-page.mjs'
import { openStep, STEPS } from './learn-steps.mjs'
import { assertFits, phone } from './phone.mjs'
import { has, isDisabled, says } from './shows.mjs'
import { visit } from './visit.mjs'

const HEADINGS = [
  'Answer with noise',
  'What is epsilon?',
  'Why bounds?',
  'What is bias?',
  'Who adds the noise?',
  'Choosing epsilon',
  'Why not ask twice?'
]

/** Everything that tells which step is shown says the same. */
function assertAt(page, at, { focused = true } = {}) {
  const expected = { progress: `Step ${at + 1} of 7`, shown: [STEPS[at]], current: [`#${STEPS[at]}`] }
  const here = { focus: HEADINGS[at], hash: `#${STEPS[at]}` }
  return eventually(async () => {
    const { focus, hash, ...state } = await page.evaluate(() => ({
      progress: document.querySelector('#progress').textContent,
      shown: [...document.querySelectorAll('.step')].filter((step) => step.checkVisibility()).map(({ id }) => id),
      current: [...document.querySelectorAll('[aria-current=step]')].map((link) => link.getAttribute('href')),
      focus: document.activeElement.textContent,
      hash: location.hash
    }))
    assert.deepEqual(state, expected)
    if (focused) assert.deepEqual({ focus, hash }, here)
  })
}

test('the buttons lead through all steps and back, and every step has its picture in words', async (t) => {
  const { page, complaints, foreign } = await visit(t, { at: 'learn/', fails: true })
  await assertAt(page, 0, { focused: false })
  await isDisabled(page.locator('#back'))
  for (let at = 1; at < STEPS.length; ++at) {
    await says(page.locator('#next'), `Next: ${HEADINGS[at]}`)
    await page.locator('#next').click()
    await assertAt(page, at)
    const pictures = page.locator(`#${STEPS[at]} [role=img]`)
    await page.locator(`#${STEPS[at]} canvas`).first().waitFor()
    for (const picture of await pictures.all()) {
      await has(picture, 'aria-label', /^(Line|Bar) chart of .{60,}\.\s?$/)
    }
  }
  await isDisabled(page.locator('#next'))
  for (let at = STEPS.length - 2; at >= 0; --at) {
    await page.locator('#back').click()
    await assertAt(page, at)
  }
  assert.deepEqual(foreign(), [])
  assert.deepEqual(complaints, [])
})

test('the arrow keys turn the page, but not while they move a slider', async (t) => {
  const { page, complaints } = await visit(t, { at: 'learn/', fails: true })
  await assertAt(page, 0, { focused: false })
  await page.keyboard.press('ArrowLeft')
  await assertAt(page, 0, { focused: false })
  for (let at = 1; at < STEPS.length; ++at) {
    await page.keyboard.press('ArrowRight')
    await assertAt(page, at)
  }
  await page.keyboard.press('ArrowRight')
  await assertAt(page, STEPS.length - 1)
  for (let at = STEPS.length - 2; at >= 1; --at) {
    await page.keyboard.press('ArrowLeft')
    await assertAt(page, at)
  }
  await page.locator('#epsilon-report').focus()
  await page.keyboard.press('ArrowRight')
  await says(page.locator('#epsilon-report-shown'), '7')
  await assertAt(page, 1, { focused: false })
  await page.goBack()
  await assertAt(page, 2)
  assert.deepEqual(complaints, [])
})

test('from a heading, the tabulator reaches the controls of its step and then the way on, and Enter takes it', async (t) => {
  const { page } = await openStep(t, 'epsilon')
  await assertAt(page, 1)
  const reached = []
  for (let press = 0; press < 4; ++press) reached.push(await tab(page, () => document.activeElement.id))
  assert.deepEqual(reached, ['epsilon-report', 'epsilon-value', 'back', 'next'])
  await page.keyboard.press('Enter')
  await assertAt(page, 2)
})

test('a link leads to a step, an unknown one to the first, and the list of steps to any', async (t) => {
  const { page, address } = await openStep(t, 'trust')
  await assertAt(page, 4)
  await eventually(async () => assert.match(await page.title(), /^Who adds the noise\? · Learn/))
  await page.locator('.steps a').nth(5).click()
  await assertAt(page, 5)
  await page.goto(address.replace('#trust', '#nowhere'))
  await assertAt(page, 0, { focused: false })
})

test('a step that is longer than the screen starts at its heading', async (t) => {
  const { page } = await visit(t, { at: 'learn/', fails: true, visitor: phone })
  await assertAt(page, 0, { focused: false })
  await page.locator('#next').tap()
  await assertAt(page, 1)
  await eventually(async () => {
    const { y } = await page.locator('#epsilon-title').boundingBox()
    assert.ok(y >= 0 && y < 370, `the heading is at ${y}`)
  })
})

test('the collector is loaded by the steps that need it, and once', async (t) => {
  const { page, requests } = await visit(t, { at: 'learn/', fails: true })
  await page.locator('#next').click()
  await page.locator('#next').click()
  await page.locator('#bounds canvas').first().waitFor()
  await page.waitForLoadState('networkidle')
  const countRequests = () => requests.filter((url) => url.endsWith('inbounds-collector.wasm')).length
  assert.equal(countRequests(), 0)
  await page.locator('#next').click()
  await says(page.locator('#bias-found'), /estimates/)
  await page.locator('#next').click()
  await says(page.locator('#trust-local-error'), /±/)
  assert.equal(countRequests(), 1)
})

test('reports pile up one after the other', async (t) => {
  const { page } = await openStep(t, 'idea', { reducedMotion: 'no-preference' }, (context) => context.clock.install())
  const crowd = page.locator('#idea-crowd')
  await page.clock.pauseAt(Date.now() + 3_600_000) // the time is ours: a busy machine might show the end alone
  await page.locator('#idea-many').click()
  for (const share of ['a third', 'two thirds']) {
    await page.clock.runFor(300)
    await says(crowd, /^[3-7],\d{3} reports/, share)
  }
  await page.clock.runFor(400)
  await says(crowd, /^10,000 reports/)
})

test('reports come all at once for those who want less motion', async (t) => {
  const { page } = await openStep(t, 'idea')
  const states = await listenTo(page, '#idea-crowd')
  await page.locator('#idea-many').click()
  await says(page.locator('#idea-crowd'), /^10,000 reports/)
  assert.equal(new Set(await states()).size, 1)
})

for (const [kind, visitor] of [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', phone]
]) {
  test(`axe finds nothing on any step, and nothing is wider than the screen, ${kind}`, async (t) => {
    const { page } = await openStep(t, 'idea', visitor)
    await page.locator('#idea-send').click()
    for (const [at, step] of STEPS.entries()) {
      if (at > 0) await page.locator('#next').click()
      await assertAt(page, at, { focused: at > 0 })
      await page.locator(`#${step} canvas`).first().waitFor()
      assert.deepEqual({ step, violations: await axeComplaints(page) }, { step, violations: [] })
      await assertFits(page, step)
    }
  })
}
