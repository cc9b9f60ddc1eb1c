// The technical report on a screen and on paper, in real Chromium.

import assert from 'node:assert/strict'
import test from 'node:test'
import { eventually } from '../patience.mjs'
import { phone } from './phone.mjs'
import { visit } from './visit.mjs'

const report = 'docs/report.html'

test('every figure is drawn, with words for those who do not see it', async (t) => {
  const { page, complaints } = await visit(t, { fails: true, at: report })
  const drawn = await page.locator('figure.picture img').evaluateAll(async (found) => {
    await Promise.all(found.map((image) => image.decode()))
    return found.map((image) => ({ width: image.naturalWidth, words: image.alt }))
  })
  assert.ok(drawn.length >= 8, `only ${drawn.length} figures`)
  for (const { width, words } of drawn) assert.ok(width > 0 && words.length > 40)
  assert.equal(await page.locator('figure.picture').count(), await page.locator('figure.picture figcaption').count())
  assert.deepEqual(complaints, [])
})

test('on a phone a figure scrolls by itself, large enough to be read', async (t) => {
  const { page } = await visit(t, { fails: true, at: report, visitor: phone })
  await eventually(async () => {
    const boxes = await page
      .locator('.picture-box')
      .evaluateAll((found) => found.map((box) => [box.clientWidth, box.scrollWidth, box.tabIndex]))
    assert.ok(boxes.length >= 8)
    for (const [width, inside, tabIndex] of boxes) assert.ok(width <= 360 && inside >= 400 && tabIndex === 0)
  })
})

test('on paper there is the text alone, black on white also for those who read in the dark', async (t) => {
  const { page } = await visit(t, { fails: true, at: report, visitor: { colorScheme: 'dark' } })
  const ink = () => page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--ink'))
  const dark = await ink()
  await page.emulateMedia({ media: 'print' })
  await eventually(async () => assert.notEqual(await ink(), dark))
  for (const furniture of ['header', 'nav', 'footer', 'summary', 'button', '.anchor', '.skip']) {
    const shown = await page
      .locator(furniture)
      .evaluateAll((found) => found.filter((one) => one.checkVisibility()).length)
    assert.equal(shown, 0, `${furniture} on paper`)
  }
  const address = await page
    .locator('a[href="https://opendp.org"]')
    .evaluate((link) => getComputedStyle(link, '::after').content)
  assert.match(address, /https:\/\/opendp\.org|attr\(href\)/)
})

for (const format of ['A4', 'Letter']) {
  test(`printed on ${format}, it has the pages of a short paper, and nothing is cut off at the side`, async (t) => {
    const { page } = await visit(t, { fails: true, at: report })
    const paper = (await page.pdf({ format, printBackground: true })).toString('latin1')
    const pages = paper.match(/\/Type\s*\/Page\b/g).length
    assert.ok(pages >= 8 && pages <= 16, `${pages} pages`) // with the fonts that a bare machine has, which are wide, 13
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: format === 'A4' ? 665 : 688, height: 900 }) // the paper, less its margins
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll('article > *')]
        .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline')
        .map((one) => one.textContent.slice(0, 60))
    )
    assert.deepEqual(wide, [])
  })
}
