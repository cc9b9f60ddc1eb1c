// Bundlers that copy no files, esbuild and Rollup, and what the documents say to do with them.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import * as esbuild from 'esbuild'
import { rollup } from 'rollup'
import { newProject, works, writeApp, writePage } from './apps.mjs'
import { visitor } from './in-chromium.mjs'
import { openSite } from './site.mjs'

// Whatever is set here: a customer has said nothing of the kind, and node-resolve would obey it.
delete process.env.NODE_ENV

const loading = await readFile(new URL('../../web/docs/loading.md', import.meta.url), 'utf8')
const [, copied] = /`cp (node_modules\/inbounds\/\S+) dist\/`/.exec(loading)
const [loadingFrom, place] = /load\(\{ wasm: '\/(\S+)' \}\)/.exec(loading)

/** Page and worker, each a bundle that is an ES module. */
const bundlers = {
  async esbuild(folder) {
    const entryPoints = [join(folder, 'main.js'), join(folder, 'worker.js')]
    await esbuild.build({ entryPoints, outdir: join(folder, 'dist'), bundle: true, format: 'esm', logLevel: 'silent' })
  },
  async Rollup(folder) {
    const input = [join(folder, 'main.js'), join(folder, 'worker.js')]
    const bundle = await rollup({ input, plugins: [nodeResolve()] })
    await bundle.write({ dir: join(folder, 'dist'), format: 'es' })
    await bundle.close()
  }
}

for (const [name, bundle] of Object.entries(bundlers)) {
  /** What page and worker find when the wasm was copied to a place, if to any. */
  async function findWith(t, wishes, copyTo) {
    const project = await newProject(t)
    await writeApp(project, wishes)
    await bundle(project)
    await writePage(join(project, 'dist'))
    if (copyTo) await cp(join(project, copied), join(project, 'dist', copyTo))
    return visitor.visit(await openSite(t, join(project, 'dist')))
  }

  test(`what ${name} builds works with a copy of the wasm beside it`, async (t) => {
    assert.deepEqual(await findWith(t, {}, 'inbounds.wasm'), { page: works, worker: works })
  })

  test(`what ${name} builds works with ${loadingFrom}`, async (t) => {
    assert.deepEqual(await findWith(t, { loading: loadingFrom }, place), { page: works, worker: works })
  })

  test(`what ${name} builds of inbounds/inline works with nothing beside it`, async (t) => {
    assert.deepEqual(await findWith(t, { entry: 'inbounds/inline' }), { page: works, worker: works })
  })

  test(`without the wasm, what ${name} builds says where it looked, and what to do`, async (t) => {
    const { page, worker } = await findWith(t, {})
    for (const { problem } of [page, worker]) {
      assert.match(problem, /^LoadError: cannot load http:\/\/\S+:\d+\/inbounds\.wasm: HTTP 404; .*'inbounds\/inline'/)
    }
  })
}

/** What page and worker find as classic scripts, which esbuild makes if nobody asks for another format. */
async function findInClassic(t, wishes) {
  const project = await newProject(t)
  const output = join(project, 'dist')
  await writeApp(project, { ...wishes, worker: `new Worker('worker.js')` })
  const entryPoints = [join(project, 'main.js'), join(project, 'worker.js')]
  await esbuild.build({ entryPoints, outdir: output, bundle: true, logLevel: 'silent' })
  await cp(join(project, copied), join(output, place))
  await writePage(output, '', '<script src="main.js"></script>')
  return visitor.visit(await openSite(t, output))
}

test('classic scripts work with inbounds/inline', async (t) => {
  assert.deepEqual(await findInClassic(t, { entry: 'inbounds/inline' }), { page: works, worker: works })
})

test(`classic scripts work with ${loadingFrom}`, async (t) => {
  assert.deepEqual(await findInClassic(t, { loading: loadingFrom }), { page: works, worker: works })
})

test('classic scripts do not know where they are, and say that the wasm cannot be loaded', async (t) => {
  const { page, worker } = await findInClassic(t, {})
  for (const { problem } of [page, worker]) assert.match(problem, /^LoadError: cannot load inbounds\.wasm: ./)
})

/** What a bundle for Node finds in a folder that has nothing else. */
async function findOnServer(t, entry, format) {
  const project = await newProject(t)
  const output = join(project, 'made')
  await mkdir(output)
  await writeApp(project)
  await writeFile(
    join(project, 'server.js'),
    `import { load } from '${entry}'
     import { check } from './check.js'
     check(load()).then((found) => console.log(JSON.stringify(found)))`
  )
  const entryPoints = [join(project, 'server.js')]
  const outfile = join(output, format === 'esm' ? 'server.mjs' : 'server.cjs')
  await esbuild.build({ entryPoints, outfile, bundle: true, platform: 'node', format, logLevel: 'silent' })
  return { output, found: JSON.parse(execFileSync(process.execPath, [outfile], { encoding: 'utf8' })) }
}

for (const format of ['esm', 'cjs']) {
  test(`a bundle for Node works with inbounds/inline (${format})`, async (t) => {
    const { found } = await findOnServer(t, 'inbounds/inline', format)
    assert.deepEqual(found, works)
  })

  test(`a bundle for Node without the wasm says where it looked, if it can (${format})`, async (t) => {
    const { output, found } = await findOnServer(t, 'inbounds', format)
    const place = format === 'esm' ? pathToFileURL(join(output, 'inbounds.wasm')).href : 'inbounds.wasm'
    assert.ok(found.problem.startsWith(`LoadError: cannot load ${place}: `), found.problem)
  })
}
