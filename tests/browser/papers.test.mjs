import assert from 'node:assert/strict'
import test from 'node:test'
import { CATALOGUE } from '../../web/papers/computations/catalogue.js'
import { eventually } from '../patience.mjs'
import { axeComplaints } from './axe-complaints.mjs'
import { assertFits, phone } from './phone.mjs'
import { counts, isHidden, isShown, says } from './shows.mjs'
import { visit } from './visit.mjs'

/** Opens the view, and waits until everything is computed. */
async function open(t, wishes = {}) {
  const visited = await visit(t, { at: 'papers/', fails: true, ...wishes })
  await says(visited.page.locator('#overview-state'), /^All \d+ computed/)
  return visited
}

test('everything of the catalogue is computed, drawn and judged, and nothing leaves the page', async (t) => {
  const { page, complaints, foreign } = await open(t)
  await counts(page.locator('.entry'), CATALOGUE.length)
  for (const { id } of CATALOGUE) {
    await counts(page.locator(`#${id} .verdict .badge`), 1, id)
    await page.locator(`#${id} table tbody tr`).first().waitFor({ state: 'attached' })
    assert.doesNotMatch(await page.locator(`#${id}`).textContent(), /NaN|undefined|Infinity/, id)
  }
  await eventually(async () => {
    const painted = await page
      .locator('.pictures .chart')
      .evaluateAll((charts) => charts.map((chart) => chart.querySelector('canvas')?.width ?? 0))
    assert.ok(painted.length >= 20 && painted.every((width) => width > 200), String(painted))
  })
  // Printed and recomputed beside each other, and the tight result.
  const cells = await page.locator('#chen-hale-table-1 tbody tr').nth(1).locator('th, td').allTextContents()
  assert.deepEqual(cells, ['ε = 0.1: bounded Gaussian', '857.5', '857.518', '290.897', 'agrees'])
  await says(page.locator('#erratum-1 .verdict'), /^does not hold/)
  assert.deepEqual(complaints, [])
  assert.deepEqual(foreign(), [])
})

test('the Iris runs can be repeated with other numbers of runs, and cancelled', async (t) => {
  const { page, complaints } = await open(t)
  const panel = page.locator('#holohan-figure-2')
  const runs = page.getByLabel('Runs for each ε')
  await runs.fill('0')
  await panel.getByRole('button', { name: 'Run again' }).click()
  await says(panel.locator('.error'), /whole number from 1 to/)
  await runs.fill('20000')
  const progressWasShown = await cancelMidway(panel)
  await panel.getByRole('button', { name: 'Run again' }).click()
  await says(panel.locator('.error'), '')
  await says(panel.locator('.state'), /^Cancelled/)
  assert.deepEqual(await progressWasShown(), [true])
  await isHidden(panel.locator('progress'))
  await runs.fill('10')
  await panel.getByRole('button', { name: 'Run again' }).focus()
  await page.keyboard.press('Enter')
  await panel.locator('thead th').filter({ hasText: 'mean of 10 runs' }).waitFor({ state: 'attached' })
  assert.deepEqual(complaints, [])
})

test('a link to an entry leads there, and it is computed first', async (t) => {
  const { page } = await visit(t, { at: 'papers/', hash: '#erratum-9', fails: true })
  await page.locator('#erratum-9 .verdict .badge').waitFor()
  await page.waitForFunction(() => {
    const { top } = document.querySelector('#erratum-9').getBoundingClientRect()
    return top > -50 && top < innerHeight
  })
})

test('the keyboard reaches links, tables that are collapsed, and the runs', async (t) => {
  const { page } = await visit(t, { at: 'papers/', hash: '#holohan-figure-3', fails: true })
  await page.locator('#holohan-figure-3 .verdict .badge').waitFor()
  await page.locator('#holohan-figure-3 summary').focus()
  await page.keyboard.press('Enter')
  await isShown(page.locator('#holohan-figure-3 table'))
  await page.locator('#overview a').first().focus()
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => location.hash === '#holohan-figure-1')
})

test('axe finds nothing to complain about, in the light and the dark, and nothing is wider than a phone', async (t) => {
  const { page } = await open(t, { visitor: phone })
  for (const summary of await page.locator('summary').all()) await summary.click()
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme })
    assert.deepEqual({ colorScheme, found: await axeComplaints(page) }, { colorScheme, found: [] })
    await assertFits(page)
  }
})

/** Cancels in the page, as soon as there is progress; gives whether its bar was to be seen then. */
async function cancelMidway(panel) {
  const seen = await panel.evaluateHandle((entry) => {
    const [state, bar] = [entry.querySelector('.state'), entry.querySelector('progress')]
    const cancel = [...entry.querySelectorAll('button')].find(({ textContent }) => textContent === 'Cancel')
    const found = []
    const observer = new MutationObserver(() => {
      if (!/^Computing: [1-9]\d*%/.test(state.textContent)) return
      observer.disconnect()
      found.push(bar.checkVisibility())
      cancel.click()
    })
    observer.observe(state, { childList: true })
    return found
  })
  return () => seen.jsonValue()
}
