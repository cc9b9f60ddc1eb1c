// The documentation as its readers use it, in real Chromium. What is asked of every page is in docs-pages, docs-dark and
// docs-narrow.test.mjs.

import assert from 'node:assert/strict'
import test from 'node:test'
import { eventually } from '../patience.mjs'
import { api, proof } from './docs-pages.mjs'
import { listenTo, tab } from './in-page.mjs'
import { phone } from './phone.mjs'
import { counts, isFocused, isHidden, isShown } from './shows.mjs'
import { visit } from './visit.mjs'

test('next and previous lead through the pages', async (t) => {
  const { page } = await visit(t, { fails: true, at: 'docs/index.html' })
  const listed = await page.locator('.contents a').evaluateAll((found) => found.map(({ href }) => href))
  for (const address of listed.slice(1, 4)) {
    await page.locator('[rel="next"]').click()
    await page.waitForURL(address)
  }
  for (const address of listed.slice(0, 3).reverse()) {
    await page.locator('[rel="prev"]').click()
    await page.waitForURL(address)
  }
})

test('the page leads to the documentation, and the documentation back to it', async (t) => {
  const { page, origin } = await visit(t)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Docs' }).click()
  await page.waitForURL(`${origin}/docs/`)
  await page.getByRole('link', { name: 'Explore' }).click()
  await counts(page.locator('#playground'), 1)
})

test('the keyboard comes to the text by the skip link, and otherwise to the navigation first', async (t) => {
  const { page } = await visit(t, { fails: true, at: api })
  const skip = page.getByRole('link', { name: 'Skip to the content' })
  await page.keyboard.press('Tab')
  await eventually(async () => {
    const isSeen = (link) => link === document.activeElement && link.getBoundingClientRect().top >= 0
    assert.ok(await skip.evaluate(isSeen), 'the skip link is seen when it has the focus')
  })
  await page.keyboard.press('Enter')
  await isFocused(page, 'content')
  assert.ok(await tab(page, () => document.activeElement.closest('article') !== null))

  await page.goto(page.url().split('#')[0])
  const reached = []
  for (let press = 0; press < 12; ++press) {
    const { ring, place } = await tab(page, () => ({
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
  /** Whether each box scrolls, once those that do, and only those, can be reached. */
  const boxes = () =>
    eventually(async () => {
      const found = await page.locator('.scroll').evaluateAll((all) =>
        all.map((box) => ({
          scrolls: box.scrollWidth > box.clientWidth,
          isReached: box.tabIndex === 0 && box.getAttribute('role') === 'group' && box.hasAttribute('aria-label')
        }))
      )
      for (const { scrolls, isReached } of found) assert.equal(isReached, scrolls)
      return found.map(({ scrolls }) => scrolls)
    })
  const narrow = await boxes()
  assert.ok(narrow.includes(true) && narrow.includes(false), String(narrow))
  await page.setViewportSize({ width: 1800, height: 900 })
  await page.waitForFunction(() => document.querySelector('.scroll[tabindex]') === null)
  assert.ok(!(await boxes()).includes(true))
})

test('without scripts, everything is there, and the navigation of a phone unfolds', async (t) => {
  const { page } = await visit(t, { fails: true, at: api, visitor: { ...phone, javaScriptEnabled: false } })
  const link = page.getByRole('link', { name: 'BoundedGaussian' }).first()
  await isHidden(link)
  await page.getByText('All pages').click()
  await isShown(link)
  await link.click()
  await page.waitForURL(/bounded-gaussian\.html$/)
  await isShown(page.getByText('On this page').first())
  const boxes = page.locator('.scroll')
  await counts(page.locator('.scroll[tabindex="0"][role="group"][aria-label]'), await boxes.count())
})

test('formulas are MathML, drawn in a font that was made for them', async (t) => {
  const { page } = await visit(t, { fails: true, at: proof })
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
  await counts(page.locator('.katex-html, .katex-error'), 0)
  const fonts = await page.evaluate(async () => {
    await document.fonts.ready
    return [...document.fonts].map(({ family, status }) => `${family} ${status}`)
  })
  assert.deepEqual(fonts, ['Formulas loaded'])
})

test('code is copied by a button that says so', async (t) => {
  const { page } = await visit(t, {
    fails: true,
    at: api,
    prepare: (context) => context.grantPermissions(['clipboard-read', 'clipboard-write'])
  })
  const said = await listenTo(page, 'figure.code button')
  await page.locator('figure.code').first().getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('status').filter({ hasText: 'Copied to the clipboard.' }).waitFor()
  assert.equal((await said())[0], 'Copied')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  assert.equal(copied, "import { load } from 'inbounds'\nconst { ReflectedLaplace } = await load()")
})
