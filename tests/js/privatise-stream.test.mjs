// Many values, on workers: what comes out, and in which order. What happens when something goes wrong is in
// privatise-stream-errors.test.mjs.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LoadError, load } from 'inbounds'
import { loadSeeded } from 'inbounds/testing'

const { ReflectedLaplace, BoundedLaplace, BoundedGaussian } = await load()
const PART = 2 ** 17 // how a column is divided
const age = new ReflectedLaplace({ lower: 0, upper: 120, epsilon: 1, granularity: 1 })
// Noise that is hardly there: what comes out tells what went in.
const nearly = new BoundedLaplace({ lower: 0, upper: 2 ** 20, sensitivity: 1, epsilon: 40, granularity: 1 })

const counting = (length) => Float64Array.from({ length }, (_, at) => at)

async function all(chunks) {
  const seen = []
  for await (const chunk of chunks) seen.push(chunk)
  return seen
}

for (const workers of [0, 1, 3]) {
  test(`a column on ${workers} workers keeps its order and its length, and progress is told`, async () => {
    const truths = counting(7 * PART + 123)
    const progress = []
    const values = await nearly.privatiseStream(truths, { workers, onProgress: (now) => progress.push(now) })
    assert.ok(values instanceof Float64Array)
    assert.equal(values.length, truths.length)
    assert.ok(
      values.every((value, at) => Math.abs(value - at) <= 1),
      'in the order of the truths'
    )
    // Part by part; which of several workers is the first to be done is open, so the short part may come before others.
    const parts = progress.map(({ done }, at) => done - (progress[at - 1]?.done ?? 0))
    assert.deepEqual(
      parts.toSorted((a, b) => b - a),
      [...new Array(7).fill(PART), 123]
    )
    assert.equal(progress.at(-1).done, truths.length)
    for (const now of progress) assert.deepEqual([now.total, now.workers], [truths.length, workers])
    assert.equal(truths.length, 7 * PART + 123, 'the truths stay where they are')
    assert.ok(truths.every((truth, at) => truth === at))
  })

  test(`chunks on ${workers} workers keep their order and their lengths`, async () => {
    const lengths = Array.from({ length: 40 }, (_, at) => (at * 37) % 500)
    let from = 0
    const chunks = lengths.map((length) => Array.from({ length }, () => from++))
    const progress = []
    const seen = await all(
      nearly.privatiseStream(chunks.values(), { workers, onProgress: (now) => progress.push(now) })
    )
    assert.deepEqual(
      seen.map(({ length }) => length),
      lengths
    )
    for (const [at, chunk] of seen.entries()) {
      assert.ok(chunk.every((value, place) => Math.abs(value - chunks[at][place]) <= 1))
    }
    assert.deepEqual(progress.at(-1), { done: from, total: undefined, workers })
  })
}

test('private values have the law of the mechanism, whoever draws them', async () => {
  const truths = new Float64Array(20 * PART).fill(37)
  const values = await age.privatiseStream(truths, { workers: 2 })
  assert.ok(values.every((value) => Number.isInteger(value) && value >= 0 && value <= 120))
  const { mean, variance } = age.at(37)
  const average = values.reduce((sum, value) => sum + value, 0) / values.length
  assert.ok(Math.abs(average - mean) < 5 * Math.sqrt(variance / values.length), `${average}, not ${mean}`)
})

test('each worker has random bits of its own, and each part different ones', async () => {
  const fine = new ReflectedLaplace({ lower: 0, upper: 1, epsilon: 1 })
  const values = await fine.privatiseStream(new Float64Array(16 * PART).fill(0.5), { workers: 4 })
  const parts = Array.from({ length: 16 }, (_, part) => values.subarray(part * PART, (part + 1) * PART))
  // On a lattice of 2^24 steps and more, eight values in a row are the same once in 2^190.
  const starts = parts.map((part) => part.slice(0, 8).join())
  assert.equal(new Set(starts).size, 16)
  const middles = parts.map((part) => part.slice(1000, 1008).join())
  assert.equal(new Set([...starts, ...middles]).size, 32)
})

test('any array of numbers will do, an empty one too', async () => {
  for (const truths of [[1, 2, 3], new Int32Array([1, 2, 3]), new Float32Array([1, 2, 3]), []]) {
    assert.equal((await age.privatiseStream(truths)).length, truths.length)
  }
  assert.deepEqual(await all(age.privatiseStream((function* () {})())), [])
  assert.deepEqual(
    (await all(age.privatiseStream([[], [1]].values()))).map(({ length }) => length),
    [0, 1]
  )
})

test('private values may be written over the true ones, and what fails leaves neither', async () => {
  const truths = counting(3 * PART)
  const values = await nearly.privatiseStream(truths, { workers: 2, into: truths })
  assert.equal(values, truths)
  assert.ok(values.every((value, at) => Math.abs(value - at) <= 1))
  const broken = counting(3 * PART).map((at) => (at === 2 * PART + 5 ? Number.NaN : at))
  for (const into of [broken, new Float64Array(3 * PART)]) {
    await assert.rejects(nearly.privatiseStream(broken, { workers: 1, into }), { parameter: `truths[${2 * PART + 5}]` })
    assert.ok(into.every(Number.isNaN))
    broken.fill(1)
    broken[2 * PART + 5] = Number.NaN
  }
  const expectRefusal = (into, message) => assert.rejects(age.privatiseStream([1, 2], { into }), { message })
  await expectRefusal(new Float64Array(3), 'into must be as long as the truths (2), got a length of 3')
  await expectRefusal([0, 0], 'into must be a Float64Array, got an array')
  await expectRefusal(null, 'into must be a Float64Array, got null')
  const shifted = new Float64Array(10)
  await assert.rejects(age.privatiseStream(shifted.subarray(0, 8), { into: shifted.subarray(2) }), {
    parameter: 'into'
  })
  const chunks = age.privatiseStream([[1]].values(), { into: new Float64Array(1) })
  await assert.rejects(chunks.next(), { message: 'into is for arrays; chunks come out as arrays of their own' })
})

