// privatiseStream in a real Chromium: workers that fail, pages that must not freeze, and what is left afterwards.

import assert from 'node:assert/strict'
import { appendFile, cp, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { eventually, removeFolder } from '../patience.mjs'
import { newVisitor, serveFor } from './visit.mjs'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))

/**
 * A page that has loaded the package.
 * @param {import('node:test').TestContext} t
 * @param {{ inWorker?: string, prepare?: (context: import('playwright-core').BrowserContext) => Promise<void> }} [wishes]
 *   inWorker: code that each worker runs as well; prepare: before the page loads
 */
async function openPage(t, { inWorker = '', prepare } = {}) {
  const site = await mkdtemp(join(tmpdir(), 'inbounds-workers-'))
  t.after(() => removeFolder(site))
  await cp(dist, join(site, 'dist'), { recursive: true })
  await writeFile(join(site, 'index.html'), '<!doctype html><title>Workers</title><link rel="icon" href="data:,">')
  await appendFile(join(site, 'dist/inbounds-worker.js'), inWorker)
  const server = await serveFor(t, site)
  const { context, complaints } = await newVisitor(t, server.url)
  await prepare?.(context)
  const page = await context.newPage()
  await page.goto(server.url)
  await page.evaluate(async () => {
    const { load, ParameterError } = await import('/dist/index.js')
    const { ReflectedLaplace } = await load()
    globalThis.ParameterError = ParameterError
    globalThis.unit = new ReflectedLaplace({ lower: 0, upper: 1, epsilon: 1 })
  })
  return { page, complaints }
}

test('ten million values on two workers: the page goes on, and workers draw differently', async (t) => {
  const { page, complaints } = await openPage(t)
  const found = await page.evaluate(async () => {
    const part = 2 ** 17
    let turns = 0
    const ticking = setInterval(() => ++turns, 4)
    const workers = new Set()
    const values = await globalThis.unit.privatiseStream(new Float64Array(10_000_000).fill(0.5), {
      workers: 2,
      onProgress: (progress) => workers.add(progress.workers)
    })
    clearInterval(ticking)
    const starts = Array.from({ length: 76 }, (_, at) => values.slice(at * part, at * part + 8).join())
    return {
      length: values.length,
      inside: values.every((value) => value >= 0 && value <= 1),
      different: new Set(starts).size,
      workers: [...workers],
      ticked: turns > 5,
      isolated: globalThis.crossOriginIsolated
    }
  })
  assert.deepEqual(found, {
    length: 10_000_000,
    inside: true,
    different: 76,
    workers: [2],
    ticked: true,
    isolated: false
  })
  assert.deepEqual(complaints, [])
})

test('an error in a worker reaches the caller, as an error of the package', async (t) => {
  const { page } = await openPage(t)
  const found = await page.evaluate(() => {
    const truths = new Float64Array(1_000_000)
    truths[700_001] = Number.NaN
    return globalThis.unit
      .privatiseStream(truths, { workers: 2 })
      .catch((error) => [error instanceof globalThis.ParameterError, error.message])
  })
  assert.deepEqual(found, [true, 'truths[700001] must be a number, got NaN'])
})

test('a worker that fails in the middle ends the whole, and the other workers with it', async (t) => {
  // By itself, after some parts of many: from outside, it may be done by then.
  const inWorker = `
    let messages = 0
    addEventListener('message', () => {
      if (++messages === 5) setTimeout(() => { throw new Error('out of order') })
    })`
  const { page } = await openPage(t, { inWorker })
  const outcome = await page.evaluate(() =>
    globalThis.unit.privatiseStream(new Float64Array(20_000_000), { workers: 2 }).then(
      () => 'done',
      (error) => error.message
    )
  )
  assert.match(outcome, /out of order/)
  await waitForWorkersToEnd(page)
})

test('an abort ends the workers at once', async (t) => {
  const { page } = await openPage(t)
  const outcome = await page.evaluate(async () => {
    const controller = new AbortController()
    const values = globalThis.unit.privatiseStream(new Float64Array(50_000_000), {
      workers: 2,
      signal: controller.signal,
      onProgress: () => controller.abort(new Error('enough'))
    })
    return values.then(
      () => 'done',
      (error) => error.message
    )
  })
  assert.equal(outcome, 'enough')
  await waitForWorkersToEnd(page)
})

test('workers that have nothing to do end by themselves', async (t) => {
  const { page } = await openPage(t, { prepare: (context) => context.clock.install() })
  await page.clock.pauseAt(Date.now() + 3_600_000) // how long they are kept is up to us
  const stream = () => page.evaluate(() => globalThis.unit.privatiseStream(new Float64Array(1_000_000), { workers: 2 }))
  await stream()
  const workers = page.workers()
  assert.equal(workers.length, 2, 'kept for whoever asks again')
  await page.clock.runFor(1900)
  await stream()
  await page.clock.runFor(1900)
  assert.deepEqual(page.workers().map((worker) => workers.indexOf(worker)), [0, 1], 'asked again, and kept again') // biome-ignore format: one line
  await page.clock.runFor(200)
  await waitForWorkersToEnd(page)
})

/** The browser tells a moment later. */
function waitForWorkersToEnd(page) {
  return eventually(() => assert.equal(page.workers().length, 0, 'all workers have ended'))
}
