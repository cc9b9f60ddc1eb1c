// What workers are good for: two of them beside one, on ten million values.

import { load } from 'inbounds'
import { median, roundsOf } from './measure.mjs'
import { atLeast, formatSeconds } from './rows.mjs'

const count = 10_000_000
const chunkLength = 2 ** 17

export const inReadme = {
  workers: 'streams: privatiseStream of 10^7 values over the truths, two workers beside one'
}

export async function rows() {
  const { ReflectedLaplace } = await load()
  const unit = new ReflectedLaplace({ lower: 0, upper: 1, epsilon: 1 })
  const truths = Float64Array.from({ length: count }, (_, at) => at / count)
  const inChunks = (workers) => () => throughChunks(unit, truths, workers)
  const overTruths = (workers) => () => unit.privatiseStream(truths, { workers, into: truths })
  const newArray = (workers) => () => unit.privatiseStream(truths, { workers })
  const [chunks1, chunks2, over1, over2, new1, new2, parts, all, touching] = await roundsOf([
    inChunks(1),
    inChunks(2),
    overTruths(1),
    overTruths(2),
    newArray(1),
    newArray(2),
    overTruths(0),
    () => unit.privatiseAll(truths, { into: truths }),
    () => new Float64Array(count).set(truths)
  ])
  const here = (what, times) => ({ what, value: formatSeconds(median(times)), speedup: speedupOf(chunks1, times) })
  return [
    one('10^7 values chunk by chunk, one worker', chunks1),
    {
      what: '10^7 values chunk by chunk, two workers',
      value: formatSeconds(median(chunks2)),
      ...atLeast(speedupOf(chunks1, chunks2), 1.5)
    },
    one('10^7 values over the truths, one worker', over1),
    { what: inReadme.workers, value: formatSeconds(median(over2)), ...atLeast(speedupOf(over1, over2), 1.5) },
    one('10^7 values to a new array, one worker', new1),
    {
      what: '10^7 values to a new array, two workers',
      value: formatSeconds(median(new2)),
      ...ofTwoCores(speedupOf(new1, new2), over1, touching)
    },
    here('in parts, in this thread', parts),
    here('privatiseAll', all),
    here('touching as much new memory, in this thread', touching)
  ]
}

const one = (what, times) => ({ what, value: formatSeconds(median(times)), speedup: 1 })

/** Neighbours in time are compared: the machine is the same for both. */
function speedupOf(alone, together) {
  return median(alone.map((seconds, round) => seconds / together[round]))
}

/**
 * To touch 80 MB of new memory for the first time takes the calling thread M, while one worker draws for W. Two cores have
 * W + M to do and need half of it at least: no more than 2 W / (W + M) times as fast as one worker, beside which M is hidden.
 */
function ofTwoCores(speedup, drawing, touching) {
  const [W, M] = [median(drawing), median(touching)]
  const best = (2 * W) / (W + M)
  return {
    speedup,
    bar: `at least 1.5x (two cores: at most ${best.toFixed(2)}x)`,
    pass: speedup >= 1.5
  }
}

async function throughChunks(mechanism, truths, workers) {
  function* chunks() {
    for (let from = 0; from < count; from += chunkLength) yield truths.subarray(from, from + chunkLength)
  }
  let values = 0
  for await (const { length } of mechanism.privatiseStream(chunks(), { workers })) values += length
  if (values !== count) throw new Error(`${values} values came out`)
}
