import { fstatSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { DataError, fileError } from './errors.js'

// Where rows come from: a file, or standard input.

/**
 * @typedef {object} Input
 * @property {string} name for messages
 * @property {number | undefined} size in bytes, where that is known
 * @property {AsyncIterable<Uint8Array>} chunks whose memory is used again for the next one
 */

/** Smaller blocks would have threads wait for messages, larger ones for memory. */
const MAX_BYTES_AT_ONCE = 256 * 1024
/** A pipe gives less at a time. */
const MIN_BYTES_AT_ONCE = 64 * 1024

const SAME_FILE =
  'standard output goes to the same file, which the shell empties first; name another one, or use --output'

/** @param {string | undefined} path '-' is standard input, too @returns {Promise<Input>} */
export async function inputFrom(path) {
  if (path === undefined || path === '-') {
    return { name: 'standard input', size: undefined, chunks: gatherChunks(process.stdin, 'standard input') }
  }
  try {
    const file = await open(path)
    const stats = await file.stat()
    const problem = stats.isDirectory() ? 'that is a folder, not a file' : isOutput(stats) ? SAME_FILE : undefined
    if (problem === undefined) return { name: path, size: stats.size || undefined, chunks: chunksOf(file, path) }
    await file.close()
    throw new DataError(`cannot read '${path}': ${problem}`)
  } catch (error) {
    throw fileError(error, `cannot read '${path}'`)
  }
}

/** Whether standard output goes to this very file. @param {import('node:fs').Stats} file */
function isOutput(file) {
  try {
    const output = fstatSync(1)
    return file.isFile() && output.dev === file.dev && output.ino === file.ino
  } catch {
    return false // there is no standard output
  }
}

/** @param {import('node:fs/promises').FileHandle} file @param {string} path */
async function* chunksOf(file, path) {
  const memory = new Uint8Array(MAX_BYTES_AT_ONCE)
  try {
    for (;;) {
      const { bytesRead } = await file.read(memory, 0, memory.length)
      if (bytesRead === 0) return
      yield memory.subarray(0, bytesRead)
    }
  } catch (error) {
    throw fileError(error, `cannot read '${path}'`)
  } finally {
    await file.close()
  }
}

/** @param {AsyncIterable<Uint8Array>} stream @param {string} name */
async function* gatherChunks(stream, name) {
  const memory = new Uint8Array(MAX_BYTES_AT_ONCE)
  let length = 0
  try {
    for await (const part of stream) {
      for (let from = 0; from < part.length; ) {
        const taken = part.subarray(from, from + memory.length - length)
        memory.set(taken, length)
        length += taken.length
        from += taken.length
        if (length < MIN_BYTES_AT_ONCE) continue
        yield memory.subarray(0, length)
        length = 0
      }
    }
  } catch (error) {
    throw fileError(error, `cannot read ${name}`)
  }
  yield memory.subarray(0, length)
}
