// Used random words are not left in memory: whoever finds one beside a released value can undo its noise. After every kind of
// draw, the whole memory of the module is searched. (What was computed from words may be there for a while: guarantee.md.)

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { MessageChannel, Worker } from 'node:worker_threads'
import { load } from 'inbounds'
import { expMinus, ONE, toFixedPoint } from './support/fixed-point.mjs'
import { placesOf, RecordedWords } from './support/recorded-words.mjs'
import { watchMemories } from './support/watch-memories.mjs'

const words = new RecordedWords()
after(() => words.restore())
const memories = watchMemories()
const wasm = await readFile(new URL(import.meta.resolve('inbounds/inbounds.wasm')))
const library = await load({ wasm })
const memory = memories.at(-1)
const { BetaPosterior, BoundedGaussian, BoundedLaplace, ClampedLaplace, DirichletPosterior, ReflectedLaplace } = library

/** How many words a draw used; none of them is left. */
function searchMemory(what, draw) {
  words.takeUsed()
  draw()
  const used = words.takeUsed()
  assert.ok(used.length > 0, `${what} uses words`)
  assert.deepEqual(placesOf(used, memory), [], `where words of ${what} are left`)
  return used.length
}

const spans = [[0, 3], [6, 7], [13, 14]] // biome-ignore format: a domain
const usual = { lower: 0, upper: 1, epsilon: 1 }
/** Steps so fine that nothing can be decided in floating point. */
const fine = { lower: 0, upper: 1, sensitivity: 2 ** -6, granularity: 2 ** -52, epsilon: 1 }
const halfLine = { lower: 0, upper: Infinity, sensitivity: 1, epsilon: 1 }

const onNumbers = {
  'reflected noise': new ReflectedLaplace(usual),
  'reflected noise in gaps': new ReflectedLaplace({ spans, sensitivity: 3, granularity: 1, epsilon: 1 }),
  'reflected noise on a half-line': new ReflectedLaplace(halfLine),
  'nearly flat reflected noise': new ReflectedLaplace({ ...usual, granularity: 1, epsilon: 0.01 }),
  'bounded noise': new BoundedLaplace(usual),
  'nearly flat bounded noise': new BoundedLaplace({ ...usual, granularity: 0.125, epsilon: 0.01 }),
  'bounded noise on spans': new BoundedLaplace({ spans, sensitivity: 7, granularity: 1, epsilon: 1 }),
  'bounded noise on a half-line': new BoundedLaplace(halfLine),
  'clamped noise': new ClampedLaplace(usual),
  'normal noise': new BoundedGaussian(usual),
  'narrow normal noise': new BoundedGaussian({ lower: 0, upper: 5, granularity: 1, scale: 0.75, sensitivity: 1 })
}
const exactly = {
  'exact reflected noise': new ReflectedLaplace(fine),
  'exact bounded noise': new BoundedLaplace(fine),
  'exact bounded noise on spans': new BoundedLaplace({ ...fine, lower: undefined, upper: undefined, spans: [[0, 0.4], [0.5, 1]] }), // biome-ignore format: a case
  'exact clamped noise': new ClampedLaplace(fine),
  'exact normal noise': new BoundedGaussian(fine)
}

test('single draws leave no word behind, in floating point or exact', () => {
  for (const [what, mechanism] of Object.entries({ ...onNumbers, ...exactly })) {
    for (const truth of [0, 0.25, 1]) searchMemory(`a draw of ${what}`, () => mechanism.privatise(truth))
  }
  for (const { rate } of Object.values(exactly))
    assert.ok(rate === undefined || rate < 2 ** -45, 'there is no other way')
})

test('draws of columns leave no word behind, however many there are', () => {
  for (const [what, mechanism] of Object.entries(onNumbers)) {
    // Few and many at a time go different ways, and several blocks of truths take more than one of words.
    for (const count of [1, 7, 8, 65, 10_000]) {
      searchMemory(`${count} draws of ${what}`, () => mechanism.privatiseAll(new Float64Array(count).fill(0.25)))
    }
    searchMemory(`an array of ${what}`, () => mechanism.privatiseAll([0, 0.25, 1]))
  }
  for (const [what, mechanism] of Object.entries(exactly)) {
    searchMemory(`a column of ${what}`, () => mechanism.privatiseAll(new Float64Array(70).fill(0.25)))
  }
})

test('draws for vectors and counts leave no word behind', () => {
  const square = new BoundedGaussian({ lower: [0, 0], upper: [1, 1], epsilon: 1 })
  searchMemory('a vector', () => square.privatise([0, 0.5]))
  searchMemory('many vectors', () => square.privatiseAll(new Float64Array(5000)))
  for (const method of ['geometric', 'global', 'smooth', 'varying']) {
    const beta = new BetaPosterior({ prior: [1, 2], trials: 20, epsilon: 1, method })
    searchMemory(`a posterior by ${method}`, () => beta.privatise(3))
    const dirichlet = new DirichletPosterior({ prior: [1, 2, 3], trials: 6, epsilon: 1, method })
    searchMemory(`a posterior of three by ${method}`, () => dirichlet.privatise([1, 2, 3]))
  }
  // Of counts whose noise is wide against the least step, the draws are exact.
  const values = Array.from({ length: 155 }, (_, at) => 1.1 ** at)
  const smooth = new library.SmoothLaplace({ values, epsilon: 0.3, delta: 0.05, smoothing: 0.2 })
  const { scales, granularity } = smooth
  assert.ok(scales.at(-1) / granularity > 2 ** 45 && scales[0] / granularity < 2 ** 40, 'some exact, some not')
  for (let count = 0; count < values.length; ++count)
    searchMemory(`a number from ${count}`, () => smooth.privatise(count))
})

