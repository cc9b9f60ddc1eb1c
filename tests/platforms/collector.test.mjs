// The entry for collectors, in page and worker, wherever the main one works: as static files, and with bundlers that copy its
// WebAssembly and one that does not.

import assert from 'node:assert/strict'
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import * as esbuild from 'esbuild'
import webpack from 'webpack'
import { newProject, works, writeApp, writePage } from './apps.mjs'
import { visitor } from './in-chromium.mjs'
import { openSite } from './site.mjs'
import { viteBuild } from './vite.mjs'

const entry = 'inbounds/collector'
const wasmIn = async (folder) => (await readdir(folder)).filter((name) => name.endsWith('.wasm'))

/** That page and worker of a built app find what they should. */
async function worksFrom(t, folder) {
  assert.deepEqual(await visitor.visit(await openSite(t, folder)), { page: works, worker: works })
}

test('static files work', async (t) => {
  const project = await newProject(t)
  await writeApp(project, { entry: './node_modules/inbounds/dist/collector.js' })
  await writePage(project)
  await worksFrom(t, project)
})

test('what Vite builds works, and has just the file of the collector', async (t) => {
  const project = await newProject(t)
  await writeApp(project, { entry })
  await writePage(project)
  const built = await viteBuild('vite', project)
  const files = await wasmIn(join(built, 'assets'))
  assert.ok(files.length === 1 && files[0].startsWith('inbounds-collector-'), String(files))
  await worksFrom(t, built)
})

for (const mode of ['production', 'development']) {
  test(`what webpack builds for ${mode} works`, async (t) => {
    const project = await newProject(t)
    const path = join(project, 'dist')
    await mkdir(join(project, 'src'))
    await writeApp(join(project, 'src'), { entry })
    await writeFile(join(project, 'src/index.js'), `import './main.js'\n`)
    const stats = await promisify(webpack)({ context: project, mode, output: { path } })
    assert.ok(!stats.hasErrors() && !stats.hasWarnings(), stats.toString())
    await writePage(path, '', '<script defer src="main.js"></script>')
    assert.equal((await wasmIn(path)).length, mode === 'production' ? 1 : 0)
    await worksFrom(t, path)
  })
}

test('what esbuild builds works with a copy of the file beside it, and says so without', async (t) => {
  const project = await newProject(t)
  const outdir = join(project, 'dist')
  await writeApp(project, { entry })
  const entryPoints = [join(project, 'main.js'), join(project, 'worker.js')]
  await esbuild.build({ entryPoints, outdir, bundle: true, format: 'esm', logLevel: 'silent' })
  await writePage(outdir)
  const { page } = await visitor.visit(await openSite(t, outdir))
  assert.match(
    page.problem,
    /^LoadError: cannot load \S+\/inbounds-collector\.wasm: HTTP 404; .*load\({ wasm: address }\)$/
  )
  const file = 'inbounds-collector.wasm'
  await cp(join(project, 'node_modules/inbounds/dist', file), join(outdir, file))
  await worksFrom(t, outdir)
})
