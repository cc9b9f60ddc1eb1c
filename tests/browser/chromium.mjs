// Chromium as every test starts it: without its windows, with nothing that asks or updates by itself, and with one place to go
// to. That is 127.0.0.1; any other name leads nowhere, `localhost`, where somebody else's server may be, like all the others.

import { chromium } from 'playwright-core'
import { findChromium, findHeadlessChromium } from '../../tools/setup.mjs'
import { patience } from '../patience.mjs'

/** This machine under a name for which no browser has secure contexts. */
export const INSECURE = 'insecure.test'

export const SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--host-resolver-rules=MAP ${INSECURE} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`
]

/**
 * @param {{ isWhole?: boolean, args?: string[] }} [wishes] isWhole: the program that visitors have; otherwise its headless shell,
 *   which has the same engine, and pages cost half the time
 */
export async function startChromium({ isWhole = false, args = [] } = {}) {
  const executablePath = programFor(isWhole)
  return chromium.launch({ executablePath, headless: true, args: [...SWITCHES, ...args], timeout: patience })
}

/** @param {boolean} isWhole */
export function programFor(isWhole) {
  const found = isWhole ? findChromium() : findHeadlessChromium()
  if (found) return found
  throw new Error('Chromium is not here; npm test installs it on Debian, and its path may be given in CHROMIUM')
}

/**
 * Something like a profile of its own, with nothing stored. It has the patience of all tests.
 * @param {import('playwright-core').Browser} browser
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
export async function newContext(browser, options) {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(patience)
  return context
}

/**
 * The addresses that pages of a context ask for from now on, those of WebSockets too.
 * @param {import('playwright-core').BrowserContext} context
 * @returns {string[]}
 */
export function requestsOf(context) {
  const requests = []
  context.on('request', (request) => requests.push(request.url()))
  context.on('page', (page) => page.on('websocket', (socket) => requests.push(socket.url())))
  return requests
}

/**
 * Those that go to none of these hosts, ports included.
 * @param {readonly string[]} requests
 * @param {readonly string[]} hosts
 */
export function foreignAmong(requests, hosts) {
  const isForeign = (url) => {
    const { protocol, host, pathname } = new URL(url)
    if (protocol === 'data:') return false
    return !hosts.includes(protocol === 'blob:' ? new URL(pathname).host : host)
  }
  return requests.filter(isForeign)
}

/**
 * Pages keep themselves for offline use as soon as they have all that they need, or have said what is missing. From now on they
 * set a mark then, `hasStarted`; and keep themselves only if they are to.
 * @param {import('playwright-core').BrowserContext} context
 * @param {boolean} keeps
 */
export function markStart(context, keeps) {
  return context.addInitScript((isToKeep) => {
    const workers = navigator.serviceWorker
    if (!workers) return
    const register = workers.register.bind(workers)
    workers.register = (...given) => {
      globalThis.hasStarted = true
      return isToKeep ? register(...given) : new Promise(() => {})
    }
  }, keeps)
}

/** @param {import('playwright-core').Page} page */
export function hasStarted(page) {
  return page.waitForFunction(() => globalThis.hasStarted)
}
