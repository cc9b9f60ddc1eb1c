// Domains of several spans: which values come out, with which probabilities, and which truths are refused.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load, ParameterError } from 'inbounds'
import { loadSeeded } from 'inbounds/testing'
import { alpha, chiSquarePValue } from './support/chi-square.mjs'
import { generator } from './support/generator.mjs'
import { latticeValues } from './support/lattice-values.mjs'

const { BoundedLaplace } = await load()
const clinic = {
  spans: [
    [9, 12],
    [14, 18]
  ],
  epsilon: 1,
  sensitivity: 1
}
const isPossible = ({ spans }, y) => spans.some(([from, to]) => y >= from && y <= to)

test('spans in any order, and spans that touch, are put in order', () => {
  const expected = { ...new BoundedLaplace(clinic).toJSON() }
  for (const spans of [
    [
      [14, 18],
      [9, 12]
    ],
    [
      [14, 15],
      [9, 10],
      [10, 12],
      [15, 18]
    ],
    [
      [17, 18],
      [16, 17],
      [14, 16],
      [9, 12]
    ]
  ]) {
    const mechanism = new BoundedLaplace({ ...clinic, spans })
    assert.deepEqual(mechanism.toJSON(), expected)
    assert.deepEqual(mechanism.spans, [
      [9, 12],
      [14, 18]
    ])
  }
  assert.deepEqual(
    new BoundedLaplace({
      ...clinic,
      spans: [
        [12, 18],
        [9, 12]
      ]
    }).spans,
    [[9, 18]]
  )
})

test('gaps say the same as spans', () => {
  const { spans, ...rest } = clinic
  const gapped = new BoundedLaplace({ lower: 9, upper: 18, gaps: [[12, 14]], ...rest })
  assert.deepEqual(gapped.toJSON(), new BoundedLaplace(clinic).toJSON())
  const many = {
    lower: -Infinity,
    upper: Infinity,
    gaps: [
      [3, 4],
      [-1, 1],
      [10, 20]
    ],
    ...rest
  }
  assert.deepEqual(new BoundedLaplace(many).spans, [
    [-Infinity, -1],
    [1, 3],
    [4, 10],
    [20, Infinity]
  ])
  assert.deepEqual(new BoundedLaplace({ lower: 0, upper: 1, gaps: [], epsilon: 1 }).spans, [[0, 1]])
})

test('an interval is one span, and the same mechanism', () => {
  const options = { epsilon: 0.7, sensitivity: 2, granularity: 0.5 }
  const one = new BoundedLaplace({ spans: [[-3, 9]], ...options })
  const other = new BoundedLaplace({ lower: -3, upper: 9, ...options })
  assert.deepEqual(one.toJSON(), other.toJSON())
  assert.deepEqual(other.spans, [[-3, 9]])
})

test('the spans of an instance cannot be changed, and changing what was given changes nothing', () => {
  const spans = [
    [9, 12],
    [14, 18]
  ]
  const mechanism = new BoundedLaplace({ ...clinic, spans })
  spans[0][1] = 100
  spans.pop()
  assert.ok(Object.isFrozen(mechanism.spans) && mechanism.spans.every(Object.isFrozen))
  assert.throws(() => {
    mechanism.spans[0][0] = 0
  }, TypeError)
  assert.deepEqual(mechanism.spans, [
    [9, 12],
    [14, 18]
  ])
})

test('every value is possible, whatever the spans and the truth', () => {
  for (const options of [
    clinic,
    { ...clinic, granularity: 1 },
    {
      spans: [
        [0, 0.001],
        [1e6, 1e6 + 1]
      ],
      epsilon: 0.1
    },
    {
      spans: [
        [-5, -1],
        [1, 5]
      ],
      epsilon: 700,
      sensitivity: 3
    },
    {
      spans: [
        [0, 1],
        [5, 6],
        [100, 101]
      ],
      epsilon: 1e-9
    },
    {
      spans: [
        [0.1, 0.3],
        [0.5, 0.7]
      ],
      epsilon: 1,
      granularity: 0.1
    },
    {
      spans: [
        [-Infinity, -1],
        [1, Infinity]
      ],
      epsilon: 1,
      sensitivity: 2
    },
    { lower: 0, upper: Infinity, epsilon: 0.01, sensitivity: 1 },
    { lower: -Infinity, upper: -3, epsilon: 5, sensitivity: 1e6, granularity: 1 },
    { lower: -Infinity, upper: Infinity, epsilon: 1, sensitivity: 1e-6 }
  ]) {
    const mechanism = new BoundedLaplace(options)
    assert.ok(mechanism.audit().epsilon <= options.epsilon)
    const ends = mechanism.spans.flat()
    for (const truth of [Number.NEGATIVE_INFINITY, -Number.MAX_VALUE, ...ends, Number.MAX_VALUE, Infinity]) {
      const law = mechanism.at(truth)
      const drawn = [mechanism.privatise(truth), ...mechanism.privatiseAll(new Array(100).fill(truth))]
      for (const y of drawn) {
        assert.ok(Number.isFinite(y) && isPossible(mechanism, y), `${y} of ${JSON.stringify(mechanism)}`)
        assert.ok(!Object.is(y, -0))
        assert.ok(law.logPmf(y) > Number.NEGATIVE_INFINITY)
      }
    }
  }
})

