// From the form to the statistics: the recipe of a server, as it stands in the documents, with real visitors. Forms are filled
// in and sent in Chromium, thousands more answers are made private by the page's own functions, and all that the browser sends
// is looked at.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'node:test'
import { load } from 'inbounds/collector'
import { addPackage, assemble } from '../samples/assemble.mjs'
import { programs } from '../samples/fences.mjs'
import { axeComplaints } from './axe-complaints.mjs'
import { holds, isDisabled, says } from './shows.mjs'
import { newVisitor } from './visit.mjs'

const RECIPE = 'web/docs/recipes/server.md'
const { ReflectedLaplace, estimate } = await load()

const VISITORS = 3
const FORMS = 10 // that each of them fills in
const MORE = 1600 // answers that each of them gives without filling in a form
const TOGETHER = 20 // of those, the same answer and sent at the same time
const DAYS = [2, 3, 5, 10] // the true answers, one after the other
/** A part of true answers that no number between 0 and 30 has in it by chance: 2^-11. The mechanism rounds it away. */
const MARK = 0.00048828125

/** With this confidence, an interval that does not hold what it is for is no accident. */
const SURE = 1 - 1e-7

test('true answers stay in the browser, and their statistics come out', async (t) => {
  const { address, folder, files } = await startRecipe(t)
  const visitors = []
  while (visitors.length < VISITORS) visitors.push(await visitor(t, address)) // one after the other: they share a browser
  const mechanism = ReflectedLaplace.fromJSON(await (await fetch(`${address}/mechanism`)).json())
  await Promise.all(visitors.map((one, at) => answer(one, at, address)))

  await t.test('every file of the recipe was asked for', () => {
    const paths = visitors.flatMap(({ requests }) => requests.map(({ url }) => new URL(url).pathname.slice(1)))
    for (const file of files) assert.ok(paths.includes(file) || file === 'index.html', `${file} was not`)
  })

  const truths = visitors.flatMap(({ answers }) => answers)
  const reports = visitors.flatMap(({ requests }) => reportsIn(requests))

  await t.test('nothing but reports crosses the network', () => {
    for (const { requests } of visitors) {
      for (const request of requests) {
        const { origin, pathname, search, hash } = new URL(request.url)
        assert.equal(origin, address)
        assert.equal(search + hash, '', request.url)
        assert.equal(request.method, pathname === '/reports' ? 'POST' : 'GET')
        if (pathname === '/reports') assert.match(request.body, /^\{"report":([0-9]|[12][0-9]|30)\}$/)
        else assert.equal(request.body, null)
        assert.ok(!JSON.stringify(request).includes(String(MARK).slice(2)), 'no digit of a true answer')
        assert.equal(request.headers.cookie, undefined)
      }
    }
    assert.equal(reports.length, VISITORS * (FORMS + MORE))
  })

  await t.test('a report is the truth as often as the law of the mechanism says, and not more often', () => {
    const hits = reports.filter((report, at) => report === truths[at]).length
    const chances = truths.map((truth) => mechanism.at(truth).pmf(truth))
    const expected = chances.reduce((sum, chance) => sum + chance, 0)
    const deviation = Math.sqrt(chances.reduce((sum, chance) => sum + chance * (1 - chance), 0))
    // By chance less than once in a million runs.
    assert.ok(Math.abs(hits - expected) < 5.5 * deviation, `${hits} of ${reports.length}, ${expected} expected`)
  })

  await t.test('the collector has what was sent, in its file and in its statistics', async () => {
    const stored = (await readFile(join(folder, 'reports.txt'), 'utf8')).trim().split('\n').map(Number)
    assert.deepEqual(stored.sort(ascending), [...reports].sort(ascending))
    const found = await statisticsAt(address)
    assert.deepEqual(found, JSON.parse(JSON.stringify(estimate({ reports, mechanism }, { bins: 3 }))))
    assert.deepEqual(found.warnings, [])
  })

  await t.test(
    'its statistics are those of the true answers, and the plain average of the reports is not',
    async () => {
      const { mean, variance, quantiles, histogram } = estimate(
        { reports, mechanism },
        { bins: 3, confidence: SURE, quantiles: [0.4, 0.9] }
      )
      const trueMean = average(truths)
      assertHolds(mean, trueMean)
      assertHolds(variance, average(truths.map((truth) => (truth - trueMean) ** 2)))
      const sorted = [...truths].sort(ascending)
      for (const one of quantiles) assertHolds(one, sorted[Math.ceil(one.probability * sorted.length) - 1])
      for (const bin of histogram)
        assertHolds(bin, average(truths.map((day) => Number(day >= bin.from && day <= bin.to))))
      assert.ok(mean.high - mean.low < 8, `an interval from ${mean.low} to ${mean.high} says something`)
      assert.ok(average(reports) - trueMean > 2, `${average(reports)} is far off`) // by more than 20 standard errors
    }
  )

  for (const { complaints } of visitors) assert.deepEqual(complaints, [])
})

