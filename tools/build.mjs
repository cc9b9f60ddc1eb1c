// Builds the WebAssembly modules, the npm package in dist/ and the page in build/page, with the documentation in its docs/.
// Everything is incremental: Ninja rebuilds what changed, and the JavaScript part takes some seconds.

import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { pruneTypes } from './prune-types.mjs'
import { run } from './run.mjs'
import { addEmsdkToPath } from './setup.mjs'
import { withSection } from './wasm-section.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const module = join(root, 'build/wasm/module')
const js = join(root, 'bindings/js')
const dist = join(root, 'dist')

// Each module has glue of its own, and so a bundle of its own: what the collector needs takes no byte of the main entry. The
// first entry is the one for browsers, which loads `later` what only those need who have much to do.
const bundles = [
  {
    name: 'inbounds',
    entries: ['index', 'node', 'inline', 'testing', 'testing-node', 'testing-inline', 'worker-node'],
    later: 'streaming-web',
    worker: 'inbounds-worker'
  },
  {
    name: 'inbounds-collector',
    entries: ['collector', 'collector-node', 'collector-inline'],
    later: 'streaming-no-workers'
  }
]

// A budget needs no WebAssembly: whoever has one has loaded a mechanism.
const withoutWasm = ['budget', 'budget-node']

// Properties that never leave the file they are in: between the glue, the engine and the classes.
const INTERNAL_PROPERTIES =
  /^(_inbounds_\w+|asking|askList|bridge|throwIfZero|definition|drawAll|drawForCount|isBox|isLarge|factory|pairs|restoreRequest)$/

async function buildWasm() {
  addEmsdkToPath()
  if (!existsSync(join(root, 'build/wasm/build.ninja'))) {
    await run('emcmake', ['cmake', '--preset', 'wasm'], { cwd: root, quiet: true })
  }
  await run('cmake', ['--build', '--preset', 'wasm'], { cwd: root, quiet: true })
}

export async function buildNative(...targets) {
  await run('cmake', ['--preset', 'native'], { cwd: root, quiet: true })
  await run('cmake', ['--build', '--preset', 'native', '--target', ...targets], { cwd: root, quiet: true })
}

export async function buildFuzzers() {
  await run('cmake', ['--preset', 'fuzz'], { cwd: root, quiet: true })
  await run('cmake', ['--build', '--preset', 'fuzz'], { cwd: root, quiet: true })
}

export async function buildPackage() {
  await buildWasm()
  const files = (await Promise.all([...bundles.map(bundle), minifyAll(withoutWasm)])).flat()
  await rm(dist, { recursive: true, force: true })
  await mkdir(dist, { recursive: true })
  for (const { path, contents } of files) await writeFile(path, contents)
  await buildCommandLine()
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', js])
  await pruneTypes(join(dist, 'types'), ['index', 'inline', 'testing', 'collector', 'budget'])
}

/** A module and the entries that use it: what is written in dist. */
async function bundle({ name, entries, later, worker }) {
  const wasm = await packageWasm(name)
  // One file without imports, to be copied to wherever it is needed.
  const workers = worker ? await minifyAll([worker], provideBuilt(name)) : []
  const text = workers.map(({ contents }) => contents).join('')
  const [entry] = entries
  return [
    { path: join(dist, `${name}.wasm`), contents: wasm },
    ...workers,
    // It throws the errors of the entry that loads it: `instanceof` is true for no others.
    ...(await minifyAll([later], external('errors', entry))),
    ...(await minifyAll(entries, external(later, later), provideBuilt(name, { wasm, worker: text })))
  ]
}

/** An import that stays one, of a file of dist. */
function external(source, file) {
  const filter = new RegExp(`^\\./${source}\\.js$`)
  const resolved = { path: `./${file}.js`, external: true }
  return { name: file, setup: (build) => build.onResolve({ filter }, () => resolved) }
}

