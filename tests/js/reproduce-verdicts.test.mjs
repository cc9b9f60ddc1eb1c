// Whether the verdicts of npm run reproduce can fail: packages that are wrong in one way each, and which parts have to notice.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadSeeded } from 'inbounds/testing'
import { chooseEntries } from '../../tools/reproduce/choose.mjs'
import { judge } from '../../tools/reproduce/judge.mjs'

const inbounds = await loadSeeded(1)
const NAMES = Object.keys(inbounds).filter((name) => typeof inbounds[name]?.prototype === 'object')

/** An object that answers as another does, but for some of its members. Not a proxy of the other itself: that may be frozen. */
const disguise = (real, changes) =>
  new Proxy(Object.create(null), {
    get(_, name) {
      const value = real[name]
      const own = typeof value === 'function' ? value.bind(real) : value
      return Object.hasOwn(changes, name) ? changes[name](own) : own
    }
  })

/** The package, with these members of every mechanism, and these of every class, changed. */
function wrong(ofMechanisms, ofClasses = {}) {
  const classes = NAMES.map((name) => {
    const handler = {
      construct: (Real, args) => disguise(new Real(...args), ofMechanisms),
      get: (Real, member) => disguise(Real, ofClasses)[member]
    }
    return [name, new Proxy(inbounds[name], handler)]
  })
  return { ...inbounds, ...Object.fromEntries(classes) }
}

const times = (factor) => (value) => factor * value
const resultTimes =
  (factor) =>
  (call) =>
  (...args) =>
    factor * call(...args)

const WRONG = {
  'loses a thousand times what it should': [
    wrong({
      epsilon: times(1000),
      deltaOf: resultTimes(1000),
      audit: (call) => () => {
        const { epsilon, delta, ...rest } = call()
        return { ...rest, epsilon: 1000 * epsilon, delta: 1000 * delta }
      }
    }),
    ['holohan-figure-4', 'erratum-3', 'erratum-4', 'erratum-5', 'croft-section-3-6', 'bayes-mechanisms', 'erratum-9']
  ],
  'has scales that are too large by a percent': [
    wrong({}, { scaleFor: resultTimes(1.01) }),
    ['holohan-figure-3', 'holohan-figure-4', 'croft-table-2', 'erratum-2', 'chen-hale-table-1', 'chen-hale-figure-1']
  ],
  'has one scale for all, tight or not': [
    wrong({}, { scaleFor: (call) => (options) => call({ ...options, calibration: 'published', guarantee: 'dp' }) }),
    ['erratum-2', 'erratum-3', 'erratum-5']
  ],
  'has densities that are too high by a thousandth, and leaks': [
    wrong({
      at:
        (call) =>
        (...args) => {
          const law = call(...args)
          if (Array.isArray(law)) return law
          const leaking = (cdf) => (y) => cdf(y) + 1e-3 * y
          return { continuous: disguise(law.continuous, { pdf: resultTimes(1.001), cdf: leaking }) }
        }
    }),
    ['holohan-figure-1', 'croft-figure-2', 'croft-figure-1']
  ],
  'has other probabilities of posteriors': [
    wrong({ probabilities: (call) => (truth) => call(truth).map((share, r) => share * (1 + 1e-6 * r)) }),
    ['bayes-statement-1', 'bayes-statement-2', 'bayes-statement-3', 'erratum-6']
  ]
}

for (const [name, [disguise, ids]] of Object.entries(WRONG)) {
  test(`a package that ${name} is not let pass`, async () => {
    for (const entry of chooseEntries(ids)) {
      const { status, problems } = judge(entry, await entry.compute(disguise))
      assert.equal(status, 'unexpected', entry.id)
      assert.ok(problems.length > 0)
    }
  })
}

test('the package itself is, also in such a disguise', async () => {
  const ids = new Set(Object.values(WRONG).flatMap(([, some]) => some))
  for (const entry of chooseEntries([...ids]))
    assert.deepEqual(judge(entry, await entry.compute(wrong({}))).problems, [], entry.id)
})
