// What a mistake with a tally reads like, and what rows of a database may look like.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load, ParameterError } from 'inbounds/collector'

const { Tally, ReflectedLaplace, BoundedLaplace, BoundedGaussian } = await load()
const small = new ReflectedLaplace({ lower: 0, upper: 10, epsilon: 2, granularity: 1 })
const half = new ReflectedLaplace({ lower: 0, upper: Infinity, sensitivity: 1, epsilon: 1, granularity: 1 })
const box = new BoundedGaussian({ lower: [0, -4], upper: [10, 4], epsilon: 1, granularity: 1 })
const sentence = 'mechanism must be a mechanism or what its toJSON gives'
const kinds = 'ReflectedLaplace, BoundedLaplace, ClampedLaplace, BoundedGaussian, BetaPosterior, DirichletPosterior'

test('what is no mechanism is refused', () => {
  const cycle = { mechanism: 'ReflectedLaplace' }
  cycle.itself = cycle
  for (const [mechanism, message] of [
    [undefined, `${sentence}, got undefined`],
    [null, `${sentence}, got null`],
    [7, `${sentence}, got a number`],
    [7n, `${sentence}, got a BigInt`],
    [{}, `${sentence}, got an object`],
    [[small], `${sentence}, got an array`],
    [cycle, `${sentence}, got an object`],
    [() => small, `${sentence}, got a function`],
    [Symbol('x'), `${sentence}, got a symbol`],
    ['"ReflectedLaplace"', `${sentence}, got a string`],
    [{ mechanism: 'SmoothLaplace' }, `mechanism must be one of ${kinds}, got the string "SmoothLaplace"`],
    [{ mechanism: 'constructor' }, `mechanism must be one of ${kinds}, got the string "constructor"`]
  ]) {
    assert.throws(() => new Tally(mechanism), { name: 'TypeError', message })
  }
  assert.throws(() => new Tally('ReflectedLaplace'), {
    name: 'SyntaxError',
    message: `${sentence}, and this text is no JSON`
  })
  assert.throws(() => new Tally({ ...small.toJSON(), epsilon: 3 }), { name: 'ParameterError', parameter: 'rate' })
})

test('ranges that are none are refused', () => {
  for (const [mechanism, range, message] of [
    [half, undefined, 'range is required where a bound is infinite: [from, to] of the true values'],
    [half, null, 'range must be a pair of numbers, got null'],
    [half, 20, 'range must be a pair of numbers, got 20'],
    [half, [1, 2, 3], 'range must be a pair of numbers, got an array'],
    [half, '01', 'range must be a pair of numbers, got the string "01"'],
    [half, ['0', 1], 'range[0] must be a number, got the string "0"'],
    [half, [0, undefined], 'range[1] is required and must be a number'],
    [box, [0, 1], 'range must be left out for vectors, got an array']
  ]) {
    assert.throws(() => new Tally(mechanism, { range }), { name: 'TypeError', message })
  }
  for (const range of [
    [5, 5],
    [6, 5],
    [0, Infinity],
    [-Infinity, 5],
    [Number.NaN, 5],
    [-1e308, 1e308]
  ]) {
    assert.throws(() => new Tally(half, { range }), {
      name: 'ParameterError',
      message: `range must go from a finite number to a greater one, got ${range[0]} to ${range[1]}`,
      parameter: 'range',
      value: range
    })
  }
  for (const range of [
    [-10, -5],
    [0.2, 0.8],
    [3, 3.5],
    [1e300, 1.1e300]
  ]) {
    assert.throws(() => new Tally(half, { range }), { name: 'ParameterError', parameter: 'range' })
  }
  assert.throws(() => new Tally(small, { rang: [0, 1] }), {
    name: 'TypeError',
    message: "Tally has no option 'rang'; did you mean 'range'?"
  })
  assert.throws(() => new Tally(small, [0, 1]), {
    name: 'TypeError',
    message: 'Tally takes an object of options, such as { range: ... }, got an array'
  })
})

