import assert from 'node:assert/strict'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { Links } from '../../tools/docs/links.mjs'
import { between } from '../../tools/site/addresses.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pages = [
  { source: 'web/docs/guide.md', address: 'index.html' },
  { source: 'web/docs/recipes/survey-form.md', address: 'recipes/survey-form.html' },
  { source: 'src/random/PROOF.md', address: 'proofs/draws.html' },
  { source: 'bindings/js/laws.js', address: 'reference/laws.html' }
]
const links = () => new Links(root, pages, pages[0])

test('a link between sources becomes one between pages', () => {
  const { resolve } = bind(links())
  assert.equal(resolve('recipes/survey-form.md', 'web/docs/guide.md'), 'recipes/survey-form.html')
  assert.equal(resolve('../guide.md', 'web/docs/recipes/survey-form.md'), '../index.html')
  assert.equal(resolve('../../../src/random/PROOF.md', 'web/docs/recipes/survey-form.md'), '../proofs/draws.html')
  assert.equal(resolve('../../src/random/PROOF.md#the-claim', 'web/docs/guide.md'), 'proofs/draws.html#the-claim')
  assert.equal(resolve('#below', 'web/docs/guide.md'), '#below')
  assert.equal(resolve('guide.md#below', 'web/docs/guide.md'), '#below')
})

test('a link to a source of the package leads to its page in the reference', () => {
  assert.equal(links().resolve('../../bindings/js/laws.js', 'web/docs/guide.md'), 'reference/laws.html')
})

test('a link to the README, or a part of it, leads to the guide', () => {
  assert.equal(links().resolve('../../README.md', 'src/random/PROOF.md'), '../index.html')
  assert.equal(links().resolve('../../README.md#measured', 'src/random/PROOF.md'), '../index.html')
})

test('a section of the README that does not exist fails with a sentence', () => {
  const some = links()
  some.resolve('../../README.md#gone', 'web/docs/guide.md')
  const sentence = new Error('web/docs/guide.md links to ../../README.md#gone, and there is no such heading')
  assert.throws(() => some.check(new Map([['README.md', new Set(['measured'])]])), sentence)
})

test('a link to a view of the page leads there', () => {
  const { resolve } = bind(links())
  assert.equal(resolve('../../explore/view.html', 'web/docs/recipes/survey-form.md'), '../../index.html')
  assert.equal(resolve('../audit/view.html', 'web/docs/guide.md'), '../audit/index.html')
})

test('links to elsewhere stay as they are', () => {
  for (const target of ['https://example.org/a?b#c', 'http://example.org', 'mailto:somebody@example.org']) {
    assert.equal(links().resolve(target, 'web/docs/guide.md'), target)
  }
})

test('a file of the repository that is no page has no address', () => {
  assert.equal(links().resolve('../../LICENSE', 'web/docs/guide.md'), undefined)
  assert.equal(links().resolve('../../tools/', 'web/docs/guide.md'), undefined)
})

test('a link to a file that does not exist fails with a sentence', () => {
  assert.throws(
    () => links().resolve('nowhere.md', 'web/docs/guide.md'),
    /^Error: web\/docs\/guide\.md links to nowhere\.md, and there is no such file$/
  )
})

test('an anchor that does not exist fails with a sentence, when all pages are known', () => {
  const some = links()
  some.resolve('recipes/survey-form.md#there', 'web/docs/guide.md')
  some.check(new Map([['recipes/survey-form.html', new Set(['there'])]]))
  some.resolve('recipes/survey-form.md#gone', 'web/docs/guide.md')
  some.resolve('#gone-too', 'web/docs/guide.md')
  assert.throws(
    () => some.check(new Map([['recipes/survey-form.html', new Set(['there'])]])),
    new Error(
      'web/docs/guide.md links to recipes/survey-form.md#gone, and there is no such heading\n' +
        'web/docs/guide.md links to #gone-too, and there is no such heading'
    )
  )
})

test('the address of a page is relative to the one that names it', () => {
  assert.equal(between('index.html', 'reference/laws.html'), 'reference/laws.html')
  assert.equal(between('reference/laws.html', 'reference/errors.html'), 'errors.html')
  assert.equal(between('reference/laws.html', 'docs.css'), '../docs.css')
  assert.equal(between('index.html', 'index.html'), 'index.html')
})

function bind(some) {
  return { resolve: some.resolve.bind(some) }
}
