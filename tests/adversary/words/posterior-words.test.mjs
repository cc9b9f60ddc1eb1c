// The words of private posteriors lead to each candidate as often as is told, and what is spoilt on purpose is found.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { load } from 'inbounds'
import { auditPosterior, posteriorSubjects } from './posterior-words.mjs'
import { SteeredSource } from './steered-source.mjs'

const wasm = await readFile(new URL(import.meta.resolve('inbounds/inbounds.wasm')))

/** @param {(mechanism: any) => any} [spoil] what is said of a mechanism, or drawn by it, instead */
async function findings(subjects, spoil = (mechanism) => mechanism) {
  const found = []
  const source = new SteeredSource()
  try {
    const library = await load({ wasm })
    const usual = new library.BoundedLaplace({ lower: 0, upper: 1, epsilon: 1, granularity: 0.25 })
    const steering = { source, makeRoom: (words) => source.makeRoom(words, () => usual.privatise(0.5)) }
    for (const subject of subjects) {
      const report = (what, claimed, seen) => found.push({ what, claimed, seen, ...subject })
      auditPosterior(subject, spoil(new library[subject.kind](subject.options)), steering, report)
    }
    if (source.leftOver > 0) found.push({ what: 'words were left in memory', seen: source.leftOver })
  } finally {
    source.restore()
  }
  return found
}

test('every candidate has the share of words that is told, and no pair loses more than is promised', async () => {
  assert.deepEqual(await findings(posteriorSubjects), [])
})

/** The same mechanism but for some of its words. */
const but = (words) => (mechanism) =>
  new Proxy(Object.create(null), {
    get(_, word) {
      if (Object.hasOwn(words, word)) return words[word](mechanism)
      return typeof mechanism[word] === 'function' ? mechanism[word].bind(mechanism) : mechanism[word]
    }
  })

test('a probability that is told wrong by a part in 10^14 is found, and so is an epsilon that is 1e-12 too small', async () => {
  const some = posteriorSubjects.slice(1, 2)
  const wrong = but({
    probabilities: (mechanism) => (truth) => mechanism.probabilities(truth).map((share) => share * (1 + 1e-14))
  })
  assert.match((await findings(some, wrong))[0].what, /has another share of words than is told/)
  const claimed = but({ epsilon: (mechanism) => mechanism.epsilon * (1 - 1e-12) })
  assert.match((await findings(some, claimed))[0].what, /words lose more than is promised/)
})

test('a draw that follows another truth is found', async () => {
  const other = but({ privatise: (mechanism) => (truth) => mechanism.privatise(truth === 3 ? 2 : truth) })
  assert.match((await findings(posteriorSubjects.slice(1, 2), other))[0].what, /another share of words/)
})
