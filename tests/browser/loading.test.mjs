import assert from 'node:assert/strict'
import test from 'node:test'
import { eventually } from '../patience.mjs'
import { says } from './shows.mjs'
import { settle, visit } from './visit.mjs'

test('the page loads without a complaint and asks nobody else for anything', async (t) => {
  const { complaints, requests, foreign } = await visit(t)
  assert.deepEqual(complaints, [])
  assert.ok(requests.length >= 4, `only ${requests.length} requests were seen`)
  assert.deepEqual(foreign(), [])
})

test('after loading, nothing is sent or fetched, whatever the visitor does', async (t) => {
  const { page, context, complaints, requests } = await visit(t)
  const before = requests.length
  await context.setOffline(true)
  await page.fill('#truth', '99')
  await page.fill('#epsilon', '3')
  await page.getByLabel('Whole numbers').check()
  await page.getByRole('button', { name: 'Draw again' }).click()
  await settle(page)
  assert.equal(requests.length, before)
  assert.deepEqual(complaints, [])
})

test('the page works under a sub-path', async (t) => {
  const { page, complaints, requests, address } = await visit(t, { below: 'some/where/' })
  await says(page.locator('#scale'), '72.4002')
  assert.deepEqual(
    requests.filter((url) => !url.startsWith(address) && !url.startsWith('data:')),
    []
  )
  assert.deepEqual(complaints, [])
})

test('the policy is in force: a script that is not the page’s own does not run', async (t) => {
  const { page, complaints } = await visit(t)
  const ran = await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'globalThis.intruded = true'
    document.head.append(script)
    return globalThis.intruded === true
  })
  assert.equal(ran, false)
  const isOfPolicy = (text) => text.includes('Content Security Policy') || text.startsWith('CSP')
  await eventually(() => assert.ok(complaints.some(isOfPolicy), 'it complains'))
})

test('without its WebAssembly the page says so', async (t) => {
  const { page } = await visit(t, {
    fails: true,
    prepare: (context) => context.route('**/*.wasm', (route) => route.fulfill({ status: 404, body: 'not here' }))
  })
  await says(page.locator('#notice'), /could not be started; reloading it may help: .*HTTP 404\.$/)
})

test('without random bits the page does not start, and says why', async (t) => {
  const { page, complaints } = await visit(t, { fails: true, prepare: withoutRandomBitsFrom(1) })
  await says(page.locator('#notice'), /could not be started.*getRandomValues fails/)
  assert.deepEqual(complaints, [])
})

test('when random bits run out later, no value is drawn, and the page says so', async (t) => {
  const { page, complaints } = await visit(t, { fails: true, prepare: withoutRandomBitsFrom(2) })
  await says(page.locator('#notice'), /No values were drawn/)
  assert.equal(await page.locator('#drawn-mean').getAttribute('value'), '')
  assert.deepEqual(complaints, [])
})

/** Makes the platform's generator refuse arrays of that length or longer; load() tries it with a single byte. */
function withoutRandomBitsFrom(length) {
  return (context) =>
    context.addInitScript((refused) => {
      const working = crypto.getRandomValues.bind(crypto)
      crypto.getRandomValues = (bytes) => {
        if (bytes.length >= refused) throw new Error('no entropy')
        return working(bytes)
      }
    }, length)
}
