// True values and the place for private ones may lie in one memory without a way to see it. With next to no noise, a value that
// was taken for a true one stands where another should be.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds'

const { BoundedGaussian, BoundedLaplace } = await load()

/** Of privatiseStream; the private values of one may lie where parts to come have their true ones. */
const PART = 1 << 17
const COUNT = 8 * PART + 1
const FAR = 3 * PART + 1
const bytes = 8 * (COUNT + FAR)
const pages = Math.ceil(bytes / 65536)

/** Zero and one by turns: all places here are an odd number of values apart, or none. */
const expected = Float64Array.from({ length: COUNT }, (_, at) => at % 2)
const options = { lower: 0, upper: 1, granularity: 1, epsilon: 700 }
const mechanisms = {
  Laplace: new BoundedLaplace(options),
  Gaussian: new BoundedGaussian({ ...options, lower: [0], upper: [1] })
}

/** Two objects that are one memory. */
const pairs = {
  'a SharedArrayBuffer that was posted': () => {
    const buffer = new SharedArrayBuffer(bytes)
    return [buffer, structuredClone(buffer)]
  },
  'a shared WebAssembly.Memory that grew in between': () => {
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages + 1, shared: true })
    const { buffer } = memory
    memory.grow(1)
    return [buffer, memory.buffer]
  }
}

/** Where the true values begin, and where the private ones. */
const places = [[0, 1], [0, FAR], [0, 0]] // biome-ignore format: pairs

const isAsExpected = (values) => values.every((value, at) => value === expected[at])

/** How private values are asked for. */
const ways = {
  privatiseAll: (mechanism, truths, into) => mechanism.privatiseAll(truths, { into }),
  'privatiseStream, here': (mechanism, truths, into) => mechanism.privatiseStream(truths, { into, workers: 0 }),
  'privatiseStream, with workers': (mechanism, truths, into) => mechanism.privatiseStream(truths, { into, workers: 2 })
}

for (const [what, makeBoth] of Object.entries(pairs)) {
  test(`true values are read before they are overwritten: ${what}`, async () => {
    for (const [how, draw] of Object.entries(ways)) {
      for (const [name, mechanism] of Object.entries(mechanisms)) {
        for (const [from, to] of places) {
          const [one, other] = makeBoth()
          assert.notEqual(one, other)
          const truths = new Float64Array(one, 8 * from, COUNT)
          truths.set(expected)
          const into = new Float64Array(other, 8 * to, COUNT)
          assert.equal(await draw(mechanism, truths, into), into)
          assert.ok(isAsExpected(into), `${how}, ${name}, from ${from} to ${to}`)
        }
      }
    }
  })
}

test('true values of another size in the memory of the private ones are read before they are overwritten', async () => {
  for (const [how, draw] of Object.entries(ways)) {
    for (const Kind of [Float32Array, Uint32Array]) {
      const buffer = new ArrayBuffer(bytes)
      const truths = new Kind(buffer, 0, COUNT)
      truths.set(expected)
      const into = new Float64Array(buffer, 0, COUNT)
      await draw(mechanisms.Laplace, truths, into)
      assert.ok(isAsExpected(into), `${how}, ${Kind.name}`)
    }
  }
})
