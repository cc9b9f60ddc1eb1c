// Whoever calls may change what they handed over while the call waits for a store, a worker or a file. What comes of it is what
// would have come if they had not: for every function of the package that gives a promise.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setImmediate as aMoment } from 'node:timers/promises'
import { load } from 'inbounds'
import { fileStore, Memo, memoryStore, PrivacyBudget } from 'inbounds/budget'
import { load as loadCollector } from 'inbounds/collector'
import { load as loadInline } from 'inbounds/inline'
import { loadSeeded } from 'inbounds/testing'
import { asynchronousMembers } from './support/asynchronous-members.mjs'
import { temporaryFolder } from './support/budget-errors.mjs'

const folder = temporaryFolder(after)
let files = 0

/** Waits before it reads and before it writes. */
function slowStore() {
  let kept
  return {
    async update(change) {
      await aMoment()
      const { text, result } = change(kept)
      await aMoment()
      if (text !== undefined) kept = text
      return result
    }
  }
}

const stores = {
  'a store that waits': slowStore,
  'a store in files': () => fileStore(join(folder, `${++files}.json`)),
  'a store in memory': memoryStore
}

/** The same bits each time, so that the same calls have the same outcome. */
async function worldWith(store) {
  const inbounds = await loadSeeded(7)
  const budget = new PrivacyBudget({ epsilon: 4, delta: 1e-3, store })
  await budget.create()
  const age = new inbounds.ReflectedLaplace({ lower: 0, upper: 120, epsilon: 0.25, granularity: 1 })
  const place = new inbounds.BoundedGaussian({ lower: [0, 0], upper: [1, 1], epsilon: 0.25 })
  const counts = new inbounds.DirichletPosterior({ prior: [1, 1, 1], trials: 5, epsilon: 0.25 })
  return { ...inbounds, store, budget, age, place, counts }
}

/** A mechanism that somebody else has written. */
function foreign() {
  return {
    epsilon: 0.25,
    delta: 1e-9,
    dimensions: 1,
    name: 'own',
    privatise(truth) {
      return { by: this.name, truth: structuredClone(truth) }
    },
    privatiseAll(truths) {
      return { by: this.name, truths: Array.from(truths) }
    }
  }
}

/** Cheaper, and other: what was asked for was another one. */
function spoil(mechanism) {
  mechanism.epsilon = mechanism.delta = 0
  mechanism.dimensions = 1e9
  mechanism.privatise = mechanism.privatiseAll = () => 'another'
}

/** A list of numbers, in every form that there is, and what can happen to it. */
const lists = [
  () => growing([30, 40, 50]),
  () => growing(new (class Ages extends Array {})(30, 40, 50)),
  () => overwritten(Float64Array.of(30, 40, 50)),
  () => overwritten(Float32Array.of(30, 40, 50)),
  () => overwritten(Uint8Array.of(30, 40, 50)),
  () => overwritten(Float64Array.of(1, 30, 40, 50, 2).subarray(1, 4)),
  () => overwritten(new Float64Array(new SharedArrayBuffer(24)).fill(30)),
  () => {
    const buffer = new SharedArrayBuffer(24, { maxByteLength: 80_000 })
    return { list: new Float64Array(buffer), change: () => buffer.grow(80_000) }
  },
  () => {
    const buffer = new ArrayBuffer(24, { maxByteLength: 80_000 })
    return { list: new Float64Array(buffer), change: () => buffer.resize(80_000) }
  },
  () => {
    const list = Float64Array.of(30, 40, 50)
    return { list, change: () => structuredClone(list.buffer, { transfer: [list.buffer] }) }
  }
]

function growing(list) {
  return {
    list,
    change() {
      list.fill(0)
      for (let more = 0; more < 9999; ++more) list.push(60)
    }
  }
}

const overwritten = (list) => ({ list, change: () => list.fill(0) })

/** Calls with each kind of list, and each kind of mechanism. */
const withLists = (call) =>
  lists.flatMap((made) =>
    [(world) => world.age, foreign].map((mechanismOf) => (world) => {
      const { list, change } = made()
      const mechanism = mechanismOf(world)
      const remark = { question: 'age' }
      return {
        running: call(world, mechanism, list, remark),
        change() {
          change()
          remark.question = 'another'
          remark.unknown = 1
          if (!Object.isFrozen(mechanism)) spoil(mechanism)
        }
      }
    })
  )

const takesNothing = (call) => [(world) => ({ running: call(world), change() {} })]

