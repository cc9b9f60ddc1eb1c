// A property that a script has put on Object.prototype is seen in every object that lacks one of that name. None of them may be
// taken for an option, for a part of what the library keeps, or for an item of an array.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { load } from 'inbounds'
import { fileStore, Memo, memoryStore, PrivacyBudget } from 'inbounds/budget'
import { load as loadCollector } from 'inbounds/collector'
import { loadSeeded } from 'inbounds/testing'
import { temporaryFolder } from './support/budget-errors.mjs'

const folder = temporaryFolder(after)
const root = fileURLToPath(new URL('../..', import.meta.url))
const wasm = readFileSync(new URL(import.meta.resolve('inbounds/inbounds.wasm')))

/** Runs something while a prototype has what it should not have. */
async function pollute(prototype, properties, work) {
  try {
    for (const [name, value] of Object.entries(properties)) {
      Object.defineProperty(prototype, name, { __proto__: null, value, configurable: true, writable: true, enumerable: true })
    }
    return await work()
  } finally {
    for (const name of Object.keys(properties)) delete prototype[name]
  }
} // biome-ignore format: a descriptor in a line

const words = readdirSync(join(root, 'bindings/js'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.js'))
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))

/** All that JSDoc calls a property: options, questions, what is kept, and what comes out. */
const parameters = new Set(
  words.flatMap((text) => [...text.matchAll(/@property \{.*?\} \[?(\w+)\]?/g)].map(([, name]) => name))
)

/** What JavaScript and its platforms read of every object themselves: with these, nothing works. */
const OF_THE_LANGUAGE = [
  'then', 'get', 'set', 'value', 'writable', 'enumerable', 'configurable', 'toJSON', 'next', 'done', 'return', 'throw', 'length',
  'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'raw', 'index', 'indices', 'groups'
] // biome-ignore format: words
/** ... and what Node reads of its own objects when it opens files and starts threads: that fails, and nothing is released. */
const OF_NODE = ['path', 'required', 'error', 'signal']
for (const name of OF_THE_LANGUAGE) parameters.delete(name)

/** What may be wrong with an option is another number, or another word that it knows. */
const WORDS = {
  guarantee: ['metric'],
  calibration: ['published', 'given'],
  outside: ['error'],
  method: ['cosines', 'local', 'smooth'],
  of: ['variance'],
  by: ['worst'],
  dialect: ['spark'],
  period: ['day'],
  gaps: [[[0.25, 0.5]]],
  spans: [[[0.25, 0.5]]],
  range: [[0.25, 0.5]],
  prior: [[[0.5, 1]], [1, 1, 1]],
  quantiles: [[0.1]],
  known: [true],
  into: [new Float64Array(3)],
  text: ['another record'],
  signal: [AbortSignal.abort()],
  onProgress: [() => assert.fail('nobody asked for it')]
}
const valuesOf = (name) => [0.001, ...(WORDS[name] ?? [])]

const { ReflectedLaplace, BoundedLaplace, ClampedLaplace, BoundedGaussian, ...others } = await loadCollector()
const {
  BetaPosterior,
  DirichletPosterior,
  SmoothLaplace,
  compare,
  Tally,
  estimate,
  tallyQuery,
  reportsNeeded,
  errorOf
} = others
const Laplaces = [ReflectedLaplace, BoundedLaplace, ClampedLaplace]
const bounds = { lower: 0, upper: 1, granularity: 0.125 }
const unit = { ...bounds, epsilon: 1 }
const square = { lower: [0, 0], upper: [1, 1], granularity: 0.125 }

/** What the constructors take, with as little as they can do with. */
const createAll = () => [
  ...Laplaces.map((Laplace) => new Laplace(unit)),
  new ReflectedLaplace({ lower: 0, upper: 1, epsilon: 1 }),
  new BoundedLaplace({ ...bounds, scale: 1 }),
  new BoundedLaplace({ ...unit, delta: 0.01 }),
  new BoundedLaplace({ spans: [[0, 0.25], [0.5, 1]], granularity: 0.125, epsilon: 1 }),
  new ReflectedLaplace({ ...unit, gaps: [[0.25, 0.5]] }),
  new BoundedGaussian(unit),
  new BoundedGaussian({ ...bounds, scale: 1 }),
  new BoundedGaussian({ ...square, epsilon: 1 }),
  new BetaPosterior({ prior: [1, 1], trials: 4, epsilon: 1 }),
  new BetaPosterior({ prior: [1, 1], trials: 4, temperature: 1 }),
  new DirichletPosterior({ prior: [1, 1, 1], trials: 3, epsilon: 1 }),
  new SmoothLaplace({ values: [0, 1, 3], epsilon: 1, delta: 0.01 })
] // biome-ignore format: a mechanism a line

