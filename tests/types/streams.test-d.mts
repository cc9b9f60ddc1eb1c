// What the types of privatiseStream and privatiseRecords promise, checked by tsc.

import { type Chunks, load, type PrivateRecords, type Progress, type StreamOptions } from 'inbounds'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const expectType = <_T extends true>() => undefined

const { ReflectedLaplace, BoundedGaussian, BetaPosterior, privatiseRecords } = await load()
const age = new ReflectedLaplace({ lower: 0, upper: 120, epsilon: 1 })
const place = new BoundedGaussian({ lower: [0, 0], upper: [1, 1], epsilon: 1 })
const posterior = new BetaPosterior({ prior: [1, 1], trials: 10, epsilon: 1 })

const column = age.privatiseStream([1, 2, 3])
expectType<Equal<typeof column, Promise<Float64Array>>>()
const typed: Promise<Float64Array> = place.privatiseStream(new Float32Array(4))

async function* source(): AsyncGenerator<number[]> {
  yield [1]
}
const chunks = age.privatiseStream(source())
expectType<Equal<typeof chunks, AsyncGenerator<Float64Array, void, void>>>()
const stream = age.privatiseStream(new ReadableStream<Float64Array>())
const listed = age.privatiseStream([[1], [2]].values())
const given: Chunks = source()
for await (const chunk of stream) chunk.length

const progress: Progress[] = []
const options: StreamOptions = {
  signal: new AbortController().signal,
  workers: 2,
  onProgress: (now) => progress.push(now)
}
const total: number | undefined = progress[0]?.total
age.privatiseStream([1], options)
// @ts-expect-error a number of them
age.privatiseStream([1], { workers: '2' })
// @ts-expect-error texts are no numbers
age.privatiseStream(['1'])
// @ts-expect-error there is nothing to stream
posterior.privatiseStream([1])

const result = await privatiseRecords([{ name: 'Ada', age: 37 }], { age }, options)
const first: { name: string; age: number } | undefined = result.records[0]
const spent: number = result.epsilon + result.delta + (result.missing.age ?? 0)
const columns: PrivateRecords<{ age: number[] }> = await privatiseRecords({ age: [1, 2] }, { age, at: place })
// @ts-expect-error a posterior is not for single values
privatiseRecords([{ age: 1 }], { age: posterior })
// @ts-expect-error one number is no record
privatiseRecords(37, { age })

export { columns, first, given, listed, spent, total, typed }
