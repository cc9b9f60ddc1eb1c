import assert from 'node:assert/strict'
import test from 'node:test'
import { slugOf } from '../../tools/docs/headings.mjs'
import { page } from '../../tools/docs/markdown.mjs'
import { render } from './render.mjs'

test('anchors are those that code hosts make of a heading', () => {
  assert.equal(slugOf('What epsilon means'), 'what-epsilon-means')
  assert.equal(slugOf('6. delta > 0'), '6-delta--0')
  assert.equal(slugOf('3. The worst pair under dp, delta = 0'), '3-the-worst-pair-under-dp-delta--0')
  assert.equal(slugOf('Croft, Theorem 1: is it private?'), 'croft-theorem-1-is-it-private')
  assert.equal(slugOf('`load({ wasm })` and größer_als'), 'load-wasm--and-größer_als')
})

test('headings of the same words have anchors of their own', () => {
  const html = render('# Title\n\n## Again\n\n## Again\n\n### Again')
  assert.deepEqual(
    [...html.matchAll(/<h\d id="([^"]*)"/g)].map(([, id]) => id),
    ['title', 'again', 'again-1', 'again-2']
  )
})

test('the link of a heading stands beside it and says where it leads', () => {
  assert.match(
    render('## The `law` of $y$'),
    /<h2 id="[^"]*">The <code>law<\/code> of <math[\s\S]*<\/math><\/h2><a class="anchor" href="#[^"]*" aria-label="Link to “The law of y”">/
  )
})

test('the title of a page is its first heading, and a page without one is refused', () => {
  const setting = { source: 'text.md', resolve: (target) => target }
  const { title, headings } = page('# A & *b*\n\nwords\n\n## Section', setting)
  assert.equal(title, 'A & b')
  assert.deepEqual(
    headings.map(({ level, id }) => [level, id]),
    [
      [1, 'a--b'],
      [2, 'section']
    ]
  )
  assert.throws(() => page('words', setting), /text\.md must begin with a heading of the first level/)
})

test('a block of code has the name of its file as a caption, colours by class, and can be scrolled by keyboard', () => {
  const html = render('```js title="worker.js"\nconst a = \'<b>\' // c\n```')
  assert.match(html, /<figcaption>worker\.js<\/figcaption>/)
  assert.match(html, /<div class="scroll code-box" tabindex="0" role="group" aria-label="Code: worker\.js"><pre>/)
  assert.match(html, /<span class="hljs-keyword">const<\/span>/)
  assert.match(html, /&lt;b&gt;/)
  assert.doesNotMatch(html, /style=/)
})

test('code in a language that is not known has no colours, and loses nothing', () => {
  assert.match(render('```nginx\nadd_header "a" <b>;\n```'), /<code>add_header &quot;a&quot; &lt;b&gt;;<\/code>/)
})

test('a table can be scrolled by keyboard, and is aligned without a style attribute', () => {
  const html = render('| a | b |\n| --- | ---: |\n| 1 | 2 |')
  assert.match(html, /<div class="scroll table" tabindex="0" role="group" aria-label="Table"><table>/)
  assert.match(html, /<th scope="col">a<\/th>\s*<th scope="col" class="right">b<\/th>/)
  assert.match(html, /<td class="right">2<\/td>/)
  assert.doesNotMatch(html, /style=/)
})

test('a link without an address leaves its words', () => {
  const html = page('# T\n\nsee [the *licence*](LICENSE) and [this](a.md)', {
    source: 'text.md',
    resolve: (target) => (target === 'LICENSE' ? undefined : 'a.html')
  }).html
  assert.match(html, /<p>see the <em>licence<\/em> and <a href="a\.html">this<\/a><\/p>/)
})

test('the line that says where a statement is used and tested has a class of its own', () => {
  assert.match(render('*Used:* `a.cpp`, `f`.'), /^<p class="uses"><em>Used:<\/em> <code>a.cpp<\/code>/)
  assert.match(render('*Used* in words.'), /^<p><em>/)
})

test('comments vanish, other HTML is refused with a sentence', () => {
  assert.equal(render('<!-- made by a tool -->\n\nwords <!-- more --> here').trim(), '<p>words  here</p>')
  assert.throws(
    () => render('<details>\nwords\n</details>'),
    /text\.md: only Markdown is understood here, not HTML: <details>/
  )
  assert.throws(() => render('some <b>words</b>'), /not HTML: <b>/)
})
