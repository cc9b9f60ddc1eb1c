// Builds mutants: the package with one source file of its C++ changed. They are linked from the objects that the package is
// linked from, but without optimising across them, which takes ten seconds a time; their JavaScript is that of the package.
//   node tests/adversary/mutants/build.mjs

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildEntry } from '../../../tools/build.mjs'
import { run } from '../../../tools/run.mjs'
import { addEmsdkToPath } from '../../../tools/setup.mjs'
import { withSection } from '../../../tools/wasm-section.mjs'
import { mutants } from './mutants.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const thisFile = fileURLToPath(import.meta.url)
const bindingsFolder = join(root, 'bindings/embind')
const packageBuild = join(root, 'build/wasm')
const build = join(root, 'build/mutants')
const library = join(build, 'libinbounds.a')
/** What all mutants have in common, as a hash. */
const common = join(build, 'common')

/** @typedef {{ name: string, files: string[], edits: { find: string, replace: string }[] }} Mutant in one of its files each edit */

/** Without an edit, but made as all mutants are, of every file that one of them edits: nothing may be found in it. @type {Mutant} */
export const control = { name: 'control', files: [...new Set(mutants.map(({ file }) => file))], edits: [] }

const filesOf = ({ file, files = [file] }) => files

/** The sources with the mutant's edits; each has to fit in exactly one place, or the code has moved away from under it. */
export function mutate(mutant) {
  const texts = filesOf(mutant).map((file) => readFileSync(join(root, 'src', file), 'utf8'))
  for (const { find, replace } of mutant.edits) {
    const places = texts[0].split(find).length - 1
    if (places !== 1) {
      throw new Error(`${mutant.name}: "${find}" is ${places} times in src/${filesOf(mutant)[0]}, and should be once`)
    }
    texts[0] = texts[0].replace(find, () => replace)
  }
  return texts
}

/** How a mutant is loaded: the `load` of its package, a fresh instance each time. @param {Mutant} mutant */
export async function loaderOf(mutant) {
  const folder = folderOf(mutant)
  if (!existsSync(common) || !isMadeFrom(join(folder, 'inbounds.wasm'), stampOf(mutant))) {
    throw new Error(`${mutant.name} is not built from these sources: npm test -- adversary does it`)
  }
  const { load } = await import(pathToFileURL(join(folder, 'inbounds.js')))
  const provenance = readFileSync(join(packageBuild, 'module/build.json'))
  const wasm = withSection(readFileSync(join(folder, 'inbounds.wasm')), 'inbounds', provenance)
  return () => load({ wasm })
}

const folderOf = ({ name }) => join(build, 'made', name)
const stampOf = (mutant) => hashOf(...mutate(mutant), readFileSync(common))

function hashOf(...parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

const stampFile = (target) => `${target}.from`
const isMadeFrom = (target, stamp) => existsSync(stampFile(target)) && readFileSync(stampFile(target), 'utf8') === stamp

/**
 * Makes a file, unless it was made from the same before. The stamp that says so is written when all is done: half a file has none.
 * @param {string} target
 * @param {string} stamp a hash of what it is made from
 * @param {() => Promise<unknown>} make
 */
export async function makeOnce(target, stamp, make) {
  if (isMadeFrom(target, stamp)) return
  rmSync(stampFile(target), { force: true })
  mkdirSync(dirname(target), { recursive: true })
  await make()
  writeFileSync(stampFile(target), stamp)
}

async function buildMutants() {
  addEmsdkToPath()
  const members = objectsOf('libinbounds.a')
  const link = lastCommand('module/inbounds.mjs')
  const bindings = objectsOf('module/inbounds.mjs')
  await someAtATime([...members, ...bindings], lower)
  const lowered = [...members, ...bindings].map((name) => readFileSync(stampFile(join(build, name))))
  await makeOnce(library, hashOf(...members, ...lowered), async () => {
    rmSync(library, { force: true })
    await run('emar', ['qcs', library, ...members.map((name) => join(build, name))], { quiet: true })
  })
  const subjects = [control, ...mutants]
  const compiling = [...new Set(subjects.flatMap(filesOf))].map((file) => compilationOf(file).command)
  const linked = readdirSync(bindingsFolder).filter((name) => name.endsWith('.js'))
  const recipe = [link, ...compiling, ...linked.map((name) => readFileSync(join(bindingsFolder, name)))]
  const script = await buildEntry('node', join(packageBuild, 'module/inbounds.mjs')) // theirs differ in the glue alone
  writeFileSync(common, hashOf(readFileSync(thisFile), ...recipe, script, ...lowered))
  await someAtATime(subjects, (mutant) => buildMutant(mutant, linkCommand(link, bindings)))
}

/** As many as there are cores, or as the build as a whole may have. */
async function someAtATime(list, work) {
  const waiting = [...list]
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next)
  }
  const cores = Number(process.env.CMAKE_BUILD_PARALLEL_LEVEL) || availableParallelism()
  await Promise.all(Array.from({ length: cores }, worker))
}

