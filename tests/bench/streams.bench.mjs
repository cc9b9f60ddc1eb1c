// What workers are good for, in Node and in Chromium: two of them beside one, on ten million values.

import { load } from 'inbounds'
import { median } from './measure.mjs'

const count = 10_000_000
const rounds = 5
const shown = (milliseconds) => `${milliseconds.toFixed(0)} ms`

export async function rows() {
  const { ReflectedLaplace } = await load()
  const unit = new ReflectedLaplace({ lower: 0, upper: 1, epsilon: 1 })
  const truths = Float64Array.from({ length: count }, (_, at) => at / count)
  const times = { all: [], 0: [], 1: [], 2: [] }
  for (let round = 0; round <= rounds; ++round) {
    // The first round is not counted: workers start, and everything is compiled.
    const time = async (name, work) => {
      const started = performance.now()
      await work()
      if (round > 0) times[name].push(performance.now() - started)
    }
    await time('all', () => unit.privatiseAll(truths))
    for (const workers of [0, 1, 2]) await time(workers, () => unit.privatiseStream(truths, { workers }))
  }
  const [whole, here, one, two] = ['all', 0, 1, 2].map((name) => median(times[name]))
  // Neighbours in time are compared: the machine is the same for both.
  const speedup = median(times[1].map((alone, round) => alone / times[2][round]))
  return [
    { what: 'one worker, 10^7 values', value: shown(one), speedup: 1 },
    { what: 'two workers', value: shown(two), speedup, bar: 'at least 1.5x', pass: speedup >= 1.5 },
    { what: 'none: in parts, with pauses', value: shown(here), speedup: one / here },
    { what: 'privatiseAll, without pauses', value: shown(whole), speedup: one / whole }
  ]
}
