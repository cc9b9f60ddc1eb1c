// The documentation as a static site: one HTML file for each page of contents.mjs.

import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readApi } from './api.mjs'
import { CONTENTS } from './contents.mjs'
import { PICTURES, pictureAt } from './figures.mjs'
import { layout } from './layout.mjs'
import { Links, README } from './links.mjs'
import { page } from './markdown.mjs'
import { Reference } from './reference.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * @param {string} folder
 * @param {string} assets the folder of scripts and styles, seen from the root of the site
 */
export async function buildDocs(folder, assets) {
  const pages = await makePages(assets)
  for (const { address, html } of pages) {
    await mkdir(dirname(join(folder, address)), { recursive: true })
    await writeFile(join(folder, address), html)
  }
  await cp(join(root, PICTURES.source), join(folder, PICTURES.address), { recursive: true })
}

/** Every page, whole. @param {string} assets @returns {Promise<{ address: string, html: string }[]>} */
export async function makePages(assets) {
  const entries = CONTENTS.flatMap(({ pages }) => pages)
  refuseMissing(entries)
  const links = new Links(root, entries, entries[0])
  const resolve = links.resolve.bind(links)
  const reference = new Reference(await readApi(root), root)
  const groups = []
  for (const { title, pages } of CONTENTS) {
    const tasks = pages.map(async (entry) => {
      const text = entry.names
        ? reference.page(entry, resolve)
        : page(await textOf(entry.source), settingOf(entry, resolve))
      return { ...text, address: entry.address, label: entry.short ?? text.title }
    })
    groups.push({ title, pages: await Promise.all(tasks) })
  }
  const all = groups.flatMap(({ pages }) => pages)
  const readme = page(await textOf(README), { source: README, resolve: (target) => target })
  links.check(new Map([...all, { ...readme, address: README }].map(({ address, html }) => [address, anchorsOf(html)])))
  return all.map((one) => ({ address: one.address, html: layout(one, groups, assets) }))
}

/** @param {import('./contents.mjs').Entry} entry @param {import('./markdown.mjs').Setting['resolve']} resolve */
function settingOf({ source, address }, resolve) {
  return { source, resolve, picture: (/** @type {string} */ target) => pictureAt(root, { target, source, address }) }
}

/** @param {readonly { source: string }[]} entries */
export function refuseMissing(entries) {
  const missing = entries.map(({ source }) => source).filter((source) => !existsSync(join(root, source)))
  if (missing.length === 0) return
  throw new Error(`tools/docs/contents.mjs lists pages that do not exist: ${missing.join(', ')}`)
}

/** @param {string} source */
function textOf(source) {
  return readFile(join(root, source), 'utf8')
}

/** @param {string} html */
function anchorsOf(html) {
  return new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))
}