/** For link-time optimisation, objects of the package hold LLVM's own code: here it becomes WebAssembly. */
async function lower(name) {
  const [from, to] = [join(packageBuild, name), join(build, name)]
  const command = ['-O1', '-c', '-x', 'ir', from, '-o', to]
  await makeOnce(to, hashOf(...command, readFileSync(from)), () => run('em++', command, { quiet: true }))
}

/** That of the package, without its optimisations. */
function linkCommand(command, bindings) {
  const isOptimisation = /^(-O\w|-flto)$/
  const words = command.split(' ').filter((word) => !isOptimisation.test(word))
  const moved = words.map((word) => (bindings.includes(word) ? join(build, word) : word)).join(' ')
  return moved.replace('/em++ ', '/em++ -O1 ')
}

async function buildMutant(mutant, link) {
  const folder = folderOf(mutant)
  const texts = mutate(mutant)
  const wasm = join(folder, 'inbounds.wasm')
  await makeOnce(wasm, stampOf(mutant), async () => {
    const objects = []
    for (const [at, file] of filesOf(mutant).entries()) {
      const source = join(folder, file)
      mkdirSync(dirname(source), { recursive: true })
      writeFileSync(source, texts[at])
      objects.push(`${source}.o`)
      await shell(compileCommand(file, source, `${source}.o`))
    }
    const glue = join(folder, 'module/inbounds.mjs')
    mkdirSync(dirname(glue), { recursive: true })
    // The mutant comes before the library, which is then not asked for what it has.
    const inputs = [...objects, library].map((path) => `'${path}'`).join(' ')
    await shell(link.replace('-o module/inbounds.mjs', `-o '${glue}'`).replace(' libinbounds.a', ` ${inputs}`))
    writeFileSync(join(folder, 'inbounds.js'), await buildEntry('node', glue))
    writeFileSync(wasm, readFileSync(glue.replace(/mjs$/, 'wasm')))
  })
}

/** The objects that something in the package's build is made of now; on the disk, there may be those of sources that are gone. */
function objectsOf(output) {
  const objects = lastCommand(output)
    .split(' ')
    .filter((word) => word.endsWith('.o'))
  if (objects.length === 0) throw new Error(`ninja does not say which objects ${output} is made of`)
  return objects
}

/** How something in the package's build is made, after all that it is made of. */
const lastCommand = (output) => ninja('-t', 'commands', output).trim().split('\n').at(-1)

function ninja(...args) {
  const { status, stdout, stderr } = spawnSync('ninja', args, {
    cwd: packageBuild,
    encoding: 'utf8',
    maxBuffer: 2 ** 26
  })
  if (status !== 0) throw new Error(`ninja ${args.join(' ')}: ${stderr || 'could not be run'}`)
  return stdout
}

let compilations
function compilationOf(file) {
  compilations ??= JSON.parse(ninja('-t', 'compdb'))
  const original = join(root, 'src', file)
  return compilations.find((one) => one.file === original && one.command.includes(' -c '))
}

function compileCommand(file, source, object) {
  const { command, output } = compilationOf(file)
  const original = join(root, 'src', file)
  return command.replaceAll(output, object).replace(` -c ${original}`, ` -c ${source}`).replace(' -flto', '')
}

function shell(command) {
  return run('sh', ['-c', command], { cwd: packageBuild, quiet: true })
}

if (process.argv[1] === thisFile) await buildMutants()
