// The documentation as its readers have it: every page, in real Chromium, under the policy that it ships with.

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { axeComplaints } from './axe-complaints.mjs'
import { assertFits, phone } from './phone.mjs'
import { visit } from './visit.mjs'

const folder = fileURLToPath(new URL('../../build/page/docs', import.meta.url))
const addresses = readdirSync(folder, { recursive: true })
  .filter((name) => name.endsWith('.html'))
  .map((name) => `docs/${name}`)
const narrow = { ...phone, viewport: { width: 320, height: 640 } }
const api = 'docs/reference/reflected-laplace.html'
const proof = 'docs/proofs/reflected-laplace.html'

/** Opens pages one after the other in the same window. */
async function* everyPage(t, visitor) {
  const visited = await visit(t, { fails: true, at: addresses[0], visitor })
  for (const address of addresses) {
    await visited.page.goto(`${visited.origin}/${address}`)
    yield { ...visited, address }
  }
}

/**
 * What there is to see of every page, by day and by night: each is opened once for the three tests that ask.
 * @returns {Promise<{ address: string, complaints: string[], asked: string[], title: string, counts: Record<string, number>, light: object[], dark: object[] }[]>}
 */
async function lookAtEveryPage(t) {
  const looks = []
  for await (const { page, complaints, foreign, address } of everyPage(t, { colorScheme: 'light' })) {
    const count = (selector) => page.locator(selector).count()
    const look = {
      address,
      title: await page.title(),
      counts: {
        headings: await count('h1'),
        current: await count('.contents [aria-current="page"]'),
        inline: await count('[style], style, script:not([src])')
      },
      light: await axeComplaints(page)
    }
    await page.emulateMedia({ colorScheme: 'dark' })
    looks.push({
      ...look,
      dark: await axeComplaints(page, ['cat.color']),
      complaints: [...complaints],
      asked: foreign()
    })
    await page.emulateMedia({ colorScheme: 'light' })
  }
  return looks
}

let looks
const looksOf = (t) => (looks ??= lookAtEveryPage(t))

test('every page opens without a complaint, has a title of its own, and asks nobody else for anything', async (t) => {
  const pages = await looksOf(t)
  for (const { address, complaints, asked, counts } of pages) {
    const expected = { complaints: [], asked: [], counts: { headings: 1, current: 1, inline: 0 } }
    assert.deepEqual({ address, complaints, asked, counts }, { address, ...expected })
  }
  assert.ok(pages.length >= 20, `only ${pages.length} pages`)
  assert.equal(new Set(pages.map(({ title }) => title)).size, pages.length)
})

test('axe finds nothing to complain about on any page', async (t) => {
  for (const { address, light } of await looksOf(t)) assert.deepEqual({ address, light }, { address, light: [] })
})

test('axe finds nothing to complain about in the dark, where only colours differ', async (t) => {
  for (const { address, dark } of await looksOf(t)) assert.deepEqual({ address, dark }, { address, dark: [] })
})

test('axe finds nothing to complain about on a phone with everything unfolded', async (t) => {
  const { page, origin } = await visit(t, { fails: true, at: proof, visitor: phone })
  for (const address of ['docs/index.html', api, proof, 'docs/reference/types.html', 'docs/report.html']) {
    await page.goto(`${origin}/${address}`)
    for (const summary of await page.locator('summary:visible').all()) await summary.click()
    assert.deepEqual({ address, found: await axeComplaints(page) }, { address, found: [] })
  }
})

test('no page is wider than the narrowest phone, of 320 pixels', async (t) => {
  for await (const { page, address } of everyPage(t, narrow)) {
    await assertFits(page, address)
  }
})

test('every page can be reached from the first one by its navigation, in the order of next and previous', async (t) => {
  const { page, origin } = await visit(t, { fails: true, at: 'docs/index.html' })
  const listed = await page.locator('.contents a').evaluateAll((found) => found.map(({ href }) => href))
  assert.deepEqual([...listed].sort(), addresses.map((address) => `${origin}/${address}`).sort())
  for (const [at, address] of listed.entries()) {
    assert.equal(page.url(), address)
    if (at > 0) assert.equal(await page.locator('[rel="prev"]').evaluate(({ href }) => href), listed[at - 1])
    if (at < listed.length - 1) await page.locator('[rel="next"]').click()
    else assert.equal(await page.locator('[rel="next"]').count(), 0)
  }
})

test('the page leads to the documentation, and the documentation back to it', async (t) => {
  const { page, origin } = await visit(t)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Docs' }).click()
  assert.equal(page.url(), `${origin}/docs/`)
  await page.getByRole('link', { name: 'Explore' }).click()
  assert.equal(await page.locator('#playground').count(), 1)
})

