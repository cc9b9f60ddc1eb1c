import { posix } from 'node:path'

/** The address of one page as seen from another. @param {string} from @param {string} to */
export function between(from, to) {
  const path = posix.relative(posix.dirname(from), to)
  // The first page of a folder is the folder; the same address everywhere marks visited links as such.
  return path === '' ? posix.basename(to) : path
}

/** The same for documents that are the first of their folder: the folder, as people would type it. @param {string} from @param {string} to */
export function folderBetween(from, to) {
  return between(from, to).replace(/(^|\/)index\.html$/, '$1') || './'
}
