import { unlinkSync } from 'node:fs'

// Files that must not outlive this process, however it ends (unless it is killed on the spot).

/** @type {Set<string>} */
const paths = new Set()

process.on('exit', () => {
  for (const path of paths) removeNow(path)
})

/** @param {string} path */
export function removeAtExit(path) {
  paths.add(path)
}

/** It has another name now, or is gone. @param {string} path */
export function forget(path) {
  paths.delete(path)
}

/** @param {string} path @returns {boolean} whether it is gone */
export function removeNow(path) {
  try {
    unlinkSync(path)
    paths.delete(path)
    return true
  } catch (error) {
    return /** @type {any} */ (error).code === 'ENOENT'
  }
}
