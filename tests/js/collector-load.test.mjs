// The entry for collectors: all that the main one has, from a WebAssembly file of its own.

import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import * as main from 'inbounds'
import * as collector from 'inbounds/collector'

const { LoadError, load } = collector
const wasm = await readFile(new URL(import.meta.resolve('inbounds/inbounds-collector.wasm')))
const mainWasm = await readFile(new URL(import.meta.resolve('inbounds/inbounds.wasm')))
const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
const dist = fileURLToPath(new URL('.', import.meta.resolve('inbounds/collector')))

/** It draws and calibrates. */
function works({ ReflectedLaplace, BoundedLaplace }) {
  assert.equal(new BoundedLaplace({ lower: 0, upper: 1, epsilon: 1 }).scale, 1)
  const drawn = new ReflectedLaplace({ lower: 0, upper: 9, epsilon: 1, granularity: 1 }).privatise(4)
  assert.ok(Number.isInteger(drawn) && drawn >= 0 && drawn <= 9)
}

test('it exports what the main entry does, and load() gives all that the main one gives', async () => {
  assert.deepEqual(Object.keys(collector), Object.keys(main))
  const [one, other] = await Promise.all([load(), load()])
  assert.equal(one, other, 'calls without a source share one instance')
  assert.ok(Object.isFrozen(one))
  works(one)
  const all = await main.load()
  for (const name of Object.keys(all)) assert.equal(typeof one[name], typeof all[name], name)
  assert.deepEqual(one.build, all.build)
  const age = new one.ReflectedLaplace({ lower: 0, upper: 120, epsilon: 1, granularity: 1 })
  const same = all.ReflectedLaplace.fromJSON(JSON.stringify(age))
  assert.equal(same.scale, age.scale)
  const [reason, expected] = [one, all].map(({ compare }) => compare({ lower: 0, upper: 1, epsilon: 1 }).reason)
  assert.equal(reason, expected)
})

test('the WebAssembly may come from elsewhere, and then has an instance of its own', async () => {
  const address = import.meta.resolve('inbounds/inbounds-collector.wasm')
  for (const source of [wasm, new URL(address), address, await WebAssembly.compile(wasm)]) {
    const loaded = await load({ wasm: source })
    works(loaded)
    assert.notEqual(loaded, await load())
  }
})

test('a module of another version is refused', async () => {
  const older = Buffer.from(wasm)
  older.write('9', wasm.lastIndexOf(`"version":"${version}"`) + '"version":"'.length)
  await assert.rejects(
    load({ wasm: older }),
    new LoadError(
      `the WebAssembly module is not this version of inbounds-collector (${version}): it is 9${version.slice(1)} (an old file in a cache, perhaps?)`
    )
  )
})

test('the module of the main entry is refused, and the main entry refuses that of the collector', async () => {
  await assert.rejects(
    load({ wasm: mainWasm }),
    new LoadError(`the WebAssembly module is not this version of inbounds-collector (${version}): it is something else`)
  )
  await assert.rejects(
    main.load({ wasm }),
    new main.LoadError(`the WebAssembly module is not this version of inbounds (${version}): it is something else`)
  )
})

test('without its file it says what to do, and may be tried again', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'inbounds-collector-'))
  t.after(() => rm(folder, { recursive: true }))
  await cp(dist, folder, { recursive: true, filter: (name) => !name.endsWith('-collector.wasm') })
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const copy = await import(pathToFileURL(join(folder, 'collector-node.js')))
  const missing = pathToFileURL(join(folder, 'inbounds-collector.wasm'))
  const advice = 'if inbounds-collector\\.wasm is not beside the JavaScript, call load\\({ wasm: address }\\)'
  await assert.rejects(copy.load(), {
    name: 'LoadError',
    message: new RegExp(`^cannot load ${missing}: ENOENT[^()]*; ${advice}$`)
  })
  await writeFile(missing, wasm)
  works(await copy.load())
})

test('what bundlers take while their users develop has the same module inside', async () => {
  const file = join(dist, 'collector-inline.js')
  const [, embedded] = /"(H4sI[^"]+)"/.exec(await readFile(file, 'utf8'))
  assert.deepEqual(gunzipSync(Buffer.from(embedded, 'base64')), wasm)
  const inline = await import(pathToFileURL(file))
  assert.deepEqual(Object.keys(inline), Object.keys(collector))
  works(await inline.load())
  assert.equal(await inline.load(), await inline.load())
})

test('where a response does not come, the file that it names is that of the collector', async () => {
  await assert.rejects(
    load({ wasm: fetch('http://127.0.0.1:1/x.wasm') }),
    new LoadError('cannot load inbounds-collector.wasm: fetch failed (bad port)')
  )
})
