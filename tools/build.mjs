// Builds the WebAssembly module, the npm package in dist/ and the page in build/page. Everything is incremental: Ninja
// rebuilds what changed, and the JavaScript part takes about a second.

import { existsSync } from 'node:fs'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { arrange } from './arrange.mjs'
import { run } from './run.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const module = join(root, 'build/wasm/module')
const dist = join(root, 'dist')
const page = join(root, 'build/page')

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
  const { build } = await import('esbuild')
  await rm(dist, { recursive: true, force: true })
  await mkdir(dist, { recursive: true })
  const { outputFiles } = await build({
    entryPoints: ['index', 'node', 'testing', 'testing-node'].map((name) => join(root, `bindings/js/${name}.js`)),
    outdir: dist,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    external: ['node:*'],
    plugins: [glueFrom(join(module, 'inbounds.mjs'))],
    chunkNames: 'shared-[hash]',
    write: false
  })
  const { minify } = await import('terser')
  for (const { path, text } of outputFiles) {
    // Node prints the line that an uncaught error was thrown in: it should not be all of them.
    const format = { max_line_len: 1000 }
    const { code } = await minify(text, { module: true, ecma: 2022, compress: { passes: 3 }, format })
    await writeFile(path, code)
  }
  await arrange(join(module, 'inbounds.wasm'), join(dist, 'inbounds.wasm'))
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'bindings/js')])
}

/** The glue is made by the build, so the sources import it from where it will be in the package. */
function glueFrom(path) {
  return {
    name: 'glue',
    setup(build) {
      build.onResolve({ filter: /^\.\/glue\.js$/ }, () => ({ path }))
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
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wanted = process.argv[2] ?? 'page'
  await buildPackage()
  if (wanted === 'page') await buildPage()
}
