// Builds mutants: the WebAssembly module of the package with one source file changed, by the very commands that build the
// package. Everything else of a mutant is the package itself: load({ wasm }) takes the module.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '../../../tools/run.mjs'
import { withSection } from '../../../tools/wasm-section.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const build = join(root, 'build/wasm')
const provenance = join(build, 'module/build.json')
const library = 'libinbounds.a'

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

/**
 * @param {{ name: string, file: string, edits: { find: string, replace: string }[] }} mutant
 * @returns {Promise<Uint8Array>} its WebAssembly
 */
export async function builtMutant(mutant) {
  const text = mutated(mutant)
  const folder = join(root, 'build/mutants', mutant.name)
  const source = join(folder, mutant.file)
  const made = join(folder, 'inbounds.wasm')
  const stamp = join(folder, 'made-from')
  const from = createHash('sha256')
    .update(text)
    .update(readFileSync(join(build, library)))
    .digest('hex')
  if (!existsSync(made) || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== from) {
    mkdirSync(dirname(source), { recursive: true })
    writeFileSync(source, text)
    await shell(compileCommand(mutant.file, source, `${source}.o`))
    await shell(linkCommand(`${source}.o`, join(folder, 'inbounds.mjs')))
    writeFileSync(stamp, from)
  }
  return withSection(readFileSync(made), 'inbounds', readFileSync(provenance))
}

function ninja(...args) {
  const { status, stdout, stderr } = spawnSync('ninja', args, { cwd: build, encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status !== 0) throw new Error(`ninja ${args.join(' ')}: ${stderr || 'could not be run'}`)
  return stdout
}

let commands
function compileCommand(file, source, object) {
  commands ??= JSON.parse(ninja('-t', 'compdb'))
  const original = join(root, 'src', file)
  const { command, output } = commands.find((one) => one.file === original && one.command.includes(' -c '))
  return command.replaceAll(output, object).replace(` -c ${original}`, ` -c ${source}`)
}

/** The mutant comes before the library, which is then not asked for what it has. */
function linkCommand(object, output) {
  const [command] = ninja('-t', 'commands', 'module/inbounds.mjs').trim().split('\n').slice(-1)
  return command.replace('-o module/inbounds.mjs', `-o '${output}'`).replace(` ${library}`, ` '${object}' ${library}`)
}

function shell(command) {
  return run('sh', ['-c', command], { cwd: build, quiet: true })
}
