// npm run bench: measures, and prints a Markdown table for each benchmark, ratios first: of values, of speeds, or the power of n
// with which a time grows. They are against a row of the same run, since machines are noisy. Progress goes to stderr.
//   npm run bench -- --check         ends with 1 if a bar is missed
//   npm run bench -- calibration     only the benchmarks of that name
//   npm run bench -- --write         measures everything, and puts the rows that are marked for it into the README
//   npm run bench -- accuracy        takes minutes, and is run by its name only; with --write its tables go into the documents

import { benchmarks, onlyByName, readmeRowsOf } from '../tests/bench/benchmarks.mjs'
import { checkMarks, readmeLines, tableOf, writeReadme } from './bench-table.mjs'
import { machineWords } from './machine.mjs'
import { explain } from './run.mjs'
import { setUp } from './setup.mjs'

const options = ['--check', '--write']

async function main(words) {
  const { chosen, check, write } = parseWords(words)
  await setUp('npm run bench', ['package', 'native', 'chromium'])
  const { buildPackage } = await import('./build.mjs')
  await buildPackage()
  const results = []
  for (const name of chosen) results.push(await measureOne(name, `${results.length + 1} of ${chosen.length}`))
  if (write) {
    const { load } = await import('inbounds')
    await writeReadme(readmeLines(results, machineWords((await load()).build)))
  }
  const missed = results.flatMap(({ name, rows }) => rows.filter(({ pass }) => pass === false).map(({ what }) => `- ${name}: ${what}`)) // biome-ignore format: one thought
  console.log(missed.length === 0 ? '\nEvery bar is met.' : `\nMissed:\n\n${missed.join('\n')}`)
  if (check && missed.length > 0) process.exitCode = 1
}

/** What is asked for; what nobody knows is refused before anything is built. */
function parseWords(words) {
  const unknownOptions = words.filter((word) => word.startsWith('-') && !options.includes(word))
  if (unknownOptions.length > 0) throw new Error(`No such option: ${unknownOptions.join(', ')}. There are: ${options.join(', ')}`) // biome-ignore format: one sentence
  const names = words.filter((word) => !word.startsWith('-'))
  const unknown = names.filter((name) => !benchmarks.includes(name))
  if (unknown.length > 0) throw new Error(`No such benchmark: ${unknown.join(', ')}. There are: ${benchmarks.join(', ')}`) // biome-ignore format: one sentence
  const isChosen = (name) => (names.length === 0 ? !onlyByName.includes(name) : names.includes(name))
  const write = words.includes('--write')
  if (write && names.some((name) => !onlyByName.includes(name))) {
    throw new Error(`The README's table is one run of everything: --write takes no names but ${onlyByName.join(', ')}`)
  }
  return { chosen: benchmarks.filter(isChosen), check: words.includes('--check'), write: write && names.length === 0 }
}

async function measureOne(name, place) {
  process.stderr.write(`measuring ${name} (${place}) ...\n`)
  console.log(`\n## ${name}\n`)
  const { rows } = await import(`../tests/bench/${name}.bench.mjs`)
  const result = { name, marked: await readmeRowsOf(name), rows: await rows() }
  console.log(tableOf(result.rows).join('\n'))
  checkMarks(result)
  return result
}

await main(process.argv.slice(2)).catch((error) => {
  console.error(explain(error))
  process.exitCode = 1
})
