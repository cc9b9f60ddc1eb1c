// Mechanisms in writing: client and collector agree to the bit, or the reader is told why not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds'
import { loadSeeded } from 'inbounds/testing'

const { ReflectedLaplace, BoundedLaplace, ClampedLaplace } = await load()
const spans = [
  [9, 12],
  [14, 18]
]
const written = [
  [ReflectedLaplace, { lower: 0, upper: 120, epsilon: 1, granularity: 1 }],
  [ReflectedLaplace, { spans, epsilon: 0.1, delta: 1e-5, sensitivity: 3, granularity: 0.1 }],
  [ReflectedLaplace, { lower: 0, upper: Infinity, epsilon: 1, sensitivity: 1, guarantee: 'metric' }],
  [ReflectedLaplace, { lower: 0, upper: 1, sensitivity: 0.1, epsilon: 1, calibration: 'published' }],
  [ReflectedLaplace, { lower: 0, upper: 1, scale: 0.3, outside: 'error' }],
  [BoundedLaplace, { lower: 0, upper: 120, epsilon: 1, granularity: 1, outside: 'error' }],
  [BoundedLaplace, { lower: -3, upper: 7, epsilon: 0.3, sensitivity: 0.7, calibration: 'published' }],
  [BoundedLaplace, { lower: 0, upper: 1, scale: 0.3 }],
  [BoundedLaplace, { lower: 0, upper: 10, sensitivity: 1, scale: 0.7401203610832497 }],
  [BoundedLaplace, { spans, epsilon: 1, sensitivity: 1 }],
  [BoundedLaplace, { spans, epsilon: 0.1, delta: 1e-5, sensitivity: 3, granularity: 0.1 }],
  [BoundedLaplace, { spans, scale: 2.7, guarantee: 'metric' }],
  [BoundedLaplace, { lower: 0, upper: Infinity, epsilon: 1, sensitivity: 1, guarantee: 'metric' }],
  [BoundedLaplace, { lower: -Infinity, upper: Infinity, epsilon: 0, delta: 0.1, sensitivity: 1e6, granularity: 1 }],
  [
    BoundedLaplace,
    { lower: -Infinity, upper: 5, gaps: [[1, 2]], epsilon: 1, sensitivity: 1, calibration: 'published' }
  ],
  [ClampedLaplace, { lower: 0, upper: 120, epsilon: 1, granularity: 1 }],
  [ClampedLaplace, { lower: 0.1, upper: Infinity, epsilon: 0.2, delta: 0.01, sensitivity: 1 / 3 }]
]

test('JSON brings back the same mechanism to the bit', async () => {
  for (const [Mechanism, options] of written) {
    const mechanism = new Mechanism(options)
    const text = JSON.stringify(mechanism)
    for (const copy of [Mechanism.fromJSON(text), Mechanism.fromJSON(JSON.parse(text))]) {
      assert.ok(copy instanceof Mechanism)
      assert.deepEqual({ ...copy }, { ...mechanism }, 'every field')
      assert.equal(JSON.stringify(copy), text)
      assert.deepEqual(copy.audit(), mechanism.audit())
      for (const truth of [mechanism.spans[0][1], mechanism.spans.at(-1)[0]]) {
        const [one, other] = [copy.at(truth), mechanism.at(truth)]
        for (const y of [other.snapped, other.quantile(0.1)]) assert.equal(one.logPmf(y), other.logPmf(y))
        assert.equal(one.continuous.mean, other.continuous.mean)
      }
    }
    const [here, there] = [await loadSeeded(4), await loadSeeded(4)].map((seeded) => seeded[Mechanism.name])
    const truths = new Array(50).fill(mechanism.spans[0][1])
    assert.deepEqual(here.fromJSON(text).privatiseAll(truths), new there(options).privatiseAll(truths))
  }
})

test('what is written is what the documentation says', () => {
  const mechanism = new BoundedLaplace({ lower: -Infinity, upper: 5, gaps: [[1, 2]], epsilon: 1, sensitivity: 1 })
  assert.deepEqual(JSON.parse(JSON.stringify(mechanism)), {
    mechanism: 'BoundedLaplace',
    version: 2,
    lower: '-Infinity',
    upper: 5,
    gaps: [[1, 2]],
    epsilon: 1,
    delta: 0,
    guarantee: 'dp',
    sensitivity: 1,
    granularity: mechanism.granularity,
    origin: mechanism.origin,
    rate: mechanism.rate,
    calibration: 'tight',
    outside: 'clamp'
  })
  assert.ok(!('gaps' in new BoundedLaplace({ lower: 0, upper: 5, epsilon: 1 }).toJSON()), 'no gaps, no word of them')
})

