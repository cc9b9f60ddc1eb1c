// Every page of the documentation by day, under the policy that it ships with.

import assert from 'node:assert/strict'
import test from 'node:test'
import { axeComplaints } from './axe-complaints.mjs'
import { addresses, lookAtEveryPage } from './docs-pages.mjs'

test('every page of the documentation', async (t) => {
  const looks = await lookAtEveryPage(t, { colorScheme: 'light' }, async (page) => ({
    ...(await page.evaluate(whatThereIs)),
    found: await axeComplaints(page)
  }))

  await t.test('opens without a complaint', () => {
    for (const { address, complaints } of looks) assert.deepEqual({ address, complaints }, { address, complaints: [] })
    assert.ok(looks.length >= 20, `only ${looks.length} pages`)
  })

  await t.test('has one heading, one place in the contents, and no inline script or style', () => {
    const expected = { headings: 1, current: 1, inline: 0 }
    for (const { address, counts } of looks) assert.deepEqual({ address, counts }, { address, counts: expected })
  })

  await t.test('has a title of its own', () => {
    const titles = looks.map(({ title }) => title)
    assert.deepEqual(titles, [...new Set(titles)])
  })

  await t.test('gives axe nothing to complain about', () => {
    for (const { address, found } of looks) assert.deepEqual({ address, found }, { address, found: [] })
  })

  await t.test('can be reached from the first one by its navigation, in the order of next and previous', () => {
    const { listed } = looks.find(({ address }) => address === 'docs/index.html')
    assert.deepEqual([...listed].sort(), addresses.map((address) => `/${address}`).sort())
    for (const [at, path] of listed.entries()) {
      const { links } = looks.find(({ address }) => `/${address}` === path)
      const [before, after] = [listed[at - 1], listed[at + 1]].map((to) => (to ? [{ to, isVisible: true }] : []))
      assert.deepEqual({ path, ...links }, { path, prev: before, next: after })
    }
  })
})

/** In the page. */
function whatThereIs() {
  const count = (selector) => document.querySelectorAll(selector).length
  const pathOf = ({ href }) => new URL(href).pathname
  const links = (rel) =>
    [...document.querySelectorAll(`a[rel="${rel}"]`)].map((link) => ({
      to: pathOf(link),
      isVisible: link.checkVisibility()
    }))
  return {
    title: document.title,
    counts: {
      headings: count('h1'),
      current: count('.contents [aria-current="page"]'),
      inline: count('[style], style, script:not([src])')
    },
    listed: [...document.querySelectorAll('.contents a')].map(pathOf),
    links: { prev: links('prev'), next: links('next') }
  }
}
