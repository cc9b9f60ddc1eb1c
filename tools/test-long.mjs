// npm run test:long [-- seconds]: ten minutes for each fuzzer, and ten for all properties of the JavaScript interface, with a
// fresh seed.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fuzz } from './fuzz.mjs'
import { explain, run } from './run.mjs'
import { setUp } from './setup.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const properties = join(root, 'tests/adversary/properties')
const seconds = Number(process.argv[2] ?? 600)

async function main() {
  if (!(seconds > 0)) throw new Error(`The time for each must be a number of seconds above 0, got ${process.argv[2]}`)
  await setUp('npm run test:long', ['fuzz', 'package'])
  await fuzz({ seconds })
  const { buildPackage } = await import('./build.mjs')
  await buildPackage()
  const files = readdirSync(properties).filter((name) => name.endsWith('.test.mjs'))
  const count = files.flatMap((name) => readFileSync(join(properties, name), 'utf8').match(/^holds\(/gm) ?? []).length
  const env = { INBOUNDS_PROPERTY_SECONDS: String(seconds / count) }
  // One after the other: each prints its seed and every property as it ends.
  for (const name of files) {
    await run(process.execPath, ['--test', '--test-reporter=spec', join(properties, name)], { cwd: root, env })
  }
}

await main().catch((error) => {
  console.error(explain(error))
  process.exitCode = 1
})
