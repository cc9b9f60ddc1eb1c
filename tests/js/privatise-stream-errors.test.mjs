// Many values, on workers: true values, sources and options that are refused, errors on the way, and aborts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load, ParameterError } from 'inbounds'

const { ReflectedLaplace } = await load()
const PART = 2 ** 17 // how a column is divided
const age = new ReflectedLaplace({ lower: 0, upper: 120, epsilon: 1, granularity: 1 })

const counting = (length) => Float64Array.from({ length }, (_, at) => at)

test('a truth that is refused is named by its place in the whole', async () => {
  const truths = counting(5 * PART)
  truths[3 * PART + 7] = Number.NaN
  for (const workers of [0, 2]) {
    await assert.rejects(age.privatiseStream(truths, { workers }), (error) => {
      assert.ok(error instanceof ParameterError)
      assert.equal(error.parameter, `truths[${3 * PART + 7}]`)
      assert.equal(error.message, `truths[${3 * PART + 7}] must be a number, got NaN`)
      return true
    })
    const chunks = [[1, 2], [3, Number.NaN, 5], [6]]
    const values = age.privatiseStream(chunks.values(), { workers })
    assert.equal((await values.next()).value.length, 2, 'what came before is handed out')
    await assert.rejects(values.next(), { name: 'ParameterError', parameter: 'truths[3]' })
  }
  const strict = new ReflectedLaplace({ lower: 0, upper: 120, epsilon: 1, outside: 'error' })
  const outside = strict.privatiseStream(
    counting(2 * PART).map((at) => (at === PART + 1 ? 121 : 5)),
    { workers: 2 }
  )
  await assert.rejects(outside, { parameter: `truths[${PART + 1}]`, value: 121 })
  await assert.rejects(age.privatiseStream([...Array(PART).fill(1), '2']), {
    name: 'TypeError',
    message: `truths[${PART}] must be a number, got a string`
  })
})

test('what is no source, no chunk or no option gets its sentence', async () => {
  const expectRefusal = (source, options, error) =>
    assert.rejects(async () => {
      const values = age.privatiseStream(source, options)
      if (Array.isArray(source)) return values
      while (!(await values.next()).done);
    }, error)
  const rule = /^source must be an array, a ReadableStream, or an iterable of chunks .*, got /
  await expectRefusal({}, {}, { name: 'TypeError', message: rule })
  for (const [source, got] of [
    [undefined, 'undefined'],
    [null, 'null'],
    [37, 'a number'],
    ['text', 'a string']
  ]) {
    // At the call: somebody who awaits an array would never ask for a chunk.
    const message = `source must be an array or chunks, got ${got}`
    assert.throws(() => age.privatiseStream(source), { name: 'TypeError', message })
  }
  await expectRefusal(
    [37].values(),
    {},
    { name: 'TypeError', message: /^chunk 0 of the source must be an array .*, got a number$/ }
  )
  await expectRefusal([[1], ['2']].values(), {}, { name: 'TypeError', message: /^truths\[1\] must be a number/ })
  await expectRefusal(
    [],
    { workers: '2' },
    { name: 'TypeError', message: 'workers must be a number, got the string "2"' }
  )
  for (const workers of [-1, 1.5, 65, Number.NaN, Number.POSITIVE_INFINITY]) {
    await expectRefusal(
      [1],
      { workers },
      { name: 'ParameterError', message: /^workers must be a whole number from 0 to 64, got / }
    )
  }
  await expectRefusal([1], { signal: 5 }, { name: 'TypeError', message: 'signal must be an AbortSignal, got 5' })
  await expectRefusal([1], { onProgress: 5 }, { name: 'TypeError', message: 'onProgress must be a function, got 5' })
  await expectRefusal([1], { worker: 2 }, { name: 'TypeError', message: /did you mean 'workers'/ })
  const { privatiseStream } = age
  assert.throws(() => privatiseStream([1]), { name: 'TypeError', message: /must be called on the mechanism/ })
})

test('an error of the source comes after what came before it', async () => {
  async function* source() {
    yield [1]
    yield [2]
    throw new Error('the file ends here')
  }
  const values = age.privatiseStream(source(), { workers: 2 })
  await values.next()
  await values.next()
  await assert.rejects(values.next(), { message: 'the file ends here' })
  assert.equal((await values.next()).done, true)
})

test('an error in onProgress reaches the caller', async () => {
  const onProgress = () => {
    throw new Error('no more')
  }
  await assert.rejects(age.privatiseStream(counting(4 * PART), { workers: 2, onProgress }), { message: 'no more' })
})

for (const workers of [0, 2]) {
  test(`an abort in the middle ends a column on ${workers} workers with its reason`, async () => {
    const controller = new AbortController()
    const reason = new Error('somebody pressed cancel')
    let parts = 0
    const onProgress = () => {
      if (++parts === 3) controller.abort(reason)
    }
    const values = age.privatiseStream(counting(100 * PART), { workers, signal: controller.signal, onProgress })
    await assert.rejects(values, reason)
    assert.ok(parts < 10, `${parts} parts were done nevertheless`)
    const before = age.privatiseStream([1], { workers, signal: AbortSignal.abort() })
    await assert.rejects(before, { name: 'AbortError' })
  })

  test(`an abort ends chunks on ${workers} workers while the source is silent, and tells it`, async () => {
    const controller = new AbortController()
    let returned = false
    const silent = {
      [Symbol.asyncIterator]: () => silent,
      next() {
        setImmediate(() => controller.abort())
        return new Promise(() => {})
      },
      return: async () => {
        returned = true
        return { done: true }
      }
    }
    const values = age.privatiseStream(silent, { workers, signal: controller.signal })
    await assert.rejects(values.next(), { name: 'AbortError' })
    assert.ok(returned)
  })
}
