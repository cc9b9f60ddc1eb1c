// Beside diffprivlib, the Python library of the authors of the bounded Laplace mechanism, where Python has it.

import { load } from 'inbounds'
import { askDiffprivlib } from './diffprivlib-peer.mjs'
import { median, secondsPerCall } from './measure.mjs'
import { atLeast, formatSeconds, repeat } from './rows.mjs'

const rounds = 5
const count = 500_000
const queries = [
  { width: 100, sensitivity: 3, epsilon: 0.7, delta: 0 },
  { width: 1, sensitivity: 0.1, epsilon: 1, delta: 0 },
  { width: 1, sensitivity: 1, epsilon: 0.1, delta: 0.01 },
  { width: 1, sensitivity: 0.1, epsilon: 1, delta: 0.1 }
]

export const inReadme = {
  oneByOne: 'diffprivlib: BoundedLaplace.privatise, one call per value, beside LaplaceBoundedDomain.randomise',
  all: 'diffprivlib: BoundedLaplace.privatiseAll, per value, beside LaplaceBoundedDomain.randomise',
  scale: 'diffprivlib: BoundedLaplace.scaleFor beside its bisection'
}

export async function rows() {
  const { BoundedLaplace, ReflectedLaplace, ClampedLaplace } = await load()
  const theirs = []
  const ours = []
  for (let round = 0; round < rounds; ++round) {
    const { measured, skipped } = askDiffprivlib({ draws: 20_000, calibrations: 500, queries })
    if (skipped) return [{ skipped }]
    theirs.push(measured)
    ours.push(timesOf(BoundedLaplace))
  }
  const [{ version, scales }] = theirs
  const middle = (list, name) => median(list.map((times) => times[name]))
  const [draw, bisection] = ['draw', 'scaleFor'].map((name) => middle(theirs, name))
  const compareTo = (name, seconds) => {
    const own = middle(ours, name)
    return { what: inReadme[name], value: formatSeconds(own), ...atLeast(seconds / own, 1) }
  }
  return [
    {
      what: `diffprivlib ${version}: LaplaceBoundedDomain.randomise on [0, 1]`,
      value: formatSeconds(draw),
      speedup: 1
    },
    compareTo('oneByOne', draw),
    compareTo('all', draw),
    {
      what: `diffprivlib ${version}: its bisection, [0, 100] s=3 eps=0.7`,
      value: formatSeconds(bisection),
      speedup: 1
    },
    compareTo('scale', bisection),
    ...queries.map((query, at) => scaleRow(BoundedLaplace, query, scales[at])),
    errorRow(
      'error of ReflectedLaplace over that of LaplaceFolded, [0, 1] eps=1',
      ReflectedLaplace,
      middle(theirs, 'foldedError')
    ),
    errorRow('... of ClampedLaplace over that of LaplaceTruncated', ClampedLaplace, middle(theirs, 'truncatedError'))
  ]
}

function timesOf(BoundedLaplace) {
  const unit = new BoundedLaplace({ lower: 0, upper: 1, epsilon: 1 })
  const truths = Float64Array.from({ length: count }, (_, at) => at / count)
  const [all] = secondsPerCall(
    [(n) => unit.privatiseAll(truths.subarray(0, n), { into: truths.subarray(0, n) })],
    count
  )
  const [oneByOne] = secondsPerCall([repeat(() => unit.privatise(0.5))], count)
  const [{ width, ...query }] = queries
  const [scale] = secondsPerCall([repeat(() => BoundedLaplace.scaleFor({ lower: 0, upper: width, ...query }))], 20_000)
  return { all, oneByOne, scale }
}

/** Theirs is the fixed point of formula (4.1) in Holohan et al. 2020: without delta the smallest that there is, as ours is. */
function scaleRow(BoundedLaplace, { width, ...query }, theirs) {
  const ours = BoundedLaplace.scaleFor({ lower: 0, upper: width, ...query })
  const ratio = theirs / ours
  const { sensitivity, epsilon, delta } = query
  const same = { bar: 'the same to 1e-9', pass: Math.abs(ratio - 1) < 1e-9 }
  return {
    what: `its scale over ours: [0, ${width}] s=${sensitivity} eps=${epsilon} delta=${delta}`,
    value: `scale ${theirs.toPrecision(4)} / ${ours.toPrecision(4)}`,
    ratio,
    ...(delta === 0 ? same : { bar: 'above 1', pass: ratio > 1 })
  }
}

/** On average over true values that are spread evenly. Theirs is that of draws where it has no formula: to about 1 %. */
function errorRow(what, Mechanism, theirs) {
  const mechanism = new Mechanism({ lower: 0, upper: 1, epsilon: 1 })
  const truths = Array.from({ length: 100 }, (_, at) => (at + 0.5) / 100)
  const ours = truths.reduce((sum, truth) => sum + mechanism.at(truth).mse / truths.length, 0)
  return {
    what,
    value: `error ${ours.toPrecision(4)} / ${theirs.toPrecision(4)}`,
    ratio: ours / theirs,
    bar: 'at most 1.03',
    pass: ours <= 1.03 * theirs
  }
}
