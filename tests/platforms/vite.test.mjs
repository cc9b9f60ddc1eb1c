// Vite without any configuration, in page and worker; but for the one line that the documents have for workers in Vite 7.

import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { newProject, works, writeApp, writePage } from './apps.mjs'
import { visitor } from './in-chromium.mjs'
import { openSite } from './site.mjs'
import { viteBuild, viteServer } from './vite.mjs'

async function newApp(t, wishes) {
  const project = await newProject(t)
  await writeApp(project, wishes)
  await writePage(project)
  return project
}

const loading = await readFile(new URL('../../web/docs/loading.md', import.meta.url), 'utf8')
const [, forWorkers] =
  /Vite 7 and older, .*?: `(worker: \{.*?\})` in the configuration, or `inbounds\/inline` there/.exec(loading)

test('without that line, Vite 7 says what is missing, and inbounds/inline needs none', async (t) => {
  await assert.rejects(viteBuild('vite-7', await newApp(t)), /Invalid value "iife" for option "worker\.format"/)
  const built = await viteBuild('vite-7', await newApp(t, { workerEntry: 'inbounds/inline' }))
  assert.deepEqual(await visitor.visit(await openSite(t, built)), { page: works, worker: works })
})

for (const name of ['vite', 'vite-7']) {
  test(`${name} build copies the wasm, and what it builds works`, async (t) => {
    const project = await newApp(t)
    if (name === 'vite-7') await writeFile(join(project, 'vite.config.js'), `export default { ${forWorkers} }\n`)
    const built = await viteBuild(name, project)
    const assets = await readdir(join(built, 'assets'))
    assert.equal(assets.filter((asset) => /^inbounds-.*\.wasm$/.test(asset)).length, 1, String(assets))
    assert.deepEqual(await visitor.visit(await openSite(t, built)), { page: works, worker: works })
  })

  test(`the development server of ${name} works`, async (t) => {
    const address = await viteServer(t, name, await newApp(t))
    assert.deepEqual(await visitor.visit(address), { page: works, worker: works })
  })

  test(`the seeded entry works in the development server of ${name}`, async (t) => {
    const wishes = { entry: 'inbounds/testing', name: 'loadSeeded', loading: 'loadSeeded(5)' }
    const address = await viteServer(t, name, await newApp(t, wishes))
    assert.deepEqual(await visitor.visit(address), { page: works, worker: works })
  })
}
