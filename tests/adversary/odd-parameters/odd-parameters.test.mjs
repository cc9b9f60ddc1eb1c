import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { load } from 'inbounds'
import { loadSeeded } from 'inbounds/testing'
import { audit, MECHANISMS } from './audit.mjs'
import { cases } from './cases.mjs'
import { resultsHere } from './here.mjs'
import { naiveOutcome } from './naive-outcomes.mjs'
import { table } from './table.mjs'

const pinned = JSON.parse(await readFile(new URL('pinned.json', import.meta.url), 'utf8'))
const pinAgain = 'node tests/adversary/odd-parameters/pin.mjs writes it anew'

test('odd parameters give what is pinned: a mechanism with these numbers, or a refusal with this sentence', async () => {
  const here = JSON.parse(JSON.stringify(resultsHere(await loadSeeded(1))))
  assert.deepEqual(Object.keys(here), Object.keys(pinned), pinAgain)
  for (const { name } of cases) assert.deepEqual(here[name], pinned[name], `${name}; ${pinAgain}`)
})

test('the table is the one that cases, textbook code and pins give', async () => {
  const written = await readFile(new URL('README.md', import.meta.url), 'utf8')
  assert.equal(written, table(pinned), pinAgain)
})

test('no name stands for two cases', () => {
  assert.equal(new Set(cases.map(({ name }) => name)).size, cases.length)
})

test('textbook code fails in every way that the table knows', () => {
  const outcomes = cases.flatMap((one) => MECHANISMS.map((mechanism) => naiveOutcome(mechanism, one, undefined)))
  const ways = [
    'hangs while calibrating',
    'hangs while drawing',
    'releases NaN',
    'releases what is outside',
    'loses ',
    'takes '
  ]
  ways.push('releases the truth itself', 'fails with a TypeError', 'has a negative scale', 'ignores it', 'is fine')
  for (const way of ways)
    assert.ok(
      outcomes.some((outcome) => outcome.startsWith(way)),
      way
    )
})

test('whatever is made of odd parameters keeps its promise, stays inside and is no noisier than it has to be', async () => {
  assert.deepEqual(await audit(load), [])
  assert.deepEqual(await audit(() => loadSeeded(3)), [])
})

/** A library with one thing wrong: what `change` gives for a mechanism replaces what it had. */
async function breakLibrary(change, optionsOf = (options) => options) {
  const library = await load()
  const spoil = (Mechanism) =>
    new Proxy(Mechanism, {
      construct(_, [options]) {
        const mechanism = new Mechanism(optionsOf(options))
        const methods = ['privatise', 'at', 'audit', 'epsilonOf', 'toJSON'].map((name) => [
          name,
          mechanism[name].bind(mechanism)
        ])
        return { ...mechanism, ...Object.fromEntries(methods), ...change(mechanism, options) }
      },
      get: (_, name) => Mechanism[name].bind(Mechanism)
    })
  return Object.fromEntries(MECHANISMS.map((name) => [name, spoil(library[name])]))
}

/** What is wrong; the cases that show it; what is changed, in the mechanism and in its options; what the audit says. */
const subjects = {
  'a privacy loss that is a millionth larger than asked': [
    'epsilon',
    (_, { epsilon }) => ({ epsilon, audit: () => ({ epsilon, delta: 0 }), epsilonOf: () => epsilon }),
    (options) => ({ ...options, epsilon: options.epsilon * (1 + 1e-6) }),
    'by our formula it loses no more'
  ],
  'a millionth more noise than needed': [
    'epsilon',
    (_, { epsilon }) => ({ epsilon }),
    (options) => ({ ...options, epsilon: options.epsilon * (1 - 1e-6) }),
    'no smaller noise would do'
  ],
  'a delta that is a hundredth larger than asked': [
    'delta',
    (_, { epsilon, delta = 0 }) => ({ delta, audit: () => ({ epsilon, delta }), epsilonOf: () => epsilon }),
    (options) => ({ ...options, ...(options.delta > 0 && { delta: options.delta * 1.01 }) }),
    'no pair lets more than delta escape'
  ],
  'values that are a hair off the lattice': [
    'granularity',
    (mechanism) => ({ privatise: (truth) => mechanism.privatise(truth) + 1e-13 }),
    undefined,
    'a released value is on the lattice'
  ],
  'a scale that is only written down': [
    'epsilon',
    (mechanism) => ({ scale: mechanism.scale * 0.999 }),
    undefined,
    'our formula agrees with the audit'
  ],
  'a sensitivity that is halved': [
    'sensitivity',
    (_, { sensitivity }) => ({ sensitivity }),
    (options) => ({ ...options, ...(options.sensitivity > 0 && { sensitivity: options.sensitivity / 2 }) }),
    'by our formula it loses no more'
  ],
  'bounds that are put in order silently': [
    'bounds',
    () => ({}),
    (options) => (options.lower > options.upper ? { ...options, lower: options.upper, upper: options.lower } : options),
    'the bounds are those given'
  ],
  'an epsilon that is brought into range silently': [
    'epsilon',
    () => ({}),
    (options) => ({ ...options, epsilon: Math.min(700, Math.max(1e-15, options.epsilon)) }),
    'nothing is changed silently'
  ],
  'an error that helps nobody': [
    'kinds',
    () => {
      throw new RangeError('memory access out of bounds')
    },
    undefined,
    'a refusal names the parameter first'
  ],
  'NaN for a truth that is none': [
    'truth',
    () => ({ privatise: () => Number.NaN }),
    undefined,
    'a released value is on the lattice'
  ]
}

for (const [what, [group, change, optionsOf, finding]] of Object.entries(subjects)) {
  test(`the audit finds ${what}`, async () => {
    const findings = await audit(
      () => breakLibrary(change, optionsOf),
      cases.filter((one) => one.group === group)
    )
    assert.ok(
      findings.some((one) => one.what.includes(finding)),
      `found ${findings.length} other things`
    )
  })
}
