// Every address in the built site leads somewhere in it, and to a place there that exists. Nothing starts at the root of a
// server, since the site may be below any path, and nothing is loaded from elsewhere.

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { filesBelow } from './files-below.mjs'

const IN_HTML = /<(\w+)\b[^>]*?\s(?:href|src)="([^"]*)"/g
const IN_CSS = /url\(\s*["']?([^"')]+)["']?\s*\)/g

/** @param {string} site the folder */
export async function checkSite(site) {
  const files = filesBelow(site)
  const texts = new Map()
  for (const file of files.filter((name) => /\.(html|css)$/.test(name)))
    texts.set(file, await readFile(join(site, file), 'utf8'))
  const problems = [...texts].flatMap(([file, text]) =>
    addressesIn(file, text).flatMap(({ tag, address }) => {
      const problem = problemOf(address, tag, file, { files, texts })
      return problem ? [`${file} has ${address}: ${problem}`] : []
    })
  )
  if (problems.length > 0) throw new Error(`links that lead nowhere:\n${problems.join('\n')}`)
  if (texts.size === 0 || !existsSync(join(site, 'index.html'))) throw new Error(`there is no site in ${site}`)
}

/** @param {string} file @param {string} text */
function addressesIn(file, text) {
  if (file.endsWith('.css')) return [...text.matchAll(IN_CSS)].map(([, address]) => ({ tag: 'url', address }))
  return [...text.matchAll(IN_HTML)].map(([, tag, address]) => ({ tag, address: address.replaceAll('&amp;', '&') }))
}

/**
 * What is wrong with an address, if anything is.
 * @param {string} address
 * @param {string} tag
 * @param {string} from the file that it is in
 * @param {{ files: string[], texts: Map<string, string> }} site
 */
function problemOf(address, tag, from, { files, texts }) {
  if (/^data:/.test(address)) return undefined
  if (/^(https?|mailto):/.test(address)) return tag === 'a' ? undefined : 'nothing is loaded from elsewhere'
  if (address.startsWith('/')) return 'it starts at the root of the server'
  const [path, fragment] = address.split('#')
  const target = path === '' ? from : posix.join(posix.dirname(from), decodeURI(path.split('?')[0]))
  if (target.startsWith('..')) return 'it leaves the site'
  const file = path.endsWith('/') || target === '.' ? posix.join(target, 'index.html') : target
  if (!files.includes(file)) return 'there is no such file'
  if (fragment === undefined || fragment === '' || fragment.includes('=')) return undefined // settings of a view are no place
  const hasPlace = texts.get(file)?.includes(` id="${decodeURIComponent(fragment)}"`)
  return hasPlace ? undefined : 'there is no such place'
}
