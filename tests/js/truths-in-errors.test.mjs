// No true value, and no report, is ever part of what somebody sees of an error.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { load, ParameterError } from 'inbounds'
import { Memo, memoryStore, PrivacyBudget } from 'inbounds/budget'
import { load as loadCollector } from 'inbounds/collector'
import ts from 'typescript'
import { IN_GAP, leakIn, NO_NUMBERS, OUTSIDE, viewsOf } from './support/secrets.mjs'

const main = await load()
const collector = await loadCollector()

const bounds = { lower: 0, upper: 120, epsilon: 1, outside: 'error' }
const gaps = [[12, 14]] // biome-ignore format: a single one

/** Mechanisms that refuse whatever they may, by the ways in which a true value can be given to them. */
function mechanismsOf({ ReflectedLaplace, BoundedLaplace, ClampedLaplace, BoundedGaussian, ...forCounts }) {
  const { BetaPosterior, DirichletPosterior, SmoothLaplace } = forCounts
  const [alone, inVector, inCounts] = [
    [(truth) => truth],
    [(truth) => truth, (truth) => [1, truth], (truth) => [truth], (truth) => [truth, 1, 1]],
    [(truth) => truth, (truth) => [1, truth, 1], (truth) => [truth]]
  ]
  return {
    forNumbers: [
      [new ReflectedLaplace({ ...bounds, granularity: 1 }), alone],
      [new BoundedLaplace({ ...bounds, gaps }), alone],
      [new ClampedLaplace(bounds), alone],
      [new BoundedGaussian(bounds), alone],
      [new BoundedGaussian({ ...bounds, lower: [0, 0], upper: [120, 120] }), inVector]
    ],
    forCounts: [
      [new BetaPosterior({ prior: [1, 1], trials: 10, epsilon: 1 }), alone],
      [new DirichletPosterior({ prior: [1, 1, 1], trials: 3, epsilon: 1 }), inCounts],
      [new SmoothLaplace({ values: [0, 1, 2, 3], epsilon: 1, delta: 0.01 }), alone]
    ]
  }
}

const { forNumbers, forCounts } = mechanismsOf(collector)
const all = [...forNumbers, ...forCounts]
const [[age], [visit], , , [place]] = forNumbers
const [[beta], [dirichlet]] = forCounts
const law = age.at(37)

const column = [(truths) => truths, (truths) => [truths], (truth) => [1, truth]]

/** All of a method's mechanisms and of the ways to give it something. */
const onEach = (mechanisms, ways, method) => (secret) =>
  mechanisms.flatMap(([mechanism, own]) => (ways ?? own).map((way) => () => mechanism[method](way(secret))))

const drain = async (chunks) => {
  for await (const _ of chunks);
}

const priors = (ask) => (secret) => [() => ask([[secret, 1]]), () => ask([secret])]

/** Whoever wraps what a mechanism throws, as stores of others might. */
const wrapping = {
  update: async (change) => {
    try {
      return change(undefined).result
    } catch (error) {
      throw new AggregateError([error], 'the store failed', { cause: error })
    }
  }
}
const budgets = [memoryStore(), wrapping].map((store) => new PrivacyBudget({ epsilon: 1e6, store }))
const memo = new Memo({ budget: new PrivacyBudget({ epsilon: 1e6, store: memoryStore() }) })

