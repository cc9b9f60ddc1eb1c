// Every page of the documentation by night: it comes in its dark colours, and all of them can be read.

import assert from 'node:assert/strict'
import test from 'node:test'
import { axeComplaintsOfColours } from './axe-complaints.mjs'
import { lookAtEveryPage } from './docs-pages.mjs'

test('axe finds nothing to complain about in the dark, where only colours differ', async (t) => {
  const looks = await lookAtEveryPage(t, { colorScheme: 'dark' }, async (page) => ({
    paper: await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
    found: await axeComplaintsOfColours(page)
  }))
  for (const { address, paper, complaints, found } of looks) {
    const brightest = Math.max(...paper.match(/\d+/g).slice(0, 3).map(Number))
    assert.ok(brightest < 80, `${address} is on paper of ${paper}`)
    assert.deepEqual({ address, complaints, found }, { address, complaints: [], found: [] })
  }
})
