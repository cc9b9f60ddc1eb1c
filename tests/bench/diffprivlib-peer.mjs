// Asks Python for diffprivlib: what it measures, or a sentence that says why there is nothing to be had.

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('diffprivlib_peer.py', import.meta.url))
const howToGetIt =
  '`pip install diffprivlib` gets it; the environment variable PYTHON names another Python than python3'

/**
 * @param {object} wishes what diffprivlib_peer.py is to measure
 * @param {string} [python]
 * @returns {{ measured: any, skipped?: undefined } | { skipped: string, measured?: undefined }}
 */
export function askDiffprivlib(wishes, python = process.env.PYTHON || 'python3') {
  const { error, status, signal, stdout, stderr } = spawnSync(python, [script, JSON.stringify(wishes)], { encoding: 'utf8' }) // biome-ignore format: one call
  if (error?.code === 'ENOENT') return { skipped: `diffprivlib was skipped: there is no ${python} (${howToGetIt}).` }
  if (error) return { skipped: `diffprivlib was skipped: ${python} could not be started: ${error.message}.` }
  if (status !== 0) {
    const reason = stderr.trim().split('\n').at(-1) || `${python} ended with ${signal ?? status}`
    return { skipped: `diffprivlib was skipped: measuring it failed: ${reason}` }
  }
  const answer = JSON.parse(stdout.trim().split('\n').at(-1)) // others may have printed before
  if (answer.missing) return { skipped: `diffprivlib was skipped: ${python} does not have it (${howToGetIt}).` }
  if (answer.failed) {
    return { skipped: `diffprivlib was skipped: ${python} has it, but importing it failed: ${answer.failed}` }
  }
  return { measured: answer }
}
