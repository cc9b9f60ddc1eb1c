import assert from 'node:assert/strict'
import test from 'node:test'
import { eventually } from '../patience.mjs'
import { axeComplaints } from './axe-complaints.mjs'
import { listenTo, tab } from './in-page.mjs'
import { assertFits, phone } from './phone.mjs'
import { has, isChecked, isHidden, isShown, says } from './shows.mjs'
import { settle, visit } from './visit.mjs'

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing to complain about, ${colorScheme}`, async (t) => {
    const { page } = await visit(t, { visitor: { colorScheme } })
    const firstRow = page.locator('#bar-rows tr').first()
    await page.getByText('The chart as a table').click()
    await isShown(firstRow)
    await assertAccessible(page, 'as it comes')
    await page.fill('#upper', '-1')
    await page.locator('#upper-error').filter({ hasText: 'greater' }).waitFor()
    await page.getByText('The chart as a table').click()
    await isHidden(firstRow)
    await page.setViewportSize(phone.viewport)
    await assertAccessible(page, 'with something wrong, on a narrow screen')
  })
}

test('everything is reached and done with the keyboard alone', async (t) => {
  const { page, complaints } = await visit(t)
  const reached = []
  for (let press = 0; press < 40; ++press) {
    const focused = await tab(page, () => {
      const { activeElement } = document
      const { outlineStyle, outlineWidth } = getComputedStyle(activeElement)
      return {
        name: activeElement.id || activeElement.value || activeElement.tagName,
        ring: outlineStyle !== 'none' && outlineWidth !== '0px'
      }
    })
    if (focused.name === 'BODY') break
    assert.ok(focused.ring, `${focused.name} shows that it has the focus`)
    reached.push(focused.name)
  }
  assert.deepEqual(reached, [
    ...new Array(9).fill('A'), // past the navigation, over it, and the tour
    'number',
    'draw-again',
    'SPAN', // both ends of the axis
    'SPAN',
    'truth-slider',
    'truth',
    'epsilon-slider',
    'epsilon',
    'lower',
    'upper',
    'each',
    'sensitivity',
    'sensitivity-slider',
    'automatic',
    'granularity',
    ...new Array(5).fill('SUMMARY'),
    'copy',
    'copy-link',
    'A'
  ])

  await page.locator('#upper').focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('60')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await isChecked(page.getByLabel(/Differences up to/))
  await says(page.locator('#describe'), /from 0 to 60: .* at most 1 apart/)

  await settle(page)
  const mean = () => page.getAttribute('#drawn-mean', 'value')
  const drawn = await mean()
  await page.locator('#draw-again').focus()
  await page.keyboard.press('Space')
  await eventually(async () => assert.notEqual(await mean(), drawn))
  await page.locator('#as-table summary').focus()
  await page.keyboard.press('Enter')
  await isShown(page.locator('#bar-rows tr').first())
  assert.deepEqual(complaints, [])
})

test('results are announced when the visitor pauses, not at every key', async (t) => {
  const { page } = await visit(t)
  const announced = await listenTo(page, '#announcer')
  // In one go: a pause between two keys would be one.
  await page.locator('#truth-slider').evaluate((slider) => {
    for (let press = 0; press < 15; ++press) slider.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }))
  })
  await says(
    page.locator('#announcer'),
    /^Scale 72\.4002\. For the true value 52, mean [\d.]+, 95% from [\d.]+ to [\d.]+\.$/
  )
  assert.equal((await announced()).length, 1)
  await has(page.locator('#chart'), 'aria-label', /true value 52, between 0 and 120.* 10,000 private values/)
})

test('nothing is wider than a phone of 360 pixels', async (t) => {
  const { page } = await visit(t, { visitor: phone })
  await assertFits(page, 'as it comes')
  await page.getByText('The chart as a table').click()
  await isShown(page.locator('#bar-rows tr').first())
  await assertFits(page, 'with the table')
  await page.fill('#lower', '-123456.789')
  await page.fill('#upper', '7654321.123')
  await page.fill('#sensitivity', '0.0001234')
  await settle(page)
  await assertFits(page, 'with long numbers')
  await page.fill('#granularity', '0.3333333')
  await page.locator('#granularity-error').filter({ hasText: 'power of two' }).waitFor()
  await assertFits(page, 'with something wrong')
})

test('the chart follows the colours of the page, also when they change', async (t) => {
  const { page } = await visit(t, { visitor: { colorScheme: 'light' } })
  const light = await page.evaluate(inkOfLaw)
  assert.ok(light.pixels > 100, JSON.stringify(light))
  await page.emulateMedia({ colorScheme: 'dark' })
  await eventually(async () => {
    const dark = await page.evaluate(inkOfLaw)
    assert.notEqual(dark.ink, light.ink)
    assert.notEqual(dark.paper, light.paper)
    assert.ok(dark.pixels > 100, JSON.stringify({ light, dark }))
  })
})

test('the chart fits its place when the window changes', async (t) => {
  const { page } = await visit(t)
  for (const width of [1600, 700, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await page.waitForFunction(() => {
      const place = document.querySelector('#chart').getBoundingClientRect()
      const drawn = document.querySelector('#chart .uplot').getBoundingClientRect()
      return Math.abs(place.width - drawn.width) < 1
    })
  }
})

/** In the page: the colour of the law, and how many pixels of the chart have it. */
function inkOfLaw() {
  const ink = getComputedStyle(document.documentElement).getPropertyValue('--law')
  const probe = document.createElement('canvas').getContext('2d')
  probe.fillStyle = ink
  probe.fillRect(0, 0, 1, 1)
  const expected = probe.getImageData(0, 0, 1, 1).data
  const canvas = document.querySelector('#chart canvas')
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  let pixels = 0
  for (let at = 0; at < data.length; at += 4) {
    if ([0, 1, 2].every((channel) => Math.abs(data[at + channel] - expected[channel]) < 3) && data[at + 3] > 200)
      pixels++
  }
  return { ink, pixels, paper: getComputedStyle(document.body).backgroundColor }
}

async function assertAccessible(page, state) {
  assert.deepEqual({ state, violations: await axeComplaints(page) }, { state, violations: [] })
}
