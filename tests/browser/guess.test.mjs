// The warning that a single answer is further off than one that is always the same.

import assert from 'node:assert/strict'
import test from 'node:test'
import { eventually } from '../patience.mjs'
import { listenTo } from './in-page.mjs'
import { counts, holds, isHidden, isShown, says } from './shows.mjs'
import { settle, visit } from './visit.mjs'

const warning = /^With these settings, a single answer is further off than always saying 60 would be \(.*\): only many/

test('the page warns where a single answer is further off than always the same one, and only there', async (t) => {
  const { page, complaints } = await visit(t, { hash: '#lower=0&upper=120&epsilon=0.1' })
  const numbers = page.getByRole('region', { name: 'In numbers' })
  const shown = numbers.getByText('a single answer is further off')
  await says(shown, warning)
  await isShown(shown)
  await eventually(async () =>
    assert.match(await numbers.ariaSnapshot(), /a single answer is further off than always saying 60/)
  )

  await page.fill('#epsilon', '20')
  await settle(page)
  await counts(shown, 0)
  await isHidden(page.locator('#guess')) // it leaves no gap

  await page.fill('#epsilon', '0.1')
  await says(shown, warning)
  await page.fill('#sensitivity', '1')
  await page.fill('#epsilon', '1')
  await settle(page)
  await counts(shown, 0)
  assert.deepEqual(complaints, [])
})

test('the warning is gone at once when it may be wrong, waits for a pause, and is not asked for again by the true value', async (t) => {
  const { page } = await visit(t, { hash: '#lower=0&upper=120&epsilon=0.1' })
  const guess = page.locator('#guess')
  // In one go: nothing that waits for a pause can come between.
  const type = (texts) =>
    page.evaluate((epsilons) => {
      const field = document.querySelector('#epsilon')
      return epsilons.map((epsilon) => {
        field.value = epsilon
        field.dispatchEvent(new Event('input', { bubbles: true }))
        return document.querySelector('#guess').textContent
      })
    }, texts)
  assert.deepEqual(await type(['0.2', '20', '0.1']), ['', '', ''])
  await says(guess, warning, 'it is back, with the settings that it was about')

  await settle(page)
  const changes = await listenTo(page, '#guess')
  await page.locator('#truth-slider').focus()
  for (let press = 0; press < 5; ++press) await page.keyboard.press('ArrowRight')
  await holds(page.locator('#truth'), '42')
  await settle(page)
  await says(guess, warning)
  assert.deepEqual(await changes(), [])
})
