// Installs what a command needs and is not there yet: compilers and browsers with apt-get, the rest with npm. What it installs,
// and about how large that is, is said first.
//   node tools/setup.mjs start|test      for npm start, or all that npm test uses
//   INBOUNDS_NO_INSTALL=1    installs nothing, and lists what is missing

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages } from './apt.mjs'
import { explain, run } from './run.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const systemIncludes = ['/usr/include', '/usr/local/include', '/opt/homebrew/include']
const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const firefoxNames = ['firefox-esr', 'firefox']

/** What can be used: to build the package, or natively, or fuzzers; browsers; and what the package's customers use. */
export const allUses = ['package', 'native', 'fuzz', 'chromium', 'firefox', 'platforms']
const building = ['package', 'native', 'fuzz']

// packages: Debian names, 'first|second' where releases differ; megabytes: of them on a disk, with what else they bring along (as
// Debian 12 has it, and less where some of that is there). advice: for everybody else.
export const needs = [
  {
    name: 'CMake 3.22 or newer',
    uses: building,
    isThere: () => isAtLeast('cmake', 3, 22),
    packages: ['cmake'],
    megabytes: 80,
    advice: 'https://cmake.org'
  },
  {
    name: 'Ninja',
    uses: building,
    isThere: () => findProgram('ninja') ?? findProgram('ninja-build'),
    packages: ['ninja-build'],
    megabytes: 1,
    advice: 'https://ninja-build.org'
  },
  {
    name: 'Emscripten (emcc)',
    uses: ['package'],
    isThere: findEmcc,
    packages: ['emscripten'],
    megabytes: 1250,
    advice: 'the emsdk from https://emscripten.org; its folder in EMSDK or emcc on the PATH'
  },
  {
    name: 'Boost headers 1.81 or newer',
    uses: building,
    isThere: findBoostInclude,
    // Debian 12's libboost-dev is 1.74; later releases have dropped the numbered 1.81 and have a newer libboost-dev.
    packages: ['libboost1.81-dev|libboost-dev'],
    megabytes: 230,
    advice: 'https://www.boost.org, unpacked is enough; its folder in BOOST_ROOT'
  },
  {
    name: 'a C++20 compiler (g++ 11, clang++ 14 or newer)',
    uses: ['native'],
    isThere: () => isAtLeast('g++', 11) || isAtLeast('clang++', 14),
    packages: ['g++'],
    megabytes: 250,
    advice: 'GCC or Clang'
  },
  {
    name: 'Clang 14 or newer with libFuzzer',
    uses: ['fuzz'],
    isThere: hasLibFuzzer,
    // Debian's clang only recommends its runtime; older releases had it inside.
    packages: ['clang', 'libclang-rt-dev|clang'],
    megabytes: 440,
    advice: 'Clang from https://llvm.org with its compiler-rt; the one of Xcode has no libFuzzer'
  },
  {
    name: 'Catch2',
    uses: ['native'],
    isThere: findCatch2,
    packages: ['catch2'],
    megabytes: 3,
    advice: 'https://github.com/catchorg/Catch2, installed under /usr/local'
  },
  {
    name: 'MPFR and GMP',
    uses: ['native'],
    isThere: () => findHeader('mpfr.h') && findHeader('gmp.h'),
    packages: ['libmpfr-dev'],
    megabytes: 5,
    advice: 'https://www.mpfr.org and https://gmplib.org, installed under /usr/local'
  },
  {
    name: 'Chromium',
    uses: ['chromium'],
    isThere: findChromium,
    // The headless shell saves time, and nobody has to have it.
    packages: ['chromium|chromium-browser', 'chromium-headless-shell|chromium|chromium-browser', 'fonts-dejavu-core'],
    megabytes: 900,
    advice: 'Chromium or Chrome; its path in CHROMIUM if it has an unusual name'
  },
  {
    name: 'Firefox',
    uses: ['firefox'],
    isThere: findFirefox,
    packages: ['firefox-esr|firefox'],
    megabytes: 440,
    advice: 'https://www.mozilla.org/firefox; its path in FIREFOX if it has an unusual name'
  }
]

