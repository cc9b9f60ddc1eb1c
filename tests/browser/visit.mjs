// A visitor: real Chromium, without its windows, on the built page. Whatever the page complains about is written down.

import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { serve } from '../../tools/serve.mjs'
import { findHeadlessChromium } from '../../tools/setup.mjs'
import { numberFrom } from './number-from.mjs'

const builtPage = fileURLToPath(new URL('../../build/page', import.meta.url))
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync'
]

// A machine may be busy for as long as this: only what hangs takes longer.
const patience = 300_000

// One browser for all tests of a file; each visit has a context of its own, with nothing stored.
let browser
after(() => browser?.close())

/**
 * A visitor for one test, who has opened nothing yet; leaves after it.
 * @param {import('node:test').TestContext} t
 * @param {object} [visitor] options of the browser context
 */
export async function newVisitor(t, visitor = {}) {
  browser ??= await chromium.launch({ executablePath: findHeadlessChromium(), headless: true, args })
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    serviceWorkers: 'block', // what is kept for offline use has tests of its own
    reducedMotion: 'reduce', // values come all at once; that they stream has a test of its own
    ...visitor
  })
  t.after(() => context.close())
  context.setDefaultTimeout(patience)

  const complaints = []
  const requests = []
  context.on('request', (request) => requests.push(request.url()))
  context.on('console', (message) => {
    const isOfPlaywright = message.text() === 'Service Worker registration blocked by Playwright'
    if (['error', 'warning'].includes(message.type()) && !isOfPlaywright) complaints.push(message.text())
  })
  context.on('weberror', (webError) => complaints.push(String(webError.error())))
  await context.exposeFunction('complain', (text) => complaints.push(text))
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => globalThis.complain(`CSP: ${event.violatedDirective}`))
  })
  return { context, complaints, requests }
}

/**
 * Opens the page for one test and closes everything after it. What it returns tells of all requests, and which of them were
 * `foreign`: to somewhere else.
 * @param {import('node:test').TestContext} t
 * @param {{ hash?: string, at?: string, below?: string, visitor?: object, prepare?: (context: import('playwright-core').BrowserContext) => Promise<void>, fails?: boolean }} [wishes]
 *   at: another page of the site; below: a sub-path to serve the page under; visitor: options of the browser context; prepare: before the page
 *   loads; fails: the page is not expected to show anything
 */
export async function visit(t, { hash = '', at = '', below = '', visitor = {}, prepare, fails = false } = {}) {
  const { context, complaints, requests } = await newVisitor(t, visitor)
  const server = await serve(below === '' ? builtPage : await siteWith(t, below), { port: 0 })
  t.after(() => server.close())
  await prepare?.(context)

  const page = await context.newPage()
  const address = `${server.url}${below}${at}${hash}`
  await page.goto(address)
  if (!fails) await settled(page)
  const { origin } = new URL(server.url)
  const foreign = () => requests.filter((url) => new URL(url).origin !== origin && !url.startsWith('data:'))
  return { page, context, complaints, requests, foreign, origin, address }
}

/** A site that has the page somewhere below its root. */
async function siteWith(t, below) {
  const site = await mkdtemp(join(tmpdir(), 'inbounds-site-'))
  t.after(() => rm(site, { recursive: true }))
  await cp(builtPage, join(site, below), { recursive: true })
  return site
}

/** Waits until the page has been painted some times: what it does in answer to an event is done by then. */
export async function painted(page, times = 3) {
  await page.evaluate(async (count) => {
    for (let frame = 0; frame < count; ++frame) await new Promise((resolve) => requestAnimationFrame(resolve))
  }, times)
}

/** Waits until what is shown belongs to the fields, draws included. */
export async function settled(page) {
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