/** A column or chunks, with options that change. */
const streamOf = (sourceOf) => (world) => {
  const progress = []
  const options = { workers: 0, onProgress: ({ done }) => progress.push(done) }
  const { list, change = () => {} } = sourceOf()
  const stream = world.age.privatiseStream(list, options)
  return {
    running: (async () => ({ values: ArrayBuffer.isView(list) || Array.isArray(list) ? await stream : await all(stream), progress }))(),
    change() {
      change()
      options.workers = -1
      options.onProgress = 5
      options.into = new Float64Array(1)
      options.signal = AbortSignal.abort()
    }
  }
} // biome-ignore format: the two kinds in a line

async function all(stream) {
  const chunks = []
  for await (const chunk of stream) chunks.push(chunk)
  return chunks
}

const recordsIn = (records, change) => (world) => {
  const given = records()
  const mechanisms = { age: world.age, place: world.place }
  const progress = []
  const options = { workers: 0, onProgress: ({ done, total }) => progress.push([done, total]) }
  return {
    running: world.privatiseRecords(given, mechanisms, options).then((made) => ({ ...made, progress })),
    change() {
      change(given)
      mechanisms.age = mechanisms.place
      delete mechanisms.place
      options.onProgress = 5
      options.signal = AbortSignal.abort()
    }
  }
}

const loadWith = (loadIt, wasmOf) => () => {
  const { wasm, change } = wasmOf()
  const options = { wasm }
  const running = loadIt(options).then(({ build, ReflectedLaplace }) => ({
    build,
    scale: new ReflectedLaplace({ lower: 0, upper: 1, epsilon: 1 }).scale
  }))
  return {
    running,
    change() {
      change()
      options.wasm = 'nowhere'
    }
  }
}

const addresses = ['inbounds/inbounds.wasm', 'inbounds/inbounds-collector.wasm'].map((name) =>
  import.meta.resolve(name)
)
const [wasm, collectorWasm] = await Promise.all(addresses.map((address) => readFile(new URL(address))))
const sources = (bytes, address) => [
  () => overwritten(new Uint8Array(bytes)),
  () => overwritten(new Uint8Array([0, ...bytes, 0]).subarray(1, bytes.length + 1)),
  () => {
    const { buffer } = new Uint8Array(bytes)
    return { wasm: buffer, change: () => new Uint8Array(buffer).fill(0) }
  },
  () => {
    const view = new DataView(new Uint8Array(bytes).buffer)
    return { wasm: view, change: () => view.setInt32(0, 7) }
  },
  () => {
    const url = new URL(address)
    return {
      wasm: url,
      change() {
        url.pathname = '/nowhere'
      }
    }
  }
].map((made) => () => {
  const { list, wasm: given = list, change } = made()
  return { wasm: given, change }
}) // biome-ignore format: a source a paragraph

