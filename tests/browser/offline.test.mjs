// The site without a network: the server is really gone.

import assert from 'node:assert/strict'
import { appendFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { serve } from '../../tools/serve.mjs'
import { findChromium } from '../../tools/setup.mjs'
import { serviceWorker } from '../../tools/site/service-worker.mjs'
import { VIEWS } from '../../tools/site/views.mjs'

const builtPage = fileURLToPath(new URL('../../build/page', import.meta.url))
const below = 'some/where/'

/** The site below a path of a server that can be stopped, and a visitor of it. */
async function siteAndVisitor(t) {
  const root = await mkdtemp(join(tmpdir(), 'inbounds-offline-'))
  const folder = join(root, below)
  await cp(builtPage, folder, { recursive: true })
  const server = await serve(root, { port: 0 })
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  t.after(async () => {
    await browser.close()
    await server.close()
    await rm(root, { recursive: true })
  })
  const context = await browser.newContext()
  const foreign = []
  const complaints = []
  context.on('request', (request) => {
    if (!request.url().startsWith(server.url) && !request.url().startsWith('data:')) foreign.push(request.url())
  })
  context.on('weberror', (webError) => complaints.push(String(webError.error())))
  return { folder, server, context, foreign, complaints, address: server.url + below }
}

/** Waits until everything is kept. */
async function isKept(page) {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50))
  })
}

test('after one visit, every view and the documentation work without a server', async (t) => {
  const { server, context, foreign, complaints, address } = await siteAndVisitor(t)
  const page = await context.newPage()
  await page.goto(address)
  await isKept(page)
  await server.close()
  await assert.rejects(fetch(address), 'nobody answers any more')

  await page.reload()
  await page.waitForFunction(() => document.querySelector('#drawn-mean').value !== '')
  assert.equal(await page.locator('#scale').textContent(), '72.4002')
  for (const { address: path } of VIEWS) {
    await page.goto(address + path)
    await page.waitForLoadState('networkidle')
    assert.equal(await page.locator('#notice').textContent(), '', path)
    assert.equal(await page.locator('h1').count(), 1, path)
  }
  for (const path of ['docs/', 'docs/proofs/draws.html', 'docs/index.html']) {
    await page.goto(address + path)
    assert.equal(await page.locator('h1').count(), 1, path)
  }
  assert.deepEqual({ foreign, complaints }, { foreign: [], complaints: [] })
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
  await writeFile(join(folder, 'service-worker.js'), await serviceWorker(folder))

  await first.reload()
  assert.match(await first.locator('h1').textContent(), /^New: /, 'at once, although the old version is kept')
  await first.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    while (!registration.waiting) await new Promise((resolve) => setTimeout(resolve, 50))
  })
  assert.equal((await caches()).length, 2, 'the new one waits')

  await first.goto('about:blank') // the last page of the old version is closed
  await first.goto(address)
  await first.evaluate(async () => {
    while ((await globalThis.caches.keys()).length > 1) await new Promise((resolve) => setTimeout(resolve, 50))
  })
  const [after] = await caches()
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
