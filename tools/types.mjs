// The types of the package as its users see them: the sources are checked while dist/types is made of their JSDoc, the
// tests here import the package by name.

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { explain, run } from './run.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const tsc = join(root, 'node_modules/typescript/bin/tsc')

// Once as in a page, once as in a project for Node whose TypeScript knows nothing of browsers; and the customers: the command line, what it shares
// with the page, and the page.
const files = [
  'tests/types/tsconfig.json',
  'tests/types/tsconfig.node.json',
  'bindings/csv/tsconfig.json',
  'bindings/cli/tsconfig.json',
  'web/tsconfig.json'
]
// One program reads what they have in common once.
const check = run(process.execPath, [tsc, '-b', '--force', ...files], { cwd: root })

await check.then(
  () => console.log('the declared types are what tests/types expects'),
  (error) => {
    console.error(explain(error))
    process.exitCode = 1
  }
)