test('reports that are no numbers are refused', () => {
  const tally = new Tally(small)
  for (const [reports, message] of [
    [undefined, 'reports must be a number or an array of numbers, got undefined'],
    [null, 'reports must be a number or an array of numbers, got null'],
    ['3', 'reports must be a number or an array of numbers, got a string'],
    [3n, 'reports must be a number or an array of numbers, got a BigInt'],
    [new Set([3]), 'reports must be a number or an array of numbers, got an object'],
    [new DataView(new ArrayBuffer(8)), 'reports must be a number or an array of numbers, got an object'],
    [{ length: 1, 0: 3 }, 'reports must be a number or an array of numbers, got an object'],
    [[3, '3'], 'reports[1] must be a number, got a string'],
    [[3, null], 'reports[1] must be a number, got null'],
    [new Array(2), 'reports[0] is required and must be a number'],
    [BigInt64Array.of(3n), 'reports[0] must be a number, got a BigInt'],
    [[[3]], 'reports[0] must be a number, got an array']
  ]) {
    assert.throws(() => tally.add(reports), { name: 'TypeError', message })
  }
  for (const [reports, length] of [
    [1, 1],
    [[1, 2, 3], 3]
  ]) {
    assert.throws(() => new Tally(box).add(reports), {
      name: 'ParameterError',
      message: `reports must be a multiple of 2 numbers long, one vector after the other, got a length of ${length}`,
      parameter: 'reports',
      value: length
    })
  }
  assert.equal(tally.total, 0)
})

test('methods that were taken off their tally say so', () => {
  const { add, merge, addRows, toJSON } = new Tally(small)
  for (const [method, example] of [
    [add, 'tally.add(37)'],
    [merge, 'tally.merge(other)'],
    [addRows, 'tally.addRows(rows)'],
    [toJSON, 'tally.toJSON()']
  ]) {
    const message = `${method.name} must be called on the tally itself, as in ${example}`
    for (const receiver of [undefined, {}, new Proxy(new Tally(small), {})]) {
      assert.throws(() => method.call(receiver, 3), { name: 'TypeError', message })
    }
  }
  const { fromJSON } = Tally
  assert.throws(() => fromJSON(JSON.stringify(new Tally(small))), {
    name: 'TypeError',
    message: 'fromJSON must be called on the class that load() gave, as in Tally.fromJSON(text)'
  })
})

test('JSON that no tally wrote is refused', () => {
  const json = new Tally(small).add([3]).toJSON()
  const takes = 'fromJSON takes what toJSON of a tally wrote'
  const eleven = 'counts must be 11 whole numbers from 0 up'
  const counts = json.counts
  for (const [given, message] of [
    [undefined, `${takes}, got undefined`],
    [null, `${takes}, got null`],
    [3, `${takes}, got a number`],
    ['3', `${takes}, got a number`],
    [{}, `${takes}, got an object`],
    [small.toJSON(), `${takes}, got an object`],
    [{ ...json, tally: 2 }, `${takes}, got an object`],
    [{ ...json, tally: '1' }, `${takes}, got an object`],
    [{ ...json, mechanism: undefined }, `${sentence}, got undefined`],
    [{ ...json, range: null }, 'range must be a pair of numbers, got null'],
    [{ ...json, counts: undefined }, eleven],
    [{ ...json, counts: counts.slice(1) }, eleven],
    [{ ...json, counts: [...counts, 0] }, eleven],
    [{ ...json, counts: counts.map(String) }, eleven],
    [{ ...json, counts: counts.with(2, -1) }, eleven],
    [{ ...json, counts: counts.with(2, 0.5) }, eleven],
    [{ ...json, counts: counts.with(2, null) }, eleven],
    [{ ...json, counts: counts.with(2, 2 ** 53) }, eleven],
    [{ ...json, counts: new Array(11) }, eleven],
    [{ ...json, counts: [counts] }, eleven]
  ]) {
    assert.throws(() => Tally.fromJSON(given), { name: 'TypeError', message })
  }
  assert.throws(() => Tally.fromJSON('{"tally":1,'), {
    name: 'SyntaxError',
    message: `${takes}, and this text is no JSON`
  })
  const changed = { ...json, mechanism: { ...json.mechanism, epsilon: 3 } }
  assert.throws(() => Tally.fromJSON(changed), { name: 'ParameterError', parameter: 'rate' })
  const vectors = new Tally(box).add([1, 1]).toJSON()
  for (const wrong of [vectors.counts[0], [vectors.counts[0]], [...vectors.counts, vectors.counts[0]], 3, {}]) {
    assert.throws(() => Tally.fromJSON({ ...vectors, counts: wrong }), {
      name: 'TypeError',
      message: 'counts must be 11 and 9 whole numbers from 0 up, for each coordinate'
    })
  }
})

