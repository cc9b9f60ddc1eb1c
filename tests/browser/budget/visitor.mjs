// A small page with the package's own files, under a strict policy, and real Chromium that opens it. The server notes which
// values have left the page: what happens to page and browser does not happen to the notes.

import assert from 'node:assert/strict'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openSite } from '../../platforms/site.mjs'
import { foreignAmong, INSECURE, newContext, requestsOf, startChromium } from '../chromium.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** That of the project's own pages; as a header, since a worker obeys that of its own file. */
export const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'"

// One browser for all tests of a file, and the hosts of all their sites.
let browser
after(() => browser?.close())
const hosts = []

/**
 * The page's address, and what has left it, by the name of the log.
 * @param {import('node:test').TestContext} t
 * @param {Record<string, string>} [headers]
 */
export async function openBudgetSite(t, headers = {}) {
  const released = new Map()
  const answer = (path) => {
    const [, log] = /^\/released\/(.*)\//.exec(path) ?? []
    if (log === undefined) return undefined
    released.set(log, (released.get(log) ?? 0) + 1)
    return { body: 'noted', type: 'text/plain' }
  }
  const site = await openSite(t, root, { headers: { 'content-security-policy': POLICY, ...headers }, answer })
  const { origin, host, port } = new URL(site)
  hosts.push(host, `${INSECURE}:${port}`)
  return { address: `${site}tests/browser/budget/`, origin, released }
}

/** A profile of its own: nothing stored. What pages complain about is written down; one that asks somebody else fails. */
export async function openProfile(t) {
  browser ??= await startChromium()
  const context = await newContext(browser)
  t.after(() => context.close())
  const requests = requestsOf(context)
  t.after(() => assert.deepEqual(foreignAmong(requests, hosts), [], 'requests to somebody else'))
  const complaints = []
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  context.on('weberror', (webError) => complaints.push(String(webError.error())))
  return { context, complaints }
}

/** A tab, once the package is loaded in it. */
export async function openTab(context, address) {
  const page = await context.newPage()
  await page.goto(address)
  await page.waitForFunction(() => globalThis.here !== undefined)
  return page
}

/** Something of spending.js, done by the page itself. */
export function doing(page, what, wishes) {
  return page.evaluate(([what, wishes]) => globalThis.here(what, wishes), [what, wishes])
}

/** The same, in a new worker of the page. */
export function doingInWorker(page, what, wishes) {
  return page.evaluate(async ([what, wishes]) => (await globalThis.newWorker())(what, wishes), [what, wishes])
}
