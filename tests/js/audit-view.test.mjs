// What the page's audit finds, without a browser.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load, ParameterError } from 'inbounds'
import { loadSeeded } from 'inbounds/testing'
import { deltasOf, findingsOf } from '../../web/audit/findings.js'
import { DEFAULTS, KINDS, optionsOf, relevant } from '../../web/audit/options.js'
import { positionLosses } from '../../web/audit/position.js'
import { attack } from '../../web/audit/precision.js'
import { unadjustedLosses } from '../../web/audit/unadjusted.js'
import { deltaWords, tightWords, worstWords } from '../../web/audit/wording.js'
import { fixedUniforms } from '../adversary/precision/textbook-laplace.mjs'
import { assertRelative } from './support/close.mjs'

const inbounds = await load()

test('every mechanism there is can be audited, calibrated and by hand, and no number is missing', () => {
  assert.deepEqual(
    Object.keys(KINDS).sort(),
    Object.keys(inbounds)
      .filter((name) => /^[A-Z]/.test(name))
      .sort()
  )
  for (const mechanism of Object.keys(KINDS)) {
    for (const noise of ['calibrated', 'given']) {
      const fields = { ...DEFAULTS, mechanism, noise, delta: mechanism === 'SmoothLaplace' ? '1e-4' : '0' }
      const findings = findingsOf(inbounds, fields)
      const deltas = [...deltasOf(findings)]
      const text = [worstWords(findings), tightWords(findings), deltaWords(findings, deltas)].join(' ')
      assert.doesNotMatch(text, /NaN|undefined|Infinity/, mechanism)
      assert.ok(Number.isFinite(findings.worst.epsilon) && Number.isFinite(findings.noise))
      assert.ok(
        deltas.every(({ delta }, at) => at === 0 || delta <= (deltas[at - 1].delta ?? 1) + 1e-12),
        'delta falls with epsilon'
      )
      if (findings.curve) {
        const max = Math.max(...findings.curve.losses.filter((loss) => loss !== null))
        assertRelative(max, findings.worst.epsilon, 1e-6, `${mechanism}: the curve reaches the exact loss`)
      }
    }
  }
})

test('a scale by hand, a range with a gap, an open end, and a box', () => {
  const { worst, tight } = findingsOf(inbounds, DEFAULTS)
  assertRelative(worst.epsilon, 1.48985, 1e-5, 'the usual scale on bounded noise')
  assertRelative(tight, 0.1, 1e-6, 'tight for what it really loses')
  const gap = findingsOf(inbounds, {
    ...DEFAULTS,
    lower: '9',
    upper: '18',
    gaps: '12 to 14',
    sensitivity: '1',
    noise: 'calibrated'
  })
  assertRelative(gap.worst.epsilon, 1, 1e-6, 'calibrated')
  const open = findingsOf(inbounds, { ...DEFAULTS, upper: '∞', sensitivity: '1', scale: '1' })
  assertRelative(open.worst.epsilon, Math.log(2 * Math.E - 1), 1e-6, 'half a line')
  const box = findingsOf(inbounds, {
    ...DEFAULTS,
    mechanism: 'BoundedGaussian',
    lower: '0, 1',
    upper: '10, 9',
    sensitivity: '4.47213595499958',
    scale: '0.5'
  })
  assertRelative(box.worst.epsilon, 187.7, 1e-4, 'the plane of Chen & Hale')
  assert.ok([...deltasOf(box)].some(({ delta }) => delta === null))
})

test('what is no number is refused with words, by its field', () => {
  const expectRefusal = (fields, parameter, words) =>
    assert.throws(
      () => findingsOf(inbounds, { ...DEFAULTS, ...fields }),
      (error) => error instanceof ParameterError && error.parameter === parameter && words.test(error.message)
    )
  expectRefusal({ scale: 'wide' }, 'scale', /must be a number, got wide/)
  expectRefusal({ scale: '' }, 'scale', /got nothing/)
  expectRefusal({ lower: '' }, 'lower', /got nothing/)
  expectRefusal({ lower: '0, 1' }, 'lower', /one number for Laplace/)
  expectRefusal({ gaps: '12' }, 'gaps', /12 to 14/)
  expectRefusal({ mechanism: 'None' }, 'mechanism', /one of the list/)
  expectRefusal({ sensitivity: '5' }, 'sensitivity', /at most/)
  expectRefusal({ scale: '-1' }, 'scale', /./)
})

test('only fields that matter are in the address', () => {
  assert.ok(!relevant(DEFAULTS).includes('epsilon') && relevant(DEFAULTS).includes('scale'))
  assert.ok(!relevant({ ...DEFAULTS, mechanism: 'SmoothLaplace' }).includes('scale'))
  assert.deepEqual(Object.keys(optionsOf({ ...DEFAULTS, mechanism: 'BetaPosterior', noise: 'given' }).options), [
    'prior',
    'trials',
    'method',
    'temperature'
  ])
})

test('the usual scale loses more than promised unless all truths are neighbours; the reflected one never', () => {
  for (const epsilon of [0.1, 1, 5]) {
    const { bounded, reflected } = unadjustedLosses(inbounds, epsilon)
    assert.ok(bounded.slice(0, -1).every((loss) => loss > epsilon))
    assertRelative(bounded.at(-1), epsilon, 1e-6, 'sensitivity of the whole width')
    assert.ok(reflected.every((loss) => loss <= epsilon * (1 + 1e-6)))
  }
})

test('the position-dependent scale passes every promise', () => {
  for (const epsilon of [0.1, 1, 5]) {
    const { loss, passes, slope } = positionLosses(epsilon)
    assertRelative(loss(0), epsilon, 1e-9, 'as intended')
    assertRelative(loss(passes), epsilon, 1e-9, 'again')
    assert.ok(slope > 0 && loss(100 * passes) > 50 * epsilon)
  }
  assertRelative(positionLosses(1).passes, 11.171, 1e-4, 'ERRATA.md, 1')
})

test('textbook noise in doubles proves its truth, ours never does', async () => {
  // The bars of tests/adversary/precision: far below what was measured, since another Math.log may move the shares a little.
  for (const [ends, excluded] of [
    ['redrawn', 0.5],
    ['clamped', 0.1],
    ['folded', 0.3]
  ]) {
    const found = await attack(await loadSeeded(3), { epsilon: 1, ends, count: 2000, uniforms: fixedUniforms(3) })
    assert.equal(found.outputs, 2000)
    assert.ok(found.textbook / found.outputs > excluded, `${ends}: ${found.textbook}`)
    assert.equal(found.mistaken, 0, 'the attacker never excludes what is true')
    assert.equal(found.own, 0)
    assert.ok(found.largest <= 1)
  }
})

test('the attack tells how far it is, and can be cancelled', async () => {
  const controller = new AbortController()
  const seen = []
  const onProgress = (share) => {
    seen.push(share)
    if (seen.length === 2) controller.abort()
  }
  await assert.rejects(attack(inbounds, { epsilon: 1, ends: 'redrawn' }, { signal: controller.signal, onProgress }), {
    name: 'AbortError'
  })
  assert.equal(seen.length, 2)
})
