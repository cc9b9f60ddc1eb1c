// What it costs to make a mechanism from JavaScript, beside the bisection that people write by hand; how that grows with the
// number of spans; and how much noise an exact calibration saves.

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { load } from 'inbounds'
import { buildNative } from '../../tools/build.mjs'
import { loadProbe } from '../wasm/load.mjs'
import { median, secondsPerCall } from './measure.mjs'
import { formatSeconds, growth, repeat, under } from './rows.mjs'

const native = fileURLToPath(new URL('../../build/native/tests/bench/inbounds_native_calibration', import.meta.url))

export const inReadme = {
  reflected: 'calibration: new ReflectedLaplace, exact and audited, beside a hand-written bisection',
  growth: 'growth: new BoundedLaplace with n spans, from 1,000 to 100,000',
  delta: 'noise: published scale of bounded noise over ours, [0, 1], epsilon 0.1, delta 0.01'
}

export async function rows() {
  const { ReflectedLaplace, BoundedLaplace, ClampedLaplace, compare } = await load()
  return [
    ...intervalRows(ReflectedLaplace, BoundedLaplace),
    compareRow(compare),
    ...spanRows(BoundedLaplace),
    ...deltaRows(ReflectedLaplace, 'Reflected'),
    ...deltaRows(BoundedLaplace, 'Bounded'),
    ...(await noiseRows(ReflectedLaplace, BoundedLaplace, ClampedLaplace)),
    ...(await nativeRows())
  ]
}

/** Holohan et al. 2020, Algorithm 1, in plain JavaScript: the continuous scale, without safe rounding. */
function handWrittenScale(width, sensitivity, epsilon) {
  const c = (q, b) => 1 - (Math.exp(-q / b) + Math.exp(-(width - q) / b)) / 2
  const f = (b) => sensitivity / (epsilon - Math.log(c(sensitivity, b) / c(0, b)))
  let left = sensitivity / epsilon
  let right = f(left)
  for (let interval = Infinity; right - left < interval; ) {
    interval = right - left
    const middle = (left + right) / 2
    if (f(middle) >= middle) left = middle
    if (f(middle) <= middle) right = middle
  }
  return right
}

function intervalRows(ReflectedLaplace, BoundedLaplace) {
  const options = { lower: 0, upper: 100, sensitivity: 3, epsilon: 0.7 }
  const [reflected, reflectedScale, construct, scaleFor, byHand] = secondsPerCall(
    [
      repeat(() => new ReflectedLaplace(options)),
      repeat(() => ReflectedLaplace.scaleFor(options)),
      repeat(() => new BoundedLaplace(options)),
      repeat(() => BoundedLaplace.scaleFor(options)),
      repeat(() => handWrittenScale(100, 3, 0.7))
    ],
    20000
  )
  const compareTo = (what, seconds) => ({ what, ratio: seconds / byHand, ...under(seconds, 20e-6) })
  return [
    { what: "hand-written bisection of the paper's equation", value: formatSeconds(byHand), ratio: 1 },
    compareTo(inReadme.reflected, reflected),
    compareTo('ReflectedLaplace.scaleFor: continuous calibration', reflectedScale),
    compareTo('new BoundedLaplace: check, lattice, tight calibration', construct),
    compareTo('BoundedLaplace.scaleFor: continuous calibration', scaleFor)
  ]
}

function compareRow(compare) {
  const [each] = secondsPerCall([repeat(() => compare({ lower: 0, upper: 100, sensitivity: 3, epsilon: 0.7 }))], 20)
  return { what: 'compare() of all mechanisms', value: formatSeconds(each) }
}

/** Spans and gaps of uneven length, so that no two pairs of them are alike; neighbours reach into other spans. */
function manySpans(count) {
  const spans = []
  let at = 0
  for (let i = 0; i < count; ++i) {
    const from = at + 0.5 + ((i * 0.618034) % 1)
    at = from + 0.5 + ((i * 0.414214) % 1)
    spans.push([from, at])
  }
  return spans
}

function spanRows(BoundedLaplace) {
  const works = [2, 1000, 100_000].map((count) => {
    const options = { spans: manySpans(count), sensitivity: 2, epsilon: 1 }
    return repeat(() => new BoundedLaplace(options))
  })
  const [two, thousand, hundredThousand] = secondsPerCall(works, [2000, 20, 1])
  return [
    { what: 'new BoundedLaplace with 2 spans', value: formatSeconds(two) },
    { what: 'with 1,000 spans', ratio: 1, ...under(thousand, 5e-3) },
    { what: 'with 100,000 spans', ratio: hundredThousand / thousand, ...under(hundredThousand, 1) },
    { what: inReadme.growth, ...growth([1000, 100_000], [thousand, hundredThousand], 1.2) }
  ]
}

