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
 * @property {string} program
 * @property {string[]} args
 * @property {boolean} [isCounted] whether its log says how many tests there were
 */

const node = (...args) => ({ program: process.execPath, args })

/** What is made once for all who need it. Of two that use the same folder of CMake's, the later one needs the earlier. */
const builds = {
  'the package': { ...node('tools/build.mjs', 'package'), needs: [] },
  'the exact auditor': { ...node('tools/build.mjs', 'native', 'exact_auditor'), needs: [] },
  'the native tests': { ...node('tools/build.mjs', 'native', 'inbounds_tests'), needs: ['the exact auditor'] },
  'the sanitized tests': {
    ...node('tools/build.mjs', 'native', 'inbounds_tests_sanitized'),
    needs: ['the native tests']
  },
  'the fuzzers': { ...node('tools/build.mjs', 'fuzzers'), needs: [] },
  'the mutants': { ...node('tests/adversary/mutants/build.mjs'), needs: ['the package'] },
  'the page': { ...node('tools/build.mjs', 'site'), needs: ['the package'] }
}

/** @type {Record<string, (isQuick: boolean) => Omit<Step, 'id' | 'suite' | 'log'>[]>} */
const suites = {
  lint: () => [{ name: 'tools/lint.mjs', ...node('tools/lint.mjs'), needs: [] }],
  types: () => [{ name: 'tools/types.mjs', ...node('tools/types.mjs'), needs: ['the package'] }],
  native: (isQuick) => catchTests('inbounds_tests', ['the native tests'], isQuick ? ['long', 'slow'] : []),
  sanitize: () => catchTests('inbounds_tests_sanitized', ['the sanitized tests'], ['long']),
  fuzz: () =>
    targets.map((target) => ({
      name: `tests/adversary/fuzz/${target}.cpp`,
      ...node('tools/fuzz.mjs', '--built', '--seconds', '60', '--runs', '4000', '--seed', '1', target), // the same everywhere
      needs: ['the fuzzers']
    })),
  package: () => nodeTests('tests/package', ['the package']),
  platforms: () => nodeTests('tests/platforms', ['the package']),
  wasm: (isQuick) => nodeTests('tests/js', ['the package']).filter(({ name }) => !(isQuick && slow.includes(name))),
  cli: () => nodeTests('tests/cli', ['the package']),
  adversary: () => nodeTests('tests/adversary', ['the package', 'the exact auditor', 'the mutants']),
  docs: () => nodeTests('tests/docs', []),
  tools: () => nodeTests('tests/tools', []),
  browser: () => nodeTests('tests/browser', ['the page'])
}

/** Those of `wasm` that `quick` leaves out: what takes longer than all the others together. */
const slow = []

export const suiteNames = Object.keys(suites)

/**
 * What there is to do for some suites: what they need is built first.
 * @param {string[]} names
 * @param {{ isQuick?: boolean }} [wishes]
 * @returns {Step[]}
 */
export function stepsOf(names, { isQuick = false } = {}) {
  const checks = names.flatMap((suite) => suites[suite](isQuick).map((check) => ({ suite, ...check })))
  const needed = new Set()
  const need = (name) => {
    for (const earlier of builds[name].needs) need(earlier)
    needed.add(name)
  }
  for (const name of checks.flatMap(({ needs }) => needs)) need(name)
  const made = Object.keys(builds).filter((name) => needed.has(name))
  return [
    ...made.map((name) => ({
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

function filesIn(folder, pattern) {
  const files = readdirSync(join(root, folder), { recursive: true })
    .filter((name) => pattern.test(name) && !name.includes('node_modules'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .sort()
  if (files.length === 0) throw new Error(`There are no tests in ${folder}`)
  return files
}

function nodeTests(folder, needs) {
  const files = filesIn(folder, /\.test\.m?js$/)
  return files.map((name) => ({ name, ...node('--test-reporter=spec', name), needs, isCounted: true }))
}

/** Files of tests/cpp, less the test cases with some tags: those of a file have its name as one. */
function catchTests(program, needs, without) {
  const path = join(root, 'build/native/tests/cpp', program)
  const isLeftOut = (line) => without.some((tag) => line.includes(`[${tag}]`))
  const files = filesIn('tests/cpp', /_test\.cpp$/).filter((name) => {
    const cases = readFileSync(join(root, name), 'utf8').match(/^TEST_CASE\(.*(\n.*)?\{$/gm) ?? []
    return cases.length === 0 || cases.some((line) => !isLeftOut(line))
  })
  return files.map((name) => {
    const tags = [`[#${basename(name, '.cpp')}]`, ...without.map((tag) => `~[${tag}]`)]
    return { name, program: path, args: ['--filenames-as-tags', tags.join('')], needs, isCounted: true }
  })
}
