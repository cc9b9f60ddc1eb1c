import assert from 'node:assert/strict'
import test from 'node:test'
import { eventually } from '../patience.mjs'
import { numberFrom } from './number-from.mjs'
import { has } from './shows.mjs'
import { barRows, datum, visit } from './visit.mjs'

const laws = {
  'whole numbers': 'lower=0&upper=20&epsilon=2&granularity=1',
  'thirds, with bounds that are no multiples': 'lower=0.1&upper=6.5&epsilon=1&granularity=0.3333333333333333',
  'a fine lattice': 'lower=-3&upper=5&epsilon=4',
  'a narrow peak': 'lower=0&upper=120&epsilon=1&sensitivity=1',
  'more whole numbers than bars': 'lower=0&upper=997&epsilon=3&granularity=1'
}

for (const [kind, settings] of Object.entries(laws)) {
  test(`${kind}: the 10,000 values lie inside the bounds and follow the exact law`, async (t) => {
    const { page, complaints } = await visit(t, { hash: `#${settings}` })
    await assertFollowsItsLaw(page)
    assert.deepEqual(complaints, [])
  })
}

test('“Draw again” draws other values from the same law', async (t) => {
  const { page } = await visit(t)
  const first = await barRows(page)
  const [mean, drawnMean] = [await datum(page, 'mean'), await datum(page, 'drawn-mean')]
  await page.getByRole('button', { name: 'Draw again' }).click()
  await eventually(async () => assert.notDeepEqual(await datum(page, 'drawn-mean'), drawnMean))
  assert.deepEqual(await datum(page, 'mean'), mean)
  const second = await barRows(page)
  assert.notDeepEqual(column(second, 'drawn'), column(first, 'drawn'))
  assert.deepEqual(column(second, 'share'), column(first, 'share'))
})

test('the chart is drawn: bars, law and true value are on the canvas, and the bars are those that were drawn', async (t) => {
  const { page } = await visit(t, { hash: '#lower=0&upper=4&epsilon=1&granularity=1' })
  const rows = await barRows(page)
  const max = Math.max(...column(rows, 'drawn'))
  await eventually(async () => {
    const heights = await page.evaluate(measureBars)
    assert.equal(heights.length, 5)
    const tallest = Math.max(...heights)
    for (const [at, { drawn }] of rows.entries()) {
      const share = heights[at] / tallest
      assert.ok(Math.abs(share - drawn / max) < 0.03, `bar ${at}: ${heights[at]} px for ${drawn} draws`)
    }
  })
})

test('how long a redraw takes', async (t) => {
  const { page } = await visit(t)
  await page.locator('#truth-slider').focus()
  for (let press = 0; press < 20; ++press) await page.keyboard.press('ArrowRight')
  for (let press = 0; press < 5; ++press) await page.getByRole('button', { name: 'Draw again' }).click()
  const times = await eventually(async () => {
    const found = await page.evaluate(() => performance.getEntriesByName('redraw').map(({ duration }) => duration))
    assert.ok(found.length >= 20, `${found.length} redraws`)
    return found
  })
  const sorted = times.slice(1).sort((a, b) => a - b)
  const [median, worst] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map((time) => time.toFixed(1))
  t.diagnostic(
    `first picture ${times[0].toFixed(1)} ms; after that median ${median} ms, longest ${worst} ms (${sorted.length} redraws)`
  )
})

async function assertFollowsItsLaw(page) {
  const [lower, upper] = [Number(await page.inputValue('#lower')), Number(await page.inputValue('#upper'))]
  const rows = await barRows(page)
  assert.equal(sum(rows, 'drawn'), 10_000)
  assert.ok(Math.abs(sum(rows, 'share') - 1) < 1e-3, 'the exact shares add up to 1')
  for (const value of rows.flatMap(({ values }) => values)) {
    assert.ok(value >= lower - 1e-6 && value <= upper + 1e-6, `${value} is outside`)
  }
  await has(page.locator('#chart'), 'aria-label', / 10,000 private values/)
  const label = await page.locator('#chart').getAttribute('aria-label')
  const [smallest, largest] = /smallest (\S+), largest (\S+)\./.exec(label).slice(1).map(numberFrom)
  assert.ok(smallest >= lower && largest <= upper && smallest < largest, label)

  const [[mean], [deviation], [drawnMean]] = [
    await datum(page, 'mean'),
    await datum(page, 'deviation'),
    await datum(page, 'drawn-mean')
  ]
  assert.ok(Math.abs(drawnMean - mean) < (6 * deviation) / Math.sqrt(10_000), `${drawnMean} is too far from ${mean}`)
  const { statistic, limit } = chiSquare(rows)
  assert.ok(statistic < limit, `chi-square ${statistic} of at most ${limit}`)
}

/** In the page: the height of each bar, in pixels of the canvas, a little left of where the line of the true value can be. */
function measureBars() {
  const canvas = document.querySelector('#chart canvas')
  const paint = canvas.getContext('2d')
  const probe = document.createElement('canvas').getContext('2d')
  probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--bars')
  probe.fillRect(0, 0, 1, 1)
  const bar = probe.getImageData(0, 0, 1, 1).data
  const over = document.querySelector('.u-over')
  const slider = document.querySelector('#truth-slider').getBoundingClientRect()
  const [from, length] = [slider.left + 11 - canvas.getBoundingClientRect().left, slider.width - 22]
  return [0, 1, 2, 3, 4].map((value) => {
    const x = Math.round((from + (length * value) / 4 - 12) * devicePixelRatio)
    const { data, height } = paint.getImageData(
      x,
      0,
      1,
      Math.round((over.offsetTop + over.offsetHeight) * devicePixelRatio)
    )
    let painted = 0
    for (let y = 0; y < height; ++y) {
      if ([0, 1, 2].every((channel) => Math.abs(data[4 * y + channel] - bar[channel]) < 3)) painted++
    }
    return painted
  })
}

/** Bars with few expected draws are joined; the limit is the one a normal variable passes at six standard deviations. */
function chiSquare(rows) {
  const joined = [{ expected: 0, drawn: 0 }]
  for (const { share, drawn } of rows) {
    const last = joined.at(-1)
    last.expected += 10_000 * share
    last.drawn += drawn
    if (last.expected >= 20) joined.push({ expected: 0, drawn: 0 })
  }
  const rest = joined.pop()
  joined.at(-1).expected += rest.expected
  joined.at(-1).drawn += rest.drawn
  const statistic = joined.reduce((total, { expected, drawn }) => total + (drawn - expected) ** 2 / expected, 0)
  const freedom = joined.length - 1
  const ninth = 2 / (9 * freedom)
  return { statistic, limit: freedom * (1 - ninth + 6 * Math.sqrt(ninth)) ** 3 }
}

function sum(rows, name) {
  return rows.reduce((total, row) => total + row[name], 0)
}

function column(rows, name) {
  return rows.map((row) => row[name])
}