test('streams and records drawn in this thread leave no word behind', async () => {
  const mechanism = onNumbers['reflected noise']
  const searchMemoryLater = async (what, draw) => {
    words.takeUsed()
    await draw()
    assert.deepEqual(placesOf(words.takeUsed(), memory), [], what)
  }
  await searchMemoryLater('a column', () => mechanism.privatiseStream(new Float64Array(140_000), { workers: 0 }))
  await searchMemoryLater('chunks', async () => {
    for await (const _ of mechanism.privatiseStream([new Float64Array(100), [1, 0]].values(), { workers: 0 }));
  })
  await searchMemoryLater('records', () => library.privatiseRecords([{ x: 0.5 }, { x: 1 }], { x: mechanism }))
})

/** A word that is what a threshold begins with, so that nothing but the next word can decide. */
const tieOf = (threshold) => (threshold << 64n) / ONE
const NEXT = 0x123456789abcdef1n
/** Below the bits of any threshold here, and yet no number that would stand in memory anyway. */
const LOW = 0x123456789abn

test('a draw that two words decide leaves neither behind', () => {
  // Bounded noise from the lower end: P(K <= 2) = (1 - r^3)/(1 - r^8).
  const bounded = new BoundedLaplace({ lower: 0, upper: 7, granularity: 1, epsilon: 1 })
  const r = (n) => expMinus(BigInt(n) * toFixedPoint(bounded.rate))
  words.choose([tieOf(((ONE - r(3)) * ONE) / (ONE - r(8))), NEXT])
  assert.equal(
    searchMemory('a tie between points', () => bounded.privatise(0)),
    2
  )
  // On two spans, also from the lower end, the first word chooses the span and a second one the point.
  const parted = new BoundedLaplace({ spans: [[0, 3], [6, 7]], sensitivity: 7, granularity: 1, epsilon: 1 }) // biome-ignore format: a domain
  const q = (n) => expMinus(BigInt(n) * toFixedPoint(parted.rate))
  const lower = ONE - q(4)
  words.choose([tieOf((lower * ONE) / (lower + q(6) - q(8))), NEXT])
  assert.equal(
    searchMemory('a tie between spans', () => parted.privatise(0)),
    3
  )
})

test('words that accept or refuse a proposal are not left behind, when compared exactly either', () => {
  // Deviations below a step: proposals by the rate t, accepted with the probability e^(-t |d| (|d| - 1)).
  const normal = onNumbers['narrow normal noise']
  const t = (normal.granularity / normal.scale) ** 2 / 2
  const twoAway = Array.from({ length: 255 }, (_, at) => (BigInt(at + 1) << 56n) + NEXT).find((proposal) => {
    words.choose([proposal, 1n])
    return normal.privatise(2) === 4
  })
  const tie = tieOf(expMinus(2n * toFixedPoint(t)))
  for (const [accepting, used] of [
    [tie - 2n, 2],
    [tie, 3]
  ]) {
    // biome-ignore format: pairs
    words.choose([twoAway, accepting, LOW])
    assert.equal(
      searchMemory('a proposal', () => normal.privatise(2)),
      used
    )
  }
})

test('a worker leaves no word behind', async () => {
  const { port1: search, port2: port } = new MessageChannel()
  const worker = new Worker(new URL('support/recorded-worker.mjs', import.meta.url), {
    workerData: { port },
    transferList: [port]
  })
  const answerTo = async (to, message) => {
    const answer = once(worker, 'message')
    to.postMessage(message)
    return (await answer)[0]
  }
  try {
    for (const [what, mechanism] of Object.entries({ ...onNumbers, ...exactly })) {
      assert.deepEqual(await answerTo(worker, { mechanism: mechanism.toJSON() }), {
        values: undefined,
        error: undefined
      })
      const truths = new Float64Array(what in exactly ? 9 : 500)
      assert.equal((await answerTo(worker, { truths })).values.length, truths.length)
      const { used, places } = await answerTo(search, 'search')
      assert.ok(used >= truths.length)
      assert.deepEqual(places, [], `where words of ${what} are left`)
    }
  } finally {
    await worker.terminate()
    search.close()
  }
})

test('a word that were left would be found, wherever it stands', () => {
  words.takeUsed()
  onNumbers['bounded noise'].privatise(0.5)
  const [word] = words.takeUsed()
  const halves = new Uint32Array(memory.buffer)
  const ends = [1, halves.length - 3, halves.length - 2]
  for (const at of ends) {
    const before = halves.slice(at, at + 2)
    halves.set([Number(word & 0xffffffffn), Number(word >> 32n)], at)
    assert.deepEqual(placesOf([word], memory), [4 * at])
    halves.set(before, at)
  }
  assert.deepEqual(placesOf([word], memory), [])
})
