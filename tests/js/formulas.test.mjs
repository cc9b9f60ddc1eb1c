// The formulas of the documents can be rendered, all of them, and nothing that should be one is left as text.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { complaints, formulasIn } from './support/formulas.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const markdownIn = (folder, pattern) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name))

const proofs = [...markdownIn('src', /(PROOF|ERRATA)\.md$/), ...markdownIn('bindings', /PROOF\.md$/)]
const documents = [...markdownIn('web/docs', /\.md$/), 'CHANGELOG.md']
const read = (name) => readFileSync(join(root, name), 'utf8')

test('every formula of the proofs is rendered, and no symbol stands outside of one', () => {
  const found = proofs.flatMap((name) =>
    complaints(read(name), { proof: true }).map((problem) => `${name}, ${problem}`)
  )
  assert.equal(found.join('\n'), '')
  assert.ok(proofs.length >= 6)
  for (const name of proofs) assert.ok(formulasIn(read(name)) > 20, `${name} has formulas`)
})

test('every formula of the pages and of the changelog is rendered, and none stands in backticks', () => {
  const found = documents.flatMap((name) => complaints(read(name)).map((problem) => `${name}, ${problem}`))
  assert.equal(found.join('\n'), '')
})

test('what cannot be rendered is found, and its line is named', () => {
  for (const [text, problem] of [
    ['fine\n\nwith $\\frac{1}{2$ in it', 'line 3: \\frac{1}{2 is no formula'],
    ['$\\nosuchmacro$', 'line 1: \\nosuchmacro is no formula'],
    ['$größe$', 'is no formula'],
    ['fine\n\n$$\n\\frac{1}{2\n$$', 'line 3: \\frac{1}{2 is no formula'],
    ['$$\n\\sum_k x\n\nand on', 'line 1: $$ has a $ without its partner'],
    ['costs $x and more', 'has a $ without its partner'],
    ['$x$ and $$y$$', 'has a $ without its partner'],
    ['$x $', 'has a space beside its $'],
    ['a$x$', 'follows a letter'],
    ['*so is $x$*', 'is followed by'],
    ['$x$2', 'is followed by'],
    ['$\\{x\\}$', 'whose backslash Markdown takes away'],
    ['$a\\,b$', 'whose backslash Markdown takes away'],
    ['$x <b$', 'takes for a tag'],
    ['$[a](b)$', 'takes for a link'],
    ['| 1 | $|x|$ |', 'ends its cell']
  ]) {
    const [first] = complaints(text)
    assert.ok(first?.includes(problem), `${text}: ${first}`)
  }
})

test('formulas that were left in backticks are found', () => {
  const formulas = 'e^epsilon; x <= y; k >= j; γ; s/ε; σ²; 2^-51; |i - j|; P_i(k); ln(2); floor(x/g); L -> 0'
  for (const formula of formulas.split('; ')) {
    assert.match(complaints(`so \`${formula}\``).join(), /^line 1: .* which belongs between \$$/, formula)
  }
})

test('code in backticks or fences is left alone', () => {
  for (const code of [
    "with_rate; keeps; calibration: 'published'; tests/cpp/privacy; exact_exp.cpp; lazy_uniform::below; at_most; log1p",
    'tests/js/loss-precision.test.mjs; Math.hypot(4, 2); npm run bench -- sampling'
  ].flatMap((line) => line.split('; '))) {
    assert.deepEqual(complaints(`so \`${code}\``, { proof: true }), [], code)
  }
  for (const code of ['[[12, 14]]', '(truth) => weight', 'epsilonOf({ scale, delta })', 'a || b', 'q + 0.5', 'u']) {
    assert.deepEqual(complaints(`so \`${code}\``), [], code)
  }
  assert.deepEqual(complaints('```js\nconst x = `$' + '{y}`\nx ^ y <= $\n```\nand $x^y \\le 1$', { proof: true }), [])
})

test('in proofs, any other formula in backticks, a symbol in prose and a formula set as code are found, too', () => {
  const formulas = "q; q'; 2M; gN; z-1; ln Z; i < j; f(k) = k; s/epsilon; 0..N; [0, 1]; b*"
  for (const text of [
    ...formulas.split('; ').map((formula) => `so \`${formula}\``),
    ...['below 2^-51', 'the rate γ', 'a ≤ b', 'so\n\n    L = 1']
  ]) {
    assert.equal(complaints(text, { proof: true }).length, 1, text)
    assert.deepEqual(complaints(text), [], text)
  }
})