/** By the name of the method or function: calls with a secret, each of which has to fail. */
const TAKES = {
  privatise: (secret) => [
    ...onEach(all, undefined, 'privatise')(secret),
    ...all.flatMap(([mechanism, ways]) =>
      ways.flatMap((way) => budgets.map((budget) => () => budget.privatise(mechanism, way(secret))))
    ),
    ...budgets.map((budget) => () => budget.privatise(secret, 37)),
    ...all.flatMap(([mechanism, ways]) => ways.map((way) => () => memo.privatise('how old', mechanism, way(secret)))),
    () => memo.privatise('how old', secret, 37)
  ],
  privatiseAll: (secret) => [
    ...onEach(forNumbers, column, 'privatiseAll')(secret),
    ...budgets.flatMap((budget) => column.map((way) => () => budget.privatiseAll(age, way(secret)))),
    () => budgets[0].privatiseAll(secret, [37])
  ],
  privatiseColumn: (secret) =>
    budgets.flatMap((budget) => column.map((way) => () => budget.privatiseColumn(age, way(secret)))),
  privatiseStream: (secret) =>
    forNumbers.flatMap(([mechanism]) => [
      ...column.map((way) => async () => {
        const values = mechanism.privatiseStream(way(secret), { workers: 0 })
        await (Symbol.asyncIterator in values ? drain(values) : values)
      }),
      ...column.map((way) => () => drain(mechanism.privatiseStream([way(secret)].values(), { workers: 0 })))
    ]),
  at: onEach(forNumbers, undefined, 'at'),
  cosine: (secret) => [() => age.cosine(1, secret)],
  probabilities: onEach(forCounts.slice(0, 2), undefined, 'probabilities'),
  expectedDistance: onEach(forCounts.slice(0, 2), undefined, 'expectedDistance'),
  privatiseRecords: (secret) => {
    const { privatiseRecords } = collector
    return [
      ...[
        secret,
        [secret],
        { age: secret },
        { age: [1, secret] },
        [{ age: secret }],
        [{ age: 1 }, { age: secret }]
      ].map((records) => () => privatiseRecords(records, { age }, { workers: 0 })),
      ...[[{ place: secret }], [{ place: [1, secret] }], { place: [secret] }, { place: [[secret, 1]] }].map(
        (records) => () => privatiseRecords(records, { place }, { workers: 0 })
      ),
      () => privatiseRecords([{ age: 37 }], secret),
      () => privatiseRecords([{ age: 37 }], { age: secret })
    ]
  },
  add: (secret) =>
    [age, visit, place].flatMap((mechanism) =>
      [secret, [secret], [1, secret]].map((reports) => () => new collector.Tally(mechanism).add(reports))
    ),
  addRows: (secret) =>
    [secret, [secret], [{ bin: secret, reports: 1 }], [{ bin: 0, reports: 1, side: secret }]].map(
      (rows) => () => new collector.Tally(age).addRows(rows)
    ),
  merge: (secret) => [() => new collector.Tally(age).merge(secret)],
  fromJSON: (secret) => [
    () => collector.Tally.fromJSON(secret),
    () => collector.Tally.fromJSON({ ...new collector.Tally(age).toJSON(), counts: secret }),
    () => collector.Tally.fromJSON({ ...new collector.Tally(age).toJSON(), counts: [secret] })
  ],
  Tally: (secret) => [() => new collector.Tally(secret)],
  estimate: (secret) => [
    () => collector.estimate(secret),
    () => collector.estimate([secret]),
    ...[age, visit, place, beta, dirichlet].flatMap((mechanism) =>
      [secret, [secret], [1, secret], [[1, secret]]].map((reports) => () => collector.estimate({ mechanism, reports }))
    ),
    () => collector.estimate({ mechanism: secret, reports: [37] }),
    () => collector.estimate({ tally: secret })
  ],
  compare: priors((prior) => main.compare({ lower: 0, upper: 120, epsilon: 1, prior })),
  reportsNeeded: priors((prior) => collector.reportsNeeded({ mechanism: age, error: 1, prior })),
  errorOf: priors((prior) => collector.errorOf({ mechanism: age, reports: 1000, prior }))
}

/** What a law is asked about: any number will do. */
const ASKS = Object.fromEntries(
  ['cdf', 'survival', 'pmf', 'logPmf', 'pdf', 'atom', 'logPdf'].map((method) => [
    method,
    (secret) => [law, law.continuous].filter((one) => method in one).map((one) => () => one[method](secret))
  ])
)

