// A browser that is sent from page to page, and told of what each has found (app/report.js). It waits at a desk: a request
// that is answered with the address of the next page. That works alike in every browser that takes an address.

import { createServer } from 'node:http'
import { startChromium, startFirefox } from './browsers.mjs'

const patience = 30_000
const browsers = { Chromium: startChromium, Firefox: startFirefox }

export const browserNames = Object.keys(browsers)

/** @param {'Chromium' | 'Firefox'} name */
export async function newVisitor(name) {
  const desk = await openDesk()
  const browser = await browsers[name](`${desk.address}next`)

  let lost

  /** What the page at an address reports. @param {string} address */
  async function visit(address) {
    if (lost) throw new Error(`${name} did not come back from an earlier page, ${lost}`)
    const found = await desk.send(`${address}?tell=${encodeURIComponent(`${desk.address}found`)}`)
    if (found) return found
    lost = address
    const said = browser.complaints().trim() || 'nothing'
    throw new Error(`${name} reported nothing from ${address} within ${patience / 1000} s; its console says: ${said}`)
  }

  async function leave() {
    await browser.close()
    desk.close()
  }
  return { visit, leave }
}

async function openDesk() {
  let guest
  let wanted
  let found

  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url, 'http://desk')
    if (pathname === '/next') {
      guest = response
      sendOn()
    } else if (pathname === '/found') {
      found?.(JSON.parse(decodeURIComponent(search.slice(1))))
      redirect(response, '/next')
    } else {
      response.writeHead(404).end()
    }
  })

  function sendOn() {
    if (!guest || !wanted) return
    redirect(guest, wanted)
    guest = wanted = undefined
  }

  /** What is found there, or nothing if that takes too long. */
  function send(address) {
    wanted = address
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, patience)
      found = (facts) => {
        clearTimeout(timer)
        resolve(facts)
      }
      sendOn()
    })
  }

  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { address: `http://127.0.0.1:${server.address().port}/`, send, close }
}

function redirect(response, location) {
  response.writeHead(303, { location, 'cache-control': 'no-store' }).end()
}
