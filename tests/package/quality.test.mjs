// The tarball, as tools that judge packages see it, and as its reader does: no dead link, no sentence of a paper missing.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { COLLECTOR_LIMIT, filesOf, MAIN_ENTRY_LIMIT, sizeOf, sizeReport, TARBALL_LIMIT } from '../../tools/sizes.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

let folder
let packed
let tarball
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inbounds-quality-'))
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  ;[packed] = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }))
  tarball = await readFile(join(folder, packed.filename))
})
after(() => rm(folder, { recursive: true, force: true }))

test('publint has nothing to say', async () => {
  const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer }, strict: true })
  assert.deepEqual(
    messages.map((message) => formatMessage(message, pkg)),
    []
  )
})

test('the types are right for bundlers and for Node, in every entry', async () => {
  const { problems, entrypoints } = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)), {
    excludeEntrypoints: ['./inbounds.wasm', './inbounds-collector.wasm'] // files, not modules
  })
  // ESM only: `require` gets a module of its own kind (Node 22 and newer), and TypeScript's resolution of 2014 knows no exports.
  const supported = problems.filter(({ resolutionKind, resolutionOption }) => {
    return resolutionKind !== 'node10' && resolutionKind !== 'node16-cjs' && resolutionOption !== 'node10'
  })
  assert.deepEqual(supported, [])
  for (const entry of ['.', './inline', './testing', './collector', './budget']) {
    for (const kind of ['node16-esm', 'bundler']) {
      const { resolution } = entrypoints[entry].resolutions[kind]
      assert.ok(resolution.isTypeScript, `${entry} has types for ${kind}`)
    }
  }
})

test('no types are shipped but those that an entry leads to', async () => {
  const shipped = packed.files.map(({ path }) => path).filter((name) => name.endsWith('.d.ts'))
  const reached = new Set(
    ['index', 'inline', 'testing', 'collector', 'budget'].map((entry) => `dist/types/${entry}.d.ts`)
  )
  for (const path of reached) {
    const text = await readFile(join(root, path), 'utf8')
    for (const [, name] of text.matchAll(/(?:from |import\()['"](\.\.?\/[\w/-]+)\.js['"]/g))
      reached.add(normalize(join(dirname(path), `${name}.d.ts`)))
  }
  assert.deepEqual([...reached].sort(), shipped.sort())
})

test('every link in the package leads somewhere in the package', async () => {
  const paths = new Set(packed.files.map(({ path }) => path))
  let seen = 0
  for (const path of [...paths].filter((name) => name.endsWith('.md'))) {
    // Where theorems are used and tested is for those who have the sources, and says so by their paths.
    const text = (await readFile(join(root, path), 'utf8')).replace(/```.*?```|^\*(Used:|Tests?)\*.*$/gms, '')
    for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?:|#)/.test(target)) continue
      seen += 1
      const [file] = target.split('#')
      assert.ok(
        paths.has(normalize(join(dirname(path), file))),
        `${path} links to ${target}, which is not in the package`
      )
    }
  }
  assert.ok(seen > 20, 'the pattern still finds links')
})

test('the package is as small as promised', () => {
  const { gzip } = sizeOf(filesOf('index.js'))
  const collector = sizeOf(filesOf('collector.js')).gzip
  console.log(`${sizeReport()}\n${'tarball'.padEnd(40)}${(packed.size / 1000).toFixed(1).padStart(8)}`)
  assert.ok(gzip < MAIN_ENTRY_LIMIT, `the main entry has ${gzip} bytes`)
  assert.ok(collector < COLLECTOR_LIMIT, `the entry for collectors has ${collector} bytes`)
  assert.ok(packed.size < TARBALL_LIMIT, `the tarball has ${packed.size} bytes`)
})

test('the entries share nothing with those of the collector, which so cannot make them larger', () => {
  const namesOf = (entries) => new Set(entries.flatMap((entry) => filesOf(`${entry}.js`)))
  const main = namesOf(['index', 'node', 'inline', 'testing', 'testing-node', 'testing-inline'])
  const collector = namesOf(['collector', 'collector-node', 'collector-inline'])
  assert.deepEqual(
    [...collector].filter((name) => main.has(name)),
    []
  )
})

test('the modules do not say where they were built', async () => {
  for (const { path } of packed.files.filter(({ path: name }) => name.endsWith('.wasm'))) {
    const module = await readFile(join(root, path))
    assert.ok(!module.includes(root), `${path} has the path of this folder inside: an assertion, perhaps?`)
  }
})

test('nothing waits at the top of a module, and nothing needs eval', async () => {
  // But the command line, which is a program and nobody's import; the CSV parser in it has a function that would, and is never called.
  const scripts = packed.files.map(({ path }) => path).filter((name) => name.endsWith('.js') && !/\/cli\b/.test(name))
  for (const path of scripts) {
    const code = await readFile(join(root, path), 'utf8')
    assert.doesNotMatch(code, /\beval\(|new Function\b/, path)
  }
  // A module that waits cannot be had by require(), which Node 22 and newer would say; Node 20 is asked to compile it.
  const { build } = await import('esbuild')
  const entries = scripts.filter((name) => /^dist\/(?!shared-)[\w-]+\.js$/.test(name))
  assert.ok(entries.length >= 9, String(entries))
  for (const entry of entries) {
    const { metafile } = await build({
      entryPoints: [join(root, entry)],
      bundle: true,
      write: false,
      metafile: true,
      format: 'iife', // has no top-level await: esbuild refuses it
      platform: 'node',
      logLevel: 'silent'
    })
    assert.ok(Object.keys(metafile.inputs).length > 0)
  }
})
