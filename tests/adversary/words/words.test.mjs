// The auditor of the sampler's words finds nothing in the package, and finds what is spoilt on purpose.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { load } from 'inbounds'
import { subjects } from './subjects.mjs'
import { audit } from './words-auditor.mjs'

const wasm = await readFile(new URL(import.meta.resolve('inbounds/inbounds.wasm')))
const whole = () => load({ wasm })
const kinds = ['ReflectedLaplace', 'BoundedLaplace', 'ClampedLaplace', 'BoundedGaussian']
/** One of each mechanism: enough to show what the auditor sees. */
const few = kinds.map((kind) => subjects.findLast((subject) => subject.kind === kind && subject.options.upper < 8))

test('every measured law is the stated one, every loss within its claim, and no word counts twice', async () => {
  const platform = globalThis.crypto.getRandomValues
  assert.deepEqual(await audit(whole), [])
  assert.equal(globalThis.crypto.getRandomValues, platform, 'the platform has its generator back')
})

/**
 * A package like the real one, but for what is done before and after a draw to the words that it takes.
 * @param {{ before?: (window: BigUint64Array, at: number) => void, after?: (window: BigUint64Array, at: number) => void }} spoil
 * @param {string[]} [methods] of mechanisms
 */
function spoil({ before = () => {}, after = () => {} }, methods = ['privatise', 'privatiseAll']) {
  return async () => {
    const library = await whole()
    const steered = globalThis.crypto.getRandomValues
    let window = new BigUint64Array(0)
    let at = 0
    const value = (bytes) => {
      steered(bytes)
      if (bytes.length > 8) [window, at] = [new BigUint64Array(bytes.buffer, bytes.byteOffset, bytes.length / 8), 0]
      return bytes
    }
    Object.defineProperty(globalThis.crypto, 'getRandomValues', { value, configurable: true, writable: true })
    const spoilClass = (Whole) => {
      const Spoilt = class extends Whole {}
      for (const method of methods) {
        Spoilt.prototype[method] = function (...given) {
          while (window[at] === 0n) at += 1
          before(window, at)
          const drawn = Whole.prototype[method].apply(this, given)
          after(window, at)
          return drawn
        }
      }
      return Spoilt
    }
    return { ...library, ...Object.fromEntries(kinds.map((kind) => [kind, spoilClass(library[kind])])) }
  }
}

/** Changes the words that are used next. @param {(word: bigint) => bigint} change */
const words = (change) => ({
  before(window, at) {
    for (let i = at; i < Math.min(at + 200, window.length); ++i) window[i] = change(window[i])
  }
})

const upper32 = words((word) => (word & ~0xffffffffn) | 1n)

/** Every word is used twice: by its own draw and by the next one. */
function reuse() {
  let previous
  return {
    before(window, at) {
      const own = window[at]
      if (previous !== undefined) window[at] = previous
      previous = own
    }
  }
}

/** Words come back after they were used. */
function keep() {
  let copy
  return {
    before: (window, at) => {
      copy = window.slice(at, at + 1)
    },
    after: (window, at) => window.set(copy, at)
  }
}

for (const [what, package_] of Object.entries({
  'words of 32 bits': spoil(upper32),
  'words of 32 bits in batches alone': spoil(upper32, ['privatiseAll']),
  'thresholds that are off by 2^-40': spoil(words((word) => (word & ~0xffffffn) | 1n)),
  'a bit that is always set': spoil(words((word) => word | (1n << 61n))),
  'a word that is used twice': spoil(reuse()),
  'words that are not wiped': spoil(keep())
})) {
  test(`found in every mechanism: ${what}`, async () => {
    const findings = await audit(package_, few)
    for (const kind of kinds)
      assert.ok(
        findings.some(({ mechanism }) => mechanism.startsWith(kind)),
        kind
      )
    for (const { what: sentence, claimed, found } of findings) {
      assert.ok(sentence && claimed !== undefined && found !== undefined)
    }
  })
}

test('an epsilon that is claimed a millionth of a millionth too small is found', async () => {
  const boastful = (Whole) =>
    class {
      constructor(options) {
        const mechanism = new Whole(options)
        const draws = {
          privatise: (truth) => mechanism.privatise(truth),
          privatiseAll: (all) => mechanism.privatiseAll(all)
        }
        Object.assign(this, mechanism, draws, { epsilon: mechanism.epsilon * (1 - 1e-12) })
      }
    }
  const pure = kinds.map((kind) => subjects.find((subject) => subject.kind === kind && !('delta' in subject.options)))
  const findings = await audit(async () => {
    const library = await whole()
    return { ...library, ...Object.fromEntries(kinds.map((kind) => [kind, boastful(library[kind])])) }
  }, pure)
  for (const kind of kinds) assert.ok(findings.some(({ mechanism, what }) => mechanism.startsWith(kind) && what.includes('tells')), kind) // biome-ignore format: one thought
})

/** Numbers, drawn a little wrongly. */
const wrongly = {
  'ties that are rounded down': (Whole) =>
    class extends Whole {
      privatise(truth) {
        const tie = (truth / this.granularity - Math.floor(truth / this.granularity)) * 2 === 1
        return super.privatise(tie ? truth - this.granularity / 8 : truth)
      }
    },
  'batches that repeat themselves after 256 draws': (Whole) =>
    class extends Whole {
      privatiseAll(truths) {
        return super.privatiseAll(truths).map((value, at, all) => (at < 256 ? value : all[at - 256]))
      }
    }
}

for (const [what, spoil] of Object.entries(wrongly)) {
  test(`found in every mechanism: ${what}`, async () => {
    const wide = (kind) => subjects.find(({ kind: own, options }) => own === kind && options.upper - options.lower >= 5)
    const findings = await audit(async () => {
      const library = await whole()
      return { ...library, ...Object.fromEntries(kinds.map((kind) => [kind, spoil(library[kind])])) }
    }, kinds.map(wide))
    // The words of Gaussian batches are told apart in their first block only.
    for (const kind of what.startsWith('ties') ? kinds : kinds.filter((one) => one !== 'BoundedGaussian')) {
      const found = findings.filter(({ mechanism }) => mechanism.startsWith(`${kind} {`)).map(({ what: text }) => text)
      assert.match(found.join('\n'), /should count as|of a batch of 300 differs/, kind)
    }
  })
}

test('a package that goes on without words is found', async () => {
  const careless = (Whole) =>
    class extends Whole {
      privatise(truth) {
        try {
          return super.privatise(truth)
        } catch {
          return truth
        }
      }
    }
  const findings = await audit(async () => {
    const library = await whole()
    return { ...library, ...Object.fromEntries(kinds.map((kind) => [kind, careless(library[kind])])) }
  }, [])
  assert.ok(findings.filter(({ what }) => what.includes('had been used')).length >= kinds.length)
})
