// Node from 20 on, Bun and Deno: the main entry, the inline one, that of collectors, worker threads, and all that load() takes.

import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { newProject, works, writeApp } from './apps.mjs'
import { jsonFrom, nodes, outputOf } from './runtimes.mjs'

const loading = await readFile(new URL('../../web/docs/loading.md', import.meta.url), 'utf8')
const [, leaveToRead] = /`deno run (--allow-read=\S+) app\.js`/.exec(loading)

const programs = {
  'app.js': `
    import { load } from 'inbounds'
    import { check } from './check.js'
    console.log(JSON.stringify(await check(load())))`,
  'inline.js': `
    import { load } from 'inbounds/inline'
    import { check } from './check.js'
    console.log(JSON.stringify(await check(load())))`,
  'collector.js': `
    import { load } from 'inbounds/collector'
    import { check } from './check.js'
    console.log(JSON.stringify(await check(load())))`,
  'threads.js': `
    import { Worker } from 'node:worker_threads'
    const worker = () => new Worker(new URL('./thread.js', import.meta.url))
    const answer = () => new Promise((resolve, reject) => worker().once('message', resolve).once('error', reject))
    console.log(JSON.stringify(await Promise.all([answer(), answer()])))`,
  'thread.js': `
    import { parentPort } from 'node:worker_threads'
    import { load } from 'inbounds'
    import { check } from './check.js'
    parentPort.postMessage(await check(load()))`,
  'sources.js': `
    import { readFile } from 'node:fs/promises'
    import { load } from 'inbounds'
    import { check } from './check.js'
    const address = new URL('./node_modules/inbounds/dist/inbounds.wasm', import.meta.url)
    const bytes = await readFile(address)
    const sources = [bytes, new Uint8Array(bytes).buffer, address, address.href, await WebAssembly.compile(bytes)]
    console.log(JSON.stringify(await Promise.all(sources.map((wasm) => check(load({ wasm }))))))`,
  'refused.js': `
    import { load } from 'inbounds'
    const { ReflectedLaplace } = await load()
    const truth = 123456 + 0.75
    try {
      new ReflectedLaplace({ lower: 0, upper: 120, epsilon: 1, outside: 'error' }).privatise(truth)
    } catch (error) {
      console.log(error)
      console.log({ error })
      console.log(error.value === truth)
    }`,
  'required.cjs': `
    const { load } = require('inbounds')
    import('./check.js').then(async ({ check }) => console.log(JSON.stringify(await check(load()))))`
}

/** A project with all the programs. */
async function newPrograms(t) {
  const project = await newProject(t)
  await writeApp(project)
  for (const [name, text] of Object.entries(programs)) await writeFile(join(project, name), text)
  return project
}

const deno = ['run', '--no-prompt', '--quiet', '--node-modules-dir=manual']
const platforms = [
  ...[...nodes, 'Bun'].map((name) => ({ name, args: [], forInline: [], forThreads: [] })),
  // A thread reads its own files, too, and for that Deno wants leave.
  { name: 'Deno', args: [...deno, leaveToRead], forInline: deno, forThreads: [...deno, '--allow-read=.'] }
]

for (const { name, args, forInline, forThreads } of platforms) {
  describe(`in ${name}`, () => {
    test('the main entry works', async (t) => {
      assert.deepEqual(await jsonFrom(name, await newPrograms(t), [...args, 'app.js']), works)
    })

    test('inbounds/inline works', async (t) => {
      assert.deepEqual(await jsonFrom(name, await newPrograms(t), [...forInline, 'inline.js']), works)
    })

    test('inbounds/collector works', async (t) => {
      assert.deepEqual(await jsonFrom(name, await newPrograms(t), [...args, 'collector.js']), works)
    })

    test('worker threads work', async (t) => {
      assert.deepEqual(await jsonFrom(name, await newPrograms(t), [...forThreads, 'threads.js']), [works, works])
    })

    test('an error that is printed has no true value in it', async (t) => {
      const printed = await outputOf(name, await newPrograms(t), [...args, 'refused.js'])
      assert.equal(printed.split('got a number outside').length, 3, printed)
      assert.match(printed, /\ntrue\n$/)
      assert.doesNotMatch(printed, /123456\.75/)
    })

    test('load() takes bytes, a file address and a compiled module', async (t) => {
      const found = await jsonFrom(name, await newPrograms(t), [...args, 'sources.js'])
      assert.deepEqual(found, new Array(5).fill(works))
    })
  })
}

for (const name of nodes) {
  test(`require('inbounds') works in ${name}, if that can require ES modules`, async (t) => {
    const project = await newPrograms(t)
    const [major, minor] = await jsonFrom(name, project, ['-p', '"[" + process.versions.node.split(".", 2) + "]"'])
    const canRequire = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)
    const required = jsonFrom(name, project, ['required.cjs'])
    if (canRequire) assert.deepEqual(await required, works)
    else await assert.rejects(required, /ERR_REQUIRE_ESM/)
  })
}

test('Deno without leave to read says what it was refused', async (t) => {
  const { problem } = await jsonFrom('Deno', await newPrograms(t), [...deno, 'app.js'])
  assert.match(problem, /^LoadError: cannot load file:\S+\/inbounds\.wasm: .*read access/)
})
