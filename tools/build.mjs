// Builds the WebAssembly modules, the npm package in dist/ and the page in build/page, with the documentation in its docs/.
// Everything is incremental: Ninja rebuilds what changed, and the JavaScript part takes some seconds.

import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { arrange } from './arrange.mjs'
import { pruneTypes } from './prune-types.mjs'
import { run } from './run.mjs'
import { withSection } from './wasm-section.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const module = join(root, 'build/wasm/module')
const js = join(root, 'bindings/js')
const dist = join(root, 'dist')
const page = join(root, 'build/page')

// Each module has glue of its own, and so a bundle of its own: what the collector needs takes no byte of the main entry.
const bundles = [
  { name: 'inbounds', entries: ['index', 'node', 'inline', 'testing', 'testing-node', 'testing-inline'] },
  { name: 'inbounds-collector', entries: ['collector', 'collector-node', 'collector-inline'] }
]

export async function buildWasm() {
  if (!existsSync(join(root, 'build/wasm/build.ninja'))) {
    await run('emcmake', ['cmake', '--preset', 'wasm'], { cwd: root, quiet: true })
  }
  await run('cmake', ['--build', '--preset', 'wasm'], { cwd: root, quiet: true })
}

export async function buildNative(target) {
  await run('cmake', ['--preset', 'native'], { cwd: root, quiet: true })
  await run('cmake', ['--build', '--preset', 'native', '--target', target], { cwd: root, quiet: true })
}

export async function buildPackage() {
  await buildWasm()
  const files = (await Promise.all(bundles.map(bundled))).flat()
  await rm(dist, { recursive: true, force: true })
  await mkdir(dist, { recursive: true })
  for (const { path, contents } of files) await writeFile(path, contents)
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', js])
  await pruneTypes(join(dist, 'types'), ['index', 'inline', 'testing', 'collector'])
}

/** A module and the entries that use it: what is written in dist. */
async function bundled({ name, entries }) {
  const wasm = await packagedWasm(name)
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: entries.map((entry) => join(js, `${entry}.js`)),
    outdir: dist,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    external: ['node:*'],
    plugins: [madeByTheBuild(name, wasm)],
    chunkNames: 'shared-[hash]',
    write: false
  })
  const files = [{ path: join(dist, `${name}.wasm`), contents: wasm }]
  const { minify } = await import('terser')
  for (const { path, text } of outputFiles) {
    // Node prints the line that an uncaught error was thrown in: it should not be all of them.
    const format = { max_line_len: 1000 }
    const compress = { passes: 3, hoist_funs: true, pure_getters: true } // no property here does more than to be read
    const mangle = {
      properties: { regex: /^_inbounds_/ }, // between the glue and the engine, in one file
      reserved: ['ContinuousLaw', 'EntropyError', 'LatticeLaw', 'LoadError', 'ParameterError'] // as consoles print them
    }
    const { code } = await minify(text, { module: true, ecma: 2022, compress, mangle, format })
    files.push({ path, contents: code })
  }
  return files
}

/** The module as it is shipped: in an order that compresses, and with a note of how it was made. */
async function packagedWasm(name) {
  const arranged = await arrange(join(module, `${name}.wasm`))
  return withSection(arranged, name, await readFile(join(module, 'build.json')))
}

/** What the sources import, and only the build can make. */
function madeByTheBuild(name, wasm) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const texts = {
    './inline-wasm.js': `export default ${JSON.stringify(gzipSync(wasm, { level: 9 }).toString('base64'))}`,
    './module-name.js': `export const moduleName = ${JSON.stringify(name)}`,
    './version.js': `export const version = ${JSON.stringify(version)}`
  }
  return {
    name: 'made by the build',
    setup(build) {
      build.onResolve({ filter: /^\.\/glue\.js$/ }, () => ({ path: join(module, `${name}.mjs`) }))
      build.onResolve({ filter: /^\.\/(inline-wasm|module-name|version)\.js$/ }, ({ path }) => ({
        path,
        namespace: 'made'
      }))
      build.onLoad({ filter: /./, namespace: 'made' }, ({ path }) => ({ contents: texts[path] }))
    }
  }
}

/** The page is a customer of the package like any other: it imports `inbounds` by name. */
export async function buildPage() {
  const { build } = await import('esbuild')
  await rm(page, { recursive: true, force: true })
  await build({
    entryPoints: [join(root, 'web/page.js'), join(root, 'web/page.css')],
    outdir: page,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    legalComments: 'none'
  })
  await cp(join(root, 'web/index.html'), join(page, 'index.html'))
  await cp(join(root, 'THIRD_PARTY_NOTICES.md'), join(page, 'THIRD_PARTY_NOTICES.md'))
  await cp(join(dist, 'inbounds.wasm'), join(page, 'inbounds.wasm'))
  const { buildDocs } = await import('./docs/build.mjs')
  await buildDocs(join(page, 'docs'))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wanted = process.argv[2] ?? 'page'
  await buildPackage()
  if (wanted === 'page') await buildPage()
}
