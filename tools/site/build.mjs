// The page and its documentation as static files, in build/page: for any web server, below any path.

import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildDocs } from '../docs/build.mjs'
import { checkSite } from './check-links.mjs'
import { filesBelow } from './files-below.mjs'
import { serviceWorker } from './service-worker.mjs'
import { viewPage } from './view-page.mjs'
import { VIEWS } from './views.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const web = join(root, 'web')
const dist = join(root, 'dist')

/** What the package looks for beside the script that it is in. */
const BESIDE = ['inbounds.wasm', 'inbounds-collector.wasm', 'inbounds-worker.js']

/** @param {string} [site] the folder to build in */
export async function buildSite(site = join(root, 'build/page')) {
  await rm(site, { recursive: true, force: true })
  const assets = await buildAssets(site)
  for (const view of VIEWS) {
    const content = await contentOf(view.name)
    await mkdir(dirname(join(site, view.address)), { recursive: true })
    await writeFile(join(site, view.address), viewPage(view, content, assets))
  }
  await buildDocs(join(site, 'docs'), assets)
  await cp(join(root, 'THIRD_PARTY_NOTICES.md'), join(site, 'THIRD_PARTY_NOTICES.md'))
  await checkSite(site)
  await writeFile(join(site, 'service-worker.js'), await serviceWorker(site))
}

/** What a view says of itself; where it is long, its parts stand in files of their own. @param {string} name */
async function contentOf(name) {
  const parts = (await readFile(join(web, name, 'view.html'), 'utf8')).split(/<!-- include (.+) -->/)
  const texts = parts.map((part, at) => (at % 2 === 0 ? part : readFile(join(web, name, part), 'utf8')))
  return (await Promise.all(texts)).join('')
}

/**
 * Scripts, styles, WebAssembly and font in one folder, which is named after what is in it: a document always finds the files
 * that it was built with, whatever is cached where.
 * @param {string} site
 */
async function buildAssets(site) {
  const target = join(site, 'assets')
  const { build } = await import('esbuild')
  await build({
    entryPoints: entryPoints(),
    outdir: target,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    chunkNames: 'shared-[hash]',
    loader: { '.woff2': 'file' },
    assetNames: '[name]',
    legalComments: 'none',
    logLevel: 'warning'
  })
  for (const file of BESIDE) await cp(join(dist, file), join(target, file))
  // The licence of the font asks to be where the font is.
  await cp(join(root, 'node_modules/@fontsource/stix-two-math/LICENSE'), join(target, 'stix-two-math-licence.txt'))
  const hash = createHash('sha256')
  for (const file of filesBelow(target)) hash.update(file).update(await readFile(join(target, file)))
  const name = `assets-${hash.digest('hex').slice(0, 10)}`
  await rename(target, join(site, name))
  return name
}

function entryPoints() {
  const entries = [
    { in: join(web, 'docs/page/docs.js'), out: 'docs' },
    { in: join(web, 'docs/page/docs.css'), out: 'docs' }
  ]
  for (const { name } of VIEWS) {
    entries.push({ in: join(web, name, `${name}.js`), out: name }, { in: join(web, name, `${name}.css`), out: name })
    for (const file of readdirSync(join(web, name))) {
      if (file.endsWith('-worker.js')) entries.push({ in: join(web, name, file), out: file.replace(/\.js$/, '') })
    }
  }
  return entries
}
