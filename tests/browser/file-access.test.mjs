import assert from 'node:assert/strict'
import test from 'node:test'
import { eventually } from '../patience.mjs'
import { axeComplaints } from './axe-complaints.mjs'
import { AGES, choose, run, tick, visitWithFile } from './file-visit.mjs'
import { tab } from './in-page.mjs'
import { assertFits, phone } from './phone.mjs'
import { counts, isFocused, isShown, says } from './shows.mjs'

const PEOPLE = `name,age,a column with a rather long name\n${'Ada,37,1200\n'.repeat(600)}`

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing to complain about in any state of the File view, ${colorScheme}`, async (t) => {
    const { page, complaints } = await visitWithFile(t, { visitor: { colorScheme } })
    const assertAccessible = async (state) =>
      assert.deepEqual({ state, violations: await axeComplaints(page) }, { state, violations: [] })
    await assertAccessible('as it comes')
    await choose(page, PEOPLE)
    await page.check('#column-1')
    await page.click('#run')
    await page.locator('#lower-1-error').filter({ hasText: 'number' }).waitFor()
    await assertAccessible('with something wrong')
    await tick(page, 1, AGES)
    await run(page)
    await page.locator('.change summary').click()
    await assertAccessible('with the outcome')
    assert.deepEqual(complaints, [])
  })
}

test('nothing of the File view is wider than a phone of 360 pixels', async (t) => {
  const { page } = await visitWithFile(t, { visitor: phone })
  await assertFits(page, 'as it comes')
  await choose(page, PEOPLE, 'a-very-long-name-of-a-file-that-has-no-blank-in-it-anywhere.csv')
  await tick(page, 1, AGES)
  await tick(page, 2, { lower: -123456.789, upper: 7654321.123 })
  await page.locator('#preview td').first().waitFor()
  await assertFits(page, 'with settings')
  await run(page)
  await page.locator('.change summary').first().click()
  await assertFits(page, 'with the outcome')
})

test('from the file to its download with the keyboard alone', async (t) => {
  const { page, complaints } = await visitWithFile(t)
  // Asked for now: what asks at the same time as it presses may come too late for the key, and the dialogue opens unseen.
  const dialogue = page.waitForEvent('filechooser')
  /** Presses Tab until something has the focus. */
  const tabTo = async (id) => {
    const focusedId = () => document.activeElement.id
    for (let press = 0, at = await page.evaluate(focusedId); at !== id; ++press) {
      assert.ok(press < 40, `${id} is not reached with Tab`)
      at = await tab(page, focusedId)
    }
  }
  await tabTo('file')
  const ring = await page.evaluate(() => getComputedStyle(document.querySelector('#drop')).outlineStyle)
  assert.equal(ring, 'solid', 'the place for files shows that it has the focus')
  await page.keyboard.press('Enter')
  await (await dialogue).setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(PEOPLE) })
  await page.locator('#column-1').waitFor()
  await tabTo('column-1')
  await page.keyboard.press('Space')
  for (const [id, words] of Object.entries({ 'lower-1': '0', 'upper-1': '120', 'granularity-1': '1' })) {
    await tabTo(id)
    await page.keyboard.type(words)
  }
  await page.keyboard.press('Enter')
  await isShown(page.locator('#outcome'))
  await isFocused(page, 'download-title', 'the outcome has the focus, and is read aloud')
  await tabTo('download')
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  assert.equal(download.suggestedFilename(), 'people.private.csv')
  assert.deepEqual(complaints, [])
})

test('the example shows everything without a file, and a preview that is no release', async (t) => {
  const { page, complaints } = await visitWithFile(t)
  await page.click('#example')
  await page.locator('#column-2').waitFor()
  await tick(page, 2, AGES)
  await counts(page.locator('#preview tbody tr'), 5)
  const values = async () => (await page.locator('#preview td.noisy').allTextContents()).map(Number)
  // A pause between two fields shows what the first ones say.
  const before = await eventually(async () => {
    const found = await values()
    assert.equal(found.length, 5)
    for (const value of found) assert.ok(Number.isInteger(value) && value >= 0 && value <= 120, String(value))
    return found
  })
  await says(page.locator('#preview-panel'), /do not publish this table/)
  await page.click('#preview-again')
  await eventually(async () => assert.notDeepEqual(await values(), before)) // five of 121 values each agree by chance once in 10^8
  await run(page)
  await says(page.locator('#outcome-facts'), /^10,000 rows/)
  assert.deepEqual(complaints, [])
})
