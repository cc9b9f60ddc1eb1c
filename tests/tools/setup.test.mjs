// What a command needs, and how large it is: said before anything is installed. The programs of this machine are hidden.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { npmFolders } from '../../tools/setup.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What a command says where Node and some made-up programs are all there is; nothing may be installed. */
function refusalOf(t, words, programs = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'inbounds-path-'))
  t.after(() => rmSync(folder, { recursive: true }))
  symlinkSync(process.execPath, join(folder, 'node'))
  for (const name in programs) writeFileSync(join(folder, name), `#!/bin/sh\n${programs[name]}\n`, { mode: 0o755 })
  const env = { PATH: folder, INBOUNDS_NO_INSTALL: '1' }
  const [script, ...rest] = words.split(' ')
  const args = [join(root, 'tools', script), ...rest]
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  assert.equal(status, 1, stderr)
  assert.equal(stdout, '')
  assert.match(stderr, /\nNothing was installed, as INBOUNDS_NO_INSTALL says\.\n$/)
  return stderr
}

test('what is missing is listed with its size and the sum of all, and nothing is installed', (t) => {
  const text = refusalOf(t, 'setup.mjs test')
  assert.match(text, /^ {2}- Emscripten \(emcc\): about 1250 MB \(emscripten of Debian\)$/m)
  const sizes = [...text.matchAll(/^ {2}- .*: about (\d+) MB/gm)].map(([, megabytes]) => Number(megabytes))
  assert.equal(sizes.length, text.match(/^ {2}- /gm).length)
  const sum = sizes.reduce((all, megabytes) => all + megabytes, 0)
  assert.match(text, new RegExp(`^That is about ${sum} MB in all, less what they share\\.$`, 'm'))
})

test('a command asks, by its name, for what it uses and nothing else', (t) => {
  const others = ['C++20', 'libFuzzer', 'Chromium', 'Firefox', 'tests/platforms']
  for (const [words, command, expected] of [
    ['setup.mjs start', 'npm start', []],
    ['setup.mjs test', 'npm test', ['C++20', 'libFuzzer', 'Chromium', 'Firefox']],
    ['test.mjs quick', 'npm test -- quick', ['C++20']],
    ['test.mjs types browser', 'npm test -- types browser', ['Chromium']],
    ['bench.mjs sampling', 'npm run bench', ['C++20', 'Chromium']],
    ['coverage.mjs 1', 'npm run coverage', ['C++20']],
    ['test-long.mjs 1', 'npm run test:long', ['libFuzzer']]
  ]) {
    const text = refusalOf(t, words)
    assert.ok(text.startsWith(`${command} needs what is not here yet:\n`), text)
    assert.match(text, /^ {2}- CMake/m)
    const listed = others.filter((name) => text.includes(name))
    assert.deepEqual(
      listed.filter((name) => name !== 'tests/platforms'),
      expected
    )
    if (listed.includes('tests/platforms')) assert.equal(command, 'npm test') // they may be there
  }
})

test('MPFR is found by the compiler that there is, whichever it is', (t) => {
  const compiler = 'case "$*" in *--version*) echo version 14.0.6 ;; *) exit 0 ;; esac'
  for (const name of ['g++', 'clang++']) {
    const text = refusalOf(t, 'setup.mjs test', { [name]: compiler })
    assert.ok(!text.includes('C++20') && !text.includes('MPFR'), text)
  }
})

test("where Chromium is, its headless shell is not asked for, though Debian has one; where it isn't, it comes along", (t) => {
  const debian = { 'apt-cache': 'exit 0' }
  assert.doesNotMatch(refusalOf(t, 'setup.mjs test', { ...debian, chromium: '' }), /headless|Chromium/)
  assert.match(refusalOf(t, 'setup.mjs test', debian), /^ {2}- Chromium: .*chromium-headless-shell/m)
})

// On other systems, and of other processors, the programs among the packages have other sizes.
if (process.platform === 'linux' && process.arch === 'x64') {
  test('what npm installs is about as large as is said before', (t) => {
    for (const { folder, megabytes } of npmFolders) {
      const modules = join(root, folder, 'node_modules')
      if (folder !== '.' && !existsSync(modules)) continue // only some suites have it installed
      const found = sizeOf(modules) / 1e6
      t.diagnostic(`${folder}: ${found.toFixed()} MB`)
      assert.ok(found > 0.6 * megabytes && found < 1.4 * megabytes, `${folder} has ${found.toFixed()} MB, and ${megabytes} are announced`) // biome-ignore format: one thought
    }
  })
}

/** The bytes of all files below, whatever they take on this disk. */
function sizeOf(folder) {
  const entries = readdirSync(folder, { recursive: true })
  const sizes = entries.map((name) => lstatSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
  return sizes.reduce((sum, size) => sum + size, 0)
}
