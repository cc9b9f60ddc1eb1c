// JSON that somebody changed is refused in a sentence, or makes a mechanism that keeps the promise it now makes.

import assert from 'node:assert/strict'
import fc from 'fast-check'
import { load } from 'inbounds'
import { answerOf } from './answers.mjs'
import { anything, epsilon, interval, MECHANISMS, oddNumber } from './arbitraries.mjs'
import { holds } from './check.mjs'
import { checkMechanism } from './check-mechanism.mjs'

const inbounds = await load()
const keys = [
  'mechanism',
  'version',
  'lower',
  'upper',
  'gaps',
  'epsilon',
  'delta',
  'guarantee',
  'sensitivity',
  'origin'
]
const moreKeys = ['granularity', 'rate', 'scale', 'calibration', 'outside', '__proto__', 'constructor', 'spans']

holds(
  'JSON with one value changed is refused, or keeps the promise it now makes',
  4000,
  fc.property(
    fc.constantFrom(...MECHANISMS),
    interval,
    epsilon,
    fc.constantFrom(...keys, ...moreKeys),
    fc.oneof(
      oddNumber,
      anything,
      fc.constantFrom('Infinity', '-Infinity', 'dp', 'metric', 'given', 'published', 'tight')
    ),
    (name, where, amount, key, value) => {
      const json = { ...new inbounds[name]({ ...where, epsilon: amount }).toJSON() }
      Object.defineProperty(json, key, { value, enumerable: true, configurable: true, writable: true })
      const { value: mechanism } = answerOf(() => inbounds[name].fromJSON(json))
      if (mechanism) checkMechanism(mechanism)
    }
  )
)

holds(
  'a number nudged by a factor is refused, unless it changes nothing that matters',
  2000,
  fc.property(
    fc.constantFrom(...MECHANISMS),
    interval,
    epsilon,
    fc.constantFrom('epsilon', 'rate', 'scale'),
    fc.double({ min: 0.5, max: 2, noNaN: true }),
    (name, where, amount, key, factor) => {
      const mechanism = new inbounds[name]({ ...where, epsilon: amount })
      const json = mechanism.toJSON()
      if (!(key in json) || Math.abs(factor - 1) < 1e-6) return
      const { error } = answerOf(() => inbounds[name].fromJSON({ ...json, [key]: json[key] * factor }))
      assert.ok(error, `${key} times ${factor} was taken`)
    }
  )
)

holds(
  'any text is refused in a sentence, unless toJSON could have written it',
  2000,
  fc.property(fc.constantFrom(...MECHANISMS), fc.oneof(fc.string(), fc.json(), anything), (name, text) => {
    const { error } = answerOf(() => inbounds[name].fromJSON(text))
    assert.ok(error)
  })
)

holds(
  'a mechanism and its copies are no options, and the sentence says what to do',
  100,
  fc.property(fc.constantFrom(...MECHANISMS), interval, epsilon, (name, where, amount) => {
    const mechanism = new inbounds[name]({ ...where, epsilon: amount })
    for (const copy of [mechanism, structuredClone(mechanism), { ...mechanism }]) {
      for (const call of [
        () => new inbounds[name](copy),
        () => inbounds[name].fromJSON(copy),
        () => inbounds[name].scaleFor(copy),
        () => inbounds.compare(copy),
        () => mechanism.epsilonOf(copy)
      ]) {
        assert.match(answerOf(call).error?.message ?? '', /takes no mechanism.*toJSON.*fromJSON/)
      }
    }
  })
)
