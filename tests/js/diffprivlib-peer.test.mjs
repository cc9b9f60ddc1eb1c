// The benchmark beside diffprivlib, where there is none, or one that does not work: Pythons that are real, and made to lack it.

import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { askDiffprivlib } from '../bench/diffprivlib-peer.mjs'

const wishes = { draws: 10, calibrations: 1, queries: [{ width: 1, sensitivity: 1, epsilon: 1, delta: 0 }] }
const howToGetIt = /`pip install diffprivlib` gets it; the environment variable PYTHON names another/

/** A program that runs Python without any installed packages, or with these files among them. */
async function pythonWith(t, files) {
  const folder = await mkdtemp(join(tmpdir(), 'inbounds-python-'))
  t.after(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, 'packages/diffprivlib'), { recursive: true })
    await writeFile(join(folder, 'packages/diffprivlib', name), text)
  }
  const program = join(folder, 'python')
  const packages = `PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=${join(folder, 'packages')}`
  await writeFile(program, `#!/bin/sh\n${packages} exec python3 -S "$@"\n`)
  await chmod(program, 0o755)
  return program
}

test('without diffprivlib, one sentence says how to get it', async (t) => {
  const python = await pythonWith(t, {})
  const { measured, skipped } = askDiffprivlib(wishes, python)
  assert.equal(measured, undefined)
  assert.match(skipped, /^diffprivlib was skipped: .*python does not have it \(/)
  assert.match(skipped, howToGetIt)
})

test('without Python, another one does', () => {
  const { skipped } = askDiffprivlib(wishes, 'no-such-python')
  assert.match(skipped, /^diffprivlib was skipped: there is no no-such-python \(/)
  assert.match(skipped, howToGetIt)
})

test('the environment variable PYTHON names the program', async (t) => {
  const before = process.env.PYTHON
  t.after(() => {
    if (before === undefined) delete process.env.PYTHON
    else process.env.PYTHON = before
  })
  process.env.PYTHON = 'no-such-python'
  assert.match(askDiffprivlib(wishes).skipped, /there is no no-such-python/)
})

test('a diffprivlib that fails when it is imported is told, not hidden', async (t) => {
  const cases = {
    "raise ValueError('made for another numpy')\n": 'ValueError: made for another numpy',
    'import a_module_that_is_not_there\n': "ModuleNotFoundError: No module named 'a_module_that_is_not_there'"
  }
  for (const [text, reason] of Object.entries(cases)) {
    const { skipped } = askDiffprivlib(wishes, await pythonWith(t, { '__init__.py': text }))
    assert.ok(skipped.endsWith(`has it, but importing it failed: ${reason}`), skipped)
  }
})

test('a diffprivlib with another interface is told, too', async (t) => {
  const mechanisms = ['LaplaceBoundedDomain', 'LaplaceFolded', 'LaplaceTruncated'].map(
    (name) => `class ${name}: pass\n`
  )
  const files = { '__init__.py': "__version__ = '99'\n", 'mechanisms.py': mechanisms.join('') }
  const { skipped } = askDiffprivlib(wishes, await pythonWith(t, files))
  assert.match(skipped, /^diffprivlib was skipped: measuring it failed: TypeError: /)
})
