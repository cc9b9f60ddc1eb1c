import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filesBelow } from './files-below.mjs'

const source = fileURLToPath(new URL('../../web/site/service-worker.js', import.meta.url))

/** Large, and most systems have such a font: it is kept when it was needed. */
const WHEN_NEEDED = /\.woff2$/

/**
 * The service worker with the list of what it keeps: every file of the site with a hash of its content.
 * @param {string} site the folder, without the service worker
 */
export async function serviceWorker(site) {
  const files = []
  for (const file of filesBelow(site)) {
    if (WHEN_NEEDED.test(file)) continue
    const content = await readFile(join(site, file))
    files.push([addressOf(file), hashOf(content)])
  }
  const list = JSON.stringify(files)
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    format: 'iife', // not every browser takes modules as service workers
    target: 'es2022',
    minify: true,
    write: false,
    define: { FILES: list, VERSION: JSON.stringify(hashOf(list)) },
    legalComments: 'none'
  })
  return outputFiles[0].text
}

/** As browsers ask for it: the first document of a folder is the folder. @param {string} file */
function addressOf(file) {
  return `./${file.replace(/(^|\/)index\.html$/, '$1')}`
}

/** @param {string | Buffer} content */
function hashOf(content) {
  return createHash('sha256').update(content).digest('hex').slice(0, 16)
}
