// What draws cost, beside the noise that people write by hand and beside the same C++ compiled natively, and how that grows
// with the number of values.

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { load } from 'inbounds'
import { buildNative } from '../../tools/build.mjs'
import { loadProbe } from '../wasm/load.mjs'
import * as byHand from './hand-written.mjs'
import { median, secondsPerCall } from './measure.mjs'
import { atLeast, formatSeconds, growth, repeat, under } from './rows.mjs'

const native = fileURLToPath(new URL('../../build/native/tests/bench/inbounds_native_draws', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))

// Ten million draws are five rounds of two million, through one array: a larger one would measure memory.
const count = 2_000_000
const steps = 2 ** 24
const laplace = { steps, rate: 1 / steps, centre: steps / 2 } // the scale is the width, as for epsilon 1 on [0, 1]
const gaussian = { steps, rate: 4.5 / steps ** 2, centre: steps / 2 } // the standard deviation is a third of it

export const inReadme = {
  reflected: 'draws: ReflectedLaplace.privatiseAll, per value, beside hand-written JavaScript',
  bounded: 'draws: BoundedLaplace.privatiseAll, per value, beside hand-written JavaScript',
  oneByOne: 'draws: ReflectedLaplace.privatise, one call per value, beside hand-written JavaScript',
  native: 'draws: reflected noise in WebAssembly beside the native build, the same seeded bits',
  growth: 'growth: privatiseAll with n values, from 10^4 to 10^7',
  memory: 'memory: what 10^7 draws take beyond input and output, beside these'
}

export async function rows() {
  const { ReflectedLaplace, BoundedLaplace, BoundedGaussian } = await load()
  return [
    ...(await blockRows(ReflectedLaplace, BoundedLaplace, BoundedGaussian)),
    ...scalarRows(ReflectedLaplace, BoundedLaplace),
    growthRow(ReflectedLaplace),
    ...(await nativeRows()),
    entropyRow('Reflected', ReflectedLaplace, 12),
    entropyRow('Bounded', BoundedLaplace, 16),
    ...freshProcessRows(),
    constructRow(ReflectedLaplace),
    constructRow(BoundedLaplace)
  ]
}

async function blockRows(ReflectedLaplace, BoundedLaplace, BoundedGaussian) {
  const probe = await loadProbe()
  const unit = new BoundedLaplace({ lower: 0, upper: 1, epsilon: 1 })
  const reflected = new ReflectedLaplace({ lower: 0, upper: 1, epsilon: 1 })
  const age = new BoundedLaplace({ lower: 0, upper: 120, epsilon: 1, granularity: 1 })
  const normal = new BoundedGaussian({ lower: 0, upper: 1, epsilon: 1 })
  const plane = new BoundedGaussian({ lower: [0, 0], upper: [1, 1], epsilon: 1 })
  const truths = Float64Array.from({ length: count }, () => Math.random())
  const ages = truths.map((truth) => Math.floor(121 * truth))
  const middles = new Float64Array(count).fill(0.5)
  const into = new Float64Array(count)
  const times = secondsPerCall(
    [
      (n) => unit.privatiseAll(truths.subarray(0, n), { into: into.subarray(0, n) }),
      (n) => byHand.handWrittenLaplaceAll(truths.subarray(0, n), 0, 1, unit.scale, into),
      (n) => age.privatiseAll(ages.subarray(0, n), { into: into.subarray(0, n) }),
      (n) => byHand.handWrittenWholeAll(ages.subarray(0, n), 0, 120, age.scale, into),
      (n) => probe.drawMany('gaussian', gaussian, n),
      (n) => byHand.handWrittenGaussianAll(middles.subarray(0, n), 0, 1, 1 / 3, into),
      (n) => reflected.privatiseAll(truths.subarray(0, n), { into: into.subarray(0, n) }),
      (n) => normal.privatiseAll(truths.subarray(0, n), { into: into.subarray(0, n) }),
      (n) => plane.privatiseAll(truths.subarray(0, n), { into: into.subarray(0, n) })
    ],
    count
  )
  const [ours, theirs, oursWhole, theirsWhole, bell, theirBell, mirrored, gauss, vectors] = times
  return [
    { what: 'hand-written bounded Laplace on [0, 1], per value', value: formatSeconds(theirs), speedup: 1 },
    { what: inReadme.reflected, value: formatSeconds(mirrored), ...atLeast(theirs / mirrored, 3) },
    { what: 'of the goal of 5x', value: `${((20 * theirs) / mirrored).toFixed(0)} %` },
    { what: inReadme.bounded, value: formatSeconds(ours), ...atLeast(theirs / ours, 2) },
    { what: 'Reflected, compared with Bounded', value: formatSeconds(mirrored), ...atLeast(ours / mirrored, 1) },
    { what: 'Gaussian privatiseAll on [0, 1]', value: formatSeconds(gauss), ...atLeast(theirs / gauss, 1.4) },
    {
      what: 'Gaussian privatiseAll of vectors in the unit square',
      value: formatSeconds(vectors),
      speedup: theirs / vectors
    },
    { what: 'raw lattice Gaussian, 2^24 steps', value: formatSeconds(bell), ...atLeast(theirs / bell, 1.4) },
    { what: 'hand-written whole numbers on [0, 120], per value', value: formatSeconds(theirsWhole), speedup: 1 },
    {
      what: 'Bounded privatiseAll of whole numbers on [0, 120]',
      value: formatSeconds(oursWhole),
      ...atLeast(theirsWhole / oursWhole, 2.5)
    },
    { what: 'hand-written Gaussian on [0, 1], per value', value: formatSeconds(theirBell), speedup: 1 },
    { what: 'raw lattice Gaussian beside it', value: formatSeconds(bell), speedup: theirBell / bell }
  ]
}

