// What a first visit to each view costs, as gzip: all that the browser really asks for until it has started and is quiet, without
// what is kept for offline use afterwards.

import assert from 'node:assert/strict'
import test from 'node:test'
import { gzipSync } from 'node:zlib'
import { VIEWS } from '../../tools/site/views.mjs'
import { visit } from './visit.mjs'

const LIMIT = 300_000

for (const { label, address } of [...VIEWS, { label: 'Docs', address: 'docs/index.html' }]) {
  test(`the first load of ${label} stays below ${LIMIT / 1000} kB`, async (t) => {
    const { page, requests } = await visit(t, { fails: true, at: address })
    if (address === 'papers/') await page.locator('.verdict .badge').first().waitFor() // its worker has started, too
    await page.waitForLoadState('networkidle')
    const addresses = [...new Set(requests)].filter((url) => !url.startsWith('data:'))
    let total = 0
    for (const url of addresses) {
      const response = await fetch(url)
      assert.equal(response.status, 200, url)
      total += gzipSync(Buffer.from(await response.arrayBuffer()), { level: 9 }).length
    }
    t.diagnostic(`${label}: ${(total / 1000).toFixed(1)} kB in ${addresses.length} files`)
    assert.ok(addresses.length >= 3 && total > 10_000, `only ${addresses.join(', ')}`)
    assert.ok(total < LIMIT, `${total} bytes: ${addresses.join(', ')}`)
  })
}
