// The reference says something about everything that is public, and nothing about what is not.

import assert from 'node:assert/strict'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { readApi } from '../../tools/docs/api.mjs'
import { CONTENTS } from '../../tools/docs/contents.mjs'
import { wordsOf } from '../../tools/docs/html.mjs'
import { Reference } from '../../tools/docs/reference.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const api = await readApi(root)
const reference = new Reference(api, root)
const entries = CONTENTS.flatMap(({ pages }) => pages).filter(({ names }) => names)
const pages = new Map(entries.map((entry) => [entry.address, reference.page(entry, (target) => target).html]))

test('every public name, and every member, property and option of it, has a sentence', () => {
  const silent = api.names.flatMap((name) => {
    const declaration = api.find(name)
    const members = api.isClass(name) ? api.membersOf(declaration) : (api.propertiesOf(declaration) ?? [])
    const own = api.textOf(declaration) === '' ? [name] : []
    return [...own, ...members.filter(({ text }) => text === '').map((member) => `${name}.${member.name}`)]
  })
  assert.deepEqual(silent, [])
  assert.ok(api.names.length >= 30, `only ${api.names.length} names were seen`)
})

test('a public name without a page fails with a sentence, as does a page about nothing', () => {
  const grown = { ...api, names: [...api.names, 'Novelty'] }
  assert.throws(() => new Reference(grown, root), /^Error: tools\/docs\/contents\.mjs has no page for Novelty$/)
  const shrunk = { ...api, names: api.names.filter((name) => name !== 'Span') }
  assert.throws(() => new Reference(shrunk, root), /^Error: the package does not export Span$/)
})

test('members that are inherited are shown where users look for them', () => {
  for (const file of ['reflected-laplace', 'bounded-laplace', 'clamped-laplace', 'bounded-gaussian']) {
    const html = pages.get(`reference/${file}.html`)
    for (const member of [
      'privatise',
      'privatiseAll',
      'at',
      'audit',
      'epsilonOf',
      'deltaOf',
      'describe',
      'toJSON',
      'scaleFor',
      'fromJSON'
    ]) {
      assert.match(html, new RegExp(`<h3 id="${member}">`), `${member} in ${file}`)
    }
    for (const property of ['epsilon', 'scale', 'lower', 'granularity', 'outside']) {
      assert.match(html, new RegExp(`<tr role="row" id="${property}">`), `${property} in ${file}`)
    }
  }
  assert.match(pages.get('reference/reflected-laplace.html'), /<h3 id="eigenvalue">/)
  assert.doesNotMatch(pages.get('reference/bounded-laplace.html'), /<h3 id="eigenvalue">/)
})

test('options have a type, a meaning, and what they are if left out', () => {
  const options = optionsOn('reference/reflected-laplace.html')
  const names = [
    'lower',
    'upper',
    'gaps',
    'spans',
    'epsilon',
    'delta',
    'sensitivity',
    'guarantee',
    'scale',
    'granularity',
    'calibration',
    'outside'
  ]
  assert.deepEqual(Object.keys(options), names)
  assert.deepEqual(options.delta, ['number', 'the probability mass that may escape epsilon, below 1', '0'])
  assert.deepEqual(options.outside[0], "'clamp' | 'error'")
  assert.equal(options.outside[2], "'clamp'")
  assert.equal(options.lower[2], 'required, unless spans is given')
  assert.equal(options.spans[2], 'required, unless lower and upper are given')
  assert.equal(options.epsilon[2], 'required, unless scale is given')
  assert.equal(optionsOn('reference/bounded-gaussian.html').lower[2], 'required')
})

test('what collectors use is there, with its options, results and ways to call it', () => {
  const tally = pages.get('reference/tally.html')
  assert.match(
    tally,
    /new Tally\(mechanism: <a href="collector\.html#MechanismLike">.*, options\?: <a href="#TallyOptions">/
  )
  for (const member of ['add', 'merge', 'addRows', 'toJSON', 'fromJSON'])
    assert.match(tally, new RegExp(`<h3 id="${member}">`))
  assert.match(tally, /tally\.add\(reports: [^)]*\): /)
  const found = pages.get('reference/estimate.html')
  const returns = [...found.matchAll(/<code>estimate\(.*?\): (.*?)<\/code>/g)].map(([, type]) => wordsOf(type))
  assert.deepEqual(returns, ['Estimate | VectorEstimate', 'PooledEstimate'])
  for (const name of ['ReportGroup', 'EstimateOptions', 'Estimate', 'Estimated', 'VectorEstimate', 'PooledEstimate']) {
    assert.match(found, new RegExp(`<h2 id="${name}">`))
  }
  for (const option of ['bins', 'quantiles', 'confidence', 'smoothing', 'method', 'range']) {
    assert.match(found, new RegExp(`id="EstimateOptions.${option}"`))
  }
  assert.match(pages.get('reference/tally-query.html'), /tallyQuery\(mechanism: /)
  const planning = pages.get('reference/reports-needed.html')
  for (const name of ['reportsNeeded', 'errorOf']) assert.match(planning, new RegExp(`<code>${name}\\(options: `))
  for (const option of ['ReportsNeededOptions.error', 'ErrorOfOptions.reports', 'ErrorOfOptions.prior']) {
    assert.ok(planning.includes(`id="${option}"`), option)
  }
})

test('types lead to where they are explained', () => {
  const html = pages.get('reference/reflected-laplace.html')
  assert.match(html, /mechanism\.audit\(\): <a href="types\.html#Audit">Audit<\/a>/)
  assert.match(
    html,
    /ReflectedLaplace\.fromJSON\(json: [^)]*\): <a href="reflected-laplace\.html">ReflectedLaplace<\/a>/
  )
  assert.match(pages.get('reference/compare.html'), /compare\(options: <a href="#CompareOptions">/)
})

test('what is internal does not appear', () => {
  for (const [address, html] of pages) {
    const words = wordsOf(html)
    for (const internal of [
      'Engine',
      'Definition',
      'KIND',
      'ANYWHERE',
      '#private',
      'Restored',
      'Ask',
      'this:',
      'Spec',
      'Wanted',
      'NoiseMechanism',
      'Release',
      'PlanOptions'
    ]) {
      assert.ok(!new RegExp(`(?<!\\w)${internal}(?!\\w)`).test(words), `${internal} in ${address}`)
    }
  }
})

/** The rows of a page's first table: type, meaning and default of each option. */
function optionsOn(address) {
  const [table] = /<table class="members"[\s\S]*?<\/table>/.exec(pages.get(address))
  const rows = [...table.matchAll(/<tr role="row"><th scope="row"[\s\S]*?<\/tr>/g)].map(([row]) =>
    [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, html]) => wordsOf(html).replace(/\s+/g, ' '))
  )
  return Object.fromEntries(rows.map(([name, ...rest]) => [name, rest]))
}
