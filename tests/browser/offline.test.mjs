// The site without a network: the server is really gone.

import assert from 'node:assert/strict'
import { appendFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { serve } from '../../tools/serve.mjs'
import { serviceWorker } from '../../tools/site/service-worker.mjs'
import { VIEWS } from '../../tools/site/views.mjs'
import { eventually, removeFolder } from '../patience.mjs'
import { foreignAmong, hasStarted, markStart, newContext, requestsOf, startChromium } from './chromium.mjs'
import { counts, says } from './shows.mjs'
import { builtPage, settle } from './visit.mjs'

const below = 'some/where/'

/** Who waits some seconds for a document gets the one that was kept: here, a busy machine may take longer. */
const PATIENT = 'AbortSignal.timeout = () => new AbortController().signal\n'

/** The site below a path of a server that can be stopped, and a visitor of it. */
async function siteAndVisitor(t) {
  const root = await mkdtemp(join(tmpdir(), 'inbounds-offline-'))
  t.after(() => removeFolder(root))
  const folder = join(root, below)
  await cp(builtPage, folder, { recursive: true })
  const kept = join(folder, 'service-worker.js')
  await writeFile(kept, PATIENT + (await readFile(kept, 'utf8')))
  const server = await serve(root, { port: 0 })
  t.after(() => server.close())
  const browser = await startChromium({ isWhole: true })
  t.after(() => browser.close())
  const context = await newContext(browser)
  await markStart(context, true)
  const requests = requestsOf(context)
  const foreign = () => foreignAmong(requests, [new URL(server.url).host])
  const complaints = []
  context.on('weberror', (webError) => complaints.push(String(webError.error())))
  return { folder, server, context, foreign, complaints, address: server.url + below }
}

/** Waits until everything is kept. */
async function isKept(page) {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}

test('after one visit, every view and the documentation work without a server', async (t) => {
  const { server, context, foreign, complaints, address } = await siteAndVisitor(t)
  const page = await context.newPage()
  await page.goto(address)
  await isKept(page)
  await server.close()
  await assert.rejects(fetch(address), 'nobody answers any more')

  await page.reload()
  await settle(page)
  await says(page.locator('#scale'), '72.4002')
  for (const { address: path } of VIEWS) {
    await page.goto(address + path)
    await hasStarted(page)
    if (path === 'papers/') await page.locator('.verdict .badge').first().waitFor() // its worker has started, too
    await says(page.locator('#notice'), '', path)
    await counts(page.locator('h1'), 1, path)
  }
  for (const path of ['docs/', 'docs/proofs/draws.html', 'docs/index.html']) {
    await page.goto(address + path)
    await hasStarted(page)
    await counts(page.locator('h1'), 1, path)
  }
  assert.deepEqual({ foreign: foreign(), complaints }, { foreign: [], complaints: [] })
})

test('a new version shows at the next visit, and the old one is thrown away when its last page is closed', async (t) => {
  const { folder, context, address } = await siteAndVisitor(t)
  const first = await context.newPage()
  await first.goto(address)
  await isKept(first)
  const caches = () => first.evaluate(() => globalThis.caches.keys())
  const [before] = await caches()

  await writeFile(
    join(folder, 'index.html'),
    (await readFile(join(folder, 'index.html'), 'utf8')).replace('<h1>', '<h1>New: ')
  )
  const assets = (await readdir(folder)).find((name) => name.startsWith('assets-'))
  await appendFile(join(folder, assets, 'learn.css'), '/* new */')
  await rm(join(folder, 'service-worker.js'))
  await writeFile(join(folder, 'service-worker.js'), PATIENT + (await serviceWorker(folder)))

  await first.reload()
  await says(first.locator('h1'), /^New: /, 'at once, although the old version is kept')
  const isWaiting = async () => (await navigator.serviceWorker.getRegistration()).waiting !== null
  await eventually(async () => assert.ok(await first.evaluate(isWaiting), 'the new one waits'))
  assert.equal((await caches()).length, 2)

  await first.goto('about:blank') // the last page of the old version is closed
  await first.goto(address)
  const [after] = await eventually(async () => {
    const found = await caches()
    assert.equal(found.length, 1)
    return found
  })
  assert.notEqual(after, before)
})

test('the list of what is kept names every file, but for the font', async () => {
  const text = await readFile(join(builtPage, 'service-worker.js'), 'utf8')
  const files = (await readdir(builtPage, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  for (const { name } of files) {
    const listed = text.includes(`${name}"`) || name === 'index.html' || name === 'service-worker.js'
    assert.equal(listed, !name.endsWith('.woff2'), name)
  }
})
