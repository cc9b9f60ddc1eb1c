// The programs of the documentation that are pages: assembled as they stand there, served as static files, and used in
// Chromium as a visitor would use them. Every file of a program must have been asked for.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'node:test'
import { promisify } from 'node:util'
import { eventually } from '../patience.mjs'
import { addPackage, assemble } from '../samples/assemble.mjs'
import { programs, root } from '../samples/fences.mjs'
import { isEnabled } from './shows.mjs'
import { answersSurvey } from './survey.mjs'
import { newVisitor, serveFor } from './visit.mjs'
import { answersWeeklySurvey } from './weekly-survey.mjs'

const execute = promisify(execFile)

/** What is done with each page, and what must come of it. */
const uses = {
  'web/docs/recipes/survey-form.md': answersSurvey,
  'web/docs/recipes/weekly-survey.md': answersWeeklySurvey,
  'web/docs/much-data.md page/': byOne(privatisesColumn),
  'web/docs/loading.md import-map/': byOne(showsAnAge),
  'web/docs/loading.md static/': byOne(showsAnAge),
  'web/docs/loading.md bundled/': byOne(bundledShowsAnAge),
  'web/docs/loading.md service-worker/': byOne(serviceWorkerGivesAnAge)
}

/** Its page is that of a server, and used in collect.test.mjs. */
const COLLECTED = 'web/docs/recipes/server.md page/'

for (const program of programs.filter(({ place, name }) => place === 'browser' && name !== COLLECTED)) {
  test(`${program.name} does what it says`, async (t) => {
    assert.ok(Object.hasOwn(uses, program.name), `nobody opens ${program.name}: say how, in this test`)
    assert.ok(!program.files.some(({ code }) => code.includes('// =>')), 'values in a browser are not compared')
    const site = await assemble(t, program)
    await addPackage(site)
    const visitors = []
    const open = async (t) => {
      visitors.push(await openSite(t, site))
      return visitors.at(-1)
    }
    const also = (await uses[program.name](t, open, site)) ?? []
    const requests = visitors.flatMap(({ requests }) => requests)
    const paths = [...also, ...requests.map((address) => new URL(address).pathname.slice(1))]
    const missed = program.files.filter(({ path }) => path !== 'index.html' && !paths.includes(path))
    assert.deepEqual(missed, [], 'files that nobody asked for')
  })
}

test('every use is that of a page in the documents', () => {
  const names = programs.map(({ name }) => name)
  for (const name of Object.keys(uses)) assert.ok(names.includes(name), `${name} is not there any more`)
})

/** A visitor of a site, who has not opened its page yet. */
async function openSite(t, site) {
  const server = await serveFor(t, site)
  const { context, complaints, requests } = await newVisitor(t, server.url)
  await context.route('**/favicon.ico', (route) => route.fulfill({ status: 204 })) // none of the pages has one
  const page = await context.newPage()
  return { page, context, complaints, requests, address: server.url }
}

/** A use that takes one visitor, whose page complains about nothing. */
function byOne(use) {
  return async (t, open, site) => {
    const opened = await open(t)
    const also = await use(opened, site)
    assert.deepEqual(opened.complaints, [])
    return also
  }
}

async function privatisesColumn({ page, address }) {
  const workers = []
  page.on('worker', (worker) => workers.push(worker))
  await page.goto(address)
  const [start, bar] = [page.getByRole('button', { name: 'Make them private' }), page.getByRole('progressbar')]
  const outcome = (hasText) => page.getByRole('status').filter({ hasText }).textContent()

  // Cancelled as soon as there is progress: a machine with much to do would come too late from here.
  await page.evaluate(() => {
    const cancelOnce = new MutationObserver(() => {
      cancelOnce.disconnect()
      document.getElementById('cancel').click()
    })
    cancelOnce.observe(document.getElementById('progress'), { attributes: true })
  })
  await isEnabled(start)
  await start.press('Enter')
  await outcome('Cancelled.')
  assert.ok((await bar.evaluate((element) => element.value)) < 1, 'it was in the middle')
  assert.ok(workers.length > 0, 'it is done by workers')

  await isEnabled(start)
  await start.press('Enter')
  const text = await outcome('private values')
  const [, count, first] = /^(\d+) private values, the first of them (\d+)\.$/.exec(text)
  assert.equal(count, '10000000')
  assert.ok(Number(first) <= 120, text)
  await eventually(async () => assert.equal(await bar.evaluate((element) => element.value), 1))
}

async function showsAnAge({ page, address }) {
  await page.goto(address)
  const text = await page.getByText(/^A private age: \d+$/).textContent()
  assert.ok(Number(text.match(/\d+$/)) <= 120, text)
}

async function bundledShowsAnAge(opened, site) {
  await execute(join(root, 'node_modules/.bin/esbuild'), ['main.js', '--bundle', '--format=esm', '--outdir=out'], {
    cwd: site
  })
  await copyFile(join(site, 'node_modules/inbounds/dist/inbounds.wasm'), join(site, 'out/inbounds.wasm'))
  await showsAnAge(opened)
  assert.ok(opened.requests.some((address) => address.endsWith('/out/inbounds.wasm')))
  return ['main.js']
}

// The page does not load the package itself: without the service worker, it has no age to show.
async function serviceWorkerGivesAnAge(opened) {
  await showsAnAge(opened)
  assert.ok(!opened.requests.some((address) => new URL(address).search), 'the true age goes nowhere')
  return ['service-worker.js']
}
