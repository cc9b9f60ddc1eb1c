import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { runInNewContext } from 'node:vm'
import { Worker } from 'node:worker_threads'
import { gunzipSync } from 'node:zlib'
import * as everything from 'inbounds'
import { LoadError, load, ParameterError } from 'inbounds'
import * as inline from 'inbounds/inline'
import * as testing from 'inbounds/testing'
import { withSection } from '../../tools/wasm-section.mjs'

const wasm = await readFile(new URL(import.meta.resolve('inbounds/inbounds.wasm')))
const works = ({ BoundedLaplace }) => assert.equal(new BoundedLaplace({ lower: 0, upper: 1, epsilon: 1 }).scale, 1)

let server
let address
before(async () => {
  server = createServer((request, response) => {
    if (request.url === '/right.wasm') response.setHeader('content-type', 'application/wasm').end(wasm)
    else if (request.url === '/untyped.wasm') response.end(wasm)
    else if (request.url === '/page.wasm') response.setHeader('content-type', 'text/html').end('<!doctype html>')
    else if (request.url.startsWith('/cut')) {
      const type = request.url === '/cut-typed.wasm' ? 'application/wasm' : 'application/octet-stream'
      response.writeHead(200, { 'content-type': type, 'content-length': wasm.length })
      response.write(wasm.subarray(0, 1000), () => response.destroy()) // as soon as that is on its way
    } else if (request.url === '/broken.wasm')
      response.setHeader('content-type', 'application/wasm').end('\0asm nonsense')
    else response.writeHead(404).end()
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${server.address().port}`
})
after(() => server.close())

test('the package exports just what is documented', () => {
  assert.deepEqual(Object.keys(everything).sort(), ['EntropyError', 'LoadError', 'ParameterError', 'load'])
  assert.deepEqual(Object.keys(testing), ['loadSeeded'])
  assert.ok(new ParameterError('a', 1, 'b') instanceof RangeError)
})

test('concurrent loads share one instance', async () => {
  const [one, other] = await Promise.all([load(), load()])
  assert.equal(one, other)
  assert.deepEqual(Object.keys(one), [
    'ReflectedLaplace',
    'BoundedLaplace',
    'BoundedGaussian',
    'ClampedLaplace',
    'BetaPosterior',
    'DirichletPosterior',
    'SmoothLaplace',
    'compare',
    'privatiseRecords',
    'build'
  ])
  assert.ok(Object.isFrozen(one))
})

test('the WebAssembly may be bytes, a module, an address or a response', async () => {
  works(await load({ wasm }))
  works(await load({ wasm: new Uint8Array(wasm).buffer }))
  works(await load({ wasm: await WebAssembly.compile(wasm) }))
  works(await load({ wasm: `${address}/right.wasm` }))
  works(await load({ wasm: new URL(`${address}/untyped.wasm`) }))
  works(await load({ wasm: await fetch(`${address}/right.wasm`) }))
  works(await load({ wasm: fetch(`${address}/right.wasm`) }))
  works(await load({ wasm: `data:application/wasm;base64,${wasm.toString('base64')}` }))
})

test('in Node, the address may be that of a file', async () => {
  const file = import.meta.resolve('inbounds/inbounds.wasm')
  works(await load({ wasm: file }))
  works(await load({ wasm: new URL(file) }))
  works(await testing.loadSeeded(1, { wasm: new URL(file) }))
  await assert.rejects(load({ wasm: new URL('missing.wasm', file) }), {
    name: 'LoadError',
    message: new RegExp(`^cannot load ${new URL('missing.wasm', file)}: ENOENT`)
  })
  await assert.rejects(load({ wasm: 'inbounds.wasm' }), {
    name: 'LoadError',
    message:
      "cannot load inbounds.wasm: in Node an address is a whole URL, such as new URL('./inbounds.wasm', import.meta.url)"
  })
})

test('what comes from another realm is taken for what it is', async () => {
  const foreign = (code, bytes) => runInNewContext(code, { bytes })
  const copy = foreign('const copy = new Uint8Array(bytes.length); copy.set(bytes); copy', wasm)
  assert.ok(!(copy instanceof Uint8Array))
  works(await load({ wasm: copy }))
  works(await load({ wasm: copy.buffer }))
  works(await load({ wasm: foreign('new WebAssembly.Module(bytes)', wasm) }))
})

test('the embedded WebAssembly is that of the file', async () => {
  assert.deepEqual(Object.keys(inline), Object.keys(everything))
  const { build } = await inline.load()
  assert.deepEqual(build, (await load()).build)
  works(await inline.load())
  assert.equal(await inline.load(), await inline.load())
  const seeded = new (await testing.loadSeeded(8)).BoundedLaplace({ lower: 0, upper: 1, epsilon: 1 })
  const bytes = await readEmbedded()
  const same = new (await testing.loadSeeded(8, { wasm: bytes })).BoundedLaplace({ lower: 0, upper: 1, epsilon: 1 })
  assert.equal(seeded.privatise(0.5), same.privatise(0.5))
  assert.deepEqual(Buffer.from(bytes), wasm)
})

test('a load that failed may be tried again, with and without a source', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'inbounds-load-'))
  t.after(() => rm(folder, { recursive: true }))
  const dist = fileURLToPath(new URL('.', import.meta.resolve('inbounds')))
  await cp(dist, folder, { recursive: true, filter: (name) => !name.endsWith('.wasm') })
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const copy = await import(pathToFileURL(join(folder, 'node.js')))
  const missing = pathToFileURL(join(folder, 'inbounds.wasm'))
  const advice =
    "if inbounds\\.wasm is not beside the JavaScript, import 'inbounds/inline' or call load\\({ wasm: address }\\)"
  const refusal = { name: 'LoadError', message: new RegExp(`^cannot load ${missing}: ENOENT[^()]*; ${advice}$`) }
  const [one, other] = await Promise.allSettled([copy.load(), copy.load()])
  assert.equal(one.reason, other.reason, 'they shared the attempt')
  assert.match(one.reason.message, refusal.message)
  await assert.rejects(copy.load(), refusal)
  works(await copy.load({ wasm }))
  await writeFile(missing, wasm)
  const [now, later] = await Promise.all([copy.load(), copy.load()])
  works(now)
  assert.equal(now, later)
})

/** What inbounds/inline hands to WebAssembly.compile. */
async function readEmbedded() {
  const dist = new URL('.', import.meta.resolve('inbounds/inline'))
  const names = (await readdir(dist)).filter((name) => name.endsWith('.js') && !name.startsWith('collector'))
  const codes = await Promise.all(names.map((name) => readFile(new URL(name, dist), 'utf8')))
  const found = codes.flatMap((code) => [...code.matchAll(/"(H4sI[^"]+)"/g)])
  assert.equal(found.length, 1, 'it is there once')
  return gunzipSync(Buffer.from(found[0][1], 'base64'))
}

test('a response that cannot be read, or does not come, is a LoadError with its reason', async () => {
  for (const file of ['untyped.wasm', 'right.wasm']) {
    const used = await fetch(`${address}/${file}`)
    await used.arrayBuffer()
    await assert.rejects(load({ wasm: used }), {
      name: 'LoadError',
      message: new RegExp(`^cannot load ${address}/${file}: .*(unusable|read|used)`)
    })
  }
  for (const file of ['cut.wasm', 'cut-typed.wasm']) {
    await assert.rejects(load({ wasm: fetch(`${address}/${file}`) }), {
      name: 'LoadError',
      message: new RegExp(`^cannot load ${address}/${file}: terminated`)
    })
  }
  await assert.rejects(load({ wasm: fetch('http://127.0.0.1:1/x.wasm') }), {
    name: 'LoadError',
    message: 'cannot load inbounds.wasm: fetch failed (bad port)'
  })
})

test('inbounds/inline advises nobody to import inbounds/inline', async () => {
  const platform = Object.getOwnPropertyDescriptor(globalThis, 'DecompressionStream')
  delete globalThis.DecompressionStream
  try {
    const copy = await import(`${import.meta.resolve('inbounds/inline')}?without`)
    await assert.rejects(copy.load(), new LoadError('cannot load inbounds.wasm: DecompressionStream is not defined'))
  } finally {
    Object.defineProperty(globalThis, 'DecompressionStream', platform)
  }
})

test('where WebAssembly is switched off, loading says so', async () => {
  const platform = Object.getOwnPropertyDescriptor(globalThis, 'WebAssembly')
  delete globalThis.WebAssembly
  try {
    await assert.rejects(load({ wasm }), new LoadError('this platform has no WebAssembly'))
  } finally {
    Object.defineProperty(globalThis, 'WebAssembly', platform)
  }
  works(await load({ wasm }))
})

test('the module says how it was made, and that of another version is refused', async () => {
  const { build } = await load()
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  assert.equal(build.version, version)
  assert.match(build.compiler, /^Emscripten \d+\.\d+\.\d+, Clang \d+\.\d+/)
  assert.match(build.boost, /^1\.\d+$/)
  assert.match(build.flags, /-std=c\+\+20 .*-ffp-contract=off/)
  assert.doesNotMatch(JSON.stringify(build), /\//, 'no path of the machine that built it')
  assert.ok(Object.isFrozen(build))

  const at = wasm.lastIndexOf(`"version":"${version}"`) + '"version":"'.length
  const older = Buffer.from(wasm)
  older.write('9', at)
  await assert.rejects(load({ wasm: older }), {
    name: 'LoadError',
    message: `the WebAssembly module is not this version of inbounds (${version}): it is 9${version.slice(1)} (an old file in a cache, perhaps?)`
  })
  const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)
  for (const note of ['nonsense', 'null', '3']) {
    await assert.rejects(load({ wasm: withSection(empty, 'inbounds', Buffer.from(note)) }), {
      name: 'LoadError',
      message: /not this version of inbounds \(.*\): it is something else$/
    })
  }
})

test('a failed load says which address it tried and why', async () => {
  await assert.rejects(
    load({ wasm: `${address}/missing.wasm` }),
    new LoadError(`cannot load ${address}/missing.wasm: HTTP 404`)
  )
  await assert.rejects(load({ wasm: `${address}/page.wasm` }), {
    name: 'LoadError',
    message: `${address}/page.wasm is not WebAssembly (a server's "not found" page, perhaps?)`
  })
  await assert.rejects(load({ wasm: `${address}/broken.wasm` }), {
    name: 'LoadError',
    message: /broken\.wasm is not WebAssembly that this platform can run/
  })
  await assert.rejects(load({ wasm: 'http://127.0.0.1:1/x.wasm' }), {
    name: 'LoadError',
    message: 'cannot load http://127.0.0.1:1/x.wasm: fetch failed (bad port)'
  })
  await assert.rejects(load({ wasm: new Uint8Array(0) }), {
    name: 'LoadError',
    message: /^what was given is not WebAssembly/
  })
  const foreign = await WebAssembly.compile(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0))
  await assert.rejects(load({ wasm: foreign }), {
    name: 'LoadError',
    message: /not this version of inbounds \(.*\): it is something else$/
  })
  await assert.rejects(
    load({ wasm: 3 }),
    new TypeError('wasm must be bytes, a URL, a Response or a WebAssembly.Module')
  )
  await assert.rejects(load(7), TypeError)
  works(await load())
})

