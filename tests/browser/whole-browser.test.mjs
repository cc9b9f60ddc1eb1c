// Each view once in the whole of Chromium, as visitors have it: the other tests of the page take its headless shell. What the
// view is for is done, up to the download where there is one.

import assert from 'node:assert/strict'
import test from 'node:test'
import { AGES, choose, download, run, tick, visitWithFile } from './file-visit.mjs'
import { copyWith } from './in-page.mjs'
import { counts, has, isShown, says } from './shows.mjs'
import { settle, visit } from './visit.mjs'

const visitor = { isWhole: true }

test('Explore: values are drawn for other settings, and a link to them is copied', async (t) => {
  const { page, origin, complaints } = await visit(t, { visitor })
  await page.fill('#epsilon', '2')
  await page.getByRole('button', { name: 'Draw again' }).click()
  await settle(page)
  await has(page.locator('#chart'), 'aria-label', / 10,000 private values/)
  assert.equal(await copyWith(page, '#copy-link'), `${origin}/#lower=0&upper=120&epsilon=2`)
  assert.deepEqual(complaints, [])
})

test('Learn: reports pile up, and the next step opens', async (t) => {
  const { page, complaints } = await visit(t, { visitor, at: 'learn/', fails: true })
  await page.locator('#idea-many').click()
  await says(page.locator('#idea-crowd'), /^10,000 reports.*drinks seldom/)
  await page.locator('#next').click()
  await says(page.locator('#progress'), 'Step 2 of 7')
  await isShown(page.locator('#epsilon canvas').first())
  assert.deepEqual(complaints, [])
})

test('File: a column gets noise, and the private file is downloaded', async (t) => {
  const { page, complaints } = await visitWithFile(t, { visitor })
  await choose(page, 'name,age\nAda,37\nBo,52\n')
  await tick(page, 1, AGES)
  await run(page)
  const { name, bytes } = await download(page)
  assert.equal(name, 'people.private.csv')
  assert.match(bytes, /^name,age\nAda,\d+\nBo,\d+\n$/)
  const mechanisms = await download(page, 'download-mechanisms')
  assert.equal(mechanisms.name, 'people.mechanisms.json')
  assert.equal(JSON.parse(mechanisms.bytes).epsilon, 1)
  assert.deepEqual(complaints, [])
})

test('Audit: a scale is audited, and the attack is carried out', async (t) => {
  const { page, complaints } = await visit(t, { visitor, at: 'audit/', fails: true })
  await says(page.locator('#worst-words'), /times likelier/)
  await page.click('#attack')
  await says(page.locator('#attack-words'), /never mistaken.*Of ours none/)
  assert.deepEqual(complaints, [])
})

test('Papers: a linked statement is computed and judged', async (t) => {
  const { page, complaints } = await visit(t, { visitor, at: 'papers/', hash: '#erratum-9', fails: true })
  await counts(page.locator('#erratum-9 .verdict .badge'), 1)
  await isShown(page.locator('#erratum-9 table, #erratum-9 summary').first())
  assert.deepEqual(complaints, [])
})

test('Docs: a page opens from the contents, and its code is copied', async (t) => {
  const { page, complaints } = await visit(t, { visitor, at: 'docs/', fails: true })
  await page.locator('.contents').getByRole('link', { name: 'ReflectedLaplace' }).first().click()
  await page.waitForURL(/reflected-laplace\.html$/)
  await isShown(page.locator('figure.code button').first())
  assert.match(await copyWith(page, 'figure.code button'), /^import \{ load \} from 'inbounds'\n/)
  assert.deepEqual(complaints, [])
})
