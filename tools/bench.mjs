// npm run bench: measures and prints a table. Ratios are against the row marked 1 in the same run, since machines are noisy:
// of the value itself, or of speeds where it says so.
//   npm run bench -- --check         ends with 1 if a bar is missed
//   npm run bench -- calibration     only the benchmarks of that name
//   npm run bench -- accuracy        takes minutes, and is run by its name only; with --write its tables go into the documents

import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { explain } from './run.mjs'
import { setUp } from './setup.mjs'

const folder = fileURLToPath(new URL('../tests/bench/', import.meta.url))
const onlyByName = ['accuracy']
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))

async function main() {
  await setUp('test') // the native side needs a compiler
  const { buildNative, buildPackage } = await import('./build.mjs')
  await buildPackage()
  await buildNative('inbounds_native_draws')
  const all = readdirSync(folder).filter((name) => name.endsWith('.bench.mjs'))
  const isChosen = (name) => (words.length === 0 ? !onlyByName.includes(name) : words.includes(name))
  const chosen = all.filter((file) => isChosen(file.replace('.bench.mjs', '')))
  if (chosen.length === 0) throw new Error(`no such benchmark; there are ${all.join(', ')}`)
  let missed = 0
  for (const name of chosen) {
    console.log(`\n${name.replace('.bench.mjs', '')}`)
    const { rows } = await import(`../tests/bench/${name}`)
    for (const row of await rows()) {
      print(row)
      if (row.pass === false) missed += 1
    }
  }
  console.log(missed === 0 ? '\nevery bar is met' : `\n${missed} missed`)
  if (process.argv.includes('--check') && missed > 0) process.exitCode = 1
}

function print({ what, value, ratio, speedup, bar, pass }) {
  const times = speedup ?? ratio
  const shownRatio = times === undefined ? '' : `${times.toPrecision(3)}x${speedup === undefined ? '' : ' speed'}`
  const verdict = bar === undefined ? '' : `${pass ? 'pass' : 'FAIL'}  ${bar}`
  console.log(`  ${what.padEnd(60)}${value.padStart(12)}${shownRatio.padStart(14)}   ${verdict}`)
}

main().catch((error) => {
  console.error(explain(error))
  process.exitCode = 1
})