/** What npm installs, in which folder, and how large it is there (a test compares). */
export const npmFolders = [
  { folder: '.', what: 'build and test tools', megabytes: 200 },
  { folder: 'tests/platforms', what: 'bundlers, runtimes and a database', megabytes: 730, uses: ['platforms'] }
]

/**
 * @param {string} command what asks for it, as one types it
 * @param {string[]} uses some of `allUses`; the npm packages of the root come with each
 */
export async function setUp(command, uses) {
  checkNode()
  keepThisNodeFirst()
  const isUsed = (need) => need.uses?.some((use) => uses.includes(use)) ?? true
  const programs = needs.filter(isUsed).filter((need) => !need.isThere())
  const folders = npmFolders.filter(isUsed).filter(({ folder }) => !isInstalled(folder))
  if (programs.length > 0 || folders.length > 0) await install(command, programs, folders)
  addEmsdkToPath()
}

async function install(command, programs, folders) {
  const missing = `${command} needs what is not here yet:\n${list(programs, folders)}`
  if (isSet(process.env.INBOUNDS_NO_INSTALL)) {
    throw new Error(`${missing}\nNothing was installed, as INBOUNDS_NO_INSTALL says.`)
  }
  console.log(`${missing}\nThey are installed now; INBOUNDS_NO_INSTALL=1 would only list them.`)
  if (programs.length > 0) {
    await installPackages(programs)
    const stillMissing = programs.filter((need) => !need.isThere())
    if (stillMissing.length > 0) {
      throw new Error(`Installed, but still not found: ${stillMissing.map((need) => need.name).join(', ')}`)
    }
    if (keepThisNodeFirst()) console.log(nodeAdvice())
  }
  for (const { folder } of folders) await installNpmPackages(folder)
}

/** A line for each, and how large all of them are. */
function list(programs, folders) {
  const lines = [
    ...programs.map(
      ({ name, packages, megabytes }) =>
        `  - ${name}: about ${megabytes} MB (${packages.join(', ').replaceAll('|', ' or ')} of Debian)`
    ),
    ...folders.map(
      ({ folder, what, megabytes }) => `  - ${what}, from npm: about ${megabytes} MB in ${join(folder, 'node_modules')}`
    )
  ]
  const sum = [...programs, ...folders].reduce((all, { megabytes }) => all + megabytes, 0)
  return `${lines.join('\n')}\nThat is about ${sum} MB in all, less what they share.`
}

const isSet = (variable) => !['', '0', undefined].includes(variable)

export function findChromium() {
  return findProgram(process.env.CHROMIUM) ?? chromiumNames.map(findProgram).find(Boolean)
}

/** The same engine without a browser's windows: pages cost half the time. Where it is not, all of Chromium. */
export function findHeadlessChromium() {
  return findProgram(process.env.CHROMIUM) ?? findProgram('chromium-headless-shell') ?? findChromium()
}

export function findFirefox() {
  return findProgram(process.env.FIREFOX) ?? firefoxNames.map(findProgram).find(Boolean)
}

// The folder that holds boost/, if that Boost is new enough.
function findBoostInclude() {
  const given = process.env.BOOST_ROOT
  return [...(given ? [given, join(given, 'include')] : []), ...systemIncludes].find((folder) => {
    const header = join(folder, 'boost/version.hpp')
    return existsSync(header) && boostVersion(header) >= 108100
  })
}