test('seeds are whole numbers below 2^64, and decide everything', async () => {
  const { loadSeeded } = testing
  const first = async (seed) =>
    new (await loadSeeded(seed)).BoundedLaplace({ lower: 0, upper: 1, epsilon: 1 }).privatise(0.5)
  assert.equal(await first(1), await first(1n))
  assert.notEqual(await first(1), await first(2))
  assert.notEqual(await first(1n), await first((1n << 32n) + 1n))
  await assert.rejects(loadSeeded(-1), { name: 'ParameterError', parameter: 'seed' })
  await assert.rejects(loadSeeded(0.5), { name: 'ParameterError', parameter: 'seed' })
  await assert.rejects(loadSeeded(2n ** 64n), { name: 'ParameterError', parameter: 'seed' })
  await assert.rejects(loadSeeded('1'), new TypeError('seed must be a number or a BigInt, got the string "1"'))
  await assert.rejects(loadSeeded(), TypeError)
})

test('a seeded mechanism says that it protects nobody', async () => {
  const seeded = await testing.loadSeeded(1)
  const real = await load()
  for (const name of ['ReflectedLaplace', 'BoundedLaplace', 'BoundedGaussian', 'ClampedLaplace']) {
    const [pretended, meant] = [seeded, real].map((loaded) => new loaded[name]({ lower: 0, upper: 1, epsilon: 1 }))
    assert.equal(pretended.describe(), `${meant.describe()} The noise comes from a seed: it protects nobody.`)
  }
})

