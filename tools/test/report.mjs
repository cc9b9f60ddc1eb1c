// What npm test says: a line for each step that ends, all that a failed one printed, and a summary.

import { existsSync, readFileSync } from 'node:fs'

/** @typedef {{ suite: string, name: string, log: string, isCounted?: boolean }} Logged isCounted: its log says how many tests there were */
/** @typedef {Logged & { seconds: number, passed: number, failed: number, skipped: number, problem?: string }} Result */

const slowest = 5

/**
 * What came of a step. Node's runner and Catch2 (2 and 3) count their tests in the log; any other program is one test, and a
 * build is none.
 * @param {Logged} step
 * @param {Error | undefined} problem
 * @param {number} seconds
 * @returns {Result}
 */
export function resultOf({ suite, name, log, isCounted = false }, problem, seconds) {
  const counted = isCounted && existsSync(log) ? countsIn(readFileSync(log, 'utf8')) : undefined
  const uncounted = { passed: problem || isCounted || suite === 'build' ? 0 : 1, failed: 0, skipped: 0 }
  const { passed, failed, skipped } = counted ?? uncounted
  const result = { suite, name, log, seconds, passed, skipped, failed: problem ? Math.max(failed, 1) : failed }
  if (problem) return { ...result, problem: problem.message }
  if (isCounted && !counted?.passed) return { ...result, failed: 1, problem: 'it ran no test' }
  return result
}

/** Nothing, where nothing is said. @param {string} text */
function countsIn(text) {
  const number = (pattern) => Number(pattern.exec(text)?.[1] ?? 0)
  if (/^ℹ tests \d+$/m.test(text)) {
    return {
      passed: number(/^ℹ pass (\d+)$/m),
      failed: number(/^ℹ fail (\d+)$/m) + number(/^ℹ cancelled (\d+)$/m),
      skipped: number(/^ℹ skipped (\d+)$/m) + number(/^ℹ todo (\d+)$/m)
    }
  }
  if (!/^(All tests passed|test cases:)/m.test(text)) return undefined
  const passed = number(/^All tests passed \(.* in (\d+) test cases?\)$/m) || number(/^test cases:.* (\d+) passed/m)
  return { passed, failed: number(/^test cases:.* (\d+) failed/m), skipped: number(/^test cases:.* (\d+) skipped/m) }
}

/** @param {Result} result */
export function print({ suite, name, log, seconds, passed, skipped, problem }) {
  const tests = `${passed > 1 ? `, ${passed} tests` : ''}${skipped > 0 ? `, ${skipped} skipped` : ''}`
  console.log(`${problem ? '✖' : '✔'} ${suite.padEnd(9)} ${name} (${seconds.toFixed(1)} s${tests})`)
  if (!problem) return
  if (existsSync(log)) process.stdout.write(readFileSync(log))
  console.log(`✖ ${suite}: ${name}: ${problem}\n`)
}

/** @param {Result[]} results @param {number} seconds of all together, by the clock */
export function printSummary(results, seconds) {
  const line = (name, time, passed, failed) =>
    console.log(`${name.padEnd(10)} ${time.padStart(8)} ${passed.padStart(7)} ${failed.padStart(7)}`)
  const sum = (list, word) => list.reduce((all, result) => all + result[word], 0)
  const row = (name, list, time = sum(list, 'seconds')) =>
    line(name, time.toFixed(1), String(sum(list, 'passed')), String(sum(list, 'failed')))

  const files = results.filter(({ suite }) => suite !== 'build').sort((one, other) => other.seconds - one.seconds)
  console.log('\nThe slowest files:')
  for (const { suite, name, seconds } of files.slice(0, slowest)) {
    console.log(`${seconds.toFixed(1).padStart(8)} s  ${suite}: ${name}`)
  }
  console.log('\nSeconds of a suite are those of its files, of which some run at the same time.\n')
  line('suite', 'seconds', 'passed', 'failed')
  for (const suite of new Set(results.map(({ suite }) => suite))) {
    row(suite, results.filter((result) => result.suite === suite)) // biome-ignore format: one thought
  }
  row('by clock', results, seconds)
  const problems = results.filter(({ problem }) => problem)
  if (problems.length > 0) console.log(`\nWhat failed:\n${problems.map(({ suite, name, problem }) => `  ${suite}: ${name}: ${problem}`).join('\n')}`) // biome-ignore format: one line of output
  const skipped = sum(results, 'skipped')
  console.log(
    `\n${sum(results, 'passed')} passed, ${sum(results, 'failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  )
}