/** Every function of the package that gives a promise, or something to wait for again and again: what may change under it. */
const calls = {
  'PrivacyBudget.privatise': [
    (world) => {
      const truth = [0.25, 0.75]
      return { running: world.budget.privatise(world.place, truth), change: () => truth.fill(1) }
    },
    (world) => {
      const truth = Int32Array.of(1, 2, 2)
      return { running: world.budget.privatise(world.counts, truth), change: () => truth.set([5, 0, 0]) }
    },
    ({ budget }) => {
      const mechanism = foreign()
      const truth = { years: [37, { months: 3 }], names: ['a'] }
      const remark = { question: 'age' }
      return {
        running: budget.privatise(mechanism, truth, remark),
        change() {
          spoil(mechanism)
          mechanism.name = 'own' // what a method reads of its object is the object's own business
          truth.years[1].months = 4
          truth.names.push('b')
          remark.question = 'another'
        }
      }
    }
  ],
  'PrivacyBudget.privatiseAll': withLists(({ budget }, mechanism, list, remark) =>
    budget.privatiseAll(mechanism, list, remark)
  ),
  'PrivacyBudget.privatiseColumn': withLists(({ budget }, mechanism, list, remark) =>
    budget.privatiseColumn(mechanism, list, remark)
  ),
  'PrivacyBudget.spend': [
    ({ budget, age }) => {
      const costs = [age, { epsilon: 0.5 }]
      const remark = { question: 'age', releases: 2 }
      return {
        running: budget.spend(costs, remark),
        change() {
          costs[1].epsilon = 0
          costs.length = 0
          remark.question = 'another'
          remark.releases = 1
        }
      }
    }
  ],
  'PrivacyBudget.canSpend': [
    ({ budget }) => {
      const costs = [{ epsilon: 4 }, { epsilon: 0.5 }]
      return { running: budget.canSpend(costs), change: () => costs.pop() }
    }
  ],
  'PrivacyBudget.releasesLeft': [
    ({ budget }) => {
      const cost = { epsilon: 0.5 }
      return {
        running: budget.releasesLeft(cost),
        change() {
          cost.epsilon = 0.001
        }
      }
    }
  ],
  'PrivacyBudget.remaining': takesNothing(({ budget }) => budget.remaining()),
  'PrivacyBudget.spent': takesNothing(({ budget }) => budget.spent()),
  'PrivacyBudget.history': takesNothing(({ budget }) => budget.history()),
  'PrivacyBudget.create': takesNothing(({ budget }) => budget.create()),
  'PrivacyBudget.open': [
    ({ store }) => ({
      running: PrivacyBudget.open(store).then(({ epsilon, delta, slack, period }) => [epsilon, delta, slack, period]),
      change() {
        store.update = () => Promise.reject(new Error('another store'))
      }
    })
  ],
  'Memo.privatise': [
    ({ budget, place }) => {
      const key = Uint8Array.from({ length: 32 }, (_, at) => at)
      const memo = new Memo({ budget, key })
      const truth = [0.25, 0.75]
      const running = (async () => {
        const first = await memo.privatise('where', place, truth)
        const sameKey = new Memo({ budget, key: Uint8Array.from({ length: 32 }, (_, at) => at) })
        return [first, await sameKey.privatise('where', place, [0.25, 0.75])]
      })()
      return {
        running,
        change() {
          truth.fill(1)
          key.fill(7)
        }
      }
    },
    ({ budget }) => {
      const memo = new Memo({ budget })
      const mechanism = foreign()
      const truth = { years: [37] }
      const running = (async () => {
        const first = await memo.privatise('age', mechanism, truth)
        return [first, await memo.privatise('age', foreign(), { years: [37] })]
      })()
      return {
        running,
        change() {
          spoil(mechanism)
          truth.years.push(38)
        }
      }
    }
  ],
  'Memo.forget': takesNothing(({ budget }) => new Memo({ budget }).forget('age')),
  update: [
    () => {
      const store = fileStore(join(folder, `${++files}.json`))
      let isChanged = false
      const release = () => {
        const given = { text: 'a record', result: 7 }
        queueMicrotask(() => {
          if (isChanged) [given.text, given.result] = ['another', 8]
        })
        return given
      }
      return {
        running: (async () => [await store.update(release), await store.update((text) => ({ result: text }))])(),
        change() {
          isChanged = true
        }
      }
    }
  ],
  'NoiseMechanism.privatiseStream': [
    ...lists.map((made) => streamOf(made)),
    streamOf(() => ({ list: [[30, 40], [50]].values() }))
  ],
  privatiseRecords: [
    recordsIn(
      () => [
        { id: 1, age: 30, place: [0.25, 0.75] },
        { id: 2, age: null, place: [0.5, 0.5] },
        { id: 3, age: 50 }
      ],
      (records) => {
        records[0].age = 99
        records[0].place.fill(1)
        records[1].age = 99
        records[2].id = 4
        records.push({ id: 5 })
      }
    ),
    recordsIn(
      () => ({ id: [1, 2, 3], age: [30, null, 50], place: [[0.25, 0.75], [0.5, 0.5], undefined], score: Float64Array.of(1, 2, 3) }),
      (columns) => {
        columns.age.fill(99)
        columns.place[0].fill(1)
        columns.place.push([1, 1])
        columns.id.push(4)
        columns.score.fill(0)
        columns.more = 5
      }
    )
  ],
  load: [
    ...sources(wasm, addresses[0]).map((source) => loadWith(load, source)),
    ...sources(wasm, addresses[0]).slice(0, 1).map((source) => loadWith(loadInline, source)),
    ...sources(collectorWasm, addresses[1]).map((source) => loadWith(loadCollector, source))
  ],
  loadSeeded: sources(wasm, addresses[0]).map((source) => loadWith((options) => loadSeeded(7, options), source))
} // biome-ignore format: calls as they are written

async function outcomeOf(call, store, isChanged) {
  const world = await worldWith(store())
  const { running, change } = call(world)
  if (isChanged) change()
  const [{ status, value, reason }] = await Promise.allSettled([running])
  const spent = await new PrivacyBudget({ epsilon: 4, delta: 1e-3, store: world.store }).spent().catch(String)
  const history = (await world.budget.history().catch(() => [])).map(({ first, last, ...entry }) => entry)
  return { status, value, reason: reason && String(reason), spent, history }
}

for (const [name, cases] of Object.entries(calls)) {
  test(`${name}: what is changed while it is waited for changes nothing`, async () => {
    assert.ok(cases.length > 0)
    for (const [at, call] of cases.entries()) {
      for (const [which, store] of Object.entries(stores)) {
        const expected = await outcomeOf(call, store, false)
        assert.equal(expected.status, 'fulfilled', `case ${at} with ${which}: ${expected.reason}`)
        const outcome = await outcomeOf(call, store, true)
        if (name === 'PrivacyBudget.open') Object.assign(outcome, { spent: expected.spent, history: expected.history })
        assert.deepEqual(outcome, expected, `case ${at} with ${which}`)
      }
    }
  })
}

