import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { npmFolders } from '../../tools/setup.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('with INBOUNDS_NO_INSTALL, what is missing is listed, and nothing is installed', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'inbounds-path-'))
  t.after(() => rmSync(folder, { recursive: true }))
  symlinkSync(process.execPath, join(folder, 'node')) // and no other program
  const env = { PATH: folder, INBOUNDS_NO_INSTALL: '1' }
  const setup = join(root, 'tools/setup.mjs')
  for (const [purpose, isTest] of [
    ['start', false],
    ['test', true]
  ]) {
    const { status, stderr, stdout } = spawnSync(process.execPath, [setup, purpose], { env, encoding: 'utf8' })
    assert.equal(status, 1)
    assert.equal(stdout, '')
    assert.match(stderr, new RegExp(`^npm ${purpose} needs what is not here yet:\n`))
    assert.match(stderr, /^ {2}- Emscripten \(emcc\) \(emscripten of Debian\)$/m)
    assert.match(stderr, /\nNothing was installed, as INBOUNDS_NO_INSTALL says\.\n$/)
    assert.equal(stderr.includes('Chromium'), isTest)
  }
})

test('what npm installs is as large as is said before', (t) => {
  for (const { folder, megabytes } of npmFolders) {
    const { stdout } = spawnSync('du', ['-sm', join(root, folder, 'node_modules')], { encoding: 'utf8' })
    const found = Number.parseInt(stdout, 10)
    t.diagnostic(`${folder}: ${found} MB`)
    assert.ok(Math.abs(found / megabytes - 1) < 0.15, `${folder} has ${found} MB, and ${megabytes} are announced`)
  }
})
