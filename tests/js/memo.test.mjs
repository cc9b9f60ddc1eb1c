// Answers that are kept: whose, for how long, in which form, and at what cost.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, mock, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { load } from 'inbounds'
import { BudgetError, fileStore, Memo, memoryStore, PrivacyBudget } from 'inbounds/budget'
import { temporaryFolder } from './support/budget-errors.mjs'

const { BoundedLaplace, ClampedLaplace, BoundedGaussian, BetaPosterior, DirichletPosterior, SmoothLaplace } =
  await load()
const folder = temporaryFolder(after)
const unit = { lower: 0, upper: 1, epsilon: 0.5 }
const laplace = new BoundedLaplace(unit)
const memoOf = (terms = {}) => {
  const budget = new PrivacyBudget({ epsilon: 4, delta: 1e-3, store: memoryStore(), ...terms })
  return { budget, memo: new Memo({ budget }) }
}
const releasesOf = async (budget) => (await budget.spent()).releases

// budget/PROOF.md, Proposition 9
test('the same question and the same truth get the same answer, and it costs once', async () => {
  const { budget, memo } = memoOf()
  const first = await memo.privatise('How often?', laplace, 0.3)
  for (let time = 0; time < 10_000; ++time) assert.equal(await memo.privatise('How often?', laplace, 0.3), first)
  const [{ question, releases }, ...others] = await budget.history()
  assert.deepEqual([question, releases, others], ['How often?', 1, []])
  assert.equal((await budget.spent()).epsilon, 0.5)
  const another = new Memo({ budget })
  assert.equal(await another.privatise('How often?', new BoundedLaplace(unit), 0.3), first, 'of equal mechanisms')
})

test('another question, truth, parameter or class of mechanism gets an answer of its own, and pays for it', async () => {
  const { budget, memo } = memoOf({ epsilon: 20 })
  const questions = [
    ['a', laplace, 0.3],
    ['b', laplace, 0.3],
    ['', laplace, 0.3],
    ['a', laplace, 0.4],
    ['a', new BoundedLaplace({ ...unit, epsilon: 0.25 }), 0.3],
    ['a', new BoundedLaplace({ ...unit, upper: 2 }), 0.3],
    ['a', new BoundedLaplace({ ...unit, delta: 1e-9 }), 0.3],
    ['a', new ClampedLaplace(unit), 0.3],
    ['a', new BoundedGaussian(unit), 0.3],
    ['a', new BoundedGaussian({ lower: [0, 0], upper: [1, 1], epsilon: 0.5 }), [0.3, 0.4]],
    ['a', new BoundedGaussian({ lower: [0, 0], upper: [1, 1], epsilon: 0.5 }), [0.4, 0.3]],
    ['a', new BetaPosterior({ prior: [1, 1], trials: 5, epsilon: 0.5 }), 3],
    ['a', new DirichletPosterior({ prior: [1, 1, 1], trials: 5, epsilon: 0.5 }), [1, 2, 2]],
    ['a', new SmoothLaplace({ values: [0, 1, 3, 4], epsilon: 0.5, delta: 1e-7 }), 2]
  ]
  const answers = []
  for (const [at, [question, mechanism, truth]] of questions.entries()) {
    answers.push(await memo.privatise(question, mechanism, truth))
    assert.equal(await releasesOf(budget), at + 1)
  }
  for (const [at, [question, mechanism, truth]] of questions.entries()) {
    assert.deepEqual(await memo.privatise(question, mechanism, truth), answers[at])
  }
  // Two numbers are equal by chance with a probability of about 2^-20 or less each.
  const numbers = answers.filter((answer) => typeof answer === 'number')
  assert.ok(new Set(numbers).size >= numbers.length - 1)
  assert.equal(await releasesOf(budget), questions.length)
})

test('truths that count as the same value of the lattice have the same answer', async () => {
  const { budget, memo } = memoOf()
  const coarse = new BoundedLaplace({ lower: 0, upper: 8, epsilon: 0.5, granularity: 1 })
  const answers = []
  for (const truth of [2, 2.2, 1.9, 2.0000001]) answers.push(await memo.privatise('q', coarse, truth))
  for (const truth of [0, -0, -5]) answers.push(await memo.privatise('q', coarse, truth))
  assert.equal(new Set(answers.slice(0, 4)).size, 1)
  assert.equal(new Set(answers.slice(4)).size, 1)
  assert.equal(await releasesOf(budget), 2)
})

test('what is known is answered when nothing is left, in later periods too; what is not known is refused', async () => {
  const { budget, memo } = memoOf({ epsilon: 0.5, delta: 0, period: 'day' })
  const answer = await memo.privatise('q', laplace, 0.3)
  await assert.rejects(memo.privatise('q', laplace, 0.4), BudgetError)
  assert.equal(await memo.privatise('q', laplace, 0.3), answer)
  const tomorrow = Date.now() + 86_400_000
  mock.method(Date, 'now', () => tomorrow)
  try {
    assert.equal(await memo.privatise('q', laplace, 0.3), answer)
    assert.equal(await releasesOf(budget), 0)
  } finally {
    mock.restoreAll()
  }
})

