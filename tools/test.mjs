// npm test: sets up, builds what is needed, runs the suites and sums up.
//   npm test                     everything
//   npm test -- native wasm      only these suites
//   npm test -- quick            after each edit: lint and types, and most of native and wasm
// What a file printed is in build/test, and on the screen if it failed.

import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { explain, run } from './run.mjs'
import { setUp } from './setup.mjs'
import { runJobs } from './test/pool.mjs'
import { print, printSummary, resultOf } from './test/report.mjs'
import { buildsAtATime, stepsOf, suiteNames, usesOf } from './test/suites.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const quick = ['lint', 'types', 'native', 'wasm']
const timeLimit = 40 * 60_000 // of one step, on a machine that is busy otherwise: only what hangs takes longer

function chooseSteps(words) {
  const unknown = words.filter((name) => name !== 'quick' && !suiteNames.includes(name))
  if (unknown.length > 0) {
    throw new Error(`No such suite: ${unknown.join(', ')}. There are: ${suiteNames.join(', ')}; and quick`)
  }
  if (!words.includes('quick')) return stepsOf(words.length > 0 ? words : suiteNames)
  if (words.length > 1) throw new Error('quick has its own choice of suites: it stands alone')
  return stepsOf(quick, { isQuick: true })
}

/**
 * What the steps are run with. Each build would start as many compilers as there are cores: they share the cores, and memory.
 */
function environmentOf(steps, atATime) {
  const builds = Math.max(1, Math.min(buildsAtATime(steps), atATime))
  return {
    CMAKE_BUILD_PARALLEL_LEVEL: String(Math.max(1, Math.floor(availableParallelism() / builds))),
    ...process.env
  }
}

async function test(words) {
  const steps = chooseSteps(words)
  await setUp(words.length > 0 ? `npm test -- ${words.join(' ')}` : 'npm test', usesOf(steps))
  const started = performance.now()
  const results = []
  for (const { log } of steps) rmSync(log, { force: true })
  const atATime = Math.max(2, availableParallelism()) // browsers and servers wait more than they work
  const env = environmentOf(steps, atATime)
  const runStep = ({ program, args, log }) => run(program, args, { cwd: root, env, log, timeLimit })
  const jobs = steps.map((step) => ({ ...step, run: () => runStep(step) }))
  await runJobs(jobs, atATime, (step, problem, seconds) => {
    const result = resultOf(step, problem, seconds)
    results.push(result)
    print(result)
  })
  printSummary(results, (performance.now() - started) / 1000)
  process.exitCode = results.every(({ failed }) => failed === 0) ? 0 : 1
}

await test(process.argv.slice(2)).catch((error) => {
  console.error(explain(error))
  process.exitCode = 1
})
