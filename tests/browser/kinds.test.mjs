// Places, counts and statistics: what is shown is what the package computes in Node.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { load } from 'inbounds'
import { eventually } from '../patience.mjs'
import { axeComplaints } from './axe-complaints.mjs'
import { copyWith } from './in-page.mjs'
import { assertFits, phone } from './phone.mjs'
import { carries, has, holds, isShown, says } from './shows.mjs'
import { visit } from './visit.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const inbounds = await load()
const kinds = { point: 'A place', counts: 'Counts of answers', statistic: 'A statistic of a count' }

/** Chooses a kind, and waits for its picture. */
async function choose(page, kind) {
  await page.getByRole('radio', { name: kinds[kind] }).check()
  await says(page.locator(`#${kind}-snippet`), /new /)
}

test('a place: the numbers are those of the box, and it is dragged on the map', async (t) => {
  const { page, complaints } = await visit(t)
  await choose(page, 'point')
  const options = { lower: [0, 1], upper: [10, 9], epsilon: 2 }
  const assertShows = async (expected, truth) => {
    const mechanism = new inbounds.BoundedGaussian(expected)
    const [x, y] = mechanism.at(truth)
    await carries(page, 'point-scale-value', [mechanism.scale])
    await carries(page, 'point-mean-x', [x.mean])
    await carries(page, 'point-bias-y', [y.bias])
  }
  await assertShows(options, [3, 4.5])
  await page.fill('#point-sensitivity', '4')
  await assertShows({ ...options, sensitivity: 4 }, [3, 4.5])

  const drawn = page.locator('#point-drawn')
  await says(drawn, '2,000 private places') // nothing moves any more
  const plot = await page.locator('#point-chart .u-over').boundingBox()
  await page.mouse.move(plot.x + plot.width * 0.3, plot.y + plot.height * 0.5)
  await page.mouse.down()
  await page.mouse.move(plot.x + plot.width * 0.8, plot.y + plot.height * 0.25, { steps: 5 })
  await page.mouse.up()
  const truth = await eventually(async () => {
    const [x, y] = [Number(await page.inputValue('#point-x')), Number(await page.inputValue('#point-y'))]
    assert.ok(Math.abs(x - 8) < 0.2 && Math.abs(y - 7) < 0.2, `${x}, ${y}`)
    return [x, y]
  })
  await assertShows({ ...options, sensitivity: 4 }, truth)
  await says(drawn, '2,000 private places')

  await page.fill('#point-upper-x', '-4')
  await says(page.locator('#point-upper-error'), /greater/)
  await isShown(page.locator('#point-stale'))
  assert.deepEqual(complaints, [])
})

test('counts: two answers and three, every method, a worker that leaves the page alone', async (t) => {
  const { page, complaints, requests, foreign } = await visit(t)
  await choose(page, 'counts')
  const beta = new inbounds.BetaPosterior({ prior: [1, 1], trials: 100, epsilon: 1 })
  await carries(page, 'counts-distance', [beta.expectedDistance(37)])
  await carries(page, 'counts-hit', [beta.probabilities(37)[37]])
  await page.locator('#counts-first-slider').focus()
  await page.keyboard.press('ArrowRight')
  await carries(page, 'counts-distance', [beta.expectedDistance(38)])

  await page.getByText('More: method').click()
  for (const method of ['global', 'smooth', 'varying']) {
    await page.locator('#counts-method').selectOption(method)
    const expected = new inbounds.BetaPosterior({ prior: [1, 1], trials: 100, epsilon: 1, method })
    await carries(page, 'counts-distance', [expected.expectedDistance(38)])
  }
  await page.locator('#counts-method').selectOption('local')
  await page.locator('#counts-drawn').filter({ hasText: 'not private' }).waitFor()
  await page.locator('#counts-method').selectOption('geometric')

  const turns = page.evaluate(async () => {
    let longest = 0
    let last = performance.now()
    for (let turn = 0; turn < 60; ++turn) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }
    return longest
  })
  await page.getByRole('radio', { name: /Three/ }).check()
  const dirichlet = new inbounds.DirichletPosterior({ prior: [1, 1, 1], trials: 30, epsilon: 1 })
  await carries(page, 'counts-distance', [dirichlet.expectedDistance([15, 9, 6])])
  t.diagnostic(`the longest pause of the page was ${(await turns).toFixed(0)} ms`)
  await page.locator('#counts-look').selectOption('1')
  await has(page.locator('#counts-chart'), 'aria-label', /released for 9 of 30/)

  await page.fill('#counts-first', '31')
  await page.locator('#counts-counts-error, #counts-other-error').filter({ hasText: /\w/ }).first().waitFor()
  assert.deepEqual(foreign(), [])
  assert.ok(requests.some((url) => url.endsWith('/counts-worker.js')))
  assert.deepEqual(complaints, [])
})

