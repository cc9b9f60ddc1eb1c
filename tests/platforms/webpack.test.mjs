// webpack without any configuration but its mode, in page and worker, and for Node.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import webpack from 'webpack'
import { newProject, works, writeApp, writePage } from './apps.mjs'
import { visitor } from './in-chromium.mjs'
import { openSite } from './site.mjs'

/** Builds src/index.js, which is where webpack looks; gives the folder of what was made. */
async function build(folder, wishes) {
  const path = join(folder, 'dist')
  const stats = await promisify(webpack)({ context: folder, ...wishes, output: { path, ...wishes.output } })
  const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true })
  assert.deepEqual({ errors, warnings }, { errors: [], warnings: [] })
  return path
}

for (const mode of ['production', 'development']) {
  test(`what webpack builds for ${mode} works`, async (t) => {
    const project = await newProject(t)
    await mkdir(join(project, 'src'))
    await writeApp(join(project, 'src'))
    await writeFile(join(project, 'src/index.js'), `import './main.js'\n`)
    const output = await build(project, { mode })
    await writePage(output, '', '<script defer src="main.js"></script>')
    assert.deepEqual(await visitor.visit(await openSite(t, output)), { page: works, worker: works })
    const files = (await readdir(output)).filter((name) => name.endsWith('.wasm'))
    assert.equal(files.length, mode === 'production' ? 1 : 0)
  })
}

test('what webpack builds for Node works', async (t) => {
  const project = await newProject(t)
  await mkdir(join(project, 'src'))
  await writeApp(join(project, 'src'))
  await writeFile(
    join(project, 'src/index.js'),
    `import { load } from 'inbounds'
     import { check } from './check.js'
     check(load()).then((found) => console.log(JSON.stringify(found)))`
  )
  const output = await build(project, { mode: 'production', target: 'node', output: { filename: 'main.cjs' } })
  assert.deepEqual(JSON.parse(execFileSync(process.execPath, [join(output, 'main.cjs')])), works)
})
