// The folders that customers are kept in: made by several at once, and not kept for ever.

import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { removeUnused, takePlace } from './customer.mjs'

async function scratch(t, ...names) {
  const folder = await mkdtemp(join(tmpdir(), 'inbounds-customers-'))
  t.after(() => rm(folder, { recursive: true }))
  for (const name of names) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'whose'), name)
  }
  return folder
}

test('of two who make the same folder, the second takes that of the first', async (t) => {
  const folder = await scratch(t, 'first', 'second')
  const place = join(folder, 'place')
  for (const name of ['first', 'second']) await takePlace(join(folder, name), place)
  assert.deepEqual(await readdir(folder), ['place'])
  assert.equal(await readFile(join(place, 'whose'), 'utf8'), 'first')
})

test('a folder that cannot be moved for another reason is an error', async (t) => {
  const folder = await scratch(t, 'mine')
  await assert.rejects(takePlace(join(folder, 'mine'), join(folder, 'nowhere/place')), { code: 'ENOENT' })
  await writeFile(join(folder, 'file'), '')
  await assert.rejects(takePlace(join(folder, 'mine'), join(folder, 'file')), { code: 'ENOTDIR' })
  assert.equal(await readFile(join(folder, 'mine/whose'), 'utf8'), 'mine')
})

test('what nobody has used for long is removed', async (t) => {
  const folder = await scratch(t, 'used', 'unused', 'new-left-behind')
  const before = new Date(Date.now() - 10_000)
  for (const name of ['unused', 'new-left-behind']) await utimes(join(folder, name), before, before)
  await removeUnused(folder, 5_000)
  assert.deepEqual(await readdir(folder), ['used'])
})