const mechanisms = createAll()
const [reflected, bounded] = mechanisms
const knowing = {
  deltaOf: mechanisms,
  epsilonOf: mechanisms.filter((mechanism) => mechanism.epsilonOf)
}
const written = mechanisms.map((mechanism) => JSON.stringify(mechanism))
const reports = Array.from({ length: 40 }, (_, at) => (at % 9) / 8)
const tallyText = JSON.stringify(new Tally(reflected).add(reports))
const half = new ReflectedLaplace({ lower: 0, upper: Infinity, sensitivity: 1, granularity: 0.125, epsilon: 1 })

/** All that is the same for the same options: each entry point, with nothing left out that it could inherit. */
const CALLS = {
  mechanisms: () => createAll().map(describeAll),
  'mechanisms again': () => written.map((text) => describeAll(restore(JSON.parse(text)))),
  'mechanisms from texts': () => written.map((text) => describeAll(restore(text))),
  'mechanisms that lost their place': () => mechanisms.map((mechanism) => mechanism.audit()),
  scales: () => [...Laplaces, BoundedGaussian].map((Class) => Class.scaleFor({ lower: 0, upper: 1, epsilon: 1 })),
  questions: () =>
    ['deltaOf', 'epsilonOf'].map((method) =>
      knowing[method].map((mechanism) => [mechanism[method](), mechanism[method]({})])
    ),
  compare: () => {
    const { recommended, reason, mechanisms: all, unfit, guess } = compare({ ...bounds, epsilon: 1 })
    return [recommended, reason, all.map(({ instance, ...rest }) => [rest, describeAll(instance)]), unfit, guess]
  },
  'compare by the error': () => compare({ ...bounds, rmse: 0.3 }).mechanisms.map(({ epsilon }) => epsilon),
  tally: () => new Tally(reflected).add(reports).toJSON(),
  'tally again': () => Tally.fromJSON(JSON.parse(tallyText)).toJSON(),
  rows: () => new Tally(reflected).addRows([{ bin: 1, reports: 2 }]).toJSON(),
  query: () => tallyQuery(reflected, { table: 'reports', column: 'value' }),
  estimate: () => [
    estimate({ reports, mechanism: reflected }),
    estimate({ tally: tallyText }, {}),
    estimate([{ reports, mechanism: bounded }, { reports, mechanism: reflected }]),
    estimate({ reports, mechanism: mechanisms[10] }),
    estimate({ reports: [1, 2, 2], mechanism: mechanisms[11] })
  ],
  'estimate in a range': () => estimate({ reports, mechanism: half }, { range: [0, 1] }),
  plans: () => [
    reportsNeeded({ mechanism: reflected, error: 0.1 }),
    errorOf({ mechanism: reflected, reports: 100 }),
    errorOf({ mechanism: mechanisms[10], reports: 100 })
  ],
  wrong: () => [{}, { lower: 0 }, { lower: 0, upper: 1 }, { upper: 1, epsilon: 1 }, { epsilon: 1 }].flatMap((options) =>
    [...Laplaces, BoundedGaussian, BetaPosterior, SmoothLaplace].map((Class) => refusal(() => new Class(options)))
  ),
  'wrong otherwise': () => [
    () => compare(bounds),
    () => estimate({}),
    () => estimate({ reports }),
    () => tallyQuery(reflected, {}),
    () => reportsNeeded({ mechanism: reflected }),
    () => errorOf({}),
    () => Tally.fromJSON({}),
    () => new Tally({}),
    () => new Tally(half),
    () => new PrivacyBudget({}),
    () => new PrivacyBudget({ epsilon: 1 }),
    () => new PrivacyBudget({ epsilon: 1, store: {} }),
    () => new Memo({}),
    ...written.map((text) => () => restore({ mechanism: JSON.parse(text).mechanism, version: 1 }))
  ].map(refusal)
} // biome-ignore format: a call a line

