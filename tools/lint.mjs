// Format and lint: clang-format for C++ (as WebAssembly from npm, so that every machine has the same version of it), Biome
// for everything else (linter and formatter in one program without dependencies). With --fix, both write what they want.

import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format } from '@wasm-fmt/clang-format'
import { explain, run } from './run.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const fix = process.argv.includes('--fix')

async function checkCpp() {
  const style = await readFile(join(root, '.clang-format'), 'utf8')
  const wrong = []
  for (const name of cppFiles()) {
    const text = await readFile(join(root, name), 'utf8')
    const formatted = format(text, name, style)
    if (formatted === text) continue
    if (fix) await writeFile(join(root, name), formatted)
    else wrong.push(name)
  }
  if (wrong.length > 0) throw new Error(`clang-format would change ${wrong.join(', ')}; npm run format does it`)
}

function cppFiles() {
  return ['src', 'bindings', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => /\.[ch]pp$/.test(name) && !name.includes('node_modules'))
      .map((name) => join(folder, name))
  )
}

async function checkTheRest() {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const mode = fix ? ['check', '--write'] : ['check', '--error-on-warnings']
  await run(process.execPath, [biome, ...mode, root], { cwd: root })
}

const ends = await Promise.allSettled([checkTheRest(), checkCpp()])
const problems = ends.filter(({ reason }) => reason).map(({ reason }) => explain(reason))
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