function scalarRows(ReflectedLaplace, BoundedLaplace) {
  const unit = new BoundedLaplace({ lower: 0, upper: 1, epsilon: 1 })
  const reflected = new ReflectedLaplace({ lower: 0, upper: 1, epsilon: 1 })
  let sum = 0
  const each = (draw) => (n) => {
    for (let i = 0; i < n; ++i) sum += draw(i / n)
  }
  const [mirrored, ours, theirs] = secondsPerCall(
    [
      each((truth) => reflected.privatise(truth)),
      each((truth) => unit.privatise(truth)),
      each((truth) => byHand.handWrittenLaplace(truth, 0, 1, unit.scale))
    ],
    500_000
  )
  if (!(sum > 0)) throw new Error('nothing was drawn')
  return [
    { what: 'hand-written bounded Laplace, one call per value', value: formatSeconds(theirs), speedup: 1 },
    { what: inReadme.oneByOne, value: formatSeconds(mirrored), ...atLeast(theirs / mirrored, 0.5) },
    { what: 'Bounded privatise, one call per value', value: formatSeconds(ours), ...atLeast(theirs / ours, 0.5) }
  ]
}

/** What the caches hold, and what they do not. */
function growthRow(ReflectedLaplace) {
  const sizes = [1e4, 1e7]
  const unit = new ReflectedLaplace({ lower: 0, upper: 1, epsilon: 1 })
  const works = sizes.map((size) => {
    const truths = Float64Array.from({ length: size }, (_, at) => at / size)
    const into = new Float64Array(size)
    return repeat(() => unit.privatiseAll(truths, { into }))
  })
  return { what: inReadme.growth, ...growth(sizes, secondsPerCall(works, [300, 1]), 1.1) }
}

/** Both sides with the same seeded bits, so that no two platform generators are compared. */
async function nativeRows() {
  await buildNative('inbounds_native_draws')
  const probe = await loadProbe({ seed: 1 })
  const laws = { geometric: laplace, reflected: laplace, gaussian }
  const kinds = Object.keys(laws)
  const draws = 2 ** 20 // as many as the native program makes
  for (const kind of kinds) probe.drawMany(kind, laws[kind], draws / 8)
  const rounds = Array.from({ length: 5 }, () => {
    const there = JSON.parse(execFileSync(native, { encoding: 'utf8' }))
    const times = kinds.map((kind) => {
      const started = performance.now()
      probe.drawMany(kind, laws[kind], draws)
      return { here: (performance.now() - started) / 1000 / draws, there: there[kind] / 1e9 }
    })
    return { times, noise: there.much / there.little }
  })
  const spread = median(rounds.map((round) => round.noise)) - 1
  const byNoise = {
    what: 'reflected draws, five scales of noise against hardly any, native',
    value: `${(100 * spread).toFixed(1)} %`,
    bar: 'within 2 %',
    pass: Math.abs(spread) <= 0.02
  }
  const rows = kinds.flatMap((kind, index) => {
    const here = median(rounds.map((round) => round.times[index].here))
    const there = median(rounds.map((round) => round.times[index].there))
    return [
      { what: `${kind} in blocks, seeded bits, native`, value: formatSeconds(there), speedup: 1 },
      {
        what: kind === 'reflected' ? inReadme.native : `${kind} in blocks, seeded bits, WebAssembly`,
        value: formatSeconds(here),
        ...atLeast(there / here, 0.6)
      }
    ]
  })
  return [...rows, byNoise]
}

function entropyRow(name, Mechanism, max) {
  const unit = new Mechanism({ lower: 0, upper: 1, epsilon: 1 })
  const original = crypto.getRandomValues
  let bytes = 0
  crypto.getRandomValues = (array) => {
    bytes += array.byteLength
    return original.call(crypto, array)
  }
  try {
    unit.privatiseAll(new Float64Array(count))
  } finally {
    delete crypto.getRandomValues // the prototype's own shows again
  }
  const each = bytes / count
  return {
    what: `random bytes per draw, ${name}`,
    value: `${each.toFixed(2)} B`,
    bar: `at most ${max} B`,
    pass: each > 0 && each <= max
  }
}

/** What only a process of its own can tell: nothing is warm, and nothing else allocates. */
function freshProcessRows() {
  const child = fileURLToPath(new URL('fresh-process.mjs', import.meta.url))
  const runs = Array.from({ length: 5 }, () =>
    JSON.parse(execFileSync(process.execPath, ['--expose-gc', child], { cwd: root, encoding: 'utf8' }))
  )
  const memory = median(runs.map((run) => run.memory))
  const first = median(runs.map((run) => run.firstDraw))
  return [
    {
      what: inReadme.memory,
      value: `${(memory / 2 ** 20).toFixed(2)} MiB`,
      ratio: memory / (2 * 8 * 1e7),
      bar: 'under 2 MiB',
      pass: memory < 2 * 2 ** 20
    },
    { what: 'first draw of a process', ...under(first / 1000, 5e-3) }
  ]
}

function constructRow(Mechanism) {
  const [each] = secondsPerCall([repeat(() => new Mechanism({ lower: 0, upper: 1, epsilon: 1 }))], 20000)
  return { what: `constructing a ${Mechanism.name}`, ...under(each, 30e-6) }
}
