import assert from 'node:assert/strict'
import test from 'node:test'
import { load } from 'inbounds'
import { eventually } from '../patience.mjs'
import { carries, has, holds, isChecked, isDisabled, isHidden, isShown, says } from './shows.mjs'
import { settle, visit } from './visit.mjs'

const { ReflectedLaplace } = await load()

test('typed settings give what the package gives in Node', async (t) => {
  const { page, complaints } = await visit(t)
  await page.fill('#lower', '-2.5')
  await page.fill('#upper', '40')
  await page.fill('#epsilon', '0.3')
  await page.fill('#truth', '7')
  await settle(page)
  await assertShows(page, { lower: -2.5, upper: 40, epsilon: 0.3 }, 7)

  await page.fill('#sensitivity', '2')
  await settle(page)
  await isChecked(page.getByLabel(/Differences up to/), 'typing a sensitivity chooses it')
  await assertShows(page, { lower: -2.5, upper: 40, epsilon: 0.3, sensitivity: 2 }, 7)

  await page.getByLabel('Whole numbers').check()
  await settle(page)
  await assertShows(page, { lower: -2.5, upper: 40, epsilon: 0.3, sensitivity: 2, granularity: 1 }, 7)

  await page.fill('#granularity', '1/3')
  await settle(page)
  await assertShows(page, { lower: -2.5, upper: 40, epsilon: 0.3, sensitivity: 2, granularity: 1 / 3 }, 7)

  await page.getByLabel(/Each value by itself/).check()
  await page.getByLabel(/Any number/).check()
  await settle(page)
  await assertShows(page, { lower: -2.5, upper: 40, epsilon: 0.3 }, 7)
  assert.deepEqual(complaints, [])
})

test('the epsilon slider is logarithmic and follows the field', async (t) => {
  const { page } = await visit(t)
  const slider = page.locator('#epsilon-slider')
  await slider.focus()
  const field = page.locator('#epsilon')
  await page.keyboard.press('Home')
  await holds(field, '0.01')
  await page.keyboard.press('End')
  await holds(field, '10')
  await page.fill('#epsilon', '1')
  await slider.focus()
  await page.keyboard.press('ArrowRight')
  await holds(field, '1.1')
  await has(slider, 'aria-valuetext', '1.1')
  for (const [text, position] of [
    ['100', '1'],
    ['0', '-2'],
    ['-3', '-2'],
    ['1', '0'],
    ['0.1', '-1']
  ]) {
    await page.fill('#epsilon', text)
    await holds(slider, position, `the slider for ${text}`)
  }
  await settle(page) // nothing moves any more
  const { x, y, width, height } = await slider.boundingBox()
  const third = x + width / 3
  await page.mouse.click(third, y + height / 2)
  const clicked = await eventually(async () => {
    const value = Number(await field.inputValue())
    assert.ok(value > 0.085 && value < 0.12, `a third of the way is 0.1, got ${value}`)
    return value
  })
  await carries(page, 'scale', [new ReflectedLaplace({ lower: 0, upper: 120, epsilon: clicked }).scale])
})

test('what is impossible is said beside its field, the old picture is marked, and both pass', async (t) => {
  const { page, complaints } = await visit(t)
  const upper = page.locator('#upper')
  await upper.fill('-5')
  const error = page.locator('#upper-error')
  await says(error, /must be greater than lower \(0\), got -5/)
  await has(upper, 'aria-invalid', 'true')
  await has(upper, 'aria-describedby', /(^| )upper-error( |$)/)
  await isShown(page.locator('#stale-note'))
  await isDisabled(page.locator('#draw-again'))
  await says(page.locator('#scale'), '72.4002', 'the last picture stays')
  await says(page.locator('#announcer'), /must be greater than lower/)

  await upper.fill('50')
  await settle(page)
  await says(error, '')
  await has(upper, 'aria-invalid', null)
  await isHidden(page.locator('#stale-note'))
  await assertShows(page, { lower: 0, upper: 50, epsilon: 1 }, 37)
  assert.deepEqual(complaints, [])
})