test('vectors stay whole', async () => {
  const plane = new BoundedGaussian({ lower: [0, 10, 20], upper: [1, 11, 21], epsilon: 1 })
  const truths = Float64Array.from({ length: 3 * 60_000 }, (_, at) => [0.5, 10.5, 20.5][at % 3])
  const values = await plane.privatiseStream(truths, { workers: 2 })
  assert.ok(values.every((value, at) => Math.abs(value - truths[at]) <= 0.5))
  await assert.rejects(plane.privatiseStream([1, 2]), { parameter: 'truths', message: /a multiple of 3 numbers long/ })
})

test('a ReadableStream is read, and told when nobody wants more', async () => {
  let cancelled = false
  let at = 0
  const stream = () =>
    new ReadableStream({
      pull: (controller) => controller.enqueue([at++]),
      cancel: () => {
        cancelled = true
      }
    })
  for await (const chunk of nearly.privatiseStream(stream(), { workers: 1 })) {
    assert.equal(chunk.length, 1)
    if (at > 5) break
  }
  await new Promise((resolve) => setImmediate(resolve))
  assert.ok(cancelled)
})

test('a ReadableStream that nothing came of can be used otherwise', async () => {
  const stream = new ReadableStream({ pull: (controller) => controller.enqueue([1]) })
  await assert.rejects(age.privatiseStream(stream, { workers: 65 }).next(), { parameter: 'workers' })
  assert.equal(stream.locked, false)
  await assert.rejects(age.privatiseStream(stream, { signal: AbortSignal.abort() }).next(), { name: 'AbortError' })
  assert.equal(stream.locked, false)
})

test('chunks are taken as fast as private values are, and no faster', async () => {
  let [taken, given, max] = [0, 0, 0]
  let ended = false
  async function* source() {
    try {
      for (;;) {
        max = Math.max(max, ++taken - given)
        yield [37]
      }
    } finally {
      ended = true
    }
  }
  const values = age.privatiseStream(source(), { workers: 2 })
  assert.equal(taken, 0, 'nothing is taken before somebody asks')
  // Each of them comes from a worker: there is time enough to run ahead.
  for (; given < 50; ++given) await values.next()
  assert.ok(max <= 6, `${max} chunks were taken ahead`) // two for each worker, one handed out, one on its way
  await values.return()
  await new Promise((resolve) => setImmediate(resolve))
  assert.ok(ended, 'the source is told')
})

test('a private chunk does not wait for the next true one', async () => {
  let next
  const source = {
    [Symbol.asyncIterator]: () => source,
    first: true,
    next() {
      if (this.first) {
        this.first = false
        return Promise.resolve({ done: false, value: [37] })
      }
      return new Promise((resolve) => {
        next = resolve
      })
    }
  }
  const values = age.privatiseStream(source, { workers: 2 })
  assert.equal((await values.next()).value.length, 1)
  next({ done: true })
  assert.equal((await values.next()).done, true)
})

test('with a seed there is one sequence of bits, and so no workers', async () => {
  const draw = async (options) => {
    const { ReflectedLaplace: Seeded } = await loadSeeded(7)
    const mechanism = new Seeded({ lower: 0, upper: 1, epsilon: 1 })
    return mechanism.privatiseStream(new Float64Array(3 * PART).fill(0.5), options)
  }
  assert.deepEqual(await draw(), await draw({ workers: 0 }))
  await assert.rejects(draw({ workers: 2 }), {
    message: 'workers must be 0, since a seed has one sequence of bits, got 2'
  })
})

test('an entry without workers does it in this thread, unless it is told how many', async () => {
  const { load: loadInline } = await import('../../dist/inline.js')
  const inline = await loadInline()
  const mechanism = new inline.ReflectedLaplace({ lower: 0, upper: 120, epsilon: 1 })
  let workers
  const onProgress = (now) => {
    workers = now.workers
  }
  assert.equal((await mechanism.privatiseStream(counting(2 * PART), { onProgress })).length, 2 * PART)
  assert.equal(workers, 0)
  await assert.rejects(mechanism.privatiseStream(counting(2 * PART), { workers: 2 }), {
    name: LoadError.name,
    message: /^no worker could be started: this platform has no Worker; in Node, import 'inbounds'; leave out/
  })
})

test('calls at the same time do not get in the way of each other', async () => {
  const columns = [1, 2, 3, 4].map((by) => counting(3 * PART).map((at) => at * by))
  const all = await Promise.all(columns.map((column) => nearly.privatiseStream(column, { workers: 2 })))
  for (const [at, values] of all.entries()) {
    assert.ok(values.every((value, place) => Math.abs(value - Math.min(2 ** 20, columns[at][place])) <= 1))
  }
})
