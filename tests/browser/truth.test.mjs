import assert from 'node:assert/strict'
import test from 'node:test'
import { eventually } from '../patience.mjs'
import { phone } from './phone.mjs'
import { has, holds } from './shows.mjs'
import { datum, visit } from './visit.mjs'

test('the true value moves by the keys of its slider', async (t) => {
  const { page } = await visit(t)
  const [slider, truth] = [page.locator('#truth-slider'), page.locator('#truth')]
  await slider.focus()
  for (const [key, value] of [
    ['ArrowRight', '38'],
    ['ArrowUp', '39'],
    ['ArrowLeft', '38'],
    ['PageUp', '48'],
    ['PageDown', '38'],
    ['ArrowDown', '37'],
    ['End', '120'],
    ['ArrowRight', '120'],
    ['Home', '0']
  ]) {
    await page.keyboard.press(key)
    await holds(truth, value, key)
    await has(slider, 'aria-valuetext', value, key)
  }
  await eventually(async () => {
    const [mean] = await datum(page, 'mean')
    assert.ok(mean > 30 && mean < 60, `the mean for the true value 0 is ${mean}`)
  })
})

test('the true value is dragged in the chart, and the slider’s thumb stays under the line', async (t) => {
  const { page, complaints } = await visit(t)
  const truth = page.locator('#truth')
  const plot = await page.locator('#chart .u-over').boundingBox()
  const slider = await page.locator('#truth-slider').boundingBox()
  const thumb = 22
  const xOf = (value) => slider.x + thumb / 2 + (value / 120) * (slider.width - thumb)
  const middle = plot.y + plot.height / 2

  await page.mouse.move(xOf(37), middle)
  await page.mouse.down()
  await page.mouse.move(xOf(60), middle, { steps: 5 })
  await holds(truth, '60')
  await page.mouse.move(xOf(90), middle, { steps: 5 })
  await page.mouse.up()
  await holds(truth, '90')

  await page.evaluate(() => {
    const note = () => {
      globalThis.hasMoved = true
    }
    addEventListener('pointermove', note)
  })
  await page.mouse.move(xOf(20), middle)
  await page.waitForFunction(() => globalThis.hasMoved)
  assert.equal(await truth.inputValue(), '90', 'nothing is held any more')
  await page.mouse.click(xOf(20), middle)
  await holds(truth, '20', 'a click sets it')

  await page.mouse.down()
  await page.mouse.move(plot.x + plot.width + 200, middle, { steps: 3 })
  await page.mouse.up()
  await holds(truth, '120', 'it stays inside the bounds')
  assert.deepEqual(complaints, [])
})

test('a finger drags sideways and taps; scrolling over the chart changes nothing', async (t) => {
  const { page, context } = await visit(t, { visitor: phone })
  const touch = await context.newCDPSession(page)
  const gesture = async (points) => {
    const send = (type, point) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] })
    await send('touchStart', points[0])
    for (const point of points.slice(1)) await send('touchMove', point)
    await send('touchEnd')
  }
  const truth = page.locator('#truth')
  const plot = await page.locator('#chart .u-over').boundingBox()
  const [centre, middle] = [plot.x + plot.width / 2, plot.y + plot.height / 2]

  const down = Array.from({ length: 8 }, (_, at) => ({ x: centre, y: middle - 20 * at }))
  await page.evaluate(() => {
    document.addEventListener('scrollend', () => {
      globalThis.scrolledTo = scrollY
    })
  })
  await gesture(down)
  await page.waitForFunction(() => globalThis.scrolledTo > 0)
  assert.equal(await truth.inputValue(), '37')

  await page.locator('#chart .u-over').scrollIntoViewIfNeeded()
  const now = await page.locator('#chart .u-over').boundingBox()
  const across = Array.from({ length: 8 }, (_, at) => ({
    x: now.x + now.width * (0.3 + 0.05 * at),
    y: now.y + now.height / 2
  }))
  await gesture(across)
  await eventually(async () => {
    const dragged = Number(await truth.inputValue())
    assert.ok(dragged > 70 && dragged < 85, `dragged to ${dragged}`)
  })

  await page.touchscreen.tap(now.x + now.width / 2, now.y + now.height / 2)
  await holds(truth, '60')
})

test('a true value outside the bounds is taken for the nearer bound, and the page says so', async (t) => {
  const { page } = await visit(t)
  await page.fill('#truth', '500')
  await page.locator('#truth-note').filter({ hasText: 'taken for 120' }).waitFor()
  await holds(page.locator('#truth-slider'), '120')
  await page.getByLabel('Whole numbers').check()
  await page.fill('#truth', '36.6')
  await page.locator('#truth-note').filter({ hasText: 'Rounded to 37' }).waitFor()
})
