// Random bits: where they come from, how many are needed, and that nothing is released without them.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { EntropyError, LoadError, load } from 'inbounds'

const wasm = await readFile(new URL(import.meta.resolve('inbounds/inbounds.wasm')))
const works = ({ BoundedLaplace }) => assert.equal(new BoundedLaplace({ lower: 0, upper: 1, epsilon: 1 }).scale, 1)

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
