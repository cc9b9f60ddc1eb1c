// The types of the package as its users see them: the sources are checked while dist/types is made of their JSDoc, the
// tests here import the package by name.

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { explain, run } from './run.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const tsc = join(root, 'node_modules/typescript/bin/tsc')

await run(process.execPath, [tsc, '-p', join(root, 'tests/types')], { cwd: root }).then(
  () => console.log('the declared types are what tests/types expects'),
  (error) => {
    console.error(explain(error))
    process.exitCode = 1
  }
)
