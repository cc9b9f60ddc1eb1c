// What workers are good for: two of them beside one, on ten million values. A new array misses its bar on most runs: to touch 80 MB of
// fresh memory for the first time takes the calling thread as long as a fifth of all draws (its own row), with two workers at
// work even longer, and on two cores there is no third for it. Parts of other lengths and longer queues did not change that.

import { load } from 'inbounds'
import { median } from './measure.mjs'

const count = 10_000_000
const chunkLength = 2 ** 17
const rounds = 5
const shown = (milliseconds) => `${milliseconds.toFixed(0)} ms`

export async function rows() {
  const { ReflectedLaplace } = await load()
  const unit = new ReflectedLaplace({ lower: 0, upper: 1, epsilon: 1 })
  const truths = Float64Array.from({ length: count }, (_, at) => at / count)
  const ways = {
    'chunk by chunk': (workers) => throughChunks(unit, truths, workers),
    'over the truths': (workers) => unit.privatiseStream(truths, { workers, into: truths }),
    'to a new array': (workers) => unit.privatiseStream(truths, { workers })
  }
  const fresh = { 'touching as much new memory, in this thread': () => new Float64Array(count).set(truths) }
  const here = { 'in parts, in this thread': () => ways['over the truths'](0), privatiseAll: () => unit.privatiseAll(truths, { into: truths }), ...fresh } // biome-ignore format: three of them
  const works = Object.entries(ways).flatMap(([, work]) => [() => work(1), () => work(2)])
  const times = await timesOf([...works, ...Object.values(here)])
  const [baseline] = times.map(median)
  return [
    ...Object.keys(ways).flatMap((name, at) => pairRows(name, times[2 * at], times[2 * at + 1])),
    ...Object.keys(here).map((name, at) => {
      const milliseconds = median(times[works.length + at])
      return { what: name, value: shown(milliseconds), speedup: baseline / milliseconds }
    })
  ]
}

async function throughChunks(mechanism, truths, workers) {
  function* chunks() {
    for (let from = 0; from < count; from += chunkLength) yield truths.subarray(from, from + chunkLength)
  }
  let values = 0
  for await (const { length } of mechanism.privatiseStream(chunks(), { workers })) values += length
  if (values !== count) throw new Error(`${values} values came out`)
}

/** In milliseconds, round by round, all in turn. The first round is not counted: workers start, and everything is compiled. */
async function timesOf(works) {
  const times = works.map(() => [])
  for (let round = 0; round <= rounds; ++round) {
    for (const [at, work] of works.entries()) {
      const started = performance.now()
      await work()
      if (round > 0) times[at].push(performance.now() - started)
    }
  }
  return times
}

/** Neighbours in time are compared: the machine is the same for both. */
function pairRows(name, alone, together) {
  const speedup = median(alone.map((one, round) => one / together[round]))
  return [
    { what: `10^7 values ${name}, one worker`, value: shown(median(alone)), speedup: 1 },
    { what: '... two workers', value: shown(median(together)), speedup, bar: 'at least 1.5x', pass: speedup >= 1.5 }
  ]
}
