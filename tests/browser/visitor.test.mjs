// The visitor itself: there is one place to go to, and whoever asks somebody else is found out.

import assert from 'node:assert/strict'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { removeFolder } from '../patience.mjs'
import { newVisitor, serveFor } from './visit.mjs'

test('a page that asks another server fails its test, and no other name leads anywhere', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'inbounds-visitor-'))
  t.after(() => removeFolder(folder))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Asks</title><link rel="icon" href="data:,">')
  const [own, other] = [await serveFor(t, folder), await serveFor(t, folder)]
  const { port } = new URL(other.url)

  /** What a page comes to that asks for some addresses, and whether its test passes. */
  async function comesTo(addresses) {
    const hooks = []
    const { context } = await newVisitor({ after: (hook) => hooks.push(hook) }, own.url)
    const page = await context.newPage()
    await page.goto(own.url)
    const answers = await page.evaluate((all) => {
      const outcomeOf = (address) => fetch(address, { mode: 'no-cors' }).then(() => 'answered', () => 'refused') // biome-ignore format: one thought
      return Promise.all(all.map(outcomeOf))
    }, addresses)
    const passes = (await Promise.allSettled(hooks.map(async (hook) => hook()))).every(
      ({ status }) => status === 'fulfilled'
    )
    return { answers, passes }
  }

  assert.deepEqual(await comesTo([own.url]), { answers: ['answered'], passes: true })
  assert.deepEqual(await comesTo([other.url]), { answers: ['answered'], passes: false })
  const names = [`http://localhost:${port}/`, `http://[::1]:${port}/`, `http://anything.localhost:${port}/`]
  const refused = { answers: ['refused', 'refused', 'refused'], passes: false }
  assert.deepEqual(await comesTo(names), refused)
})
