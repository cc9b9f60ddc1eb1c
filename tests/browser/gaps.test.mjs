// Spans on the axis: added, dragged, moved by keys and removed.

import assert from 'node:assert/strict'
import test from 'node:test'
import { load } from 'inbounds'
import { eventually } from '../patience.mjs'
import { copyWith } from './in-page.mjs'
import { carries, counts, has, holds, isChecked, isFocused, says } from './shows.mjs'
import { barRows, settle, visit } from './visit.mjs'

const { ReflectedLaplace } = await load()

test('gaps are added by a button, dragged on the axis, moved by keys and removed', async (t) => {
  const { page, complaints } = await visit(t, { hash: '#lower=0&upper=120&epsilon=1&sensitivity=10' })
  await page.getByText('More: mechanism').click()
  await page.getByRole('button', { name: 'Add a gap' }).click()
  const from = page.getByRole('spinbutton', { name: 'Gap 1, from' })
  const to = page.getByRole('spinbutton', { name: 'Gap 1, to' })
  await holds(from, '40')
  await holds(to, '80')
  await eventually(async () => assert.ok(await from.evaluate((field) => field === document.activeElement)))
  await page.waitForURL(/gaps=40\.\.80/)
  await settle(page) // nothing moves any more

  const end = page.getByRole('slider', { name: 'Gap 1, from' })
  const other = page.getByRole('slider', { name: 'Gap 1, to' })
  const [a, b] = [await end.boundingBox(), await other.boundingBox()]
  const perUnit = (b.x - a.x) / 40
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2)
  await page.mouse.down()
  await page.mouse.move(a.x + a.width / 2 + 10 * perUnit, a.y + 4, { steps: 6 })
  await page.mouse.up()
  await holds(from, '50')
  await has(end, 'aria-valuenow', '50')

  await other.focus()
  await page.keyboard.press('ArrowLeft')
  await holds(to, '79')
  await page.keyboard.press('PageUp')
  await holds(to, '89')
  const mechanism = new ReflectedLaplace({ lower: 0, upper: 120, gaps: [[50, 89]], epsilon: 1, sensitivity: 10 })
  await carries(page, 'mean', [mechanism.at(37).mean])
  await has(page.locator('#chart'), 'aria-label', /with 1 gap\./)

  await other.focus()
  await page.keyboard.press('Delete')
  await counts(page.getByRole('slider', { name: /^Gap/ }), 0)
  await page.getByRole('button', { name: 'Add a gap' }).click()
  await page.getByRole('button', { name: 'Remove gap 1' }).click()
  await counts(page.locator('#gap-rows li'), 0)
  await isFocused(page, 'add-gap')
  assert.deepEqual(complaints, [])
})

test('bounds are dragged on the axis, which stays where it is meanwhile', async (t) => {
  const { page, complaints } = await visit(t)
  const upper = page.getByRole('slider', { name: 'Upper bound' })
  const lower = page.getByRole('slider', { name: 'Lower bound' })
  const [a, b] = [await lower.boundingBox(), await upper.boundingBox()]
  const perUnit = (b.x - a.x) / 120
  const middle = b.x + b.width / 2
  await page.mouse.move(middle, b.y + 5)
  await page.mouse.down()
  await page.mouse.move(middle - 30 * perUnit, b.y + 5, { steps: 8 })
  await holds(page.locator('#upper'), '90')
  await page.mouse.up()
  await carries(page, 'scale', [new ReflectedLaplace({ lower: 0, upper: 90, epsilon: 1 }).scale])
  await lower.focus()
  await page.keyboard.press('ArrowRight')
  await holds(page.locator('#lower'), '1')
  assert.deepEqual(complaints, [])
})

test('no value is ever drawn in a gap', async (t) => {
  const { page } = await visit(t, { hash: '#lower=9&upper=18&gaps=12..14&epsilon=1&sensitivity=1&granularity=0.25' })
  const rows = await barRows(page)
  assert.equal(
    rows.reduce((sum, { drawn }) => sum + drawn, 0),
    10_000
  )
  assert.ok(rows.every(({ values: [value] }) => value <= 12 || value >= 14))
  assert.ok(await page.locator('#more').evaluate((more) => more.open), 'what the address asks for is open')
})

test('a link with gaps, an open end and another mechanism opens the same view elsewhere', async (t) => {
  const { page, context, complaints } = await visit(t)
  await page.getByText('More: mechanism').click()
  await page.fill('#sensitivity', '5')
  await page.getByLabel('Mechanism').selectOption('BoundedLaplace')
  await page.getByRole('button', { name: 'Add a gap' }).click()
  await page.getByLabel('no upper bound').check()
  await settle(page)
  const shown = await page.locator('#describe').textContent()
  const link = await copyWith(page, '#copy-link')
  assert.match(link, /mechanism=BoundedLaplace.*upper=Infinity.*gaps=40\.\.80/)
  const second = await context.newPage()
  await second.goto(link)
  await says(second.locator('#describe'), shown)
  await isChecked(second.getByLabel('no upper bound'))
  assert.deepEqual(complaints, [])
})
