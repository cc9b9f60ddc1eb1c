// The documentation on phones.

import assert from 'node:assert/strict'
import test from 'node:test'
import { axeComplaints } from './axe-complaints.mjs'
import { hasStarted } from './chromium.mjs'
import { api, lookAtEveryPage, proof } from './docs-pages.mjs'
import { assertFits, phone } from './phone.mjs'
import { visit } from './visit.mjs'

const narrow = { ...phone, viewport: { width: 320, height: 640 } }

test('no page is wider than the narrowest phone, of 320 pixels', async (t) => {
  const looks = await lookAtEveryPage(t, narrow, assertFits)
  for (const { address, complaints } of looks) assert.deepEqual({ address, complaints }, { address, complaints: [] })
})

test('axe finds nothing to complain about on a phone with everything open', async (t) => {
  const { page, origin } = await visit(t, { fails: true, at: proof, visitor: phone })
  for (const address of ['docs/index.html', api, proof, 'docs/reference/types.html', 'docs/report.html']) {
    await page.goto(`${origin}/${address}`)
    await hasStarted(page)
    for (const summary of await page.locator('summary:visible').all()) await summary.click()
    assert.deepEqual({ address, found: await axeComplaints(page) }, { address, found: [] })
  }
})
