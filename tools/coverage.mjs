// npm run coverage: how often a collector's intervals hold what they are for, by simulation. A table in Markdown.
//   npm run coverage -- 1000 10000 1 20          runs, reports in each, epsilon, bins of the histogram
//   npm run coverage -- 1000 2000 0.5 20 0.05    and the granularity, for truths from 0 to 1

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildNative } from './build.mjs'
import { explain, run } from './run.mjs'
import { setUp } from './setup.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

async function coverage(numbers) {
  const wrong = numbers.find((number) => !(Number(number) > 0))
  if (wrong !== undefined)
    throw new Error(`Say how many runs, reports, epsilon, bins and which granularity, as numbers, not '${wrong}'`)
  await setUp('npm run coverage', ['native'])
  await buildNative('collector_coverage')
  await run(join(root, 'build/native/tests/cpp/collector_coverage'), numbers, { cwd: root })
}

await coverage(process.argv.slice(2)).catch((error) => {
  console.error(explain(error))
  process.exitCode = 1
})