test('a statistic: scale and audit are those of the package', async (t) => {
  const { page, complaints } = await visit(t)
  await choose(page, 'statistic')
  const values = (of) => Array.from({ length: 101 }, (_, yes) => of(yes, 100))
  const variance = new inbounds.SmoothLaplace({
    values: values((yes, n) => ((yes + 1) * (n - yes + 1)) / ((n + 2) ** 2 * (n + 3))),
    epsilon: 1,
    delta: 1e-6
  })
  await carries(page, 'statistic-scale', [variance.scales[37]])
  await page.locator('#statistic-formula').selectOption('odds')
  await page.getByText('More: calibration').click()
  await page.getByRole('radio', { name: 'published' }).last().check()
  const odds = new inbounds.SmoothLaplace({
    values: values((yes, n) => (yes + 1) / (n - yes + 1)),
    epsilon: 1,
    delta: 1e-6,
    calibration: 'published'
  })
  await carries(page, 'statistic-scale', [odds.scales[37]])
  await page.locator('#statistic-formula').selectOption('own')
  await page.fill('#statistic-values', '1, 2; 4 8.5, 16')
  const own = new inbounds.SmoothLaplace({
    values: [1, 2, 4, 8.5, 16],
    epsilon: 1,
    delta: 1e-6,
    calibration: 'published'
  })
  await page.fill('#statistic-count', '3')
  await carries(page, 'statistic-scale', [own.scales[3]])
  await page.fill('#statistic-values', '1, x')
  await page.locator('#statistic-values-error').filter({ hasText: 'Values must be numbers, got x' }).waitFor()
  await page.locator('#statistic-formula').selectOption('share')
  await page.fill('#statistic-delta', '0')
  await page.locator('#statistic-delta-error').filter({ hasText: 'Delta must be' }).waitFor()
  await page.fill('#statistic-delta', '0.001')
  await page.fill('#statistic-count', '37.5')
  await page.locator('#statistic-count-error').filter({ hasText: 'whole number' }).waitFor()
  assert.deepEqual(complaints, [])
})

for (const kind of Object.keys(kinds)) {
  test(`${kinds[kind]}: its code runs in Node, its link opens the same view, and the true value is not in it`, async (t) => {
    const { page, context, complaints } = await visit(t)
    await choose(page, kind)
    await page.fill(`#${kind}-epsilon`, '0.75')
    await says(page.locator(`#${kind}-snippet`), /epsilon: 0\.75/)
    const code = await page.locator(`#${kind}-snippet`).textContent()
    execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: root })
    const link = await copyWith(page, '#copy-link')
    assert.match(link, new RegExp(`#kind=${kind}&.*epsilon=0\\.75`))
    assert.doesNotMatch(link.split('#')[1], /37|4\.5|truth|count=/)
    const second = await context.newPage()
    await second.goto(link)
    await says(second.locator(`#${kind}-snippet`), /epsilon: 0\.75/)
    const options = (text) => /\(\{([\s\S]*?)\}\)/.exec(text)[1]
    assert.equal(options(await second.locator(`#${kind}-snippet`).textContent()), options(code))
    assert.deepEqual(complaints, [])
  })

  test(`${kinds[kind]}: axe finds nothing, in the light and the dark, and nothing is wider than a phone`, async (t) => {
    const { page } = await visit(t, { hash: `#kind=${kind}`, fails: true })
    await says(page.locator(`#${kind}-snippet`), /new /)
    await page.locator(`#kind-${kind} summary`).click()
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme })
      assert.deepEqual({ colorScheme, found: await axeComplaints(page) }, { colorScheme, found: [] })
    }
    await page.setViewportSize(phone.viewport)
    await assertFits(page)
  })
}

test('kinds are chosen by the arrow keys, and each keeps its settings', async (t) => {
  const { page, complaints } = await visit(t)
  await page.getByRole('radio', { name: 'A number' }).focus()
  await page.keyboard.press('ArrowRight')
  await says(page.locator('#point-snippet'), /BoundedGaussian/)
  await page.fill('#point-epsilon', '3')
  await page.getByRole('radio', { name: 'A place' }).focus()
  await page.keyboard.press('ArrowLeft')
  await isShown(page.locator('#chart'))
  await page.keyboard.press('ArrowRight')
  await isShown(page.locator('#point-chart'))
  await holds(page.locator('#point-epsilon'), '3')
  await page.waitForURL(/kind=point/)
  assert.deepEqual(complaints, [])
})
