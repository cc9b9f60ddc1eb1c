import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds'
import { generator } from '../../js/support/generator.mjs'
import { answersTo } from './auditor.mjs'
import { auditLibrary, minimumClaims, smallClaims } from './exact-auditor.mjs'

const none = { small: 0, minimum: 0, fine: 0 }

async function assertNothingFound(t, counts) {
  const { findings, questions, largestSlack } = await auditLibrary(load, { ...none, ...counts })
  t.diagnostic(`looked at: ${JSON.stringify(questions)}`)
  assert.deepEqual(findings.slice(0, 3), [], `${findings.length} findings`)
  return largestSlack
}

test('on small lattices, no pair of truths at any output loses more than is promised, and a smaller scale would', (t) =>
  assertNothingFound(t, { small: 4000 }))

test('no scale is below the smallest that keeps its promise, nor above it by more than rounding', async (t) => {
  const slack = await assertNothingFound(t, { minimum: 100000 })
  t.diagnostic(`the largest is relatively ${slack} above the smallest possible`)
  assert.ok(slack < 1e-12)
})

test('on fine lattices and in the continuous law, gaps and delta included, no search finds more than is promised', (t) =>
  assertNothingFound(t, { fine: 80 }))

test('the auditor sees a scale that is too small by a part in a million millions', async () => {
  const classes = await load()
  const all = [...minimumClaims(classes, generator(5).random, 200)].map(({ claim }) => claim)
  const claims = all.filter((claim) => claim.includes(' tight ')) // published scales have room
  const answers = await answersTo(claims.map((claim) => withLessNoise(claim, 1e-12)))
  assert.deepEqual(new Set(answers.map(({ verdict }) => verdict)), new Set(['broken']))
})

test('on small lattices it sees a part in a thousand millions, and a truth that was rounded wrongly', async () => {
  const classes = await load()
  const all = smallClaims(classes, generator(6).random, 600)
  const questions = [...all].filter(({ tight, options }) => tight && !options.delta) // certificates of delta may cost more
  const answers = await answersTo(questions.map(({ claim }) => withLessNoise(claim, 1e-9)))
  const unseen = questions.filter((_, at) => answers[at].verdict !== 'broken')
  assert.deepEqual(unseen.slice(0, 3), [])

  const whole = new classes.BoundedLaplace({ lower: 0, upper: 4, epsilon: 1, granularity: 1 })
  const row = (truth) => [0, 1, 2, 3, 4].map((value) => whole.at(truth).pmf(value)).join(' ')
  const claim = (truth, change) =>
    `enumerate BoundedLaplace dp tight 1 0 ${whole.rate} 4 1 1 0 1 0 4 1 ${truth} 5 ${row(change)}`
  const [right, wrong] = await answersTo([claim(2.5, 3), claim(2.5, 2)])
  assert.equal(right.verdict, 'holds')
  assert.match(wrong.text, /^truth 2.5, released value 0: probability/)
})

/** The same promise, with noise that is smaller by this share. */
function withLessNoise(claim, share) {
  const words = claim.split(' ')
  const isRate = words[1] !== 'BoundedGaussian' && words[9] !== '0' // words[9] is the step: 0 for the continuous law
  words[6] = Number(words[6]) * (isRate ? 1 + share : 1 - share)
  return words.join(' ')
}

test('a claim without numbers, or about nothing, is an error and never holds', async () => {
  const claim = 'enumerate BoundedLaplace dp loose 1 0 0.1 4 1 1 0 1 0 4 0'
  assert.equal((await answersTo([claim]))[0].verdict, 'holds')
  const words = claim.split(' ')
  for (const [at, wrong] of [
    [4, NaN],
    [5, NaN],
    [6, NaN],
    [6, 0],
    [6, Infinity],
    [7, NaN],
    [7, 0],
    [8, 0],
    [9, NaN],
    [10, NaN],
    [10, 2],
    [11, 0],
    [12, NaN],
    [13, NaN],
    [4, undefined]
  ]) {
    // biome-ignore format: pairs
    await assert.rejects(answersTo([words.with(at, wrong).join(' ')]), /the auditor says "failed /, `${at}: ${wrong}`)
  }
})

/** What a library that is wrong in one word says of itself, and what the auditor says of that. */
const lies = {
  'an epsilon that is half of the one asked for': [
    { epsilon: ({ epsilon }) => epsilon / 2 },
    /epsilon is not what was/
  ],
  'a sensitivity that is ignored': [{ sensitivity: () => 1 }, /sensitivity is not what was asked for/],
  'an audit that is a millionth too kind': [
    { audit: (mechanism) => () => ({ ...mechanism.audit(), epsilon: mechanism.audit().epsilon * (1 - 1e-6) }) },
    /what the audit names|relatively .* more than claimed/
  ],
  'an audit that names another pair': [
    { audit: (mechanism) => () => ({ ...mechanism.audit(), neighbour: mechanism.audit().truth }) },
    /what the audit names/
  ],
  'other scales that lose a millionth more': [
    { epsilonOf: (mechanism) => (of) => mechanism.epsilonOf(of) * (1 - 1e-6) },
    /more than claimed/
  ],
  'other scales that lose a millionth less': [
    { epsilonOf: (mechanism) => (of) => mechanism.epsilonOf(of) * (1 + 1e-6) },
    /more is claimed than is lost/
  ],
  'a delta of other epsilons that is a hundredth too small': [
    { deltaOf: (mechanism) => (of) => mechanism.deltaOf(of) * 0.99 },
    /more than claimed/
  ],
  'JSON that promises something else': [
    { toJSON: (mechanism) => () => ({ ...mechanism.toJSON(), epsilon: mechanism.epsilon * 2 }) },
    /JSON is refused/
  ]
}

for (const [what, [words, found]] of Object.entries(lies)) {
  test(`the auditor sees ${what}`, async () => {
    const { findings } = await auditLibrary(async () => lying(await load(), words), { ...none, small: 120 })
    assert.match(findings.map((finding) => finding.what).join('\n'), found)
  })
}

/** Everything else is asked of a mechanism that is whole. */
function lying(classes, words) {
  const liar = (mechanism) =>
    new Proxy(Object.create(null), {
      get(_, word) {
        if (Object.hasOwn(words, word)) return words[word](mechanism)
        return typeof mechanism[word] === 'function' ? mechanism[word].bind(mechanism) : mechanism[word]
      }
    })
  const names = ['ReflectedLaplace', 'BoundedLaplace', 'ClampedLaplace', 'BoundedGaussian']
  return Object.fromEntries(
    names.map((name) => [name, new Proxy(classes[name], { construct: (Class, [options]) => liar(new Class(options)) })])
  )
}