/** Where what is refused may also pass: as options, for instance, an empty object of any class will do. */
const MISPLACED = (secret) => [
  ...forNumbers.flatMap(([mechanism]) => [
    () => mechanism.privatiseAll([37, 37], secret),
    () => mechanism.privatiseAll([37, 37], { into: secret }),
    () => mechanism.privatiseStream([37, 37], secret),
    () => mechanism.privatiseStream([37, 37], { into: secret, workers: 0 }),
    () => drain(mechanism.privatiseStream([[37, 37]].values(), secret))
  ]),
  () => collector.privatiseRecords([{ age: 37 }], { age }, secret),
  () => budgets[0].privatise(age, 37, secret),
  () => budgets[0].privatise(age, 37, { question: secret }),
  () => memo.privatise(secret, age, 37),
  () => memo.forget(secret),
  () => new Memo({ budget: budgets[0], key: secret }),
  () => new collector.Tally(age).addRows([{ bin: 0, reports: secret }]),
  () => collector.estimate({ mechanism: age, reports: [37] }, secret),
  () => collector.estimate({ mechanism: age, reports: [37], tally: secret }),
  () => collector.estimate({ mechanism: age, tally: { tally: secret } })
]

/** @param {() => unknown} call */
async function errorOf(call) {
  try {
    await call()
    return undefined
  } catch (error) {
    return error
  }
}

/** @param {string} what @param {any} error */
function assertSilent(what, error) {
  assert.ok(error instanceof Error, `${what}: ${inspect(error)}`)
  assert.equal(leakIn(error), undefined, what)
  for (const found of [error, error.cause, ...(error.errors ?? [])]) {
    const kept = found && Object.getOwnPropertyDescriptor(found, 'value')
    assert.ok(!kept?.enumerable, `${what}: its value is not enumerable`)
  }
}

/** @param {Record<string, (secret: unknown) => (() => unknown)[]>} table @param {Record<string, unknown>} secrets */
async function assertAllSilent(table, secrets) {
  for (const [method, calls] of Object.entries(table)) {
    for (const [kind, secret] of Object.entries(secrets)) {
      const thunks = calls(secret)
      assert.ok(thunks.length > 0)
      for (const [at, call] of thunks.entries()) {
        const what = `${method}, call ${at} with ${kind}`
        const error = await errorOf(call)
        assert.ok(error !== undefined, `${what}: is refused`)
        assertSilent(what, error)
      }
    }
  }
}

test('what is no number is refused by its kind, wherever it comes in', async () => {
  await assertAllSilent({ ...TAKES, ...ASKS }, NO_NUMBERS)
})

test('a number that is refused is not told', async () => {
  await assertAllSilent(TAKES, { 'a number outside': OUTSIDE })
})

test('what came to the wrong place is not told, either', async () => {
  let refused = 0
  for (const [kind, secret] of Object.entries({ ...NO_NUMBERS, 'a number': OUTSIDE })) {
    for (const [at, call] of MISPLACED(secret).entries()) {
      const error = await errorOf(call)
      if (error === undefined) continue
      refused += 1
      assertSilent(`call ${at} with ${kind}`, error)
    }
  }
  assert.ok(refused > 300, `${refused} calls were refused`)
})

