import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { copyWith, pressUntilItSays } from './in-page.mjs'
import { datum, visit } from './visit.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('the copied code runs in Node and does what the page shows', async (t) => {
  const { page } = await visit(t, { hash: '#lower=1&upper=9&epsilon=0.7&sensitivity=2&granularity=0.5' })
  const code = await copyWith(page, '#copy')
  assert.equal(code, await page.locator('#snippet').textContent())

  const program = `${code}\nconsole.log(JSON.stringify([mechanism.scale, mechanism.at(${await page.inputValue('#truth')}).mean]))`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: root, encoding: 'utf8' })
  assert.deepEqual(JSON.parse(output), [...(await datum(page, 'scale')), ...(await datum(page, 'mean'))])
})

test('where the clipboard is forbidden, the code is selected instead', async (t) => {
  const { page, complaints } = await visit(t, {
    prepare: (context) =>
      context.addInitScript(() => {
        Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined })
      })
  })
  await pressUntilItSays(page, '#copy', 'Selected')
  assert.match(await page.evaluate(() => String(getSelection())), /new ReflectedLaplace/)
  assert.deepEqual(complaints, [])
})