test('every function and method of the package that gives a promise is in the table', () => {
  const entries = ['index', 'inline', 'testing', 'collector', 'budget']
  assert.deepEqual(Object.keys(calls).sort(), asynchronousMembers(entries))
})

test('workers draw for the truths of the call', async () => {
  const { ReflectedLaplace } = await load()
  const length = 3 * 2 ** 17 + 5
  const nearly = new ReflectedLaplace({ lower: 0, upper: length, epsilon: 40, sensitivity: 1, granularity: 1 })
  for (const column of [Float64Array.from({ length }, (_, at) => at), Array.from({ length }, (_, at) => at)]) {
    const running = nearly.privatiseStream(column, { workers: 2 })
    column.fill(0)
    assert.ok((await running).every((value, at) => Math.abs(value - at) <= 1))
  }
  const column = Float64Array.from({ length }, (_, at) => at)
  const running = nearly.privatiseStream(column, { workers: 2, into: column })
  column.fill(0)
  assert.equal(await running, column)
  assert.ok(column.every((value, at) => Math.abs(value - at) <= 1))
})

// budget/PROOF.md, Proposition 6
test('as many values are paid for as are drawn, whatever a list says of its length and of its items', async () => {
  const { age } = await worldWith(memoryStore())
  let requests = 0
  const proxied = new Proxy([30, 40, 50], {
    get: (list, name, receiver) => (name === 'length' && ++requests === 1 ? 1 : Reflect.get(list, name, receiver))
  })
  const pushing = [30, 40, 50]
  Object.defineProperty(pushing, 0, {
    get() {
      pushing.push(60)
      return 30
    }
  })
  class Short extends Float64Array {
    get length() {
      return 1
    }
  }
  for (const list of [proxied, pushing, new Short([30, 40, 50])]) {
    for (const mechanism of [age, foreign()]) {
      requests = 0
      const budget = new PrivacyBudget({ epsilon: 1e6, delta: 0.5, store: slowStore() })
      const values = await budget.privatiseAll(mechanism, list)
      assert.equal((await budget.spent()).releases, values.length ?? values.truths.length)
    }
  }
})

test('what is no list is no list of one truth', async () => {
  const budget = new PrivacyBudget({ epsilon: 1, delta: 1e-3, store: memoryStore() })
  const rule = 'truths must be an array or a typed array of numbers, got'
  for (const [truths, got] of [
    [{ length: 9999, 0: 30 }, 'an object'],
    [new Set([30, 40]), 'an object'],
    ['30', 'a string'],
    [undefined, 'undefined'],
    [new DataView(new ArrayBuffer(8)), 'an object']
  ]) {
    for (const method of ['privatiseAll', 'privatiseColumn']) {
      await assert.rejects(budget[method](foreign(), truths), { name: 'TypeError', message: `${rule} ${got}` })
    }
  }
  const hole = 'truths[0] is required: the array has a hole there'
  await assert.rejects(budget.privatiseAll(foreign(), new Array(2 ** 32 - 1)), { name: 'TypeError', message: hole })
  const circle = []
  circle.push([circle])
  const message = 'truths[0][0] must not be a part of itself'
  await assert.rejects(budget.privatiseAll(foreign(), circle), { name: 'TypeError', message })
  for (const dimensions of [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, '2']) {
    const mechanism = { ...foreign(), dimensions }
    await assert.rejects(budget.privatiseAll(mechanism, [30]), {
      message: /^dimensions of a mechanism must be a whole/
    })
  }
  assert.equal((await budget.spent()).releases, 0)
})

test('a mechanism of somebody else that costs more by the time that it draws is refused', async () => {
  const slow = new PrivacyBudget({ epsilon: 1, delta: 1e-3, store: slowStore() })
  for (const [parameter, value, before] of [
    ['epsilon', 0.5, 0.25],
    ['delta', 1e-6, 1e-9]
  ]) {
    const mechanism = foreign()
    const running = slow.privatise(mechanism, 37)
    mechanism[parameter] = value
    const message = `${parameter} must be no more than when the release was asked for (${before}), got ${value}`
    await assert.rejects(running, { name: 'ParameterError', message })
  }
  assert.equal((await slow.spent()).releases, 0)
  // Frozen, and yet not the same each time.
  let price = 0.125
  const getter = Object.freeze({ get epsilon() { return price }, delta: 0, privatise: () => 7 }) // biome-ignore format: one thing
  const budget = new PrivacyBudget({ epsilon: 1, store: memoryStore() })
  await budget.privatise(getter, 1)
  price = 0.5
  await budget.privatise(getter, 1)
  assert.equal((await budget.spent()).epsilon, 0.625)
})
