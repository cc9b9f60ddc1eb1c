// Builds mutants: the package with one source file of its C++ changed. They are linked from the objects that the package is
// linked from, but without optimising across them, which takes ten seconds a time; their JavaScript is that of the package.
//   node tests/adversary/mutants/build.mjs

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildEntry } from '../../../tools/build.mjs'
import { run } from '../../../tools/run.mjs'
import { withSection } from '../../../tools/wasm-section.mjs'
import { mutants } from './mutants.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const packageBuild = join(root, 'build/wasm')
const build = join(root, 'build/mutants')
const library = join(build, 'libinbounds.a')

/** @typedef {{ name: string, file: string, edits: { find: string, replace: string }[] }} Mutant */

/** Without an edit, but made as all mutants are: nothing may be found in it. @type {Mutant} */
export const control = { name: 'control', file: 'core/lattice.cpp', edits: [] }

/** The source with the mutant's edits; each has to fit in exactly one place, or the code has moved away from under it. */
export function mutated({ name, file, edits }) {
  let text = readFileSync(join(root, 'src', file), 'utf8')
  for (const { find, replace } of edits) {
    const places = text.split(find).length - 1
    if (places !== 1) throw new Error(`${name}: "${find}" is ${places} times in src/${file}, and should be once`)
    text = text.replace(find, () => replace)
  }
  return text
}

/** How a mutant is loaded: the `load` of its package, a fresh instance each time. @param {Mutant} mutant */
export async function loaderOf(mutant) {
  const folder = folderOf(mutant)
  const stamp = join(folder, 'made-from')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== stampOf(mutant)) {
    throw new Error(`${mutant.name} is not built from these sources: npm test -- adversary does it`)
  }
  const { load } = await import(pathToFileURL(join(folder, 'inbounds.js')))
  const provenance = readFileSync(join(packageBuild, 'module/build.json'))
  const wasm = withSection(readFileSync(join(folder, 'inbounds.wasm')), 'inbounds', provenance)
  return () => load({ wasm })
}

const folderOf = ({ name }) => join(build, 'made', name)
const stampOf = (mutant) => createHash('sha256').update(mutated(mutant)).update(readFileSync(library)).digest('hex') // biome-ignore format: a chain

async function buildMutants() {
  const members = objectsBelow('CMakeFiles/inbounds.dir/src')
  const [link] = ninja('-t', 'commands', 'module/inbounds.mjs').trim().split('\n').slice(-1)
  const bindings = link.split(' ').filter((word) => word.endsWith('.o'))
  await inPairs([...members, ...bindings], lower)
  rmSync(library, { force: true })
  await run('emar', ['qcs', library, ...members.map((name) => join(build, name))], { quiet: true })
  await inPairs([control, ...mutants], (mutant) => buildMutant(mutant, linkCommand(link, bindings)))
}

/** Two at a time. */
async function inPairs(list, work) {
  const waiting = [...list]
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next)
  }
  await Promise.all([worker(), worker()])
}

function objectsBelow(folder) {
  const names = readdirSync(join(packageBuild, folder), { recursive: true }).map((name) => `${folder}/${name}`)
  return names.filter((name) => name.endsWith('.o'))
}

/** For link-time optimisation, objects of the package hold LLVM's own code: here it becomes WebAssembly. */
async function lower(name) {
  const [from, to] = [join(packageBuild, name), join(build, name)]
  if (existsSync(to) && statSync(to).mtimeMs > statSync(from).mtimeMs) return
  mkdirSync(dirname(to), { recursive: true })
  await run('em++', ['-O1', '-c', '-x', 'ir', from, '-o', to], { quiet: true })
}

/** That of the package, without its optimisations. */
function linkCommand(command, bindings) {
  const isOptimisation = /^(-O\w|-flto|-Wl,-mllvm,.*|-sBINARYEN_EXTRA_PASSES=.*)$/
  const words = command.split(' ').filter((word) => !isOptimisation.test(word))
  const moved = words.map((word) => (bindings.includes(word) ? join(build, word) : word)).join(' ')
  return moved.replace('/em++ ', '/em++ -O1 ')
}

async function buildMutant(mutant, link) {
  const folder = folderOf(mutant)
  const source = join(folder, mutant.file)
  const glue = join(folder, 'module/inbounds.mjs')
  mkdirSync(dirname(source), { recursive: true })
  mkdirSync(dirname(glue), { recursive: true })
  writeFileSync(source, mutated(mutant))
  await shell(compileCommand(mutant.file, source, `${source}.o`))
  // The mutant comes before the library, which is then not asked for what it has.
  await shell(
    link.replace('-o module/inbounds.mjs', `-o '${glue}'`).replace(' libinbounds.a', ` '${source}.o' '${library}'`)
  )
  writeFileSync(join(folder, 'inbounds.js'), await buildEntry('node', glue))
  writeFileSync(join(folder, 'inbounds.wasm'), readFileSync(glue.replace(/mjs$/, 'wasm')))
  writeFileSync(join(folder, 'made-from'), stampOf(mutant))
}

function ninja(...args) {
  const { status, stdout, stderr } = spawnSync('ninja', args, {
    cwd: packageBuild,
    encoding: 'utf8',
    maxBuffer: 2 ** 26
  })
  if (status !== 0) throw new Error(`ninja ${args.join(' ')}: ${stderr || 'could not be run'}`)
  return stdout
}

let commands
function compileCommand(file, source, object) {
  commands ??= JSON.parse(ninja('-t', 'compdb'))
  const original = join(root, 'src', file)
  const { command, output } = commands.find((one) => one.file === original && one.command.includes(' -c '))
  return command.replaceAll(output, object).replace(` -c ${original}`, ` -c ${source}`).replace(' -flto', '')
}

function shell(command) {
  return run('sh', ['-c', command], { cwd: packageBuild, quiet: true })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildMutants()
