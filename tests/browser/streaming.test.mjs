// Values stream into the histogram, unless the visitor wants no motion.

import assert from 'node:assert/strict'
import test from 'node:test'
import { painted, settled, visit } from './visit.mjs'

const moving = { reducedMotion: 'no-preference' }

/** How many values are drawn so far, by the legend. */
async function drawn(page) {
  const text = await page.locator('#legend-bars').textContent()
  const [, count] = /^([\d,]+) (?:of 10,000 )?private values$/.exec(text)
  return Number(count.replace(',', ''))
}

test('values stream, pause, go on, and end with 10,000', async (t) => {
  const { page, complaints } = await visit(t, { fails: true, visitor: moving })
  await page.waitForFunction(() => / of 10,000/.test(document.querySelector('#legend-bars').textContent))
  await page.getByRole('button', { name: 'Pause' }).click()
  const paused = await drawn(page)
  assert.ok(paused < 10_000)
  assert.equal(await page.getAttribute('#drawn-mean', 'value'), '', 'there is more to come')
  await painted(page, 20)
  assert.equal(await drawn(page), paused)
  await page.getByRole('button', { name: 'Pause', pressed: true }).click()
  await settled(page)
  assert.equal(await drawn(page), 10_000)
  assert.deepEqual(complaints, [])
})

test('a new true value starts the stream again', async (t) => {
  const { page } = await visit(t, { fails: true, visitor: moving })
  await settled(page)
  await page.fill('#truth', '100')
  assert.equal(await page.getAttribute('#drawn-mean', 'value'), '')
  await page.waitForFunction(() => / of 10,000/.test(document.querySelector('#legend-bars').textContent))
  await settled(page)
})

test('whoever wants no motion sees all values at once, and no button to pause', async (t) => {
  const { page } = await visit(t)
  assert.ok(await page.locator('#pause').isHidden())
  await page.evaluate(() => {
    globalThis.seen = []
    const legend = document.querySelector('#legend-bars')
    new MutationObserver(() => globalThis.seen.push(legend.textContent)).observe(legend, { childList: true })
  })
  await page.fill('#truth', '80')
  await settled(page)
  assert.deepEqual(
    (await page.evaluate(() => globalThis.seen)).filter((text) => text !== '10,000 private values'),
    []
  )
})
