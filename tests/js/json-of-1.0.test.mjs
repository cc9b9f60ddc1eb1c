// Mechanisms as release 1.0 wrote them, with laws that it had: they are read, and have the same laws still. It counted every
// lattice from 0, and on lattices of 1/n sometimes charged a step more than truths can be apart.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { load } from 'inbounds'

const library = await load()
const written = JSON.parse(readFileSync(new URL('./support/json-of-1.0.json', import.meta.url), 'utf8'))

test('what release 1.0 wrote has the same law', () => {
  for (const { json, laws } of written) {
    const what = JSON.stringify(json)
    const mechanism = library[json.mechanism].fromJSON(what)
    for (const name of ['rate', 'scale', 'epsilon', 'delta', 'temperature', 'alpha']) {
      if (name in json) assert.equal(mechanism[name], json[name], `${name} of ${what}`)
    }
    const truths = json.lower?.length ? [laws.map(({ truth }) => truth)] : laws.map(({ truth }) => truth)
    const found = truths.flatMap((truth) => mechanism.at(truth))
    for (const [at, { truth, snapped, lowest, highest, atLowest, atHighest, mean }] of laws.entries()) {
      assert.equal(found[at].snapped, snapped, `${truth} with ${what}`)
      assert.equal([mechanism.lowest].flat().at(json.lower?.length ? at : 0), lowest, what)
      const numbers = [found[at].pmf(lowest), found[at].pmf(highest), found[at].mean]
      for (const [which, expected] of [atLowest, atHighest, mean].entries()) {
        assert.ok(Math.abs(numbers[which] - expected) <= 1e-12 * Math.abs(expected), `${truth} with ${what}`)
      }
    }
    const { epsilon } = mechanism.audit?.() ?? {}
    assert.ok(!(epsilon > json.epsilon), what)
  }
})

test('it is written again as it was', () => {
  for (const { json } of written) {
    const mechanism = library[json.mechanism].fromJSON(json)
    if (json.granularity) assert.deepEqual(JSON.parse(JSON.stringify(mechanism)), json)
    if (json.granularity)
      assert.deepEqual(
        [mechanism.origin].flat(),
        [json.lower].flat().map(() => 0)
      )
  }
})

test('it counted a step too many, which is accepted, and less noise than is needed is not', () => {
  const thirds = written.find(({ json }) => json.mechanism === 'ReflectedLaplace' && json.granularity === 1 / 3).json
  const { lower, upper, sensitivity, epsilon, granularity } = thirds
  const now = new library.ReflectedLaplace({ lower, upper, sensitivity, epsilon, granularity })
  assert.ok(now.rate > 1.2 * thirds.rate, `${now.rate} against ${thirds.rate}`)
  assert.equal(library.ReflectedLaplace.fromJSON(thirds).rate, thirds.rate)
  const more = { ...thirds, rate: now.rate * 1.001 }
  assert.throws(() => library.ReflectedLaplace.fromJSON(more), { name: 'ParameterError', parameter: 'rate' })
})

test('what counts from its lower bound was never of version 1', () => {
  const json = new library.BoundedLaplace({ lower: 1, upper: 5, epsilon: 1, granularity: 4 }).toJSON()
  assert.deepEqual([json.version, json.origin], [2, 1])
  const { origin, ...rest } = json
  assert.throws(() => library.BoundedLaplace.fromJSON({ ...json, version: 1 }), /^TypeError: origin must be left out/)
  assert.throws(() => library.BoundedLaplace.fromJSON({ ...rest, version: 1 }), { parameter: 'granularity' })
  assert.throws(() => library.BoundedLaplace.fromJSON(rest), /^TypeError: origin is required/)
  assert.throws(() => library.BoundedLaplace.fromJSON({ ...json, origin: 2 }), { parameter: 'origin' })
})
