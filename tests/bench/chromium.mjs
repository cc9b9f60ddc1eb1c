// The package on a page in Chromium: how long load() takes at the first visit and when the browser has
// the files in its cache, and how fast a budget is.

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium } from '../../tools/setup.mjs'
import { median } from './measure.mjs'

const dist = new URL('../../dist/', import.meta.url)
const types = { html: 'text/html', js: 'text/javascript', wasm: 'application/wasm' }
const page = '<!doctype html><link rel="icon" href="data:,"><title>load</title>'

const options = { executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] }

/** Seconds: medians of five visits, each in the same browser profile. */
export function loadInChromium() {
  return withPages(async (context, address) => {
    const visits = []
    for (let visit = 0; visit < 6; ++visit) visits.push(await timesOf(await context.newPage(), address))
    const [first, ...later] = visits
    const middle = (name) => median(later.map((times) => times[name]))
    return { first: first.load, cached: middle('load'), fetched: middle('fetched') }
  })
}

/**
 * Seconds of so many durable releases, round by round. In a profile on the disk: what others store is in memory only.
 * @param {{ epsilon: number, calls: number, rounds: number }} wishes
 */
export async function spendsInChromium(wishes) {
  const profile = await mkdtemp(join(tmpdir(), 'inbounds-profile-'))
  const launch = () => chromium.launchPersistentContext(profile, options)
  try {
    return await withPages(async (context, address) => {
      const tab = await context.newPage()
      await tab.goto(address)
      return tab.evaluate(spendsOf, wishes)
    }, launch)
  } finally {
    await rm(profile, { recursive: true, maxRetries: 10, retryDelay: 100 })
  }
}

/** Runs on the page. */
async function spendsOf({ epsilon, calls, rounds }) {
  const { load } = await import('/index.js')
  const { PrivacyBudget, indexedDBStore } = await import('/budget.js')
  const { ReflectedLaplace } = await load()
  const mechanism = new ReflectedLaplace({ lower: 0, upper: 1, epsilon: 0.001 })
  const budget = new PrivacyBudget({ epsilon, store: indexedDBStore('bench') })
  const seconds = []
  for (let round = 0; round < rounds; ++round) {
    const started = performance.now()
    for (let at = 0; at < calls; ++at) await budget.privatise(mechanism, 0.5)
    seconds.push((performance.now() - started) / 1000)
  }
  return seconds
}

/** A browser with nothing stored. */
const newBrowser = async () => (await chromium.launch(options)).newContext()

/**
 * Chromium, and an empty page with the package beside it.
 * @template Result
 * @param {(context: import('playwright-core').BrowserContext, address: string) => Promise<Result>} work
 * @param {() => Promise<import('playwright-core').BrowserContext>} [launch]
 */
async function withPages(work, launch = newBrowser) {
  const server = createServer(async (request, response) => {
    const name = request.url.slice(1) || 'index.html'
    const content = name === 'index.html' ? page : await readFile(new URL(name, dist))
    const type = types[name.split('.').at(-1)]
    response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=3600' }).end(content)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${server.address().port}/`
  const context = await launch()
  try {
    return await work(context, address)
  } finally {
    await (context.browser()?.close() ?? context.close())
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
    return { load: (loaded - started) / 1000, fetched: (performance.now() - loaded) / 1000 }
  })
  await tab.close()
  return times
}