const LATER = {
  load: async () => (await load({ wasm })).build,
  draws: async () => {
    const seeded = await loadSeeded(7, {})
    const mechanism = new seeded.ReflectedLaplace(unit)
    const plane = new seeded.BoundedGaussian({ ...square, epsilon: 1 })
    const chunks = []
    for await (const chunk of mechanism.privatiseStream([[0.5], [1]].values())) chunks.push(chunk)
    return [
      mechanism.privatise(0.5),
      mechanism.privatiseAll([0.5]),
      mechanism.privatiseAll([0.5, 1], {}),
      plane.privatise([0.5, 1]),
      await mechanism.privatiseStream([0.5, 1, 0]),
      await mechanism.privatiseStream([0.5, 1, 0], {}),
      chunks,
      await seeded.privatiseRecords([{ age: 1 }, {}, { age: null }], { age: mechanism }),
      await seeded.privatiseRecords({ age: [1, undefined], place: [[0, 1], [1, 0]] }, { age: mechanism, place: plane }, {})
    ]
  },
  workers: async () => {
    const column = new Float64Array(3 * 2 ** 17).fill(0.5)
    const inbounds = await load()
    const values = await new inbounds.ReflectedLaplace({ ...unit, epsilon: 100 }).privatiseStream(column, { workers: 2 })
    return values.length
  },
  budgets: () => Promise.all([memoryStore(), plainStore()].map(spending)),
  'a budget in a file': () => spending(fileStore(join(folder, `${++files}.json`))),
  'wrong calls': async () => {
    const budget = new PrivacyBudget({ epsilon: 1, store: memoryStore() })
    const calls = [
      () => budget.privatise({ epsilon: 1 }, 1),
      () => budget.privatise({ privatise: () => 1 }, 1),
      () => budget.privatiseAll({ privatiseAll: () => 1 }, [1]),
      () => budget.spend({}),
      () => budget.spend({ delta: 0 }),
      () => budget.releasesLeft({})
    ]
    return Promise.all(calls.map((call) => call().catch(String)))
  }
} // biome-ignore format: a call a line

let files = 0

function plainStore() {
  let kept
  return {
    async update(change) {
      const copy = change(kept)
      if (copy.text !== undefined) kept = copy.text
      return copy.result
    }
  }
}

/** All that a budget does, with as few options as it can do with. */
async function spending(store) {
  const budget = new PrivacyBudget({ epsilon: 10, store })
  await budget.create()
  const costly = { epsilon: 0.5, privatise: () => 7, privatiseAll: ({ length }) => length }
  const values = [
    await budget.privatise(costly, 1),
    await budget.privatise(costly, 1, {}),
    await budget.privatiseAll(costly, [1, 2, 3]),
    (await budget.privatiseAll(reflected, [0.5, 1])).length,
    await budget.privatiseColumn(costly, [1, 2, 3])
  ]
  await budget.spend({ epsilon: 0.25 })
  await budget.spend([reflected], {})
  const memo = new Memo({ budget })
  const answers = [await memo.privatise('age', costly, 37), await memo.privatise('age', costly, 37)]
  const opened = await PrivacyBudget.open(store)
  const terms = [opened.epsilon, opened.delta, opened.slack, opened.period]
  const history = (await budget.history()).map(({ first, last, ...entry }) => entry)
  const asked = [await budget.canSpend(costly), await budget.releasesLeft(costly), await budget.remaining()]
  return { values, answers, terms, spent: await budget.spent(), history, asked, forgotten: await memo.forget() }
}

function restore(json) {
  const { mechanism } = typeof json === 'string' ? JSON.parse(json) : json
  return { ...others, ReflectedLaplace, BoundedLaplace, ClampedLaplace, BoundedGaussian }[mechanism].fromJSON(json)
}

/** Whatever a mechanism says of itself. */
function describeAll(mechanism) {
  return { ...mechanism, json: JSON.stringify(mechanism), text: mechanism.describe(), audit: mechanism.audit() }
}

function refusal(call) {
  try {
    return call()
  } catch (error) {
    return String(error)
  }
}

const expected = Object.fromEntries(Object.entries(CALLS).map(([name, call]) => [name, call()]))
for (const [name, call] of Object.entries(LATER)) expected[name] = await call()

/** Here, and not in a test: what runs tests reads some of these names, too. */
const withEveryWord = {}
const all = Object.fromEntries([...everyWord()].map((name) => [name, 0.001]))
for (const [name, call] of Object.entries({ ...CALLS, ...LATER })) {
  withEveryWord[name] = await pollute(Object.prototype, all, async () => call()).catch(String)
}

function everyWord() {
  const names = new Set(words.flatMap((text) => text.match(/\b[a-z]\w*\b/gi)))
  for (const name of [...OF_THE_LANGUAGE, ...OF_NODE, ...Object.getOwnPropertyNames(Object.prototype)])
    names.delete(name)
  return names
}

test('there are enough parameters to try', () => {
  for (const name of ['sensitivity', 'delta', 'guarantee', 'calibration', 'outside', 'scale', 'rate', 'into', 'range', 'slack'])
    assert.ok(parameters.has(name), name)
  assert.ok(parameters.size > 140, String(parameters.size))
}) // biome-ignore format: names in a line

test('no parameter is taken from Object.prototype: each in turn', async () => {
  for (const name of parameters) {
    for (const value of valuesOf(name)) {
      for (const [call, work] of Object.entries(CALLS)) {
        const found = await pollute(Object.prototype, { [name]: value }, work)
        assert.deepEqual(found, expected[call], `${call}, with Object.prototype.${name} = ${value}`)
      }
    }
  }
})