test('what no page sends is refused, and changes nothing', async (t) => {
  const { address } = await startRecipe(t)
  const one = await visitor(t, address)
  await fillIn(one.page, address, 7, true)
  const before = await statisticsAt(address)
  assert.equal(before.reports, 1)
  const forged = [
    '{"report":31}',
    '{"report":-1}',
    '{"report":1e9}',
    '{"report":"7"}',
    '{"report":[7,7,7]}',
    '{}',
    '7',
    ''
  ]
  const statuses = await one.page.evaluate(
    (bodies) => Promise.all(bodies.map(async (body) => (await fetch('/reports', { method: 'POST', body })).status)),
    forged
  )
  assert.deepEqual([...new Set(statuses)], [400])
  assert.deepEqual(await statisticsAt(address), before)
})

test('the page says what is promised, and axe finds nothing to complain about', async (t) => {
  const { address } = await startRecipe(t)
  const { page, complaints } = await visitor(t, address)
  await page.goto(address)
  await page.getByText('a factor of 7.39 (epsilon = 2)').waitFor()
  assert.deepEqual(await axeComplaints(page), [])
  assert.deepEqual(complaints, [])
})

test('without a connection the number is kept, and sent when there is one', async (t) => {
  const { address } = await startRecipe(t)
  const { page, context, requests, complaints } = await visitor(t, address)
  await page.goto(address)
  await page.getByText('a factor of 7.39').waitFor()
  await context.setOffline(true)
  await page.getByLabel('On how many').fill('29')
  await page.getByRole('button').click()
  await says(page.getByRole('status'), /Trying again sends the same number/)
  await holds(page.getByLabel('On how many'), '', 'the true answer is gone')
  await context.setOffline(false)
  await page.getByRole('button').click()
  await says(page.getByRole('status'), /Thank you/)
  const [first, second, ...more] = reportsIn(requests)
  assert.deepEqual([second, ...more], [first])
  assert.equal((await statisticsAt(address)).reports, 1)
  assert.deepEqual(complaints, ['Failed to load resource: net::ERR_INTERNET_DISCONNECTED'])
})

test('a page that is asked for more than was agreed sends nothing', async (t) => {
  const greed = ['epsilon: 20', 'epsilon: 2, sensitivity: 1', 'epsilon: 2, delta: 0.1', "epsilon: 2, outside: 'error'"]
  for (const words of greed) {
    const { address } = await startRecipe(t, (code) => code.replace('epsilon: 2', words))
    const { page, requests } = await visitor(t, address)
    await page.goto(address)
    await says(page.getByRole('status'), /this is less private than agreed/)
    await isDisabled(page.getByRole('button'), words)
    await page.getByLabel('On how many').fill('29')
    await page.getByLabel('On how many').press('Enter')
    await page.evaluate(() => fetch('mechanism')) // whatever was sent before is known by now
    assert.deepEqual(reportsIn(requests), [], words)
  }
})