/** Files of dist from sources of the same names, with what they share in files of its own. */
async function minifyAll(sources, ...plugins) {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: sources.map((source) => join(js, `${source}.js`)),
    outdir: dist,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    external: ['node:*'],
    plugins,
    chunkNames: 'shared-[hash]',
    write: false
  })
  const { minify } = await import('terser')
  // Node prints the line that an uncaught error was thrown in: it should not be all of them.
  const format = { max_line_len: 1000 }
  // No property here does more than to be read. What is inlined, and put in a row by commas, compresses less well.
  const compress = { passes: 3, hoist_funs: true, pure_getters: true, reduce_funcs: false, inline: 1, sequences: false }
  const mangle = {
    properties: { regex: INTERNAL_PROPERTIES },
    reserved: [
      'BudgetError',
      'ContinuousLaw',
      'EntropyError',
      'LatticeLaw',
      'LoadError',
      'Memo',
      'ParameterError',
      'PrivacyBudget',
      'StoreError'
    ] // as consoles print them
  }
  const options = { module: true, ecma: 2022, compress, mangle, format }
  return Promise.all(
    outputFiles.map(async ({ path, text }) => ({ path, contents: (await minify(text, options)).code }))
  )
}

/** An entry of the package in one file, with other glue than its own: for a module that was built elsewhere. */
export async function buildEntry(entry, glue) {
  const { build } = await import('esbuild')
  const options = {
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    plugins: [provideBuilt('inbounds', { glue })]
  }
  const { outputFiles } = await build({ entryPoints: [join(js, `${entry}.js`)], ...options })
  return outputFiles[0].text
}

/** The module as it is shipped: with a note of how it was made. */
async function packageWasm(name) {
  return withSection(await readFile(join(module, `${name}.wasm`)), name, await readFile(join(module, 'build.json')))
}

/** What the sources import, and only the build can make. */
function provideBuilt(name, { wasm = '', worker = '', glue = join(module, `${name}.mjs`) } = {}) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const texts = {
    './inline-wasm.js': `export default ${JSON.stringify(gzipSync(wasm, { level: 9 }).toString('base64'))}`,
    './inline-worker.js': `export default ${JSON.stringify(worker)}`,
    './module-name.js': `export const moduleName = ${JSON.stringify(name)}`,
    './version.js': `export const version = ${JSON.stringify(version)}`
  }
  return {
    name: 'made by the build',
    setup(build) {
      build.onResolve({ filter: /^\.\/glue\.js$/ }, () => ({ path: glue }))
      build.onResolve({ filter: /^\.\/(inline-wasm|inline-worker|module-name|version)\.js$/ }, ({ path }) => ({
        path,
        namespace: 'made'
      }))
      build.onLoad({ filter: /./, namespace: 'made' }, ({ path }) => ({ contents: texts[path] }))
    }
  }
}

/** The command line is a customer, too: `inbounds/collector` stays an import, and what reads CSV is put in. */
async function buildCommandLine() {
  const { build } = await import('esbuild')
  await build({
    entryPoints: { cli: join(root, 'bindings/cli/main.js'), 'cli-thread': join(root, 'bindings/cli/block-thread.js') },
    outdir: dist,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: ['inbounds/collector', 'inbounds/budget'],
    minify: true,
    legalComments: 'none',
    logLevel: 'warning'
  })
}

/** The page is a customer of the package like any other: it imports `inbounds` by name. */
export async function buildPage() {
  const { buildSite } = await import('./site/build.mjs')
  await buildSite()
}

/** What can be asked for on the command line; the page alone is made of the package that is there. */
const builds = {
  package: buildPackage,
  site: buildPage,
  page: async () => {
    await buildPackage()
    await buildPage()
  },
  native: buildNative,
  fuzzers: buildFuzzers
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [target = 'page', ...targets] = process.argv.slice(2)
  if (!Object.hasOwn(builds, target)) {
    throw new Error(`Nothing is called ${target} here; there are: ${Object.keys(builds).join(', ')}`)
  }
  await builds[target](...targets)
}
