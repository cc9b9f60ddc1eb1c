// The code of the README is run as it stands there. A line that ends in `// => value` is checked against that value.

import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const readme = await readFile(join(root, 'README.md'), 'utf8')
const blocks = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code)

test('every block of JavaScript in the README runs, and gives what it says', async (t) => {
  assert.ok(blocks.length >= 2)
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

test('links of the documents to files of the repository are not broken', async () => {
  for (const document of ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']) {
    const text = await readFile(join(root, document), 'utf8')
    for (const [, target] of text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)) {
      await assert.doesNotReject(readFile(join(root, target)), `${document} links to ${target}`)
    }
  }
})
