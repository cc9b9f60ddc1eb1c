// What callers may write: sensible options, and everything else.

import fc from 'fast-check'

export const LAPLACES = ['ReflectedLaplace', 'BoundedLaplace', 'ClampedLaplace']
export const MECHANISMS = [...LAPLACES, 'BoundedGaussian']

export const oddNumber = fc.oneof(
  fc.double(),
  fc.integer({ min: -1000, max: 1000 }),
  fc.constantFrom(0, -0, NaN, Infinity, -Infinity, 1e-15, 1e-16, 700, 701, 1, 1e150, 1e151, 1e-150, 1e-151, 1e-270),
  fc.constantFrom(
    Number.MAX_VALUE,
    Number.MIN_VALUE,
    2 ** 52,
    2 ** 53,
    2 ** -24,
    2 ** -52,
    1 - 2 ** -53,
    0.1,
    0.3,
    1e308
  )
)

/** Whatever is no number, and numbers. */
export const anything = fc.oneof(
  oddNumber,
  fc.string({ maxLength: 6 }),
  fc.constantFrom(undefined, null, true, false, '', '1', 'NaN', 10n, Symbol('odd'), () => 1, class Odd {}, new Date(0)),
  fc.constantFrom(new Float64Array(2), new Uint8Array(3), new DataView(new ArrayBuffer(8)), new Map(), /x/, [1, 2]),
  fc.anything({ maxDepth: 2, withBigInt: true, withNullPrototype: true, withSparseArray: true, withTypedArray: true })
)

const pairs = fc.array(fc.tuple(oddNumber, oddNumber), { maxLength: 4 })

/** Options of which some are sensible, some odd, and some of another kind; some have names that nobody knows. */
export const wildOptions = fc
  .tuple(
    fc.record(
      {
        lower: mostly(fc.constantFrom(0, -1, 5, -Infinity)),
        upper: mostly(fc.constantFrom(10, 120, 1e6, Infinity)),
        epsilon: mostly(fc.constantFrom(1, 0.1, 5)),
        delta: mostly(fc.constantFrom(0, 1e-6, 0.1)),
        sensitivity: mostly(fc.constantFrom(1, 0.5, undefined)),
        granularity: mostly(fc.constantFrom(1, 0.5, 2 ** -10, undefined)),
        scale: mostly(fc.constantFrom(undefined, undefined, 3)),
        guarantee: mostly(fc.constantFrom('dp', 'metric', undefined)),
        calibration: mostly(fc.constantFrom('tight', 'published', undefined)),
        outside: mostly(fc.constantFrom('clamp', 'error', undefined)),
        gaps: fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, pairs, anything),
        spans: fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, pairs, anything)
      },
      { requiredKeys: ['lower', 'upper', 'epsilon'] }
    ),
    fc.oneof(
      { weight: 9, arbitrary: fc.constant({}) },
      fc.dictionary(fc.string({ maxLength: 5 }), anything, { maxKeys: 1 })
    )
  )
  .map(([known, unknown]) => ({ ...known, ...unknown }))

/** @template T @param {fc.Arbitrary<T>} sensible @returns {fc.Arbitrary<any>} */
function mostly(sensible) {
  return fc.oneof({ weight: 12, arbitrary: sensible }, { weight: 2, arbitrary: oddNumber }, anything)
}

/** Epsilons over many magnitudes, with three digits. */
export const epsilon = fc
  .tuple(fc.integer({ min: 100, max: 999 }), fc.integer({ min: -6, max: -1 }))
  .map(([digits, at]) => Number(`${digits}e${at}`))

/** An interval on a lattice of its own: whole multiples of a power of two, at most a few thousand of them. */
export const interval = fc
  .record({
    exponent: fc.integer({ min: -20, max: 20 }),
    first: fc.integer({ min: -1000, max: 1000 }),
    steps: fc.integer({ min: 1, max: 3000 }),
    part: fc.double({ min: 0, max: 1, noNaN: true })
  })
  .map(({ exponent, first, steps, part }) => {
    const granularity = 2 ** exponent
    const sensitivity = granularity * Math.max(1, Math.round(part * steps))
    return { lower: first * granularity, upper: (first + steps) * granularity, sensitivity, granularity }
  })

/** The same with gaps: spans of some steps, each a gap of some steps apart. */
export const gapped = fc
  .record({
    exponent: fc.integer({ min: -10, max: 10 }),
    first: fc.integer({ min: -100, max: 100 }),
    lengths: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 3, maxLength: 9 }),
    part: fc.double({ min: 0, max: 1, noNaN: true })
  })
  .map(({ exponent, first, lengths, part }) => {
    const granularity = 2 ** exponent
    const odd = lengths.length % 2 === 1 ? lengths : lengths.slice(1)
    const ends = [first]
    for (const length of odd) ends.push(ends.at(-1) + length)
    const spans = []
    for (let at = 0; at < ends.length; at += 2) spans.push([ends[at] * granularity, ends[at + 1] * granularity])
    const longest = Math.max(...spans.map(([lower, upper]) => upper - lower))
    const sensitivity = Math.max(granularity, Math.round((part * longest) / granularity) * granularity)
    return { spans, sensitivity, granularity }
  })