test('a number in a gap is not told, and neither is the gap', async () => {
  const spans = [[0, 10], [20, 30], [40, 50]] // biome-ignore format: one line
  const several = new collector.BoundedLaplace({ spans, epsilon: 1 })
  const refusals = [15.625, 35.625].map((truth) => [
    [() => several.privatise(truth), 'truth', truth],
    [() => several.at(truth), 'truth', truth],
    [() => several.privatiseAll([5, truth]), 'truths[1]', truth],
    [() => several.privatiseStream([5, truth]), 'truths[1]', truth],
    [() => collector.privatiseRecords([{ x: 5 }, { x: truth }], { x: several }), 'records[1].x', truth],
    [() => new collector.Tally(several).add([5, truth]), 'reports[1]', truth],
    [() => collector.estimate({ mechanism: several, reports: [5, truth] }), 'groups[0].reports[1]', truth]
  ])
  const said = []
  for (const [call, parameter, truth] of refusals.flat()) {
    const error = await errorOf(call)
    assert.ok(error.name === 'ParameterError' && error.parameter === parameter, error.message)
    assert.match(error.message, /, got a number in a gap$/)
    assert.equal(error.value, truth)
    for (const text of viewsOf(error)) assert.doesNotMatch(text, /15\.625|35\.625|from 10 to 20|from 30 to 40/)
    said.push(error.message)
  }
  assert.deepEqual(said.slice(0, said.length / 2), said.slice(said.length / 2))
  for (const call of [() => visit.privatise(IN_GAP), () => visit.privatiseAll([1, IN_GAP])]) {
    assertSilent('in a gap', await errorOf(call))
  }
})

test('neither does it tell on which side of the bounds a number is', () => {
  for (const [mechanism, below, above] of [
    [age, -7.5, 127.5],
    [place, [1, -7.5], [1, 127.5]]
  ]) {
    const [first, second] = [below, above].map((truth) => {
      try {
        return mechanism.privatise(truth)
      } catch (error) {
        return error
      }
    })
    assert.match(first.message, /^truth(\[1\])? must be from 0 to 120, got a number outside$/)
    assert.equal(first.message, second.message)
    assert.deepEqual([first.value, second.value], [-7.5, 127.5])
  }
})

test('counts are named by their place, and sums not at all', async () => {
  for (const [call, message] of [
    [() => beta.privatise(11), 'successes must be a whole number from 0 to 10, got another number'],
    [() => dirichlet.privatise([1, 7, 1]), 'counts[1] must be a whole number from 0 to 3, got another number'],
    [() => dirichlet.probabilities([1, 1, 0]), 'counts must be numbers that sum to 3, got another sum'],
    [
      () => collector.estimate({ mechanism: beta, reports: [11] }),
      'groups[0].reports[0] must have counts from 0 up that sum to 10, got others'
    ]
  ]) {
    assert.throws(call, { name: 'ParameterError', message })
  }
})

test('the value is there for whoever asks, of parameters as well, and nobody else sees it', () => {
  const error = assertThrown(() => age.privatise(OUTSIDE))
  assert.equal(error.value, OUTSIDE)
  const parameter = assertThrown(() => new main.ReflectedLaplace({ ...bounds, epsilon: -1 }))
  assert.equal(parameter.message, 'epsilon must be greater than 0, got -1')
  assert.equal(parameter.value, -1)
  for (const one of [error, parameter, new ParameterError('truth', OUTSIDE, 'truth must be something else')]) {
    assert.deepEqual(Object.getOwnPropertyDescriptor(one, 'value'), {
      value: one.value,
      enumerable: false,
      configurable: true,
      writable: true
    })
    assert.deepEqual(Object.keys(one).sort(), ['name', 'parameter'])
    assert.equal(JSON.stringify(one), JSON.stringify({ name: 'ParameterError', parameter: one.parameter }))
  }
  assert.doesNotMatch(inspect(parameter), /value/)
})

function assertThrown(call) {
  try {
    call()
  } catch (error) {
    return error
  }
  return assert.fail('nothing was thrown')
}

test('from a worker, the value comes along, and stays where only those see it who ask', async () => {
  const truths = new Float64Array(400_000).fill(37)
  truths[300_001] = OUTSIDE
  const error = await errorOf(() => age.privatiseStream(truths, { workers: 2 }))
  assertSilent('from a worker', error)
  assert.equal(error.message, 'truths[300001] must be from 0 to 120, got a number outside')
  assert.deepEqual([error.name, error.parameter, error.value], ['ParameterError', 'truths[300001]', OUTSIDE])
})

