// Values stream into the histogram, unless the visitor wants no motion.

import assert from 'node:assert/strict'
import test from 'node:test'
import { clickWhen, listenTo } from './in-page.mjs'
import { has, isHidden, says } from './shows.mjs'
import { settle, visit } from './visit.mjs'

const moving = { reducedMotion: 'no-preference' }
const ALL = '10,000 private values'
const SOME = /^([\d,]+) of 10,000 private values$/

test('values stream, pause, go on, and end with 10,000', async (t) => {
  const pauseAtOnce = (context) => clickWhen(context, { watched: '#legend-bars', says: SOME, click: '#pause' })
  const { page, complaints } = await visit(t, { fails: true, visitor: moving, prepare: pauseAtOnce })
  const [pause, legend] = [page.locator('#pause'), page.locator('#legend-bars')]
  await has(pause, 'aria-pressed', 'true')
  const paused = await legend.textContent()
  assert.match(paused, SOME)
  assert.equal(await page.getAttribute('#drawn-mean', 'value'), '', 'there is more to come')
  await waitForPaints(page, 20)
  assert.equal(await legend.textContent(), paused)
  await pause.click()
  await settle(page)
  await says(legend, ALL)
  assert.deepEqual(complaints, [])
})

test('a new true value starts the stream again', async (t) => {
  const { page } = await visit(t, { fails: true, visitor: moving })
  await settle(page)
  const [means, legends] = [await listenTo(page, '#drawn-mean'), await listenTo(page, '#legend-bars')]
  await page.fill('#truth', '100')
  await settle(page)
  assert.equal((await means())[0], '…', 'the mean of the old values goes at once')
  assert.ok((await legends()).some((text) => SOME.test(text)))
})

test('whoever wants no motion sees all values at once, and no button to pause', async (t) => {
  const { page } = await visit(t)
  await isHidden(page.locator('#pause'))
  const legends = await listenTo(page, '#legend-bars')
  await page.fill('#truth', '80')
  await settle(page)
  const seen = (await legends()).filter((text) => text !== ALL)
  assert.deepEqual(seen, [])
})

/** Waits until the page has been painted some times: in that time, nothing else is to happen. */
async function waitForPaints(page, times) {
  await page.evaluate(async (count) => {
    for (let frame = 0; frame < count; ++frame) await new Promise((resolve) => requestAnimationFrame(resolve))
  }, times)
}
