import assert from 'node:assert/strict'
import test from 'node:test'
import { eventually } from '../patience.mjs'
import { axeComplaints } from './axe-complaints.mjs'
import { clickWhen, tab } from './in-page.mjs'
import { assertFits, phone } from './phone.mjs'
import { has, holds, isHidden, isShown, says } from './shows.mjs'
import { visit } from './visit.mjs'

/** Opens the view, and waits until both of its charts belong to the fields. */
async function open(t, wishes = {}) {
  const visited = await visit(t, { at: 'audit/', fails: true, ...wishes })
  await waitForDraws(visited.page)
  return visited
}

const waitForDraws = (page) =>
  page.waitForFunction(() => {
    const epsilon = document.querySelector('#exact-epsilon').value
    return epsilon !== '' && document.querySelector('#delta-chart').dataset.of === epsilon
  })

/** An element carries a number, but for rounding. */
function isNear(page, id, expected, tolerance) {
  return eventually(async () => {
    const value = Number(await page.locator(`#${id}`).getAttribute('value'))
    assert.ok(Math.abs(value - expected) <= tolerance, `#${id} is ${value}, not ${expected}`)
  })
}

test('a scale by hand is audited: exact epsilon, the worst pair, and what it means', async (t) => {
  const { page, complaints, foreign } = await open(t)
  await isNear(page, 'exact-epsilon', 1.48985, 1e-5)
  await says(page.locator('#worst-words'), /true values 0 and 0\.1: the output 0 is 4\.44 times likelier/)
  await page.fill('#scale', '0.2')
  await page.waitForFunction(() => Number(document.querySelector('#exact-epsilon').value) < 1)
  await waitForDraws(page)
  await says(page.locator('#delta-words'), /nothing escapes/)
  await has(page.locator('#loss-chart'), 'aria-label', /Privacy loss of the worst pair/)
  assert.deepEqual(complaints, [])
  assert.deepEqual(foreign(), [])
})

test('every mechanism can be chosen, and shows its own fields only', async (t) => {
  const { page, complaints } = await open(t)
  const expected = {
    ReflectedLaplace: ['lower', 'gaps', 'scale'],
    ClampedLaplace: ['lower', 'gaps', 'scale'],
    BoundedGaussian: ['lower', 'scale'],
    BetaPosterior: ['prior', 'method', 'scale'],
    DirichletPosterior: ['prior', 'method', 'scale'],
    SmoothLaplace: ['values', 'epsilon']
  }
  const all = [...new Set(Object.values(expected).flat())]
  for (const [mechanism, fields] of Object.entries(expected)) {
    await page.selectOption('#mechanism', mechanism)
    if (mechanism === 'SmoothLaplace') await page.fill('#delta', '1e-4')
    for (const field of all) await (fields.includes(field) ? isShown : isHidden)(page.locator(`#${field}`))
    await isHidden(page.locator('#stale-note'))
    await waitForDraws(page)
    await has(page.locator('#exact-epsilon'), 'value', /^(?!0$|-)\d/, mechanism)
    assert.doesNotMatch(await page.locator('.findings').textContent(), /NaN|undefined/, mechanism)
  }
  await page.selectOption('#mechanism', 'ReflectedLaplace')
  await page.getByLabel('Calibrated to a promise').check()
  await says(page.locator('#tight-words'), /least noise/)
  await isNear(page, 'exact-epsilon', 1, 1e-6)
  assert.deepEqual(complaints, [])
})

test('what is impossible is said beside its field, and the last result is marked as old', async (t) => {
  const { page } = await open(t)
  await page.fill('#sensitivity', '7')
  await page.locator('#sensitivity-error').filter({ hasText: 'at most' }).waitFor()
  await isShown(page.locator('#stale-note'))
  await has(page.locator('#sensitivity'), 'aria-invalid', 'true')
  await page.fill('#sensitivity', 'much')
  await page.locator('#sensitivity-error').filter({ hasText: 'must be a number, got much' }).waitFor()
  await page.fill('#sensitivity', '1')
  await isHidden(page.locator('#stale-note'))
  await says(page.locator('#sensitivity-error'), '')
  await page.fill('#promised', '-3')
  await page.locator('#promised-error').filter({ hasText: 'from 0.01 to 20' }).waitFor()
})

