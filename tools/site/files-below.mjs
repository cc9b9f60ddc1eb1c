import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The files of a folder and of those in it, with slashes, in order. @param {string} folder */
export function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)).replaceAll('\\', '/'))
    .sort()
}
