// What it costs to make a private posterior and to release one, how memory grows, and how close each method comes to the
// truth.

import { readFile } from 'node:fs/promises'
import { load } from 'inbounds'
import { median, secondsPerCall } from './measure.mjs'
import { formatSeconds, growth, repeat, under } from './rows.mjs'

const prior = [1, 1]

export const inReadme = { tight: 'growth: new BetaPosterior (smooth, tight) with n trials, from 200 to 1,000' }

export async function rows() {
  const inbounds = await load()
  return [
    ...timeRows(inbounds),
    ...growthRows(inbounds),
    ...releaseRows(inbounds),
    ...(await memoryRows()),
    ...distanceRows(inbounds)
  ]
}

function timeRows({ BetaPosterior, DirichletPosterior, SmoothLaplace }) {
  const factoryOf = (trials, method) => () => new BetaPosterior({ prior, trials, epsilon: 1, method })
  const slow = ['global', 'smooth', 'varying'].map((method) => {
    const [seconds] = secondsPerCall([repeat(factoryOf(1000, method))], 1)
    return { what: `new BetaPosterior, 1,000 trials, ${method}, tight`, ...under(seconds, 0.5) }
  })
  const [geometric] = secondsPerCall([repeat(factoryOf(1000, 'geometric'))], 200)
  const [large] = secondsPerCall([repeat(() => factoryOf(100_000, 'geometric')().privatise(31_415))], 20)
  const dirichlet = { prior: [1, 1, 1], trials: 30, epsilon: 1 }
  const [three] = secondsPerCall([repeat(() => new DirichletPosterior(dirichlet))], 1)
  const variances = Array.from({ length: 1001 }, (_, k) => ((k + 1) * (1001 - k)) / (1002 ** 2 * 1003))
  const smooth = { values: variances, epsilon: 1, delta: 1e-6 }
  const [statistic] = secondsPerCall([repeat(() => new SmoothLaplace(smooth))], 5)
  return [
    ...slow,
    { what: 'new BetaPosterior, 1,000 trials, geometric', ...under(geometric, 1e-3) },
    { what: 'the same with 100,000 trials, and a release', ...under(large, 50e-3) },
    { what: 'new DirichletPosterior, 3 categories, 30 trials (496 candidates)', value: formatSeconds(three) },
    { what: 'new SmoothLaplace, 1,001 values', value: formatSeconds(statistic) }
  ]
}

/**
 * A tight calibration has a law for each number of successes, and each law a number for each of these: a square. Noise on the
 * count has a closed form, and costs the same for all.
 */
function growthRows({ BetaPosterior }) {
  const growthOf = (method, sizes, calls, max) => {
    const works = sizes.map((trials) => repeat(() => new BetaPosterior({ prior, trials, epsilon: 1, method })))
    return growth(sizes, secondsPerCall(works, calls), max)
  }
  const tight = (method) => growthOf(method, [200, 1000], [5, 1], 2.2)
  return [
    {
      what: 'growth: new BetaPosterior (geometric) with n trials, from 1,000 to 100,000',
      ...growthOf('geometric', [1000, 100_000], 2000, 0.2)
    },
    { what: inReadme.tight, ...tight('smooth') },
    { what: '... global', ...tight('global') },
    { what: '... varying', ...tight('varying') }
  ]
}

/** Whether the time of a release tells the truth: the mean at the border, at a quarter and in the middle, taking turns. */
function releaseRows({ BetaPosterior }) {
  const mechanism = new BetaPosterior({ prior, trials: 1000, epsilon: 1, method: 'smooth' })
  const release = (successes) => repeat(() => mechanism.privatise(successes))
  const times = secondsPerCall([0, 250, 500].map(release), 400)
  const spread = (Math.max(...times) / Math.min(...times) - 1) * 100
  return [
    { what: 'a release, 1,000 trials, smooth', value: formatSeconds(median(times)) },
    { what: '... border, quarter and middle differ by (reported, not promised)', value: `${spread.toFixed(1)} %` }
  ]
}

/** WebAssembly's memory never shrinks, so what a fresh instance has grown by is the most that was in use beyond its start. */
async function memoryRows() {
  const trials = 4000
  const { memory, inbounds } = await loadWithMemory()
  const before = memory.buffer.byteLength
  new inbounds.BetaPosterior({ prior, trials, epsilon: 1, method: 'global' })
  const grown = (memory.buffer.byteLength - before) / 1e6
  const matrix = ((trials + 1) ** 2 * 8) / 1e6
  return [
    {
      what: `memory grown by a tight calibration of ${trials} trials, beside a matrix`,
      value: `${grown.toFixed(1)} MB`,
      ratio: grown / matrix,
      bar: `under 1 MB (a matrix would be ${matrix.toFixed(0)})`,
      pass: grown < 1
    }
  ]
}

/** The package keeps its memory to itself; it is seen when it is made. */
async function loadWithMemory() {
  const { instantiate } = WebAssembly
  let memory
  WebAssembly.instantiate = async (...args) => {
    const result = await instantiate(...args)
    memory = Object.values(result.exports).find((part) => part instanceof WebAssembly.Memory)
    return result
  }
  try {
    const wasm = await readFile(new URL(import.meta.resolve('inbounds/inbounds.wasm')))
    return { inbounds: await load({ wasm }), memory }
  } finally {
    WebAssembly.instantiate = instantiate
  }
}

/** The mean over all numbers of successes, alike; of a thousand trials, over every tenth. */
function distanceRows({ BetaPosterior }) {
  return [10, 100, 1000].flatMap((trials) =>
    [0.5, 1, 3].map((epsilon) => {
      const truths = Array.from({ length: trials + 1 }, (_, k) => k).filter((k) => trials < 1000 || k % 10 === 0)
      const distances = ['geometric', 'global', 'smooth', 'varying'].map((method) => {
        const mechanism = new BetaPosterior({ prior, trials, epsilon, method })
        return truths.reduce((sum, k) => sum + mechanism.expectedDistance(k) / truths.length, 0)
      })
      const [geometric, ...others] = distances
      return {
        what: `distance, geometric/global/smooth/varying: n=${trials}, eps=${epsilon}`,
        value: distances.map((distance) => distance.toFixed(3).replace(/^0/, '')).join(' '),
        ratio: geometric / Math.min(...others),
        bar: 'geometric is the smallest',
        pass: geometric < Math.min(...others)
      }
    })
  )
}
