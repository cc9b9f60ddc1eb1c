// The package as a <script type="module"> loads it from a plain server, on the page's own thread and in module workers,
// under a strict policy: the seeded stream is the one on file, and the random one is never the same twice.

import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { removeFolder } from '../patience.mjs'
import { newVisitor, serveFor } from './visit.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'"
const files = ['seeded_draws', 'reflected_draws', 'gaussian_draws'].map((name) => `tests/vectors/${name}.json`)
const contents = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')))
const vectors = contents.flatMap((text) => JSON.parse(text))

/** What a thread should draw. Gaussian noise has other draws in a batch than one by one, and no rate. */
const expected = vectors.map(({ rate, outputs, singles = outputs, batch = outputs }) => ({
  rate: String(rate),
  single: singles,
  batch
}))

/** A site of the package's static files, the vectors and a page that uses them; nothing else of the repository. */
async function openStreams(t) {
  const site = await mkdtemp(join(tmpdir(), 'inbounds-streams-'))
  t.after(() => removeFolder(site))
  for (const part of ['dist', ...files, 'tests/browser/streams']) {
    await cp(join(root, part), join(site, part), { recursive: true })
  }
  const server = await serveFor(t, site)
  const { context, complaints } = await newVisitor(t, server.url)
  // As a header on every file: a worker obeys the policy of its own file, not that of the page.
  await context.route(`${server.url}**`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } })
  })
  const page = await context.newPage()
  await page.goto(`${server.url}tests/browser/streams/`)
  await page.waitForFunction(() => globalThis.streams !== undefined)
  return { page, complaints }
}

test('page and workers draw the stream on file, and fresh values that nobody else draws', async (t) => {
  const { page, complaints } = await openStreams(t)
  const threads = await page.evaluate(() => globalThis.streams.draws())
  assert.equal(threads.length, 3)
  for (const { seeded } of threads) {
    assert.deepEqual(seeded, expected)
  }
  const fresh = threads.map((thread) => thread.fresh)
  assert.ok(fresh.flat().every((y) => y >= 0 && y <= 1))
  // 16 of 2^24 points each: two that agree have a chance of less than 2^-300.
  assert.equal(new Set(fresh.map(String)).size, 3, 'no two threads share their random bits')
  assert.deepEqual(complaints, [])
})

test('the policy was in force in all of them: text does not run as code', async (t) => {
  const { page } = await openStreams(t)
  assert.deepEqual(await page.evaluate(() => globalThis.streams.runsText()), [false, false, false])
})
