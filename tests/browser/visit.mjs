// A visitor: real Chromium, without its windows, on the built page. Whatever the page complains about is written down, and
// whoever asks another server for anything fails.

import assert from 'node:assert/strict'
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { serve } from '../../tools/serve.mjs'
import { removeFolder } from '../patience.mjs'
import { foreignAmong, hasStarted, markStart, newContext, requestsOf, startChromium } from './chromium.mjs'
import { numberFrom } from './number-from.mjs'

export const builtPage = fileURLToPath(new URL('../../build/page', import.meta.url))

// One browser of a kind for all tests of a file; each visit has a context of its own, with nothing stored.
/** @type {Map<boolean, Promise<import('playwright-core').Browser>>} */
const browsers = new Map()
after(() => Promise.all([...browsers.values()].map(async (browser) => (await browser).close())))

function browserOf(isWhole) {
  if (!browsers.has(isWhole)) browsers.set(isWhole, startChromium({ isWhole }))
  return browsers.get(isWhole)
}

/** Serves a folder until the test ends. */
export async function serveFor(t, folder) {
  const server = await serve(folder, { port: 0 })
  t.after(() => server.close())
  return server
}

/**
 * A visitor of one site for one test, who has opened nothing yet; leaves after it.
 * @param {import('node:test').TestContext} t
 * @param {string} site its address
 * @param {object} [wishes] options of the browser context
 * @param {boolean} [wishes.isWhole] whether it is the whole of Chromium
 */
export async function newVisitor(t, site, { isWhole = false, ...options } = {}) {
  const context = await newContext(await browserOf(isWhole), {
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce', // values come all at once; that they stream has a test of its own
    ...options
  })
  t.after(() => context.close())
  const complaints = []
  const requests = requestsOf(context)
  const foreign = () => foreignAmong(requests, [new URL(site).host])
  t.after(() => assert.deepEqual(foreign(), [], 'requests to somebody else'))
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  context.on('weberror', (webError) => complaints.push(String(webError.error())))
  await context.exposeFunction('complain', (text) => complaints.push(text))
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => globalThis.complain(`CSP: ${event.violatedDirective}`))
  })
  return { context, complaints, requests, foreign }
}

/**
 * Opens the page for one test, waits until it has started, and closes everything after it. What it returns tells of all
 * requests, and which of them were `foreign`: to somewhere else.
 * @param {import('node:test').TestContext} t
 * @param {{ hash?: string, at?: string, below?: string, visitor?: object, prepare?: (context: import('playwright-core').BrowserContext) => Promise<void>, fails?: boolean }} [wishes]
 *   at: another page of the site; below: a sub-path to serve the page under; visitor: as for newVisitor; prepare: before the page
 *   loads; fails: the page is not expected to show draws
 */
export async function visit(t, { hash = '', at = '', below = '', visitor = {}, prepare, fails = false } = {}) {
  const server = await serveFor(t, below === '' ? builtPage : await siteWith(t, below))
  const { context, ...noted } = await newVisitor(t, server.url, visitor)
  await markStart(context, false) // what is kept for offline use has tests of its own
  await prepare?.(context)

  const page = await context.newPage()
  const address = `${server.url}${below}${at}${hash}`
  await page.goto(address)
  if (visitor.javaScriptEnabled !== false) await hasStarted(page)
  if (!fails) await settle(page)
  return { page, context, ...noted, origin: new URL(server.url).origin, address }
}

/** A site that has the page somewhere below its root. */
async function siteWith(t, below) {
  const site = await mkdtemp(join(tmpdir(), 'inbounds-site-'))
  t.after(() => removeFolder(site))
  await cp(builtPage, join(site, below), { recursive: true })
  return site
}

/** Waits until what is shown belongs to the fields, draws included. */
export async function settle(page) {
  await page.waitForFunction(() => document.querySelector('#drawn-mean').value !== '')
}

/** The numbers that an element of the page carries. */
export async function datum(page, id) {
  const value = await page.locator(`#${id}`).getAttribute('value')
  return value.split(' ').map(Number)
}

/** The rows of the chart's table: what is released, its exact share, and how often it was drawn. */
export async function barRows(page) {
  await page.locator('#as-table').evaluate((details) => {
    details.open = true
  })
  await page.locator('#bar-rows tr').first().waitFor()
  const rows = await page
    .locator('#bar-rows tr')
    .evaluateAll((found) => found.map((row) => [...row.cells].map((cell) => cell.textContent)))
  return rows.map(([released, share, drawn]) => ({
    values: released.split(' – ').map(numberFrom),
    share: numberFrom(share) / 100,
    drawn: Number(drawn)
  }))
}