test('rows of a database are added, as numbers, BigInts and texts', () => {
  const tally = new Tally(small).addRows([
    { bin: 3, reports: 4 },
    { bin: 3n, reports: 5n },
    { bin: '10', reports: '6' },
    { bin: 0, reports: 0, extra: 'ignored' }
  ])
  assert.deepEqual(tally.counts, [0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 6])
  function* rows() {
    yield { bin: 1, reports: 1 }
  }
  assert.equal(tally.addRows(rows()).addRows(new Set()), tally)
  assert.equal(tally.total, 16)
  const vectors = new Tally(box).addRows([
    { side: 0, bin: 10, reports: 2n },
    { side: 1n, bin: 8, reports: 2 }
  ])
  assert.deepEqual(vectors.counts, [new Array(11).fill(0).with(10, 2), new Array(9).fill(0).with(8, 2)])
})

test('rows that are not those of tallyQuery are refused, all of them', () => {
  const tally = new Tally(small).add([3])
  const good = { bin: 3, reports: 4 }
  for (const [row, got] of [
    [{ bin: 11, reports: 1 }, '{ bin: a number, reports: a number }'],
    [{ bin: -2, reports: 1 }, '{ bin: a number, reports: a number }'],
    [{ bin: 0.5, reports: 1 }, '{ bin: a number, reports: a number }'],
    [{ bin: null, reports: 1 }, '{ bin: null, reports: a number }'],
    [{ bin: '', reports: 1 }, '{ bin: a string, reports: a number }'],
    [{ bin: '1e0', reports: 1 }, '{ bin: a string, reports: a number }'],
    [{ bin: true, reports: 1 }, '{ bin: a boolean, reports: a number }'],
    [{ bin: [1], reports: 1 }, '{ bin: an array, reports: a number }'],
    [{ bin: Symbol('x'), reports: 1 }, '{ bin: a symbol, reports: a number }'],
    [{ bin: 1, reports: -1 }, '{ bin: a number, reports: a number }'],
    [{ bin: 1, reports: 0.5 }, '{ bin: a number, reports: a number }'],
    [{ bin: 1, reports: null }, '{ bin: a number, reports: null }'],
    [{ bin: 1, reports: Number.NaN }, '{ bin: a number, reports: NaN }'],
    [{ bin: 1, reports: 2n ** 60n }, '{ bin: a number, reports: a BigInt }'],
    [{ bin: 1 }, '{ bin: a number, reports: undefined }'],
    [{ BIN: 1, REPORTS: 1 }, '{ bin: undefined, reports: undefined }'],
    [{ side: 1, bin: 1, reports: 1 }, '{ bin: a number, reports: a number, side: a number }'],
    [[1, 1], '{ bin: undefined, reports: undefined }'],
    [null, 'null'],
    [undefined, 'undefined'],
    [3, 'a number']
  ]) {
    const message = `rows[1] must be one of tallyQuery for this mechanism, got ${got}`
    assert.throws(() => tally.addRows([good, row]), { name: 'TypeError', message })
  }
  for (const [rows, shown] of [
    [undefined, 'undefined'],
    [3, 'a number'],
    ['[]', 'a string'],
    [good, 'an object']
  ]) {
    const message = `rows must be an array of { bin, reports }, got ${shown}`
    assert.throws(() => tally.addRows(rows), { name: 'TypeError', message })
  }
  for (const [bin, reports] of [
    [-1, 7],
    [-1n, 7n],
    ['-1', '7']
  ]) {
    assert.throws(
      () => tally.addRows([good, { bin, reports }]),
      (error) => {
        assert.equal(
          error.message,
          'rows must have only what the mechanism can release; leave the row with bin -1 out to count the others, got 7 other reports (or NULL)'
        )
        assert.ok(error instanceof ParameterError && error.parameter === 'rows' && error.value === 7)
        return true
      }
    )
  }
  assert.equal(tally.total, 1)
})

test('reports from a gap are refused: none is released there', () => {
  for (const Mechanism of [ReflectedLaplace, BoundedLaplace]) {
    const visit = new Mechanism({ spans: [[9, 12], [14, 18]], epsilon: 1, granularity: 0.25 }) // biome-ignore format: one line
    const tally = new Tally(visit).add([9, 12, 14, 18])
    assert.throws(() => tally.add([10, 13]), {
      name: 'ParameterError',
      message: 'reports[1] must be a value that the mechanism can release, got a number in a gap'
    })
    assert.equal(tally.total, 4)
  }
})