test('nor in what waits for something', async () => {
  for (const name of parameters) {
    for (const value of valuesOf(name)) {
      for (const [call, work] of Object.entries(LATER)) {
        if (['workers', 'a budget in a file'].includes(call)) continue // below, with all of them at once
        const found = await pollute(Object.prototype, { [name]: value }, work)
        assert.deepEqual(found, expected[call], `${call}, with Object.prototype.${name} = ${value}`)
      }
    }
  }
})

test('no name that is written anywhere in the source is taken from Object.prototype', () => {
  assert.deepEqual(withEveryWord, expected)
})

/** Arrays with a hole, which linters take for a mistake. */
const holeBefore = (...items) =>
  Object.assign(new Array(1), Object.fromEntries(items.map((item, at) => [at + 1, item])))
const holeAfter = (item) => Object.assign(new Array(2), [item])

test('holes of arrays are not filled from Array.prototype', async () => {
  const calls = [
    () => new ReflectedLaplace({ spans: [[0, 0.5], holeBefore(1)], granularity: 0.125, epsilon: 1 }),
    () => new ReflectedLaplace({ spans: holeBefore([0, 1]), granularity: 0.125, epsilon: 1 }),
    () => new BoundedLaplace({ ...unit, gaps: [holeAfter(0.25)] }),
    () => new BoundedGaussian({ ...square, epsilon: 1, lower: holeBefore(0) }),
    () => new BetaPosterior({ prior: holeBefore(1), trials: 4, epsilon: 1 }),
    () => new SmoothLaplace({ values: holeBefore(1, 3), epsilon: 1, delta: 0.01 }),
    () => compare({ ...unit, prior: holeBefore([0.5, 1]) }),
    () => compare({ ...unit, prior: [holeBefore(1)] }),
    () => new Tally(half, { range: holeBefore(1) }),
    () => estimate({ reports, mechanism: reflected }, { quantiles: holeBefore(0.5) }),
    () => estimate(holeBefore({ reports, mechanism: reflected })),
    () => estimate({ reports: holeBefore(1), mechanism: reflected }),
    () => estimate({ reports: holeBefore(1), mechanism: mechanisms[11] }),
    () => errorOf({ mechanism: reflected, reports: 10, prior: [holeBefore(1)] }),
    () => reportsNeeded({ mechanism: mechanisms[10], error: holeBefore(0.1) }),
    () => tallyQuery(mechanisms[10], { table: 'reports', column: holeBefore('y') }),
    () => Tally.fromJSON({ ...JSON.parse(tallyText), counts: new Array(JSON.parse(tallyText).counts.length) }),
    () => reflected.privatiseAll(holeBefore(1)),
    () => mechanisms[10].privatise(holeBefore(1)),
    () => mechanisms[13].privatise(holeBefore(1, 2))
  ] // biome-ignore format: a call a line
  const before = calls.map(refusal)
  for (const text of before) assert.match(String(text), /^(TypeError|ParameterError): /)
  for (const filling of [0.5, [0, 0.25], { reports, mechanism: reflected }, 'x']) {
    for (const prototype of [Array.prototype, Object.prototype]) {
      const items = { 0: filling, 1: filling }
      assert.deepEqual(await pollute(prototype, items, () => calls.map(refusal)), before)
    }
  }
  const seeded = await loadSeeded(7)
  const age = new seeded.ReflectedLaplace(unit)
  const { records, missing } = await pollute(Array.prototype, { 0: 0.5 }, () =>
    seeded.privatiseRecords({ age: holeBefore(1) }, { age })
  )
  assert.deepEqual([Object.keys(records.age).length, records.age[0], missing], [2, undefined, { age: 1 }])
})

test('the command line reads files and options as they are', async () => {
  const cli = join(root, 'dist/cli.js')
  const definition = join(folder, 'mechanism.json')
  writeFileSync(definition, JSON.stringify(new BoundedLaplace(unit)))
  const run = async (before, words) => (await promisify(execFile)(process.execPath, [...before, cli, ...words])).stdout
  for (const command of [
    ['calibrate', '--lower', '0', '--upper', '1', '--epsilon', '1', '--json'],
    ['audit', definition, '--json'],
    ['compare', '--lower', '0', '--upper', '1', '--epsilon', '1', '--json']
  ]) {
    const plain = await run([], command)
    for (const [name, value] of [['sensitivity', 0.001], ['delta', 0.001], ['guarantee', 'metric'], ['columns', 5]]) {
      const pollution = `Object.prototype.${name} = ${JSON.stringify(value)}`
      assert.equal(await run(['--import', `data:text/javascript,${encodeURIComponent(pollution)}`], command), plain, name)
    }
  } // biome-ignore format: names in a line
})
