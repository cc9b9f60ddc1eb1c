import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import * as everything from 'inbounds'
import { EntropyError, LoadError, load, ParameterError } from 'inbounds'
import * as testing from 'inbounds/testing'

const wasm = await readFile(new URL(import.meta.resolve('inbounds/inbounds.wasm')))
const works = ({ BoundedLaplace }) => assert.equal(new BoundedLaplace({ lower: 0, upper: 1, epsilon: 1 }).scale, 1)

let server
let address
before(async () => {
  server = createServer((request, response) => {
    if (request.url === '/right.wasm') response.setHeader('content-type', 'application/wasm').end(wasm)
    else if (request.url === '/untyped.wasm') response.end(wasm)
    else if (request.url === '/page.wasm') response.setHeader('content-type', 'text/html').end('<!doctype html>')
    else if (request.url === '/broken.wasm')
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
    'compare'
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
    message: /^cannot fetch http:\/\/127\.0\.0\.1:1\/x\.wasm: /
  })
  await assert.rejects(load({ wasm: new Uint8Array(0) }), {
    name: 'LoadError',
    message: /^the given bytes is not WebAssembly/
  })
  const foreign = await WebAssembly.compile(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0))
  await assert.rejects(load({ wasm: foreign }), { name: 'LoadError', message: /not this version of inbounds/ })
  await assert.rejects(
    load({ wasm: 3 }),
    new TypeError('wasm must be bytes, a URL, a Response or a WebAssembly.Module')
  )
  await assert.rejects(load(7), TypeError)
  works(await load())
})

test('without a cryptographic generator nothing loads', async () => {
  const platform = Object.getOwnPropertyDescriptor(globalThis, 'crypto')
  Object.defineProperty(globalThis, 'crypto', { value: undefined, configurable: true })
  try {
    await assert.rejects(
      load({ wasm }),
      new LoadError('this platform has no crypto.getRandomValues, and without it no noise is private')
    )
  } finally {
    Object.defineProperty(globalThis, 'crypto', platform)
  }
  const failure = new Error('broken')
  Object.defineProperty(globalThis.crypto, 'getRandomValues', {
    configurable: true,
    value() {
      throw failure
    }
  })
  try {
    await assert.rejects(load({ wasm }), { name: 'LoadError', message: /getRandomValues fails/, cause: failure })
  } finally {
    delete globalThis.crypto.getRandomValues
  }
  works(await load({ wasm }))
})

test('when the generator fails, nothing is released, and the module survives any number of failures', async () => {
  const { BoundedLaplace } = await load({ wasm })
  const mechanism = new BoundedLaplace({ lower: 0, upper: 1, epsilon: 1 })
  const failure = new Error('out of entropy')
  Object.defineProperty(globalThis.crypto, 'getRandomValues', {
    configurable: true,
    value() {
      throw failure
    }
  })
  for (let i = 0; i < 100000; ++i) {
    try {
      mechanism.privatise(0.5)
      assert.fail('a value was released without entropy')
    } catch (error) {
      if (!(error instanceof EntropyError)) throw error
      assert.equal(error.cause, failure)
    }
  }
  assert.throws(() => mechanism.privatiseAll([0.5, 0.5]), new EntropyError(failure))
  const into = Float64Array.of(0.5, 0.25)
  assert.throws(() => mechanism.privatiseAll(into, { into }), EntropyError)
  assert.ok(into.every(Number.isNaN), 'no truth is left where a private value should be')
  delete globalThis.crypto.getRandomValues // back to the one of the prototype
  const value = mechanism.privatise(0.5)
  assert.ok(value >= 0 && value <= 1)
})

test('a generator that fills too little is found out, and nothing is released', async () => {
  const { BoundedLaplace } = await load({ wasm })
  const mechanism = new BoundedLaplace({ lower: 0, upper: 1, epsilon: 1 })
  const working = globalThis.crypto.getRandomValues.bind(globalThis.crypto)
  const cause = new Error('it filled only a part of what it was given')
  for (const share of [0, 0.5]) {
    const value = (bytes) => working(bytes.subarray(0, bytes.length * share))
    Object.defineProperty(globalThis.crypto, 'getRandomValues', { configurable: true, value })
    assert.throws(() => mechanism.privatise(0.5), new EntropyError(cause))
    assert.throws(() => mechanism.privatiseAll([0.5]), new EntropyError(cause))
  }
  delete globalThis.crypto.getRandomValues // back to the one of the prototype
  assert.ok(mechanism.privatise(0.5) <= 1)
})

test('random bits come in blocks of at most 65,536 bytes, straight into WebAssembly, and few are needed', async (t) => {
  const { BoundedLaplace } = await load({ wasm })
  const given = []
  const original = globalThis.crypto.getRandomValues.bind(globalThis.crypto)
  t.mock.method(globalThis.crypto, 'getRandomValues', (bytes) => given.push(bytes) && original(bytes))
  const draws = 100000
  new BoundedLaplace({ lower: 0, upper: 1, epsilon: 1 }).privatiseAll(new Float64Array(draws))
  const bytes = given.reduce((sum, { length }) => sum + length, 0)
  assert.ok(
    given.every(({ length, buffer }) => length <= 65536 && buffer.byteLength > 1e6),
    'no copy outside'
  )
  assert.ok(bytes / draws <= 9, `${bytes / draws} bytes per draw`)
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
