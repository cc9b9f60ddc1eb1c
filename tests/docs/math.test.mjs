import assert from 'node:assert/strict'
import test from 'node:test'
import { wordsOf } from '../../tools/docs/html.mjs'
import { render } from './render.mjs'

/** What was taken for a formula, as it was written. */
function formulas(html) {
  const notes = [...html.matchAll(/<annotation encoding="application\/x-tex">(.*?)<\/annotation>/g)]
  return notes.map(([, tex]) => wordsOf(tex))
}

test('what stands between dollars is a formula, in MathML and without a style', () => {
  const html = render("For all $q$ and $q'$: $e^\\varepsilon$.")
  assert.deepEqual(formulas(html), ['q', "q'", 'e^\\varepsilon'])
  assert.match(html, /<math xmlns="http:\/\/www.w3.org\/1998\/Math\/MathML">/)
  assert.doesNotMatch(html, /style=|class="katex/)
})

test('dollars on lines of their own make a displayed formula, which can be scrolled by keyboard', () => {
  for (const text of ['$$\na \\le b\n$$', '$$ a \\le b $$', '- item\n\n  $$\n  a \\le b\n  $$']) {
    const html = render(text)
    assert.deepEqual(formulas(html), ['a \\le b'])
    assert.match(
      html,
      /<div class="scroll formula" tabindex="0" role="group" aria-label="Formula"><math[^>]*display="block"/
    )
  }
})

test('a dollar in prose stays a dollar', () => {
  for (const text of [
    'It costs $5.',
    'It costs $5 to $10.',
    'US$5 and US$6',
    'set $HOME/$USER first',
    'a single $ sign, and another $ sign',
    'an escaped \\$x\\$'
  ]) {
    const html = render(text)
    assert.deepEqual(formulas(html), [], text)
    assert.equal(html.trim(), `<p>${text.replaceAll('\\', '')}</p>`)
  }
})

test('code never holds a formula', () => {
  for (const text of ['`$x$`', '```sh\necho $HOME $USER\n```', '    $x$ indented', '```\n$$\nx\n$$\n```']) {
    assert.deepEqual(formulas(render(text)), [], text)
  }
})

test('Markdown inside a formula is left alone', () => {
  assert.deepEqual(formulas(render('$a_1 * b_2 * c_3$ and $[x](y)$')), ['a_1 * b_2 * c_3', '[x](y)'])
})

test('punctuation is not torn off a formula at the end of a line', () => {
  const html = render('where ($x$), and $y$.')
  assert.match(
    html,
    /<span class="together">\(<math[\s\S]*?<\/math>\),<\/span> and <span class="together"><math[\s\S]*?<\/math>\.<\/span>/
  )
})

test('a formula that may be wider than a phone has a box of its own, a short one has none', () => {
  assert.match(
    render('$P(A \\mid q) + P(B \\mid q) + P(C \\mid q) + P(D \\mid q) = 1$'),
    /<span class="scroll formula" tabindex="0"/
  )
  assert.doesNotMatch(render('$q$'), /scroll/)
})

test('a formula that cannot be typeset fails with a sentence', () => {
  assert.throws(
    () => render('$\\nonsense{x}$'),
    /^Error: text\.md: the formula \\nonsense\{x\} cannot be typeset: .*nonsense/
  )
  assert.throws(
    () => render('so $$x$$ it is'),
    /text\.md: \$\$ stands within a line; a displayed formula has lines of its own/
  )
})
