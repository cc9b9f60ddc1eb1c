// tsc declares the types of every file; the package needs those that its entries lead to.

import { readdir, readFile, rm } from 'node:fs/promises'
import { join, posix } from 'node:path'

/**
 * @param {string} folder of .d.ts files
 * @param {readonly string[]} entries their names, without the ending
 */
export async function pruneTypes(folder, entries) {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.d.ts'))
  const declared = files.map((file) => file.replace(/\.d\.ts$/, ''))
  const needed = new Set(entries)
  for (const name of needed) {
    const text = await readFile(join(folder, `${name}.d.ts`), 'utf8')
    for (const [, path] of text.matchAll(/['"](\.\.?\/[\w/-]+)\.js['"]/g)) {
      const other = posix.join(posix.dirname(name), path)
      if (declared.includes(other)) needed.add(other)
    }
  }
  const others = declared.filter((name) => !needed.has(name))
  await Promise.all(others.map((name) => rm(join(folder, `${name}.d.ts`))))
}
