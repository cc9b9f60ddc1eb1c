// Every statement of the proofs is linked to the code that uses it and to a test that checks it, and what code and tests name is
// there: a theorem that nobody uses or checks, and a comment about one that is gone, fail here. Every erratum has its tests.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { errorsOfErrata } from './support/errata-links.mjs'
import { errorsOf, marksIn, statementsIn, testsIn } from './support/proof-links.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Path and text of all files of a folder, as the repository names them. */
function filesIn(folder, pattern) {
  const names = readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`)
  const matches = names.filter((name) => pattern.test(name) && !name.includes('node_modules'))
  return new Map(matches.map((name) => [name, readFileSync(join(root, name), 'utf8')]))
}

const proofs = new Map([...filesIn('src', /\/PROOF\.md$/), ...filesIn('bindings', /\/PROOF\.md$/)])
const code = new Map(['src', 'bindings', 'web', 'tests'].flatMap((folder) => [...filesIn(folder, /\.([ch]pp|m?js)$/)]))
// What is made up here is about no proof.
for (const name of ['proof-links.test.mjs', 'support/proof-links.mjs']) code.delete(`tests/js/${name}`)

test('every statement of every proof is used and tested where it says, and no comment names one that there is not', () => {
  assert.equal(errorsOf(proofs, code).join('\n'), '')
  assert.ok(proofs.size >= 9, 'all proofs are read')
  const statements = [...proofs.values()].flatMap((text) => statementsIn(text))
  assert.ok(statements.length > 80, `the pattern still finds statements: ${statements.length}`)
  const cmake = [...filesIn('tests/cpp', /CMakeLists\.txt$|\.cmake$/).values()].join('\n')
  const compiled = new Set(cmake.match(/\w+_test\.cpp/g))
  for (const { path } of statements.flatMap(({ tested }) => tested)) {
    if (path.endsWith('.cpp')) assert.ok(compiled.has(basename(path)), `${path} is not in CMakeLists.txt: add it`)
  }
})

test('every erratum names its tests, and every test of an erratum is named', () => {
  const errata = readFileSync(join(root, 'src/published/ERRATA.md'), 'utf8')
  assert.equal(errorsOfErrata(errata, 'src/published/ERRATA.md', code).join('\n'), '')
})

const proof = `**Theorem 1 (a name).** It holds.

*Proof.* So it does. ∎

*Used:* [\`src/a/x.cpp\`](x.cpp), \`worst\`. *Tested:* [\`tests/x_test.cpp\`](../../tests/x_test.cpp), "it holds".
`
const source = '// a/PROOF.md, Theorem 1\ndouble worst() { return 1; }\n'
const tested = '// a/PROOF.md, Theorem 1\nTEST_CASE("it holds", "[a]") {\n  CHECK(worst() == 1);\n}\n'

/** What is wrong with a proof, a source and a test like those above. */
const errors = ({ text = proof, used = source, checked = tested } = {}) =>
  errorsOf(
    new Map([['src/a/PROOF.md', text]]),
    new Map([
      ['src/a/x.cpp', used],
      ['tests/x_test.cpp', checked]
    ])
  ).join('\n')

test('what is linked as it should be has no error', () => {
  assert.equal(errors(), '')
  assert.equal(
    errors({
      checked: tested.replace('// a/PROOF.md, Theorem 1\n', '').replace('{\n', '{  // a/PROOF.md, Theorem 1\n')
    }),
    ''
  )
  const jsdoc = '/**\n * Why: this is a/PROOF.md,\n * Theorem 1.\n */\nfunction worst() {}\n'
  assert.equal(errors({ used: jsdoc }), '')
})

test('a statement without links, without a number, or twice, and a proof of nothing, are found', () => {
  assert.match(errors({ text: `${proof}\n**Lemma 2.** More.\n` }), /^Lemma 2 of src\/a\/PROOF.md has no links/)
  assert.match(
    errors({ text: `${proof}\n**lemma (new).** More.\n` }),
    /\*\*lemma \(new\)\.\*\* has no number or letter/
  )
  assert.match(errors({ text: proof + proof }), /there are two of Theorem 1/)
  assert.match(
    errors({ text: `${proof}\nA claim.\n\n*Proof.* Thus.\n` }),
    /proof after that of Theorem 1 that is of no statement/
  )
  assert.match(
    errors({ text: `*Proof.* Thus.\n\n${proof}` }),
    /proof before the first statement that is of no statement/
  )
  assert.match(errors({ text: '# Nothing', used: '', checked: '' }), /^src\/a\/PROOF.md has no statement/)
  assert.match(errors({ text: proof.replace('*Tested:*', '*Measured:*') }), /has no links, or none that can be read/)
  assert.match(errors({ text: proof.replace(', `worst`.', ', worst.') }), /has no links, or none that can be read/)
})

test('links that lead elsewhere, and files that are not there, are found', () => {
  assert.match(errors({ text: proof.replace('(x.cpp)', '(y.cpp)') }), /the link to src\/a\/x.cpp leads to y.cpp/)
  assert.match(
    errors({ text: proof.replaceAll('x.cpp', 'y.cpp') }),
    /links to src\/a\/y.cpp, and there is no such source or test/
  )
  const both = proof.replace(
    '`src/a/x.cpp`](x.cpp), `worst`',
    '`tests/x_test.cpp`](../../tests/x_test.cpp), "it holds"'
  )
  assert.match(errors({ text: both }), /is used in a test only/)
})

test('code that does not name the statement, or elsewhere than is said, is found', () => {
  assert.match(errors({ used: 'double worst();\n' }), /put the comment "\/\/ a\/PROOF.md, Theorem 1" above worst/)
  assert.match(errors({ used: source.replace('worst', 'best') }), /worst is not below the comment/)
  assert.match(
    errors({ used: `${source.replace('worst', 'best')}${'\n'.repeat(11)}double worst();\n` }),
    /worst is not below/
  )
})

test('a test that was renamed, is not run, or does not name the statement is found', () => {
  assert.match(
    errors({ checked: tested.replace('it holds', 'it may hold') }),
    /links to the test "it holds", and there is none/
  )
  assert.match(
    errors({ checked: tested.replace('[a]', '[.][a]') }),
    /there is none of that name in tests\/x_test.cpp that is run/
  )
  const elsewhere = tested.replace(/^.*\n/, '') + tested.replace('it holds', 'another')
  assert.match(errors({ checked: elsewhere }), /the test "it holds" does not name Theorem 1/)
})

test('comments about statements that there are not are found, with their line', () => {
  assert.match(
    errors({ used: `${source}\n// a/PROOF.md, Lemma 9\n` }),
    /x.cpp, line 4 names Lemma 9 of a\/PROOF.md, which there is not/
  )
  assert.match(
    errors({ used: `${source}// a/PROOF.md, Theorem 1 and Lemma 7\n` }),
    /line 3 names Lemma 7 of a\/PROOF.md/
  )
  assert.match(
    errors({ checked: `${tested}// b/PROOF.md, Theorem 1\n` }),
    /names Theorem 1 of b\/PROOF.md, which there is not/
  )
  assert.match(errors({ used: `${source}// PROOF.md, Theorem 1\n` }), /names Theorem 1 of a PROOF.md: say which/)
  assert.match(
    errors({ used: `${source}// PROOF.md of the bounded Laplace, Theorem 1\n` }),
    /write ".*" as folder\/PROOF.md, Theorem 1/
  )
})

test('a proof that speaks of statements that there are not is found', () => {
  const errorsWith = (words) => errors({ text: proof.replace('So it does.', words) })
  assert.equal(errorsWith('By Theorem 1, Lemma 4 of the other, and Holohan, Theorem 4.4.'), '')
  assert.match(errorsWith('By Theorems 1 and 2.'), /line 3 speaks of Theorem 2 of src\/a\/PROOF.md, which there is not/)
  assert.match(
    errorsWith('By [that](../b/PROOF.md), Lemma 3.'),
    /speaks of Lemma 3 of src\/b\/PROOF.md, which there is not/
  )
})

test('tests are found with their names, their comments and their ends', () => {
  const cpp =
    'TEST_CASE("a name that is long,"\n          " in two parts", "[a]") {\n  f();\n}\n\nint g() { return 0; }\n'
  const [found] = testsIn(cpp)
  assert.equal(found.name, 'a name that is long, in two parts')
  assert.ok(!cpp.slice(found.from, found.to).includes('int g'))
  const js =
    "// why\ntest('it\\'s so', () => {\n  f()\n})\n\ntest(\"another\", () => f())\ntest.skip('not run', () => {})\n"
  assert.deepEqual(
    testsIn(js).map(({ name, from, to }) => [name, js.slice(from, to).split('\n')[0]]),
    [
      ["it's so", '// why'],
      ['another', 'test("another", () => f())']
    ]
  )
  assert.deepEqual(
    marksIn('// a/PROOF.md, main theorem, Lemma 2 and Theorem C; and b-c/PROOF.md, Corollary 3.').map(
      ({ folder, name }) => `${folder} ${name}`
    ),
    ['a main theorem', 'a Lemma 2', 'a Theorem C', 'b-c Corollary 3']
  )
})

test('an erratum without a test, a test that is not named, and a name without a test are found', () => {
  const tests = new Map([['tests/e_test.cpp', 'TEST_CASE("erratum 1: it fails", "[a]") {\n}\n']])
  const text = '## 1. It\n\n*Test* ([`e_test.cpp`](../tests/e_test.cpp)): "erratum 1: it\nfails".\n'
  const findErrors = (written) => errorsOfErrata(written, 'src/E.md', tests).join('\n')
  assert.equal(findErrors(text), '')
  assert.match(
    findErrors(text.replace('fails', 'falls')),
    /names the test "erratum 1: it falls", which none of the files linked/
  )
  assert.match(
    findErrors(text.replace('fails', 'falls')),
    /"erratum 1: it fails" is not named in section 1 of src\/E.md/
  )
  assert.match(findErrors(`${text}\n## 2. That\n\nWords.\n`), /erratum 2 of src\/E.md names no test/)
  assert.match(findErrors(text.replace('../tests', 'tests')), /links to tests\/e_test.cpp, and there is no such test/)
})
