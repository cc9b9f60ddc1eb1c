// not quick: a process for each sample of the documentation
//
// The code of the README and of the pages of documentation is run as it stands there: programs of one fence here, those of
// several files in recipes.test.mjs, and those for a browser in tests/browser/recipes.test.mjs. A line that ends in
// `// => value` is checked against that value.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { compareTable, tableOnPage } from '../../tools/compare-table.mjs'
import { posteriorTables, tablesOnPage } from '../../tools/posterior-table.mjs'
import { assemble } from '../samples/assemble.mjs'
import {
  compareValues,
  documents,
  fences,
  fencesOf,
  problemsOf,
  programsOf,
  root,
  snippets
} from '../samples/fences.mjs'

const run = promisify(execFile)

test('every fence of code in the documents is one that is run', () => {
  assert.ok(fences.length > 40, `only ${fences.length} were found`)
  assert.deepEqual(problemsOf(fences), [])
})

test('a fence that nobody would run is found', () => {
  const problems = (text) => problemsOf(fencesOf('a.md', text)).map((problem) => problem.replace(/ .*/, ''))
  const complete = (info) => `words\n\`\`\`${info}\ncode\n\`\`\`\n`
  for (const info of ['js', 'sh', 'json', 'js title="a/b.js"', 'html title="b.html"']) {
    assert.deepEqual(problems(complete(info)), [], info)
  }
  for (const info of [
    '',
    'javascript',
    'mjs',
    'ts',
    'jsx',
    'html',
    'js title=b.js',
    'js no-run',
    'js title="../b.js"'
  ]) {
    assert.deepEqual(problems(complete(info)), ['a.md:2:'], info)
  }
  for (const text of ['~~~js\ncode\n~~~', '- ```js\n  code\n  ```', '> ```js\n> code\n> ```', '```js\ncode']) {
    assert.equal(problems(text)[0], 'a.md:1:', text)
  }
  assert.deepEqual(problems(complete('js title="b.js"').repeat(2)), ['a.md:6:'])
  assert.deepEqual(problems('```html title="b.html"\n1 // => 1\n```'), ['a.md:1:'])
  assert.deepEqual(problems('```js\nf(1) // => 1\n[1, 2].length // => 2\n```'), ['a.md:1:'])
})

test('fences with a title are the files of programs', () => {
  const file = (title, language) => `\`\`\`${language} title="${title}"\ncode\n\`\`\`\n`
  const text = [file('b.js', 'js'), file('page/c.html', 'html'), file('d.csv', 'csv'), file('data/e.csv', 'csv')].join(
    ''
  )
  const programs = programsOf(fencesOf('a.md', text))
  assert.deepEqual(
    programs.map(({ name, place, files }) => [name, place, files.map(({ path }) => path)]),
    [
      ['a.md', 'node', ['b.js', 'd.csv']],
      ['a.md page/', 'browser', ['c.html']]
    ]
  )
})

test('a value that is not what the document says is found', async (t) => {
  const ends = async (code) => runs(await assemble(t, { files: [], place: 'node' }), compareValues(code))
  await ends('1 + 1 // => 2\n')
  await assert.rejects(ends('1 + 1 // => 3\n'), /Expected values to be strictly deep-equal/)
  await assert.rejects(ends("throw new Error('oh')\n"), /oh/)
  await assert.rejects(ends('try {\n  1 // => 1\n} catch {\n  1 // => 1\n}\n'), /never reached: line 4/)
})

test('every block of JavaScript in the documents runs, and gives what it says', { concurrency: 2 }, async (t) => {
  assert.ok(snippets.length > 20)
  const folder = await assemble(t, { files: [], place: 'node' })
  await Promise.all(snippets.map(({ where, code }) => t.test(where, () => runs(folder, compareValues(code), where))))
})

test('rows that a block computes stand in a table of the same page', async () => {
  const rows = snippets.flatMap(({ document, code }) =>
    [...code.matchAll(/\/\/ => '(\| .* \|)'$/gm)].map(([, row]) => ({ document, row }))
  )
  assert.ok(rows.length > 10)
  for (const { document, row } of rows) {
    const lines = (await readFile(join(root, document), 'utf8')).split('\n')
    assert.ok(lines.includes(row), `${document} has no row ${row}`)
  }
})

test('the table of which mechanism to use is the one that compare() makes', async () => {
  const [programs, shown] = [await compareTable(), await tableOnPage()]
  assert.ok(programs.split('\n').length > 10)
  assert.equal(shown, programs)
})

test('links of the documents to files of the repository, and to headings in them, are not broken', async () => {
  for (const document of [...documents, 'CONTRIBUTING.md', 'SECURITY.md']) {
    const text = (await readFile(join(root, document), 'utf8')).replace(/```.*?```/gs, '')
    for (const [, target, heading] of text.matchAll(/\]\((?!https?:|mailto:)([^)#]*)(?:#([^)]+))?\)/g)) {
      const path = target === '' ? document : posix.join(dirname(document), target)
      const found = await readFile(join(root, path), 'utf8').catch(() => undefined)
      assert.ok(found !== undefined, `${document} links to ${target}, which is not there`)
      if (heading) assert.ok(headingsOf(found).includes(heading), `${document} links to ${path}#${heading}`)
    }
  }
})

/** Headings as addresses: small letters, hyphens for spaces, other signs left out. */
function headingsOf(text) {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-')
  )
}

let count = 0
async function runs(folder, code, where = '') {
  const file = join(folder, `${++count}.mjs`)
  await writeFile(file, code)
  await run(process.execPath, [file], { cwd: folder, timeout: 300_000 }).catch((error) => {
    throw new Error(`${where} ended with ${error.code ?? error.signal}:\n${error.stderr}`)
  })
}

test('the tables of the posteriors are what the package computes', async () => {
  assert.deepEqual(await tablesOnPage(), await posteriorTables())
})