test('the state is in the address: a copied link opens the same audit', async (t) => {
  const { page, context } = await open(t)
  await page.selectOption('#mechanism', 'BoundedGaussian')
  await page.fill('#lower', '0, 1')
  await page.fill('#upper', '10, 9')
  await page.fill('#sensitivity', '4.47213595499958')
  await page.fill('#scale', '0.5')
  await page.fill('#promised', '2')
  await page.selectOption('#ends', 'folded')
  await page.waitForFunction(() => /promised=2&ends=folded/.test(location.hash) && location.hash.includes('scale=0.5'))
  await waitForDraws(page)
  const other = await context.newPage()
  await other.goto(page.url())
  await waitForDraws(other)
  await isNear(other, 'exact-epsilon', 187.69885, 1e-3)
  await holds(other.locator('#promised'), '2')
  await holds(other.locator('#ends'), 'folded')
})

test('the three mistakes follow the promise, by slider and by number', async (t) => {
  const { page, complaints } = await open(t)
  await says(page.locator('#unadjusted-words'), /loses 1\.4\d+ instead of 1/)
  await says(page.locator('#position-words'), /passes ε again at the output 11\.17/)
  await page.locator('#promised-slider').focus()
  await page.keyboard.press('PageUp')
  await holds(page.locator('#promised'), /^([2-9]|1\.\d)/)
  await page.fill('#promised', '0.5')
  await says(page.locator('#unadjusted-words'), /instead of 0\.5/)
  assert.deepEqual(complaints, [])
})

test('the attack is carried out, and can be cancelled', async (t) => {
  const { page, complaints } = await open(t)
  await clickWhen(page, { watched: '#attack-state', says: /\d%/, click: '#attack-cancel' })
  await page.click('#attack')
  await says(page.locator('#attack-state'), /Cancelled/)
  await isHidden(page.locator('#attack-table'))
  await page.locator('#attack').focus()
  await page.keyboard.press('Enter')
  await isShown(page.locator('#attack-table'))
  await has(page.locator('#textbook-share'), 'value', /^(0\.[5-9]|1$)/)
  await has(page.locator('#own-share'), 'value', '0')
  await says(page.locator('#attack-words'), /never mistaken.*Of ours none/)
  assert.deepEqual(complaints, [])
})

test('everything is reached with the keyboard', async (t) => {
  const { page } = await open(t)
  const reached = new Set()
  for (let press = 0; press < 40; ++press) {
    const { name, ring } = await tab(page, () => {
      const { outlineStyle } = getComputedStyle(document.activeElement)
      return { name: document.activeElement.id || document.activeElement.tagName, ring: outlineStyle !== 'none' }
    })
    if (name === 'BODY') break
    assert.ok(ring, `${name} shows that it has the focus`)
    reached.add(name)
  }
  for (const id of [
    'mechanism',
    'lower',
    'upper',
    'gaps',
    'sensitivity',
    'granularity',
    'guarantee',
    'scale',
    'promised-slider',
    'promised',
    'ends',
    'attack'
  ]) {
    assert.ok(reached.has(id), `${id} is reached`)
  }
})

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing to complain about, and nothing is wider than a phone, ${colorScheme}`, async (t) => {
    const { page } = await open(t, { visitor: { ...phone, colorScheme } })
    assert.deepEqual(await axeComplaints(page), [])
    await page.fill('#scale', 'x')
    await page.locator('#scale-error').filter({ hasText: 'number' }).waitFor()
    assert.deepEqual(await axeComplaints(page), [])
    await assertFits(page)
  })
}
