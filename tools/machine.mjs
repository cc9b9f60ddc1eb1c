// The machine that something was measured on, in words that name neither it nor anybody's folders.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cpus, platform, release } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const native = fileURLToPath(new URL('../build/native/CMakeFiles', import.meta.url))

/** @param {{ compiler: string }} build of the package, as load() tells it */
export function machineWords({ compiler }) {
  const processors = cpus()
  const model = processors[0].model.replaceAll(/\s+/g, ' ').trim()
  const parts = [`${model} with ${processors.length} cores`, systemName(), `Node ${process.versions.node}`, compiler]
  return [...parts, nativeCompiler()].filter(Boolean).join('; ')
}

function systemName() {
  const file = '/etc/os-release'
  const pretty = existsSync(file) && /^PRETTY_NAME="?([^"\n]+)"?$/m.exec(readFileSync(file, 'utf8'))?.[1]
  return pretty || `${platform()} ${release()}`
}

/** As CMake has found it. */
function nativeCompiler() {
  if (!existsSync(native)) return undefined
  const version = readdirSync(native).find((name) => existsSync(join(native, name, 'CMakeCXXCompiler.cmake')))
  if (version === undefined) return undefined
  const text = readFileSync(join(native, version, 'CMakeCXXCompiler.cmake'), 'utf8')
  const setting = (name) => new RegExp(`^set\\(CMAKE_CXX_COMPILER_${name} "([^"]*)"\\)`, 'm').exec(text)?.[1]
  return `natively ${setting('ID') === 'GNU' ? 'GCC' : setting('ID')} ${setting('VERSION')}`
}
