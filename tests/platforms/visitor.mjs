// A browser that is sent to a page, each time with nothing stored, and told what the page has found (app/report.js): it leaves
// for an address where the visitor waits. That works alike in every browser that takes an address.

import { createServer } from 'node:http'
import { browsers } from './browsers.mjs'

// A machine may be busy for as long as this: only what hangs takes longer.
const patience = 300_000

export const browserNames = Object.keys(browsers)

/** @param {'Chromium' | 'Firefox'} name */
export async function newVisitor(name) {
  const browser = await browsers[name]()

  /** What the page at an address reports. @param {string} address */
  async function visit(address) {
    const desk = await openDesk()
    const { complaints, close } = await browser.open(`${address}?tell=${encodeURIComponent(desk.address)}`)
    try {
      const found = await desk.found
      if (found) return found
      const said = complaints().trim() || 'nothing'
      throw new Error(`${name} reported nothing from ${address} within ${patience / 1000} s; its console says: ${said}`)
    } finally {
      await close()
      desk.close()
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
