// What npm test runs: the suites, what each of them checks file by file, and what has to be built before. A file is a step of
// its own: no core waits for the end of a suite, no file feels the one before it, and the slowest can be named.

import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { targets } from '../fuzz.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const logs = join(root, 'build/test')

/**
 * @typedef {object} Step something that is built or checked by a program
 * @property {string} id
 * @property {string} suite or 'build'
 * @property {string} name
 * @property {string} log the file that takes what the program prints
 * @property {string[]} needs the ids of builds, which are their names
 * @property {string[]} after the ids of builds that must not run at the same time
 * @property {string[]} uses what tools/setup.mjs has to see to, beyond what those builds use
 * @property {string} program
 * @property {string[]} args
 * @property {number} [share] of a core, as tools/test/pool.mjs calls it
 * @property {boolean} [isCounted] whether its log says how many tests there were
 */

const node = (...args) => ({ program: process.execPath, args })

/** What is made once for all who need it. Of two that use the same folder of CMake's, the later one waits for the other. */
const builds = {
  'the package': { ...node('tools/build.mjs', 'package'), uses: ['package'] },
  'the exact auditor': { ...node('tools/build.mjs', 'native', 'exact_auditor'), uses: ['native'] },
  'the native tests': {
    ...node('tools/build.mjs', 'native', 'inbounds_tests'),
    after: ['the exact auditor'],
    uses: ['native']
  },
  'the sanitized tests': {
    ...node('tools/build.mjs', 'native', 'inbounds_tests_sanitized'),
    after: ['the exact auditor', 'the native tests'],
    uses: ['native']
  },
  'the fuzzers': { ...node('tools/build.mjs', 'fuzzers'), uses: ['fuzz'] },
  'the mutants': { ...node('tests/adversary/mutants/build.mjs'), needs: ['the package'] },
  'the page': { ...node('tools/build.mjs', 'site'), needs: ['the package'] }
}

/** Of a build, or of what is checked: what is not said of it. */
const nothing = { needs: [], after: [], uses: [] }

/** @type {Record<string, (isQuick: boolean) => (Partial<Step> & { name: string })[]>} */
const suites = {
  lint: () => [{ name: 'tools/lint.mjs', ...node('tools/lint.mjs') }],
  types: () => [{ name: 'tools/types.mjs', ...node('tools/types.mjs'), needs: ['the package'] }],
  native: (isQuick) => catchTests('inbounds_tests', ['the native tests'], isQuick),
  sanitize: () => catchTests('inbounds_tests_sanitized', ['the sanitized tests'], true),
  fuzz: () =>
    targets.map((target) => ({
      name: `tests/adversary/fuzz/${target}.cpp`,
      ...node('tools/fuzz.mjs', '--built', '--runs', '4000', '--seed', '1', target), // the same everywhere
      needs: ['the fuzzers']
    })),
  package: () => nodeTests('tests/package', ['the package']),
  platforms: () => nodeTests('tests/platforms', ['the package'], ['chromium', 'firefox', 'platforms']),
  wasm: (isQuick) => nodeTests('tests/js', ['the package']).filter(({ notQuick }) => !(isQuick && notQuick)),
  cli: () => nodeTests('tests/cli', ['the package']),
  adversary: () =>
    nodeTests('tests/adversary', ['the package', 'the exact auditor']).map((file) =>
      file.name.includes('/mutants/') ? { ...file, needs: [...file.needs, 'the mutants'] } : file
    ),
  docs: () => nodeTests('tests/docs', []),
  tools: () => nodeTests('tests/tools', []),
  // Pages wait for more than half of their time.
  browser: () => nodeTests('tests/browser', ['the page'], ['chromium']).map((file) => ({ ...file, share: 0.5 }))
}

export const suiteNames = Object.keys(suites)

/**
 * What there is to do for some suites: what they need is built first.
 * @param {string[]} names
 * @param {{ isQuick?: boolean }} [wishes]
 * @returns {Step[]}
 */
export function stepsOf(names, { isQuick = false } = {}) {
  const checks = names.flatMap((suite) => suites[suite](isQuick).map((check) => ({ ...nothing, ...check, suite })))
  const needed = new Set()
  const need = (name) => {
    for (const earlier of builds[name].needs ?? []) need(earlier)
    needed.add(name)
  }
  for (const name of checks.flatMap(({ needs }) => needs)) need(name)
  const buildNames = Object.keys(builds).filter((name) => needed.has(name))
  return [
    ...buildNames.map((name) => ({
      ...nothing,
      ...builds[name],
      id: name,
      suite: 'build',
      name,
      log: join(logs, 'build', `${name}.log`)
    })),
    ...checks.map((check) => ({
      ...check,
      id: `${check.suite}: ${check.name}`,
      log: join(logs, check.suite, `${check.name}.log`)
    }))
  ]
}

/** What has to be there for some steps, as tools/setup.mjs calls it. @param {Step[]} steps */
export const usesOf = (steps) => [...new Set(steps.flatMap(({ uses }) => uses))]

/** How many builds can run at the same time: those that wait for no other. @param {Step[]} steps */
export function buildsAtATime(steps) {
  const ids = new Set(steps.map(({ id }) => id))
  const first = ({ needs, after }) => ![...needs, ...after].some((id) => ids.has(id))
  return steps.filter((step) => step.suite === 'build' && first(step)).length
}

function filesIn(folder, pattern) {
  const files = readdirSync(join(root, folder), { recursive: true })
    .filter((name) => pattern.test(name) && !name.includes('node_modules'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .sort()
  if (files.length === 0) throw new Error(`There are no tests in ${folder}`)
  return files
}

/** A file that begins with `// not quick: ` and a reason is left out of `quick`. */
function nodeTests(folder, needs, uses = []) {
  return filesIn(folder, /\.test\.m?js$/).map((name) => {
    const text = readFileSync(join(root, name), 'utf8')
    return {
      name,
      ...node('--test-reporter=spec', name),
      needs,
      uses: text.includes('tests/platforms/node_modules') ? [...uses, 'platforms'] : uses,
      isCounted: true,
      notQuick: /^\/\/ not quick: \S/.test(text)
    }
  })
}

/** Files of tests/cpp; `withoutLong` leaves out the test cases with the tag [long]. Those of a file have its name as a tag. */
function catchTests(program, needs, withoutLong) {
  const path = join(root, 'build/native/tests/cpp', program)
  const files = filesIn('tests/cpp', /_test\.cpp$/)
  return files
    .filter((name) => !withoutLong || testCasesIn(name).some((testCase) => !testCase.includes('[long]')))
    .map((name) => {
      const tags = `[#${basename(name, '.cpp')}]${withoutLong ? '~[long]' : ''}`
      return { name, program: path, args: ['--filenames-as-tags', tags], needs, isCounted: true }
    })
}

/** The head of each test case of a file: its name and its tags. */
export function testCasesIn(name) {
  const text = readFileSync(join(root, name), 'utf8')
  const heads = text.match(/^TEST_CASE\((?:"(?:[^"\\]|\\.)*"|[^"{])*\{/gm) ?? []
  const count = text.split('TEST_CASE(').length - 1
  if (heads.length !== count)
    throw new Error(`${name} has ${count} test cases, and ${heads.length} of them are understood`)
  return heads
}
