// How long load() takes on a page in Chromium: at the first visit, and when the browser has the files in its cache.

import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { chromium } from 'playwright-core'
import { findChromium } from '../../tools/setup.mjs'
import { median } from './measure.mjs'

const dist = new URL('../../dist/', import.meta.url)
const types = { html: 'text/html', js: 'text/javascript', wasm: 'application/wasm' }
const page = '<!doctype html><link rel="icon" href="data:,"><title>load</title>'

/** Milliseconds: medians of five visits, each in the same browser profile. */
export async function loadInChromium() {
  const server = createServer(async (request, response) => {
    const name = request.url.slice(1) || 'index.html'
    const content = name === 'index.html' ? page : await readFile(new URL(name, dist))
    const type = types[name.split('.').at(-1)]
    response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=3600' }).end(content)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${server.address().port}/`
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const context = await browser.newContext()
    const visits = []
    for (let visit = 0; visit < 6; ++visit) visits.push(await timesOf(await context.newPage(), address))
    const [first, ...later] = visits
    const middle = (name) => median(later.map((times) => times[name]))
    return { first: first.load, cached: middle('load'), fetched: middle('fetched') }
  } finally {
    await browser.close()
    server.close()
    server.closeAllConnections()
  }
}

async function timesOf(tab, address) {
  await tab.goto(address)
  const times = await tab.evaluate(async () => {
    const { load } = await import('/index.js')
    const started = performance.now()
    await load()
    const loaded = performance.now()
    await (await fetch('/inbounds.wasm')).arrayBuffer()
    return { load: loaded - started, fetched: performance.now() - loaded }
  })
  await tab.close()
  return times
}
