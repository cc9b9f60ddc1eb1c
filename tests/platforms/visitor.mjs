// A browser that is sent to a page, each time with nothing stored, and told what the page has found (app/report.js): it leaves
// for an address where the visitor waits. That works alike in every browser that takes an address.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { patience } from '../patience.mjs'
import { browsers } from './browsers.mjs'

export const browserNames = Object.keys(browsers)

/** @param {'Chromium' | 'Firefox'} name */
export async function newVisitor(name) {
  return visitorWith(name, await browsers[name]())
}

/** @param {string} name @param {import('./browsers.mjs').Browser} browser */
export function visitorWith(name, browser) {
  /**
   * What the page at an address reports, if it has asked nobody else for anything.
   * @param {string} address
   * @param {{ elsewhere?: string[] }} [wishes] elsewhere: hosts that it may ask
   */
  async function visit(address, { elsewhere = [] } = {}) {
    const desk = await openDesk()
    try {
      return await waitForReport(desk, address, elsewhere)
    } finally {
      desk.close()
    }
  }

  async function waitForReport(desk, address, elsewhere) {
    const hosts = [new URL(address).host, new URL(desk.address).host, ...elsewhere]
    const { complaints, foreign, ended, close } = await browser.open(
      `${address}?tell=${encodeURIComponent(desk.address)}`,
      hosts
    )
    try {
      const found = await Promise.race([desk.found, ended])
      if (!found) {
        const said = complaints().trim() || 'nothing'
        throw new Error(`${name} reported nothing from ${address}; its console says: ${said}`)
      }
      assert.deepEqual(await foreign(), [], `what ${address} has asked somebody else for`)
      return found
    } finally {
      // What was found, or went wrong, is what counts.
      await close().catch((error) => console.warn(`${name} was not closed: ${error.message}`))
    }
  }

  return { visit, leave: browser.leave }
}

/** Where a page goes with what it has found; `found` is nothing if it does not come. */
async function openDesk() {
  let take
  const found = new Promise((resolve) => {
    take = resolve
  })
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url, 'http://desk')
    if (pathname !== '/found') return response.writeHead(404).end()
    response.writeHead(204).end() // it stays where it is: a browser that is closed while it goes somewhere may not come to an end
    take(JSON.parse(decodeURIComponent(search.slice(1))))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const timer = setTimeout(take, patience)
  const close = () => {
    clearTimeout(timer)
    server.close()
    server.closeAllConnections()
  }
  return { address: `http://127.0.0.1:${server.address().port}/found`, found, close }
}
