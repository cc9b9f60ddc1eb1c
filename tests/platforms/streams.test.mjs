// privatiseStream wherever the package works: on workers where they can be started, otherwise without, and never with headers
// that SharedArrayBuffer would need.

import assert from 'node:assert/strict'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import * as esbuild from 'esbuild'
import { rollup } from 'rollup'
import webpack from 'webpack'
import { newProject, writeApp, writePage } from './apps.mjs'
import { visitor } from './in-chromium.mjs'
import { jsonFrom, nodes } from './runtimes.mjs'
import { openSite } from './site.mjs'
import { newVisitor } from './visitor.mjs'
import { viteBuild, viteServer } from './vite.mjs'

// Whatever is set here: a customer has said nothing of the kind, and node-resolve would obey it.
delete process.env.NODE_ENV

const found = { possible: 600_000, varied: true, chunks: [2, 1], refused: 'truths[1]' }
const onWorkers = { page: { ...found, onWorkers: 'true' }, isolated: false }
const inThePage = { page: { ...found, onWorkers: 'false' }, isolated: false }
const strict = {
  'content-security-policy': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
}

const loading = await readFile(new URL('../../web/docs/loading.md', import.meta.url), 'utf8')
const [, copied] = /`cp (node_modules\/inbounds\/dist\/inbounds-worker\.js) dist\/`/.exec(loading)

/** A project with a page that says what it found. */
async function newApp(t, entry = 'inbounds', where = '') {
  const project = await newProject(t)
  const folder = join(project, where)
  await mkdir(folder, { recursive: true })
  await writeApp(folder)
  await writeFile(
    join(folder, 'main.js'),
    `import { load } from '${entry}'
import { report } from './report.js'
import { stream } from './stream.js'
report({ page: stream(load()), isolated: crossOriginIsolated })
`
  )
  return project
}

test('plain files work under a strict policy', async (t) => {
  const project = await newApp(t, './node_modules/inbounds/dist/index.js')
  await writePage(project)
  assert.deepEqual(await visitor.visit(await openSite(t, project, { headers: strict })), onWorkers)
})

test('plain files work in Firefox', async (t) => {
  const project = await newApp(t, './node_modules/inbounds/dist/index.js')
  await writePage(project)
  const firefox = await newVisitor('Firefox')
  after(() => firefox.leave())
  assert.deepEqual(await firefox.visit(await openSite(t, project, { headers: strict })), onWorkers)
})

test('the single file makes its own workers, and does without where a policy forbids that', async (t) => {
  const project = await newApp(t, './node_modules/inbounds/dist/inline.js')
  await writePage(project)
  assert.deepEqual(await visitor.visit(await openSite(t, project)), onWorkers)
  assert.deepEqual(await visitor.visit(await openSite(t, project, { headers: strict })), inThePage)
})

for (const name of ['vite', 'vite-7']) {
  test(`what ${name} builds works, and so does its development server`, async (t) => {
    const project = await newApp(t)
    await writePage(project)
    const address = await viteServer(t, name, project)
    assert.deepEqual(await visitor.visit(address), onWorkers)
    assert.deepEqual(await visitor.visit(await openSite(t, await viteBuild(name, project))), onWorkers)
  })
}

for (const mode of ['production', 'development']) {
  test(`what webpack builds for ${mode} works`, async (t) => {
    const project = await newApp(t, 'inbounds', 'src')
    await writeFile(join(project, 'src/index.js'), `import './main.js'\n`)
    const path = join(project, 'dist')
    const stats = await promisify(webpack)({ context: project, mode, output: { path } })
    const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true })
    assert.deepEqual({ errors, warnings }, { errors: [], warnings: [] })
    await writePage(path, '', '<script defer src="main.js"></script>')
    assert.deepEqual(await visitor.visit(await openSite(t, path)), onWorkers)
  })
}

const bundlers = {
  esbuild: (input, outdir) =>
    esbuild.build({ entryPoints: [input], outdir, bundle: true, format: 'esm', logLevel: 'silent' }),
  Rollup: async (input, dir) => {
    const bundle = await rollup({ input, plugins: [nodeResolve()] })
    await bundle.write({ dir, format: 'es' })
    await bundle.close()
  }
}

for (const [name, bundle] of Object.entries(bundlers)) {
  test(`what ${name} builds has workers if their file was copied, and does without if not`, async (t) => {
    const project = await newApp(t)
    const output = join(project, 'dist')
    await bundle(join(project, 'main.js'), output)
    await writePage(output)
    await cp(join(project, 'node_modules/inbounds/dist/inbounds.wasm'), join(output, 'inbounds.wasm'))
    assert.deepEqual(await visitor.visit(await openSite(t, output)), inThePage)
    await cp(join(project, copied), join(output, 'inbounds-worker.js'))
    assert.deepEqual(await visitor.visit(await openSite(t, output)), onWorkers)
  })
}

test('who asks for workers and cannot have them is told why', async (t) => {
  const project = await newApp(t)
  const output = join(project, 'dist')
  const main = join(project, 'main.js')
  await writeFile(main, (await readFile(main, 'utf8')).replace('stream(load())', 'stream(load(), 2)'))
  await bundlers.esbuild(main, output)
  await writePage(output)
  await cp(join(project, 'node_modules/inbounds/dist/inbounds.wasm'), join(output, 'inbounds.wasm'))
  const { page } = await visitor.visit(await openSite(t, output))
  assert.match(page.problem, /^LoadError: no worker could be started: its file is missing, or .* forbids it; leave out/)
})

const deno = ['run', '--no-prompt', '--quiet', '--node-modules-dir=manual', '--allow-read=.']
for (const [name, args] of [...[...nodes, 'Bun'].map((name) => [name, []]), ['Deno', deno]]) {
  for (const entry of ['inbounds', 'inbounds/collector']) {
    test(`${entry} has threads in ${name}`, async (t) => {
      const project = await newApp(t)
      await writeFile(
        join(project, 'app.js'),
        `import { load } from '${entry}'
         import { stream } from './stream.js'
         console.log(JSON.stringify(await stream(load(), 2)))`
      )
      assert.deepEqual(await jsonFrom(name, project, [...args, 'app.js']), onWorkers.page)
    })
  }
}
