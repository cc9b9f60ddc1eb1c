// The types are tested by tsc (tests/types); here, that none of what is public is left out there.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as inbounds from 'inbounds'
import * as collector from 'inbounds/collector'
import * as testing from 'inbounds/testing'

const folder = new URL('../types/', import.meta.url)
const tests = readdirSync(folder)
  .filter((name) => name.includes('.test-d.'))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  .join('\n')
const mentions = (name) => new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(tests)

test('every exported name has a type test', () => {
  const declared = ['public-types', 'collector-types']
    .map((name) => readFileSync(new URL(`../../dist/types/${name}.d.ts`, import.meta.url), 'utf8'))
    .join('\n')
  const types = [...declared.matchAll(/^export type (\w+)/gm)].map(([, name]) => name)
  assert.ok(types.length > 20, 'the pattern still finds types')
  for (const name of [...types, ...Object.keys(inbounds), ...Object.keys(testing), ...Object.keys(collector)]) {
    assert.ok(mentions(name), `${name} has no test in tests/types`)
  }
})

test('so has every method and every property of what load() gives', async () => {
  const loaded = await inbounds.load()
  const { ReflectedLaplace, BoundedGaussian } = loaded
  const number = new ReflectedLaplace({ lower: 0, upper: 1, epsilon: 1 })
  const law = number.at(0)
  const objects = [
    loaded,
    await collector.load(),
    loaded.build,
    number,
    new BoundedGaussian({ lower: 0, upper: 1, epsilon: 1 })
  ]
  const found = new Set([...objects, law, law.continuous].flatMap(namesOf))
  for (const name of ['privatise', 'eigenvalue', 'cdf', 'atom', 'compare', 'dimensions', 'epsilonOf'])
    assert.ok(found.has(name))
  for (const name of found) assert.ok(mentions(name), `${name} has no test in tests/types`)
})

/** Its own properties, and the methods and properties of its classes. */
function namesOf(object) {
  const names = Object.keys(object)
  for (let at = Object.getPrototypeOf(object); at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    names.push(...Object.getOwnPropertyNames(at).filter((name) => name !== 'constructor'))
  }
  return names
}
