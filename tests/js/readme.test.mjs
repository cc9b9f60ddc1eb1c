// The code of the README and of the pages beside it is run as it stands there. A line that ends in `// => value` is checked
// against that value.

import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { compareTable, tableOnPage } from '../../tools/compare-table.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const documents = await Promise.all(
  ['README.md', 'web/docs/which-mechanism.md'].map((name) => readFile(join(root, name), 'utf8'))
)
const blocks = documents.flatMap((text) => [...text.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code))

test('every block of JavaScript in the documents runs, and gives what it says', async (t) => {
  assert.ok(blocks.length >= 4)
  const folder = await mkdtemp(join(root, 'build/readme-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  for (const [index, code] of blocks.entries()) {
    const checked = code.replaceAll(
      /^(.*?)\s*\/\/ => (.*)$/gm,
      (_, expression, value) => `assertDeepEqual(${expression.replace(/;$/, '')}, ${value})`
    )
    const file = join(folder, `block-${index}.mjs`)
    await writeFile(file, `import { deepEqual as assertDeepEqual } from 'node:assert/strict'\n${checked}`)
    await import(file)
  }
})

test('the table of which mechanism to use is the one that compare() makes', async () => {
  const [made, shown] = [await compareTable(), await tableOnPage()]
  assert.ok(made.split('\n').length > 10)
  assert.equal(shown, made)
})

test('links of the documents to files of the repository are not broken', async () => {
  for (const document of [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'CHANGELOG.md',
    'web/docs/which-mechanism.md'
  ]) {
    const text = await readFile(join(root, document), 'utf8')
    for (const [, target] of text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)) {
      await assert.doesNotReject(readFile(join(root, dirname(document), target)), `${document} links to ${target}`)
    }
  }
})
