// What a mechanism says of itself, it takes back: its epsilon, delta and scale as questions, its JSON, and all that at the ends of
// what is possible, where a calibration that rounds towards privacy loses a hair less than it promises.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds'
import { generator } from './support/generator.mjs'

const library = await load()
const { BetaPosterior, BoundedGaussian, DirichletPosterior, SmoothLaplace } = library

const SMALLEST = 1e-15
const LARGEST = 700
const { random } = generator(23)
const between = (low, high) => low * (high / low) ** random()

/** At and near the ends, and anywhere. */
const epsilons = () => [
  SMALLEST,
  SMALLEST * (1 + random()),
  LARGEST,
  LARGEST * (1 - random() / 1e6),
  between(SMALLEST, LARGEST)
]
const deltas = [0, SMALLEST, 0.5, 1 - 1e-9]

const spans = [[0, 3], [6, 7], [13, 14]] // biome-ignore format: a domain
const domains = {
  unit: { lower: 0, upper: 1 },
  awkward: { lower: -10.999999999999998, upper: 1.5, sensitivity: 5 },
  'whole numbers': { lower: 0, upper: 9, granularity: 1, sensitivity: 2 },
  'two points': { lower: 0, upper: 1, granularity: 1 },
  gaps: { spans, sensitivity: 7, granularity: 1 },
  'half-line': { lower: 0, upper: Infinity, sensitivity: 1 }
}
const boxes = [
  { lower: [-10.999999999999998, 38.5], upper: [1.5, 91], granularity: [1, 7], sensitivity: 5 },
  { lower: [0, 0, 0], upper: [1, 2, 3], sensitivity: 0.5 },
  { lower: [0, 0], upper: [1, 1] }
]

/** The mechanism, if there is one that can keep this. */
function create(Mechanism, options) {
  try {
    return [new Mechanism(options)]
  } catch (error) {
    assert.ok(error.parameter, error.stack)
    return []
  }
}

/** @param {any} mechanism @param {any} options */
function takesItsNumbersBack(mechanism, options) {
  const { epsilon, delta, scale } = mechanism
  const isBox = mechanism.dimensions > 1
  const questions = {
    'epsilonOf()': () => mechanism.epsilonOf?.(),
    'epsilonOf({ scale })': () => mechanism.epsilonOf?.({ scale }),
    'epsilonOf({ delta })': () => mechanism.epsilonOf?.({ delta }),
    'epsilonOf({ scale: a little larger })': () => mechanism.epsilonOf?.({ scale: scale * 1.0001 }),
    ...(mechanism.guarantee !== 'metric' && {
      'deltaOf()': () => mechanism.deltaOf(),
      'deltaOf({ epsilon })': () => mechanism.deltaOf({ epsilon }),
      'deltaOf({ epsilon: audit().epsilon })': () => mechanism.deltaOf({ epsilon: mechanism.audit().epsilon }),
      'deltaOf({ epsilon: epsilonOf() })': () => mechanism.deltaOf({ epsilon: mechanism.epsilonOf?.() ?? epsilon }),
      'deltaOf({ scale })': () => scale === undefined || mechanism.deltaOf({ scale }),
      'deltaOf({ scale: a little larger })': () => scale === undefined || mechanism.deltaOf({ scale: scale * 1.0001 })
    }),
    'fromJSON(toJSON())': () => mechanism.constructor.fromJSON(JSON.stringify(mechanism)),
    'describe()': () => mechanism.describe()
  }
  for (const [question, ask] of Object.entries(questions)) {
    assert.doesNotThrow(ask, `${question} of ${mechanism.constructor.name} ${JSON.stringify(options)}`)
  }
  if (isBox) assert.equal(mechanism.deltaOf(), 0)
}

test('noise on numbers takes back every number that it reports, at the ends of what is possible', () => {
  let tried = 0
  for (const kind of ['ReflectedLaplace', 'BoundedLaplace', 'ClampedLaplace', 'BoundedGaussian']) {
    for (const domain of Object.values(domains)) {
      for (const epsilon of [SMALLEST, LARGEST, between(SMALLEST, LARGEST)]) {
        const promises = [...deltas.map((delta) => ({ epsilon, delta })), { epsilon, guarantee: 'metric' }]
        for (const promise of [...promises, { epsilon, calibration: 'published' }]) {
          if (kind === 'BoundedGaussian' && (promise.guarantee || domain.spans || domain.upper === Infinity)) continue
          for (const mechanism of create(library[kind], { ...domain, ...promise })) {
            takesItsNumbersBack(mechanism, { ...domain, ...promise })
            for (const given of create(library[kind], { ...domain, scale: mechanism.scale })) {
              takesItsNumbersBack(given, { ...domain, scale: mechanism.scale })
            }
            tried += 1
          }
        }
      }
    }
  }
  assert.ok(tried > 200, `${tried}`)
})

test('noise on vectors takes back every number that it reports', () => {
  let tried = 0
  for (const box of boxes) {
    for (const epsilon of [...epsilons(), ...epsilons(), ...epsilons()]) {
      for (const calibration of ['tight', 'published']) {
        for (const mechanism of create(BoundedGaussian, { ...box, epsilon, calibration })) {
          takesItsNumbersBack(mechanism, { ...box, epsilon, calibration })
          tried += 1
        }
      }
    }
  }
  assert.ok(tried > 60, `${tried}`)
})

test('noise on counts takes back every number that it reports', () => {
  let tried = 0
  const posterior = { prior: [1, 0.5, 3], trials: 6 }
  for (const epsilon of [1e-6, 1e-3, 1, 39.9, 40]) {
    for (const delta of [0, 1e-12, 0.5]) {
      for (const method of ['geometric', 'global', 'smooth', 'varying', 'local']) {
        for (const calibration of ['tight', 'published']) {
          const options = { epsilon, delta, method, calibration }
          for (const [Mechanism, prior] of [
            [BetaPosterior, [1, 2]],
            [DirichletPosterior, posterior.prior]
          ]) {
            // biome-ignore format: pairs
            for (const mechanism of create(Mechanism, { ...posterior, ...options, prior })) {
              takesItsNumbersBack(mechanism, options)
              tried += 1
            }
          }
        }
      }
      for (const mechanism of create(SmoothLaplace, { values: [0, 1, 3, 4, 4.5], epsilon, delta })) {
        takesItsNumbersBack(mechanism, { epsilon, delta })
      }
    }
  }
  for (const temperature of [1e-13, 1e-6, 1, 128]) {
    for (const mechanism of create(DirichletPosterior, { ...posterior, temperature })) takesItsNumbersBack(mechanism, { temperature }) // biome-ignore format: one thought
  }
  assert.ok(tried > 100, `${tried}`)
})

test('what compare() proposes can be made again from the epsilon that it names', () => {
  for (const question of [{ epsilon: SMALLEST }, { epsilon: LARGEST }, { rmse: 0.2 }, { rmse: 0.01 }, { rmse: 10 }]) {
    const { mechanisms } = library.compare({ lower: 0, upper: 1, ...question })
    assert.ok(mechanisms.length > 2)
    for (const { mechanism, epsilon, instance } of mechanisms) {
      assert.equal(new library[mechanism]({ lower: 0, upper: 1, epsilon }).scale, instance.scale, mechanism)
      takesItsNumbersBack(instance, question)
    }
  }
})