test('errors and laws have their names where they are printed', async () => {
  const { ReflectedLaplace } = await load()
  const mechanism = new ReflectedLaplace({ lower: 0, upper: 1, epsilon: 1 })
  const law = mechanism.at(0.5)
  for (const [object, name] of [
    [law, 'LatticeLaw'],
    [law.continuous, 'ContinuousLaw'],
    [mechanism, 'ReflectedLaplace'],
    [new ParameterError('a', 1, 'b'), 'ParameterError'],
    [new LoadError('a'), 'LoadError']
  ]) {
    assert.equal(object.constructor.name, name)
    assert.ok(inspect(object).startsWith(name), inspect(object))
  }
})

test('worker threads load their own instance and draw their own bits', async () => {
  const code = `
    import { parentPort } from 'node:worker_threads'
    import { load } from 'inbounds'
    const { BoundedLaplace } = await load()
    parentPort.postMessage([...new BoundedLaplace({ lower: 0, upper: 1, epsilon: 1 }).privatiseAll(new Array(20).fill(0.5))])
  `
  const file = new URL(
    `data:text/javascript,${encodeURIComponent(code.replaceAll("'inbounds'", `'${import.meta.resolve('inbounds')}'`))}`
  )
  const run = () => new Promise((resolve, reject) => new Worker(file).once('message', resolve).once('error', reject))
  const [one, other] = await Promise.all([run(), run()])
  assert.equal(one.length, 20)
  assert.notDeepEqual(one, other)
})