/**
 * The collector of the recipe, with its page beside it, as its reader would start it.
 * @param {import('node:test').TestContext} t
 * @param {(code: string) => string} [changed] what becomes of the collector's code
 */
async function startRecipe(t, changed = (code) => code) {
  const program = (name) => programs.find((one) => one.name === name)
  const folder = await assemble(t, program(RECIPE))
  const collector = join(folder, 'collector.js')
  const code = await readFile(collector, 'utf8')
  await writeFile(collector, changed(code))
  const pageFolder = join(folder, 'page')
  await mkdir(pageFolder)
  const { files } = program(`${RECIPE} page/`)
  for (const { path, code } of files) await writeFile(join(pageFolder, path), code)
  await addPackage(pageFolder)

  const child = spawn(process.execPath, ['collector.js'], { cwd: folder, env: { ...process.env, PORT: '0' } })
  t.after(() => child.kill('SIGKILL')) // at once, whatever connections a browser keeps open
  const [line] = await child.stdout.setEncoding('utf8').take(1).toArray()
  return { address: line.trim(), folder, files: files.map(({ path }) => path) }
}

/** Somebody with a browser of their own. What it sends to the collector, and what its pages complain about, is written down. */
async function visitor(t, address) {
  const { context, complaints } = await newVisitor(t, address)
  const requests = []
  context.on('request', (request) => {
    const [url, method, body, headers] = [request.url(), request.method(), request.postData(), request.headers()]
    requests.push({ url, method, body, headers })
  })
  await context.route('**/favicon.ico', (route) => route.fulfill({ status: 204 })) // the page has none
  const page = await context.newPage()
  return { page, context, complaints, requests, answers: [] }
}

/** All that one of the visitors answers: in forms, by keyboard and by mouse, and by the functions of the page. */
async function answer({ page, context, answers }, at, address) {
  for (let form = 0; form < FORMS; ++form) {
    const truth = DAYS[(at * FORMS + form) % DAYS.length]
    await fillIn(page, address, truth, form % 2 === 0)
    answers.push(truth)
  }
  await context.unroute('**/favicon.ico') // while anything is routed, all requests take a long way
  const given = Array.from({ length: MORE / TOGETHER }, (_, part) => DAYS[part % DAYS.length] + MARK)
  await page.evaluate(
    async ([truths, together]) => {
      const { agreedMechanism, send } = await import('/report.js')
      const mechanism = await agreedMechanism()
      for (const truth of truths) {
        await Promise.all(Array.from({ length: together }, () => send(mechanism.privatise(truth))))
      }
    },
    [given, TOGETHER]
  )
  for (const truth of given) answers.push(...new Array(TOGETHER).fill(Math.round(truth)))
}

/** Fills the form in as people do, and waits for the thanks. */
async function fillIn(page, address, truth, byKeyboard) {
  await page.goto(address)
  await page.getByText('a factor of 7.39').waitFor()
  const field = page.getByLabel('On how many')
  await field.click()
  await page.keyboard.type(String(truth))
  if (byKeyboard) await page.keyboard.press('Enter')
  else await page.getByRole('button').click()
  await says(page.getByRole('status'), /Thank you/)
}

function reportsIn(requests) {
  return requests.filter(({ url }) => url.endsWith('/reports')).map(({ body }) => JSON.parse(body).report)
}

async function statisticsAt(address) {
  return (await fetch(`${address}/statistics`)).json()
}

/** That an interval holds a number. */
function assertHolds({ low, high, ...rest }, truth) {
  assert.ok(low <= truth && truth <= high, `${truth} is not from ${low} to ${high} (${JSON.stringify(rest)})`)
}

function average(list) {
  return list.reduce((sum, value) => sum + value, 0) / list.length
}

function ascending(a, b) {
  return a - b
}
