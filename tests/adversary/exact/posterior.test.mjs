import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds'
import { generator } from '../../js/support/generator.mjs'
import { answersTo } from './auditor.mjs'
import { auditLibrary, posteriorClaim, posteriorClaims, smoothClaim, smoothClaims } from './posterior-auditor.mjs'

// posterior/PROOF.md, main theorem
test('no neighbours lose more than is promised by private posteriors, whose laws are those of the definition', async (t) => {
  const { findings, questions } = await auditLibrary(load, { posteriors: 150, smooth: 0 })
  t.diagnostic(`looked at ${questions} claims`)
  assert.deepEqual(findings.slice(0, 3), [], `${findings.length} findings`)
})

// smooth_laplace/PROOF.md, main theorem and Proposition 4
test('no neighbours lose more than is promised by noise with smooth sensitivity, and less noise would', async (t) => {
  const { findings, questions } = await auditLibrary(load, { posteriors: 0, smooth: 100 })
  t.diagnostic(`looked at ${questions} claims`)
  assert.deepEqual(findings.slice(0, 3), [], `${findings.length} findings`)
})

test('the auditor sees an epsilon that is claimed a part in a thousand millions too small', async () => {
  const classes = await load()
  const claims = [...posteriorClaims(classes, generator(7).random, 25)].filter(({ exact }) => exact)
  const lower = ({ claim }) => claim.split(' ').map((word, at) => (at === 2 ? Number(word) * (1 - 1e-9) : word)).join(' ') // biome-ignore format: one thought
  const questions = claims.filter(({ claim }) => claim.split(' ')[3] === '0')
  assert.ok(questions.length > 5)
  for (const { verdict, text } of await answersTo(questions.map(lower))) assert.equal(verdict, 'broken', text)
})

test('the auditor sees a probability that is off by a part in 10^10, and a scale that is by a millionth', async () => {
  const classes = await load()
  const mechanism = new classes.BetaPosterior({ prior: [1, 2], trials: 6, epsilon: 1, method: 'varying' })
  const own = posteriorClaim(mechanism, { epsilon: 1, delta: 0, tight: true })
  const words = own.split(' ')
  const off = words.with(-3, Number(words.at(-3)) * (1 + 1e-10)).join(' ')
  // The same rows, said to be those of another temperature, prior or method.
  const others = [[10, words[10] * (1 + 1e-9)], [5, 1.0001], [8, 'global']].map(([at, word]) => words.with(at, word).join(' ')) // biome-ignore format: one thought
  const [whole, ...wrong] = await answersTo([own, off, ...others])
  assert.equal(whole.verdict, 'holds')
  for (const { verdict, text } of wrong)
    assert.match(`${verdict} ${text}`, /^broken (truth \d+, candidate \d+: probability|probabilities do not sum to 1)/)
  const [smooth] = smoothClaims(classes, generator(8).random, 1)
  const { options } = smooth
  const noise = new classes.SmoothLaplace(options)
  const less = { ...noise, scales: noise.scales.map((scale) => scale * (1 - 1e-6)) }
  const [kept, broken] = await answersTo([noise, less].map((one) => smoothClaim(one, { ...options, tight: false })))
  assert.equal(kept.verdict, 'holds')
  if (noise.calibration === 'tight') assert.equal(broken.verdict, 'broken')
})

test('a claim without numbers, or about nothing, is an error and never holds', async () => {
  const claim =
    'posterior loose 1 0 2 1 1 1 global 0 0.5 2 0.62245933120185459 0.37754066879814541 0.37754066879814541 0.62245933120185459'
  assert.equal((await answersTo([claim]))[0].verdict, 'holds')
  const words = claim.split(' ')
  for (const [at, wrong] of [
    [2, NaN],
    [2, 0],
    [3, NaN],
    [4, 0],
    [5, NaN],
    [7, 0],
    [9, NaN],
    [10, NaN],
    [10, 0],
    [11, 3],
    [12, NaN]
  ]) {
    // biome-ignore format: pairs
    await assert.rejects(answersTo([words.with(at, wrong).join(' ')]), /the auditor says "failed /, `${at}: ${wrong}`)
  }
  await assert.rejects(answersTo([words.slice(0, -1).join(' ')]), /the auditor says "failed /)
})