test('what JSON cannot write has no name in the error of a memo', async () => {
  const cycle = {}
  cycle['37-secret'] = cycle
  const answering = { epsilon: 1, privatise: () => 1 }
  for (const truth of [cycle, 123456789n, [123456789n]]) {
    const error = await errorOf(() => memo.privatise('what', answering, truth))
    assertSilent('memo', error)
    const rule = /^truth must (not be a part of itself|be something that JSON can write, got an? (array|BigInt))$/
    assert.match(error.message, rule)
  }
})

// So that nothing new comes in unseen.

/** Methods and functions that are never given a true value. */
const TAKES_NONE = [
  ...['audit', 'describe', 'toJSON', 'epsilonOf', 'deltaOf', 'scaleFor', 'eigenvalue', 'candidate'],
  ...['quantile', 'interval'],
  ...['spend', 'canSpend', 'releasesLeft', 'remaining', 'spent', 'history', 'create', 'open', 'forget', 'tallyQuery']
]

/** @param {any} object */
function methodsOf(object) {
  const names = Object.entries(Object.getOwnPropertyDescriptors(object))
    .filter(([name, { value }]) => typeof value === 'function' && name !== 'constructor')
    .map(([name]) => name)
  const above = Object.getPrototypeOf(object)
  const isOver = above === null || above === Object.prototype || above === Function.prototype
  return isOver ? names : [...names, ...methodsOf(above)]
}

const isClass = (value) => typeof value === 'function' && /^class\b/.test(String(value))

test('every public method is known here: either it takes true values, or it does not', () => {
  const handedOut = [main, collector].flatMap(Object.entries)
  const classes = handedOut.filter(([, value]) => isClass(value)).map(([, value]) => value)
  assert.ok(classes.length > 14, `${classes.length} classes`)
  const functions = handedOut
    .filter(([, value]) => typeof value === 'function' && !isClass(value))
    .map(([name]) => name)
  const methods = [...classes, PrivacyBudget, Memo].flatMap((Class) => [
    ...methodsOf(Class.prototype),
    ...methodsOf(Class)
  ])
  const known = [...Object.keys(TAKES), ...Object.keys(ASKS), ...TAKES_NONE]
  const found = new Set([...functions, ...methods, ...methodsOf(Object.getPrototypeOf(law)), ...methodsOf(Object.getPrototypeOf(law.continuous))]) // biome-ignore format: one list
  for (const name of found) assert.ok(known.includes(name), `${name} is new: does it take true values?`)
  for (const name of known.filter((name) => name !== 'Tally')) assert.ok(found.has(name), `${name} is gone`)
})

test('no method with a parameter that is called like a true value is held for one that takes none', () => {
  const sources = new URL('../../bindings/js/', import.meta.url)
  const files = ['', 'budget/'].flatMap((folder) =>
    readdirSync(new URL(folder, sources))
      .filter((name) => name.endsWith('.js'))
      .map((name) => folder + name)
  )
  const secrets = /^(truths?|counts?|records?|reports?|rows?|source|values?|y)$/
  let seen = 0
  for (const file of files) {
    const tree = ts.createSourceFile(file, readFileSync(new URL(file, sources), 'utf8'), ts.ScriptTarget.Latest)
    const look = (node) => {
      if (ts.isMethodDeclaration(node) && ts.isIdentifier(node.name)) {
        const taken = node.parameters.some(({ name }) => ts.isIdentifier(name) && secrets.test(name.text))
        if (taken) seen += 1
        assert.ok(!taken || !TAKES_NONE.includes(node.name.text), `${file}: ${node.name.text} takes a true value`)
      }
      ts.forEachChild(node, look)
    }
    look(tree)
  }
  assert.ok(seen > 20, `${seen} methods take true values`)
})
