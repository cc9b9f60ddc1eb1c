import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import test from 'node:test'
import { makePages, refuseMissing } from '../../tools/docs/build.mjs'
import { CONTENTS } from '../../tools/docs/contents.mjs'

test('all pages can be made: no formula is broken, and no link leads nowhere', async () => {
  const pages = await makePages('assets')
  assert.equal(pages[0].address, 'index.html')
  for (const { address, html } of pages) {
    assert.match(html, /<title>[^<]+ · inbounds<\/title>/, address)
    assert.doesNotMatch(
      html,
      / style=|<style|<script(?! type="module" src)| on[a-z]+="/,
      `inline style or script in ${address}`
    )
  }
})

test('every text that is written as documentation has its page', () => {
  const inFolder = (folder, pattern) =>
    readdirSync(new URL(`../../${folder}`, import.meta.url), { recursive: true })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((name) => pattern.test(name))
  const written = [...inFolder('web/docs', /\.md$/), ...inFolder('src', /\.md$/)]
  assert.ok(written.length > 12)
  const listed = CONTENTS.flatMap(({ pages }) => pages).map(({ source }) => source)
  const left = written.filter((name) => !listed.includes(name))
  assert.deepEqual(left, [], 'texts that tools/docs/contents.mjs does not list')
})

test('a page that is listed and does not exist fails with a sentence', () => {
  assert.throws(
    () => refuseMissing([{ source: 'README.md' }, { source: 'web/docs/gone.md' }]),
    /^Error: tools\/docs\/contents\.mjs lists pages that do not exist: web\/docs\/gone\.md$/
  )
})