test('the keyboard comes to the text by the skip link, and otherwise to the navigation first', async (t) => {
  const { page } = await visit(t, { fails: true, at: api })
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to the content' })
  assert.ok(await skip.evaluate((link) => link === document.activeElement && link.getBoundingClientRect().top >= 0))
  await page.keyboard.press('Enter')
  assert.equal(await page.evaluate(() => document.activeElement.id), 'content')
  await page.keyboard.press('Tab')
  assert.ok(await page.evaluate(() => document.activeElement.closest('article') !== null))

  await page.goto(page.url().split('#')[0])
  const reached = []
  for (let press = 0; press < 12; ++press) {
    await page.keyboard.press('Tab')
    const { ring, place } = await page.evaluate(() => ({
      ring: getComputedStyle(document.activeElement).outlineStyle !== 'none',
      place: document.activeElement.closest('nav')?.getAttribute('aria-label') ?? document.activeElement.className
    }))
    assert.ok(ring, `press ${press} shows where the focus is`)
    reached.push(place)
  }
  assert.deepEqual(reached.slice(0, 9), ['skip', 'wordmark', ...new Array(6).fill('Main'), 'Documentation'])
})

test('boxes that scroll sideways take the focus and have a name; those that need not are passed over', async (t) => {
  const { page } = await visit(t, { fails: true, at: 'docs/floating-point.html', visitor: phone })
  const boxes = () =>
    page.locator('.scroll').evaluateAll((found) =>
      found.map((box) => ({
        scrolls: box.scrollWidth > box.clientWidth,
        reached: box.tabIndex === 0 && box.getAttribute('role') === 'group' && box.hasAttribute('aria-label')
      }))
    )
  await page.waitForFunction(() => document.querySelector('.scroll:not([tabindex])') !== null)
  const narrow = await boxes()
  assert.ok(narrow.some(({ scrolls }) => scrolls) && narrow.some(({ scrolls }) => !scrolls))
  for (const { scrolls, reached } of narrow) assert.equal(reached, scrolls)
  await page.setViewportSize({ width: 1800, height: 900 })
  await page.waitForFunction(() => document.querySelector('.scroll[tabindex]') === null)
  for (const { scrolls, reached } of await boxes()) assert.equal(reached, scrolls)
})

test('without scripts, everything is there, and the navigation of a phone unfolds', async (t) => {
  const { page } = await visit(t, { fails: true, at: api, visitor: { ...phone, javaScriptEnabled: false } })
  const link = page.getByRole('link', { name: 'BoundedGaussian' }).first()
  assert.equal(await link.isVisible(), false)
  await page.getByText('All pages').click()
  assert.equal(await link.isVisible(), true)
  await link.click()
  assert.match(page.url(), /bounded-gaussian\.html$/)
  assert.equal(await page.getByText('On this page').first().isVisible(), true)
  const boxes = page.locator('.scroll')
  assert.equal(await boxes.count(), await page.locator('.scroll[tabindex="0"][role="group"][aria-label]').count())
})

test('formulas are MathML, drawn in a font that was made for them', async (t) => {
  const { page, requests } = await visit(t, { fails: true, at: proof })
  const drawn = await page
    .locator('math')
    .evaluateAll((found) =>
      found.map((math) => ({ namespace: math.namespaceURI, height: math.getBoundingClientRect().height }))
    )
  assert.ok(drawn.length > 10, `only ${drawn.length} formulas`)
  for (const { namespace, height } of drawn) {
    assert.equal(namespace, 'http://www.w3.org/1998/Math/MathML')
    assert.ok(height > 0)
  }
  assert.equal(await page.locator('.katex-html, .katex-error').count(), 0)
  const fonts = await page.evaluate(async () => {
    await document.fonts.ready
    return [...document.fonts].map(({ family, status }) => `${family} ${status}`)
  })
  assert.deepEqual(fonts, ['Formulas loaded'])
  assert.ok(requests.length > 0)
})

test('code is copied by a button that says so', async (t) => {
  const { page } = await visit(t, {
    fails: true,
    at: api,
    prepare: (context) => context.grantPermissions(['clipboard-read', 'clipboard-write'])
  })
  const figure = page.locator('figure.code').first()
  await figure.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('status').filter({ hasText: 'Copied to the clipboard.' }).waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  assert.equal(copied, "import { load } from 'inbounds'\nconst { ReflectedLaplace } = await load()")
})