function boostVersion(header) {
  return Number(/^#define BOOST_VERSION (\d+)/m.exec(readFileSync(header, 'utf8'))?.[1])
}

/** Where a compiler looks: some of Debian's headers are in a folder of their own for each kind of processor. */
function findHeader(name) {
  if (systemIncludes.some((folder) => existsSync(join(folder, name)))) return true
  const isSeenBy = (compiler) =>
    spawnSync(compiler, ['-E', '-x', 'c++', '-'], { input: `#include <${name}>`, stdio: ['pipe', 'ignore', 'ignore'] })
      .status === 0
  return ['g++', 'clang++'].some(isSeenBy)
}

function findCatch2() {
  const headers = ['catch2/catch_all.hpp', 'catch2/catch.hpp']
  return systemIncludes.some((folder) => headers.some((header) => existsSync(join(folder, header))))
}

// Whether a fuzzer can be linked: the compiler may be there without its runtime.
function hasLibFuzzer() {
  if (!isAtLeast('clang++', 14)) return false
  const program = 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }'
  const args = ['-x', 'c++', '-fsanitize=fuzzer,address,undefined', '-', '-o', '/dev/null']
  return spawnSync('clang++', args, { input: program }).status === 0
}

function emsdkFolder() {
  return process.env.EMSDK && join(process.env.EMSDK, 'upstream/emscripten')
}

function findEmcc() {
  return findProgram('emcc') ?? (emsdkFolder() && findProgram(join(emsdkFolder(), 'emcc')))
}

/** What builds WebAssembly calls Emscripten's programs by name. */
export function addEmsdkToPath() {
  const folder = emsdkFolder()
  if (folder && !findProgram('emcc')) process.env.PATH = [folder, process.env.PATH].join(delimiter)
}

function findProgram(name) {
  if (!name) return undefined
  if (name.includes('/')) return isExecutable(name) ? name : undefined
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable)
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

function isAtLeast(program, major, minor = 0) {
  if (!findProgram(program)) return false
  const answer = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? ''
  const [, foundMajor, foundMinor] = /(\d+)\.(\d+)/.exec(answer)?.map(Number) ?? []
  return foundMajor > major || (foundMajor === major && foundMinor >= minor)
}

function checkNode() {
  if (Number.parseInt(process.versions.node, 10) >= 20) return
  throw new Error(`Node.js 20 or newer is needed; this is ${process.version} (${process.execPath}).`)
}

// Debian's emscripten brings Debian's Node 18 along as /usr/bin/node. Whoever is called 'node' by what we start
// (npm, CMake's tests) has to be the one that runs this. Says whether that took a change.
function keepThisNodeFirst() {
  const first = findProgram('node')
  if (first && realpathSync(first) === realpathSync(process.execPath)) return false
  process.env.PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  return true
}

function nodeAdvice() {
  return `Another Node.js came along and is now first on your PATH: put ${dirname(process.execPath)} before it.`
}

async function installNpmPackages(folder) {
  const cwd = join(root, folder)
  console.log(`Installing the npm packages named in ${join(folder, 'package-lock.json')} ...`)
  const [command, ...args] = [...npmCommand(), 'ci', '--include=dev', '--no-audit', '--no-fund']
  await run(command, args, { cwd, quiet: true })
  writeFileSync(stampOf(folder), stampFor(folder))
}

/** Whether the packages of a folder are those of its lock file. */
function isInstalled(folder) {
  return existsSync(stampOf(folder)) && readFileSync(stampOf(folder), 'utf8') === stampFor(folder)
}

const stampOf = (folder) => join(root, folder, 'node_modules/.inbounds-lock')

// Some packages are programs: the same lock file gives other files on another system.
function stampFor(folder) {
  const lock = readFileSync(join(root, folder, 'package-lock.json'))
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch}\n`
}

// The npm that runs us, if one does: it is the one whose Node and settings are in use.
function npmCommand() {
  const own = process.env.npm_execpath
  return own && basename(own).startsWith('npm') ? [process.execPath, own] : ['npm']
}

async function main(purpose = 'test') {
  const uses = { start: ['package'], test: allUses }[purpose]
  if (!uses) throw new Error('Say what to set up for: start or test')
  await setUp(`npm ${purpose}`, uses)
  console.log(`Everything that npm ${purpose} needs is here.`)
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await main(process.argv[2]).catch((error) => {
    console.error(explain(error))
    process.exitCode = 1
  })
}
