// A visitor whose browser runs no scripts at all. That is a setting of the browser: a context of Playwright's without
// JavaScript would still count as one with it, for <noscript> and for style sheets.

import assert from 'node:assert/strict'
import test from 'node:test'
import { foreignAmong, newContext, requestsOf, startChromium } from './chromium.mjs'
import { builtPage, serveFor } from './visit.mjs'

test('without JavaScript the page says so and shows no control that would not answer; the documentation is whole', async (t) => {
  const browser = await startChromium({ isWhole: true, args: ['--blink-settings=scriptEnabled=false'] })
  t.after(() => browser.close())
  const server = await serveFor(t, builtPage)
  const context = await newContext(browser)
  const requests = requestsOf(context)
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)

  /** The text that is laid out: locators would need scripts. */
  async function textAt(path) {
    await page.goto(new URL(path, server.url).href)
    const { documents, strings } = await devTools.send('DOMSnapshot.captureSnapshot', { computedStyles: [] })
    return documents[0].layout.text.map((at) => strings[at] ?? '').join('\n')
  }
  const start = await textAt('')
  assert.match(start, /so it needs JavaScript/)
  assert.match(start, /What epsilon means/)
  assert.match(start, /two values that are protected from each other/)
  assert.doesNotMatch(start, /Lower bound|Draw again|Copy|before/)
  const tour = await textAt('learn/')
  assert.match(tour, /Answer with noise.*What is epsilon\?.*Why not ask twice\?/s)
  assert.doesNotMatch(tour, /Send my report|Times asked|The arrow keys/)
  const guide = await textAt('docs/')
  assert.match(guide, /Getting started.*A first private value/s)
  assert.match(guide, /Choosing epsilon/)
  assert.deepEqual(foreignAmong(requests, [new URL(server.url).host]), [])
})
