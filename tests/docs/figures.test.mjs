import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { makePages } from '../../tools/docs/build.mjs'
import { pictureAt } from '../../tools/docs/figures.mjs'
import { Headings } from '../../tools/docs/headings.mjs'
import { block } from '../../tools/docs/markdown.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const picture = (src) => ({ src, width: 520, height: 300 })
const render = (text) =>
  block(text, { source: 'text.md', headings: new Headings(), resolve: (target) => target, picture })

test('a paragraph that begins with a picture is a figure, and the rest of it the caption', () => {
  const html = render('![up & down](a.svg)\\\n**Figure 1.** It *rises* with $x$.')
  assert.match(
    html,
    /^<figure class="picture"><div class="scroll picture-box" tabindex="0" role="group" aria-label="Figure">/
  )
  assert.match(html, /<img src="a\.svg" alt="up &amp; down" width="520" height="300"><\/div>/)
  assert.match(
    html,
    /<\/div><figcaption><strong>Figure 1\.<\/strong> It <em>rises<\/em> with .*<math[\s\S]*<\/figcaption><\/figure>\n$/
  )
  assert.doesNotMatch(html, /<br|<p>/)
})

test('several pictures share a caption', () => {
  const html = render('![one](a.svg)\n![two](b.svg)\\\nBoth.')
  assert.equal(html.match(/<img /g).length, 2)
  assert.equal(html.match(/<figcaption>Both\.<\/figcaption>/g).length, 1)
})

test('a picture without words or without a caption fails with a sentence', () => {
  assert.throws(
    () => render('![](a.svg)\\\nNothing.'),
    /^Error: text\.md: a\.svg has no words for those who do not see it$/
  )
  assert.throws(() => render('![alone](a.svg)'), /^Error: text\.md: a picture has its caption in the same paragraph$/)
})

test('a picture is found from the page that shows it; one that is nowhere fails with a sentence', () => {
  const place = { source: 'web/docs/report.md', target: 'figures/report-scales.svg' }
  const { src, width, height } = pictureAt(root, { ...place, address: 'report.html' })
  assert.equal(src, 'figures/report-scales.svg')
  assert.ok(width === 520 && height > 300)
  assert.equal(pictureAt(root, { ...place, address: 'deep/report.html' }).src, '../figures/report-scales.svg')
  assert.throws(
    () => pictureAt(root, { ...place, target: 'figures/gone.svg', address: 'report.html' }),
    /^Error: web\/docs\/report\.md shows figures\/gone\.svg, and there is no such picture in web\/docs\/figures$/
  )
  assert.throws(
    () => pictureAt(root, { ...place, target: '../../README.md', address: 'report.html' }),
    /no such picture/
  )
})

test('the report has all of its pictures, and leads to the proofs', async () => {
  const { html } = (await makePages('assets')).find(({ address }) => address === 'report.html')
  const source = await readFile(new URL('../../web/docs/report.md', import.meta.url), 'utf8')
  assert.equal(html.match(/<img /g).length, source.match(/^!\[/gm).length)
  for (const proof of ['reflected-laplace', 'bounded-laplace', 'bounded-gaussian', 'estimation', 'draws', 'errata'])
    assert.match(html, new RegExp(`href="proofs/${proof}\\.html#`), proof)
})
