import { LoadError } from './errors.js'
import { moduleName } from './module-name.js'
import { ownOf } from './own.js'
import { version } from './version.js'

/**
 * How the WebAssembly was made; it is written in the file itself (its custom section `inbounds`, or `inbounds-collector`).
 * @typedef {object} Build
 * @property {string} version of inbounds
 * @property {string} compiler its name and version
 * @property {string} boost the version of Boost
 * @property {string} flags what the compiler was told that can change a result
 */

/**
 * What a module says of itself. A module of another version is refused: what crosses between JavaScript and WebAssembly
 * has no names that would tell that it has changed, and a file that a cache kept too long must not draw wrong noise. So is
 * the module of another entry, for which the glue has other names.
 * @param {import('./wasm-source.js').CompiledModule} compiled
 * @returns {Readonly<Build>}
 */
export function buildOf(compiled) {
  const [section] = WebAssembly.Module.customSections(/** @type {WebAssembly.Module} */ (compiled), moduleName)
  const build = ownOf(section ? noteIn(section) : {})
  if (build.version === version) return Object.freeze({ ...build })
  const found = build.version === undefined ? 'something else' : `${build.version} (an old file in a cache, perhaps?)`
  throw new LoadError(`the WebAssembly module is not this version of ${moduleName} (${version}): it is ${found}`)
}

/** What is written in the section, if it is one of ours. @param {ArrayBuffer} section */
function noteIn(section) {
  try {
    return JSON.parse(new TextDecoder().decode(section)) ?? {}
  } catch {
    return {}
  }
}
