// Spans on the axis: added, dragged, moved by keys and removed.

import assert from 'node:assert/strict'
import test from 'node:test'
import { load } from 'inbounds'
import { barRows, datum, settled, visit } from './visit.mjs'

const { ReflectedLaplace } = await load()

test('gaps are added by a button, dragged on the axis, moved by keys and removed', async (t) => {
  const { page, complaints } = await visit(t, { hash: '#lower=0&upper=120&epsilon=1&sensitivity=10' })
  await page.getByText('More: mechanism').click()
  await page.getByRole('button', { name: 'Add a gap' }).click()
  const from = page.getByRole('spinbutton', { name: 'Gap 1, from' })
  const to = page.getByRole('spinbutton', { name: 'Gap 1, to' })
  assert.deepEqual([await from.inputValue(), await to.inputValue()], ['40', '80'])
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'Gap 1, from')
  await page.waitForURL(/gaps=40\.\.80/)

  const end = page.getByRole('slider', { name: 'Gap 1, from' })
  const other = page.getByRole('slider', { name: 'Gap 1, to' })
  const [a, b] = [await end.boundingBox(), await other.boundingBox()]
  const perUnit = (b.x - a.x) / 40
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2)
  await page.mouse.down()
  await page.mouse.move(a.x + a.width / 2 + 10 * perUnit, a.y + 4, { steps: 6 })
  await page.mouse.up()
  assert.equal(await from.inputValue(), '50')
  assert.equal(await end.getAttribute('aria-valuenow'), '50')

  await other.focus()
  await page.keyboard.press('ArrowLeft')
  assert.equal(await to.inputValue(), '79')
  await page.keyboard.press('PageUp')
  assert.equal(await to.inputValue(), '89')
  await settled(page)
  const mechanism = new ReflectedLaplace({ lower: 0, upper: 120, gaps: [[50, 89]], epsilon: 1, sensitivity: 10 })
  assert.deepEqual(await datum(page, 'mean'), [mechanism.at(37).mean])
  assert.match(await page.getAttribute('#chart', 'aria-label'), /with 1 gap\./)

  await other.focus()
  await page.keyboard.press('Delete')
  assert.equal(await page.getByRole('slider', { name: /^Gap/ }).count(), 0)
  await page.getByRole('button', { name: 'Add a gap' }).click()
  await page.getByRole('button', { name: 'Remove gap 1' }).click()
  assert.equal(await page.locator('#gap-rows li').count(), 0)
  assert.equal(await page.evaluate(() => document.activeElement.id), 'add-gap')
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
  assert.equal(await page.inputValue('#upper'), '90')
  await page.mouse.up()
  await settled(page)
  assert.deepEqual(await datum(page, 'scale'), [new ReflectedLaplace({ lower: 0, upper: 90, epsilon: 1 }).scale])
  await lower.focus()
  await page.keyboard.press('ArrowRight')
  assert.equal(await page.inputValue('#lower'), '1')
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
  assert.ok(await page.locator('#more').evaluate((more) => more.open), 'what the address asks for is unfolded')
})

test('a link with gaps, an open end and another mechanism opens the same view elsewhere', async (t) => {
  const { page, context, complaints } = await visit(t)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByText('More: mechanism').click()
  await page.fill('#sensitivity', '5')
  await page.getByLabel('Mechanism').selectOption('BoundedLaplace')
  await page.getByRole('button', { name: 'Add a gap' }).click()
  await page.getByLabel('no upper bound').check()
  await settled(page)
  const shown = await page.locator('#describe').textContent()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  assert.match(link, /mechanism=BoundedLaplace.*upper=Infinity.*gaps=40\.\.80/)
  const second = await context.newPage()
  await second.goto(link)
  await settled(second)
  assert.equal(await second.locator('#describe').textContent(), shown)
  assert.ok(await second.getByLabel('no upper bound').isChecked())
  assert.deepEqual(complaints, [])
})