test('draws have the law of their truth, in a batch and one by one', async () => {
  const seeded = await loadSeeded(83)
  for (const options of [
    {
      spans: [
        [9, 12],
        [14, 18]
      ],
      epsilon: 1,
      sensitivity: 1,
      granularity: 0.5
    },
    {
      spans: [
        [0, 3],
        [4, 4.5],
        [20, 50]
      ],
      epsilon: 0.2,
      sensitivity: 1,
      granularity: 0.5
    },
    {
      spans: [
        [-40, -30],
        [-1, 1],
        [8, 60]
      ],
      epsilon: 0.5,
      sensitivity: 15,
      granularity: 1
    }
  ]) {
    const mechanism = new seeded.BoundedLaplace(options)
    const values = latticeValues(mechanism)
    for (const truth of mechanism.spans.map(([from, to], at) => (at % 2 === 0 ? from : to))) {
      const law = mechanism.at(truth)
      const draws = 100000
      const expected = values.map((y) => draws * law.pmf(y))
      const batch = mechanism.privatiseAll(new Float64Array(draws).fill(truth))
      const single = Array.from({ length: draws }, () => mechanism.privatise(truth))
      for (const drawn of [batch, single]) {
        assert.ok(chiSquarePValue(expected, countsOf(drawn, values)) > alpha, `${truth} of ${JSON.stringify(options)}`)
      }
    }
  }
})

test('the same test finds a sampler that forgets the gap', async () => {
  const seeded = await loadSeeded(84)
  const options = { epsilon: 1, sensitivity: 1, granularity: 0.5 }
  const gapless = new seeded.BoundedLaplace({ lower: 9, upper: 18, ...options })
  const gapped = new seeded.BoundedLaplace({ ...clinic, ...options })
  const values = latticeValues(gapped)
  const drawn = gapless.privatiseAll(new Float64Array(100000).fill(12)).map((y) => (y === 12.5 || y === 13 ? 12 : y))
  const kept = drawn.filter((y) => y !== 13.5)
  const expected = values.map((y) => kept.length * gapped.at(12).pmf(y))
  assert.ok(chiSquarePValue(expected, countsOf(kept, values)) < alpha)
})

function countsOf(drawn, values) {
  const places = new Map(values.map((value, at) => [value, at]))
  const counts = new Array(values.length).fill(0)
  for (const y of drawn) counts[places.get(y)] += 1
  return counts
}

test('a truth in a gap is refused: one, or one of many, with its place and before anything is drawn', async () => {
  const [one, other] = [await loadSeeded(9), await loadSeeded(9)].map((seeded) => new seeded.BoundedLaplace(clinic))
  const message = (name) => `${name} must be possible, got a number in a gap`
  for (const truth of [12.000000000000002, 13, 13.999999999999998]) {
    const expected = new ParameterError('truth', truth, message('truth'))
    assert.throws(() => one.privatise(truth), expected)
    assert.throws(() => one.at(truth), expected)
  }
  const batch = Float64Array.of(9, 12, 13, 18)
  const into = new Float64Array(4).fill(7)
  assert.throws(() => one.privatiseAll(batch, { into }), {
    name: 'ParameterError',
    parameter: 'truths[2]',
    value: 13,
    message: message('truths[2]')
  })
  assert.throws(() => one.privatiseAll([12.5]), { message: message('truths[0]') })
  assert.deepEqual([...into], [7, 7, 7, 7])
  assert.equal(one.privatise(9), other.privatise(9), 'the refused ones used no random bits')
  for (const truth of [-100, 8, 9, 12, 14, 18, 19, Infinity]) one.privatise(truth) // the hull is clamped to, ends are possible
})

test('outside the hull, spans clamp or refuse as bounds do', () => {
  const clamping = new BoundedLaplace(clinic)
  assert.equal(clamping.at(-3).snapped, 9)
  assert.equal(clamping.at(Infinity).snapped, 18)
  const strict = new BoundedLaplace({ ...clinic, outside: 'error' })
  assert.throws(() => strict.privatise(8.5), { message: 'truth must be from 9 to 18, got a number outside' })
  assert.throws(() => strict.privatiseAll([9, 18.5]), {
    message: 'truths[1] must be from 9 to 18, got a number outside'
  })
  const halfLine = new BoundedLaplace({ lower: 0, upper: Infinity, epsilon: 1, sensitivity: 1, outside: 'error' })
  assert.throws(() => halfLine.privatise(-1), { message: 'truth must be from 0 to 268435456, got a number outside' })
  assert.throws(() => halfLine.privatise(1e9), { message: 'truth must be from 0 to 268435456, got a number outside' })
  assert.equal(halfLine.highest, 2 ** 28)
})

test('the published scale is found on half-lines with gaps, far from their ends as well, and keeps its promise', () => {
  const { random } = generator(7)
  const upTo = (max) => max * random()
  for (let trial = 0; trial < 3000; ++trial) {
    const lower = upTo(1)
    const first = [lower + 1 + upTo(500), lower + 501 + upTo(1000)]
    const second = [first[1] + 1 + upTo(300), first[1] + 301 + upTo(300)]
    const epsilon = 10 ** (upTo(3) - 2.5)
    const spec = { lower, upper: Infinity, gaps: [first, second], sensitivity: 1 + upTo(400), epsilon }
    const published = new BoundedLaplace({ ...spec, granularity: 0.5, calibration: 'published' })
    assert.ok(published.audit().epsilon <= epsilon, JSON.stringify(spec))
    assert.ok(published.scale >= new BoundedLaplace({ ...spec, granularity: 0.5 }).scale)
  }
})