function deltaRows(Mechanism, named) {
  const domains = {
    'an interval': { lower: 0, upper: 100 },
    'two spans': {
      spans: [
        [0, 40],
        [60, 100]
      ]
    },
    'a half-line': { lower: 0, upper: Infinity }
  }
  return Object.entries(domains).flatMap(([name, domain]) => {
    const options = { ...domain, sensitivity: 3, epsilon: 0.7, delta: 1e-6 }
    const [scaleFor] = secondsPerCall([repeat(() => Mechanism.scaleFor(options))], 20)
    const [construct] = secondsPerCall([repeat(() => new Mechanism(options))], 4)
    return [
      { what: `${named}, delta > 0 on ${name}: scaleFor`, ...under(scaleFor, 1e-3) },
      { what: `${named}, delta > 0 on ${name}: constructor`, ...under(construct, 5e-3) }
    ]
  })
}

/** Scales of the continuous laws: as the papers prescribe (on an interval, what diffprivlib's bisection finds), and tight. */
async function noiseRows(ReflectedLaplace, BoundedLaplace, ClampedLaplace) {
  const probe = await loadProbe()
  const row = (what, published, tight) => ({
    what,
    value: `scale ${published.toPrecision(4)} / ${tight.toPrecision(4)}`,
    ratio: published / tight,
    bar: 'never below 1',
    pass: published / tight > 1 - 1e-12
  })
  const interval = (width, query, what = `published over ours: ${nameOf({ width, ...query })}`) =>
    row(what, probe.fixedPoint({ width, ...query }), BoundedLaplace.scaleFor({ lower: 0, upper: width, ...query }))
  const other = (what, Mechanism, options) =>
    row(what, Mechanism.scaleFor({ ...options, calibration: 'published' }), Mechanism.scaleFor(options))
  const local = { lower: 0, upper: 1 }
  const half = { lower: 0, upper: Infinity, sensitivity: 1 }
  const clinic = { spans: [[9, 12], [14, 18]], sensitivity: 1 } // biome-ignore format: a domain
  const reflectedRow = (text, options) => other(`published over ours: reflected, ${text}`, ReflectedLaplace, options)
  return [
    reflectedRow('[0, 1] s=1 eps=1', { ...local, epsilon: 1 }),
    reflectedRow('[0, 1] s=1 eps=0.1', { ...local, epsilon: 0.1 }),
    reflectedRow('[0, 1] s=0.1 eps=1 delta=0.1', { ...local, sensitivity: 0.1, epsilon: 1, delta: 0.1 }),
    interval(1, { sensitivity: 1, epsilon: 1, delta: 0 }),
    interval(1, { sensitivity: 0.1, epsilon: 1, delta: 0 }),
    interval(1, { sensitivity: 1, epsilon: 0.1, delta: 0.01 }, inReadme.delta),
    interval(1, { sensitivity: 0.1, epsilon: 1, delta: 0.1 }),
    interval(1, { sensitivity: 0.1, epsilon: 1, delta: 1e-6 }),
    interval(1, { sensitivity: 0.3, epsilon: 0, delta: 0.05 }),
    other('published over ours: [0, inf) s=1 eps=1', BoundedLaplace, { ...half, epsilon: 1 }),
    other('published over ours: [0, inf) s=1 eps=0.1', BoundedLaplace, { ...half, epsilon: 0.1 }),
    other('published over ours: [9, 12] and [14, 18] s=1 eps=1', BoundedLaplace, { ...clinic, epsilon: 1 }),
    other('published over ours: clamped, s=1 eps=0.1 delta=0.01', ClampedLaplace, { ...half, epsilon: 0.1, delta: 0.01 }) // biome-ignore format: a case a line
  ]
}

const nameOf = ({ width, sensitivity, epsilon, delta }) =>
  `[0, ${width}] s=${sensitivity} eps=${epsilon} delta=${delta}`

/** Natively, so that both are compiled alike. At delta > 0 ours answers a harder question: the exact one. */
async function nativeRows() {
  await buildNative('inbounds_native_calibration')
  const runs = Array.from({ length: 5 }, () => JSON.parse(execFileSync(native, { encoding: 'utf8' })))
  return runs[0].flatMap((query, index) => {
    const time = (kind) => median(runs.map((run) => run[index][kind])) / 1e9
    const [bisection, continuous, lattice, reflected] = ['bisection', 'continuous', 'lattice', 'reflected'].map(time)
    const beside = (seconds) => ({ value: formatSeconds(seconds), ratio: seconds / bisection })
    return [
      { what: `native bisection, ${nameOf(query)}`, ...beside(bisection) },
      { what: 'ours, continuous', ...beside(continuous) },
      { what: 'ours, on the default lattice, audited', ...beside(lattice) },
      {
        what: 'reflected, on the default lattice, audited',
        ...beside(reflected),
        ...(query.delta === 0 && under(reflected, 5e-6))
      }
    ]
  })
}