test('JSON that was tampered with is refused with a sentence', () => {
  const json = new BoundedLaplace({ lower: 0, upper: Infinity, sensitivity: 1, epsilon: 1, granularity: 0.5 }).toJSON()
  const lossy = (name) => new RegExp(`^${name} must be small enough for epsilon .*; it loses \\d`)
  const refused = [
    [{ rate: json.rate * 1.000001 }, lossy('rate')],
    [{ rate: json.rate * 2 }, lossy('rate')],
    [{ rate: 0 }, /^rate must be from .* to 1000, got 0$/],
    [{ rate: 2000 }, /^rate must be from .* to 1000, got 2000$/],
    [{ rate: Number.NaN }, /^rate must be a finite number, got NaN$/],
    [{ epsilon: 0.999 }, lossy('rate')],
    [{ sensitivity: 1.5 }, lossy('rate')],
    [{ guarantee: 'metric' }, lossy('rate')],
    [{ delta: 1 }, /^delta must be at least 0 and below 1, got 1$/],
    [{ version: 3 }, /^version must be 1 or 2, which this release reads, got 3$/],
    [{ mechanism: 'X' }, /^mechanism must be 'BoundedLaplace', got the string "X"$/],
    [{ lower: 'Infinity' }, /^lower must be a finite number or -Infinity, got Infinity$/],
    [{ upper: Infinity }, /^upper must be finite or the word 'Infinity', got Infinity$/],
    [{ gaps: [[0, 2]] }, /^gaps\[0\] must be strictly inside the bounds/],
    [{ calibration: 'best' }, /^calibration must be 'tight' or 'published' or 'given', got 'best'$/],
    [{ outside: 'ignore' }, /^outside must be 'clamp' or 'error', got 'ignore'$/]
  ]
  for (const [change, message] of refused) {
    assert.throws(() => BoundedLaplace.fromJSON({ ...json, ...change }), { name: 'ParameterError', message })
  }
  const wrongKind = [
    [{ secret: 1 }, /^fromJSON has no option 'secret'/],
    [{ spans: [[0, 1]] }, /^fromJSON has no option 'spans'/],
    [{ upper: 'infinity' }, /^upper must be a number, got the string "infinity"$/],
    [{ upper: null }, /^upper must be a number, got null$/],
    [{ gaps: null }, /^gaps must be an array of pairs/],
    [{ rate: '1' }, /^rate must be a number, got the string "1"$/],
    ...['sensitivity', 'granularity', 'delta', 'epsilon', 'rate', 'guarantee', 'calibration', 'outside'].map((name) => [
      { [name]: undefined },
      new RegExp(`^${name} (is required|must be)`)
    ])
  ]
  for (const [change, message] of wrongKind) {
    assert.throws(() => BoundedLaplace.fromJSON({ ...json, ...change }), { name: 'TypeError', message })
  }
  assert.throws(() => ClampedLaplace.fromJSON(json), {
    message: `mechanism must be 'ClampedLaplace', got the string "BoundedLaplace"`
  })
  assert.throws(() => BoundedLaplace.fromJSON('null'), TypeError)
  assert.throws(() => BoundedLaplace.fromJSON('{'), SyntaxError)
})

test('gaps are part of what is audited', () => {
  const json = new BoundedLaplace({ spans, epsilon: 1, sensitivity: 1 }).toJSON()
  for (const gaps of [undefined, [], [[12, 13]]]) {
    assert.throws(() => BoundedLaplace.fromJSON({ ...json, gaps }), { parameter: 'rate', message: /it loses 1\.01/ })
  }
})

test('delta is audited when it is read', () => {
  const json = new BoundedLaplace({ spans, epsilon: 0.5, delta: 0.01, sensitivity: 2, granularity: 0.5 }).toJSON()
  const refusal = { name: 'ParameterError', parameter: 'rate', message: /it loses/ }
  assert.throws(() => BoundedLaplace.fromJSON({ ...json, delta: 0.009 }), refusal)
  assert.throws(() => BoundedLaplace.fromJSON({ ...json, delta: 0 }), refusal)
  assert.throws(() => BoundedLaplace.fromJSON({ ...json, epsilon: 0.49 }), refusal)
})

test('numbers that do not belong together are refused, even where the promise would hold', () => {
  for (const [Mechanism, options] of written) {
    const json = new Mechanism(options).toJSON()
    const weaker = [{ rate: json.rate / 1.000001 }, { rate: json.rate / 2 }, { epsilon: json.epsilon + 0.001 }]
    const more = json.guarantee === 'dp' ? [{ delta: json.delta + 0.001 }] : []
    const others = json.calibration === 'given' ? [{ scale: json.scale * 1.000001 }] : [{ scale: 1e6 }]
    for (const change of [...weaker, ...more, ...others]) {
      assert.throws(
        () => Mechanism.fromJSON({ ...json, ...change }),
        { name: 'ParameterError', message: /^(rate|scale|epsilon|delta) must be .*, got/ },
        `${JSON.stringify(json)} with ${JSON.stringify(change)}`
      )
    }
    if (json.calibration === 'given') continue
    const rounded = { ...json, rate: json.rate * (1 - 1e-14) }
    assert.equal(Mechanism.fromJSON(rounded).rate, rounded.rate, 'a rounding of another release is none of these')
  }
  const json = new BoundedLaplace({ lower: 0, upper: 1, scale: 0.3 }).toJSON()
  assert.throws(() => BoundedLaplace.fromJSON({ ...json, scale: undefined }), /^TypeError: scale is required/)
})
