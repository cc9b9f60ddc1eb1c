import { fileError, ReaderGone } from './errors.js'

/** Without somebody who listens, an error ends the process; each write hears of its own. */
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

/**
 * Settles when the bytes are on their way, so that nothing piles up in memory.
 * @param {string | Uint8Array} bytes
 * @returns {Promise<void>}
 */
export function print(bytes) {
  return new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => {
      if (!error) resolve()
      else if (/** @type {any} */ (error).code === 'EPIPE') reject(new ReaderGone())
      else reject(fileError(error, 'cannot write to standard output'))
    })
  })
}

/** A line for whoever sits at the terminal. If nobody can see it, that is no reason to stop. @param {string} line @returns {Promise<void>} */
export function tell(line) {
  return new Promise((resolve) => {
    process.stderr.write(`${line}\n`, () => resolve())
  })
}
