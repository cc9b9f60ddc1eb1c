// Every mechanism for numbers and every option, by input events, compared with the package in Node.

import assert from 'node:assert/strict'
import test from 'node:test'
import { load } from 'inbounds'
import { eventually } from '../patience.mjs'
import { carries, counts, has, holds, isChecked, isDisabled, says } from './shows.mjs'
import { settle, visit } from './visit.mjs'

const inbounds = await load()

async function assertShows(page, name, options) {
  await settle(page)
  const mechanism = new inbounds[name](options)
  const law = mechanism.at(Number(await page.inputValue('#truth')))
  await carries(page, 'scale', [mechanism.scale])
  await carries(page, 'mean', [law.mean])
  await carries(page, 'deviation', [Math.sqrt(law.variance)])
  await says(page.locator('#describe'), mechanism.describe())
  await says(page.locator('#snippet'), new RegExp(`new ${name}\\(`))
}

/** Waits for the next settled picture: what is shown now must not be taken for it. */
async function change(page, change) {
  await page.evaluate(() => {
    document.querySelector('#drawn-mean').value = ''
  })
  await change()
  await settle(page)
}

test('each mechanism, tight and published, shows what the package computes', async (t) => {
  const { page, complaints } = await visit(t, { hash: '#lower=0&upper=120&epsilon=1&sensitivity=10' })
  await page.getByText('More: mechanism').click()
  const options = { lower: 0, upper: 120, epsilon: 1, sensitivity: 10 }
  for (const name of ['BoundedLaplace', 'ClampedLaplace', 'BoundedGaussian', 'ReflectedLaplace']) {
    await change(page, () => page.getByLabel('Mechanism').selectOption(name))
    await assertShows(page, name, options)
    await change(page, () => page.getByRole('radio', { name: /^published/ }).check())
    await assertShows(page, name, { ...options, calibration: 'published' })
    await change(page, () => page.getByRole('radio', { name: /^tight/ }).check())
  }
  assert.deepEqual(complaints, [])
})

test('delta, the metric guarantee, a given scale and open ends do what they say', async (t) => {
  const { page, complaints } = await visit(t, { hash: '#lower=0&upper=120&epsilon=1&sensitivity=10' })
  await page.getByText('More: mechanism').click()
  const options = { lower: 0, upper: 120, epsilon: 1, sensitivity: 10 }
  await change(page, () => page.fill('#delta', '0.01'))
  await assertShows(page, 'ReflectedLaplace', { ...options, delta: 0.01 })
  await says(page.locator('#loss-largest'), /that is what delta is for/)
  await page.locator('#delta-slider').focus()
  await change(page, () => page.keyboard.press('Home'))
  await holds(page.locator('#delta'), '0')

  await change(page, () => page.getByRole('radio', { name: /^metric/ }).check())
  await assertShows(page, 'ReflectedLaplace', { ...options, guarantee: 'metric' })
  await change(page, () => page.getByRole('radio', { name: /^dp/ }).check())

  await change(page, () => page.fill('#own-scale', '25'))
  await isChecked(page.locator('#amount-scale'), 'typing a scale chooses it')
  await assertShows(page, 'ReflectedLaplace', { lower: 0, upper: 120, sensitivity: 10, scale: 25 })
  const { epsilon } = new inbounds.ReflectedLaplace({ lower: 0, upper: 120, sensitivity: 10, scale: 25 })
  await holds(page.locator('#epsilon'), String(Number(epsilon.toPrecision(6))), 'epsilon follows')
  await change(page, () => page.fill('#epsilon', '1'))
  await isChecked(page.locator('#amount-epsilon'), 'and leads again when it is typed')

  await change(page, () => page.getByLabel('no upper bound').check())
  await assertShows(page, 'ReflectedLaplace', { ...options, upper: Infinity })
  await isDisabled(page.locator('#upper'))
  await change(page, () => page.getByLabel('no lower bound').check())
  await assertShows(page, 'ReflectedLaplace', { ...options, lower: -Infinity, upper: Infinity })
  assert.deepEqual(complaints, [])
})

test('what a mechanism cannot do is said beside the option that asks for it', async (t) => {
  const { page, complaints } = await visit(t, { hash: '#lower=0&upper=120&epsilon=1&sensitivity=10' })
  await page.getByText('More: mechanism').click()
  await page.getByLabel('Mechanism').selectOption('BoundedGaussian')
  await page.getByRole('radio', { name: /^metric/ }).check()
  await page.locator('#guarantee-error').filter({ hasText: "must be 'dp'" }).waitFor()
  await page.getByRole('radio', { name: /^dp/ }).check()
  await page.getByRole('button', { name: 'Add a gap' }).click()
  await page.locator('#gaps-error').filter({ hasText: 'has one interval' }).waitFor()
  await page.getByLabel('Mechanism').selectOption('BoundedLaplace')
  await page.fill('#truth', '60')
  await page
    .locator('#truth-error')
    .filter({ hasText: /gap|spans|outside/ })
    .waitFor()
  await page.fill('#truth', '20')
  await page.getByLabel(/refuse true values/).check()
  await page.fill('#truth', '500')
  await page.locator('#truth-error').filter({ hasText: '120' }).waitFor()
  assert.deepEqual(complaints, [])
})

test('mechanisms stand side by side as compare() has them, and one is shown by its button', async (t) => {
  const { page, complaints } = await visit(t, { hash: '#lower=0&upper=120&epsilon=1&sensitivity=10' })
  await page.getByText('Mechanisms side by side').click()
  const found = inbounds.compare({ lower: 0, upper: 120, epsilon: 1, sensitivity: 10 })
  await says(page.locator('#comparison-reason'), found.reason)
  const rows = page.locator('#comparison-rows tr')
  await counts(rows, 4)
  const { scale } = found.mechanisms.find(({ mechanism }) => mechanism === 'BoundedLaplace')
  await eventually(async () => {
    const row = await rows.nth(1).textContent()
    assert.ok(row.includes(String(Number(scale.toPrecision(5)))), row)
  })
  await change(page, () => page.getByRole('button', { name: 'Show BoundedLaplace' }).click())
  await assertShows(page, 'BoundedLaplace', { lower: 0, upper: 120, epsilon: 1, sensitivity: 10 })
  await has(page.locator('#comparison-chart'), 'aria-label', /On average: ReflectedLaplace/)
  assert.deepEqual(complaints, [])
})