test('what is forgotten is asked anew, and paid for', async () => {
  const { budget, memo } = memoOf()
  const before = await Promise.all(['a', 'b'].map((question) => memo.privatise(question, laplace, 0.3)))
  await memo.privatise('a', laplace, 0.9)
  assert.equal(await memo.forget('c'), 0)
  assert.equal(await memo.forget('a'), 2)
  assert.equal(await memo.privatise('b', laplace, 0.3), before[1])
  assert.equal(await releasesOf(budget), 3)
  await memo.privatise('a', laplace, 0.3)
  assert.equal(await releasesOf(budget), 4)
  assert.equal(await memo.forget(), 2)
  assert.equal(await releasesOf(budget), 4, 'what was spent is not forgotten')
})

/** All that a budget in a file has written. */
function bytesOf(path) {
  const records = readdirSync(`${path}.spent`).map((name) => readFileSync(join(`${path}.spent`, name)))
  return Buffer.concat([readFileSync(path), ...records])
}

// Twelve digits are not found by chance among those of a key and some marks, but with a probability of less than 1e-10.
const truth = 718281828459
const wide = new BoundedLaplace({ lower: 0, upper: 2 ** 40, epsilon: 0.5, granularity: 1 })

test('no truth is in the store in clear, nor a hash that could be made without the key; other stores have other marks', async () => {
  const marks = []
  for (const name of ['one', 'two']) {
    const path = join(folder, `${name}.json`)
    const { memo } = memoOf({ store: fileStore(path) })
    await memo.privatise('income', wide, truth)
    await memo.privatise('place', new BoundedGaussian({ lower: [0, 0], upper: [2 ** 40, 1], epsilon: 0.5 }), [truth, 1])
    const bytes = bytesOf(path)
    const [little, big] = [Buffer.alloc(8), Buffer.alloc(8)]
    little.writeDoubleLE(truth)
    big.writeDoubleBE(truth)
    const meant = JSON.stringify(['income', wide, truth])
    const digests = [meant, String(truth)].map((text) => createHash('sha256').update(text).digest('hex'))
    const forms = [String(truth), truth.toString(16), little, big, little.toString('hex'), big.toString('hex')]
    for (const form of [...forms, ...digests, Buffer.from(String(truth)).toString('base64').slice(0, 15)]) {
      assert.ok(!bytes.includes(form), `${form} is in the store`)
    }
    const found = bytes.toString('utf8').match(/"[0-9a-f]{64}":/g)
    assert.equal(found.length, 2)
    marks.push(...found)
  }
  assert.equal(new Set(marks).size, 4, 'the same truths are not to be recognised in another store')
})

test('a key that is kept elsewhere: not in the store, needed again, and another one finds nothing', async () => {
  const path = join(folder, 'key.json')
  const key = Uint8Array.from({ length: 32 }, (_, at) => 7 * at + 1)
  const budget = new PrivacyBudget({ epsilon: 4, store: fileStore(path) })
  const memo = new Memo({ budget, key })
  const answer = await memo.privatise('q', wide, truth)
  assert.ok(!bytesOf(path).includes(Buffer.from(key).toString('hex')))
  assert.equal(await new Memo({ budget, key }).privatise('q', wide, truth), answer)
  assert.equal(await releasesOf(budget), 1)
  await new Memo({ budget, key: key.map((byte) => byte ^ 1) }).privatise('q', wide, truth)
  assert.equal(await releasesOf(budget), 2)
  await assert.rejects(new Memo({ budget }).privatise('q', wide, truth), {
    name: 'TypeError',
    message: 'key must be given: it is not in the store'
  })
  const { budget: own, memo: first } = memoOf()
  await first.privatise('q', laplace, 0.3)
  await assert.rejects(new Memo({ budget: own, key }).privatise('q', laplace, 0.3), {
    name: 'TypeError',
    message: 'key must be left out: the answers in this store have a key of their own'
  })
})

const asker = fileURLToPath(new URL('./support/budget-asker.mjs', import.meta.url))
/** The answers that so many processes get, which begin to ask when all of them are ready. */
async function askElsewhere(processes, ...settings) {
  const askers = Array.from({ length: processes }, () => {
    const child = spawn(process.execPath, [asker, ...settings.map(String)], { stdio: ['pipe', 'pipe', 'inherit'] })
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    return { child, next: async () => (await lines.next()).value }
  })
  for (const { next } of askers) assert.equal(await next(), 'ready')
  for (const { child } of askers) child.stdin.end('go\n')
  return Promise.all(askers.map(async ({ next }) => JSON.parse(await next())))
}

// budget/PROOF.md, Proposition 9
test('answers outlive the process; and processes that ask the same at the same time get the same, and pay once', async () => {
  const path = join(folder, 'processes.json')
  const budget = new PrivacyBudget({ epsilon: 4, store: fileStore(path) })
  const [answer] = await askElsewhere(1, path, 'q', 0.3)
  assert.deepEqual(await askElsewhere(1, path, 'q', 0.3), [answer])
  assert.equal(await new Memo({ budget }).privatise('q', laplace, 0.3), answer)
  assert.equal(await releasesOf(budget), 1)
  for (const round of [1, 2, 3]) {
    const store = join(folder, `together-${round}.json`)
    const answers = await askElsewhere(4, store, 'new', 0.6)
    assert.equal(answers.length, 4)
    assert.equal(new Set(answers).size, 1)
    assert.equal(await releasesOf(new PrivacyBudget({ epsilon: 4, store: fileStore(store) })), 1)
  }
})
