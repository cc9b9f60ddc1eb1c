// npm test: sets up, runs the suites in order and sums up.
//   npm test -- native wasm      runs only these

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endChildren, explain, run } from './run.mjs'
import { findChromium, setUp } from './setup.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const timeLimit = 40 * 60_000 // for a machine that is busy otherwise; a quarter of it is usual at most

const suites = {
  lint: () => node('tools/lint.mjs'),
  native: () => cmakePreset('native'),
  sanitize: () => cmakePreset('sanitize'),
  fuzz: () => node('tools/fuzz.mjs', '--seconds', '60', '--runs', '4000', '--seed', '1'), // the same everywhere
  package: async () => {
    await packageBuilt()
    await nodeTests('tests/package')
  },
  platforms: async () => {
    await packageBuilt()
    await nodeTests('tests/platforms')
  },
  types: async () => {
    await packageBuilt()
    await node('tools/types.mjs')
  },
  wasm: async () => {
    await packageBuilt()
    await nodeTests('tests/js')
  },
  cli: async () => {
    await packageBuilt()
    await nodeTests('tests/cli')
  },
  adversary: async () => {
    await packageBuilt()
    const { buildNative } = await import('./build.mjs')
    await buildNative('exact_auditor')
    await nodeTests('tests/adversary')
  },
  docs: () => nodeTests('tests/docs'),
  browser: async () => {
    await packageBuilt()
    const { buildPage } = await import('./build.mjs')
    await buildPage()
    // A browser keeps two cores busy by itself, and its pages have deadlines.
    await nodeTests('tests/browser', { env: { CHROMIUM: findChromium() }, atATime: 1 })
  }
}

// One build serves all suites that need it; if it failed, it has failed for each of them.
let building
function packageBuilt() {
  building ??= import('./build.mjs').then(({ buildPackage }) => buildPackage())
  return building
}

// Both are built in one folder: the same test cases, with and without sanitizers in the library.
async function cmakePreset(preset) {
  await run('cmake', ['--preset', 'native'], { cwd: root, quiet: true })
  await run('cmake', ['--build', '--preset', preset], { cwd: root })
  await run('ctest', ['--preset', preset, '--output-on-failure'], { cwd: root })
}

function node(...args) {
  return run(process.execPath, args, { cwd: root })
}

// Whether Node can be told how many files to test at a time.
const [major, minor] = process.versions.node.split('.').map(Number)
const takesConcurrency = major > 20 || minor >= 10

// Files are named one by one: Node 20 takes a folder, later versions do not.
async function nodeTests(folder, { env, atATime = 2 } = {}) {
  const files = readdirSync(join(root, folder), { recursive: true })
    .filter((name) => /\.test\.m?js$/.test(name) && !name.includes('node_modules'))
    .map((name) => join(folder, name))
    .sort()
  if (files.length === 0) throw new Error(`There are no *.test.mjs files in ${folder}`)
  const concurrency = takesConcurrency ? [`--test-concurrency=${atATime}`] : []
  await run(process.execPath, ['--test', '--test-reporter=spec', ...concurrency, ...files], { cwd: root, env })
}

function chosenSuites(names) {
  const unknown = names.filter((name) => !Object.hasOwn(suites, name))
  if (unknown.length > 0) {
    throw new Error(`No such suite: ${unknown.join(', ')}. There are: ${Object.keys(suites).join(', ')}`)
  }
  return Object.keys(suites).filter((name) => names.length === 0 || names.includes(name))
}

async function runSuite(name) {
  console.log(`\n=== ${name} ===`)
  const started = performance.now()
  const problem = await inTime(suites[name]).then(() => undefined, explain)
  if (problem) console.error(`\n${name} failed: ${problem}`)
  return { suite: name, result: problem ? 'FAILED' : 'passed', seconds: (performance.now() - started) / 1000 }
}

async function inTime(suite) {
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`not finished after ${timeLimit / 60_000} minutes`))
      endChildren()
    }, timeLimit)
  })
  try {
    await Promise.race([suite(), late])
  } finally {
    clearTimeout(timer)
  }
}

function printSummary(results) {
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0)
  const failed = results.filter((result) => result.result === 'FAILED').length
  const total = { suite: 'total', result: failed ? `${failed} FAILED` : 'passed', seconds }
  console.log(`\n${'suite'.padEnd(10)} ${'result'.padEnd(10)} seconds`)
  for (const { suite, result, seconds } of [...results, total]) {
    console.log(`${suite.padEnd(10)} ${result.padEnd(10)} ${seconds.toFixed(1).padStart(7)}`)
  }
}

async function test(names) {
  const chosen = chosenSuites(names)
  await setUp('test')
  const results = []
  for (const name of chosen) results.push(await runSuite(name))
  printSummary(results)
  // Said outright: a suite that was given up may have left something pending.
  process.exit(results.every((result) => result.result === 'passed') ? 0 : 1)
}

await test(process.argv.slice(2)).catch((error) => {
  console.error(explain(error))
  process.exit(1)
})