test('every field has its own words for what is wrong', async (t) => {
  const { page, complaints } = await visit(t)
  for (const [field, text, words] of [
    ['lower', '', 'Lower must be a number'],
    ['epsilon', '0', 'Epsilon must be greater than 0'],
    ['epsilon', '1e9', 'Epsilon must be from'],
    ['truth', '', 'Truth must be a number'],
    ['sensitivity', '200', 'Sensitivity must be at most upper - lower (120)'],
    ['granularity', '0.3', 'Granularity must be a power of two'],
    ['granularity', 'abc', 'Granularity must be a number']
  ]) {
    const before = await page.inputValue(`#${field}`)
    await page.fill(`#${field}`, text)
    const error = page.locator(`#${field}-error`)
    await error.filter({ hasText: words }).waitFor()
    await has(page.locator(`#${field}`), 'aria-invalid', 'true', field)
    await page.fill(`#${field}`, before)
    await says(error, '')
  }
  // Nothing was typed here: the choice itself is refused.
  await page.getByLabel(/Each value by itself/).check()
  await page.fill('#upper', '0.5')
  await page.getByLabel('Whole numbers').check()
  await says(page.locator('#granularity-error'), /two values/)
  await has(page.getByRole('radiogroup', { name: /Released values/ }), 'aria-invalid', 'true')
  assert.deepEqual(complaints, [])
})

test('extreme settings are shown or refused, never a broken page', async (t) => {
  const { page, complaints } = await visit(t)
  for (const [lower, upper, epsilon] of [
    ['0', '1e-12', '1'],
    ['-1e140', '1e140', '1'],
    ['1000000', '1000001', '0.5'],
    ['0', '1e300', '1'],
    ['0', '120', '700'],
    ['0', '120', '1e-9']
  ]) {
    await page.fill('#lower', lower)
    await page.fill('#upper', upper)
    await page.fill('#epsilon', epsilon)
    await page.evaluate(() => {
      document.querySelector('#drawn-mean').value = '' // what is shown now must not be taken for what comes
    })
    await page.locator('#truth-slider').focus()
    await page.keyboard.press('ArrowRight')
    await page.waitForFunction(() => {
      const refused = [...document.querySelectorAll('.error')].some((words) => words.textContent !== '')
      return refused || document.querySelector('#drawn-mean').value !== ''
    })
  }
  await says(page.locator('#notice'), '')
  assert.deepEqual(complaints, [])
})

test('the address holds the settings but not the true value', async (t) => {
  const { page, address } = await visit(t, { hash: '#lower=1&upper=5&epsilon=2&granularity=1' })
  await assertShows(page, { lower: 1, upper: 5, epsilon: 2, granularity: 1 }, 3)
  await isChecked(page.getByLabel('Whole numbers'))

  await page.fill('#sensitivity', '2')
  await page.fill('#truth', '4.25')
  await page.waitForURL(/sensitivity=2/)
  assert.doesNotMatch(page.url(), /4\.25/)
  assert.equal(page.url().split('#')[0], address.split('#')[0])

  await page.reload()
  await settle(page)
  await assertShows(page, { lower: 1, upper: 5, epsilon: 2, sensitivity: 2, granularity: 1 }, 3)
})

test('an address that asks for the impossible says what is wrong, over the first picture', async (t) => {
  const { page, complaints } = await visit(t, { hash: '#lower=9&upper=3&epsilon=x' })
  await says(page.locator('#upper-error'), /must be greater than lower \(9\)/)
  await holds(page.locator('#epsilon'), '1', 'what is no number is left out')
  await settle(page)
  await isShown(page.locator('#stale-note'))
  assert.deepEqual(complaints, [])
})

async function assertShows(page, options, truth) {
  const mechanism = new ReflectedLaplace(options)
  const law = mechanism.at(truth)
  await carries(page, 'scale', [mechanism.scale])
  await carries(page, 'mean', [law.mean])
  await carries(page, 'bias', [law.bias])
  await carries(page, 'deviation', [Math.sqrt(law.variance)])
  await carries(page, 'interval', law.interval(0.95))
  await says(page.locator('#describe'), mechanism.describe())
}
