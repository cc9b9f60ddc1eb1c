// The command line as its users have it: dist/cli.js in a process of its own, and a folder that is removed afterwards.

import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { patience } from '../patience.mjs'

export const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

/** A folder for a test, with what is read and written in it. */
export class Folder {
  path = mkdtempSync(join(tmpdir(), 'inbounds-cli-'))

  /** @param {string} name @param {string | Uint8Array} content */
  write(name, content) {
    writeFileSync(join(this.path, name), content)
    return join(this.path, name)
  }

  /** @param {string} name */
  read(name) {
    return readFileSync(join(this.path, name), 'latin1')
  }

  /** What is in it, hidden files too. */
  get names() {
    return readdirSync(this.path).sort()
  }

  remove() {
    rmSync(this.path, { recursive: true, force: true })
  }
}

/** @param {(folder: Folder) => unknown} work */
export async function inFolder(work) {
  const folder = new Folder()
  try {
    return await work(folder)
  } finally {
    folder.remove()
  }
}

/**
 * A process that has begun. One that hangs is ended, so that nobody waits for it for ever.
 * @param {readonly string[]} words
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function begin(words, options = {}) {
  return spawn(process.execPath, [cli, ...words], { stdio: 'pipe', timeout: patience, ...options })
}

/**
 * What becomes of it.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<{ code: number | null, signal: string | null, output: string, errors: string }>} output as bytes
 */
export function endOf(child) {
  const [output, errors] = [[], []]
  child.stdout?.on('data', (part) => output.push(part))
  child.stderr?.on('data', (part) => errors.push(part))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      resolve({
        code,
        signal,
        output: Buffer.concat(output).toString('latin1'),
        errors: Buffer.concat(errors).toString()
      })
    })
  })
}

/**
 * @param {readonly string[]} words
 * @param {{ input?: string | Uint8Array, folder?: Folder, env?: Record<string, string> }} [how] input as bytes; the folder to be in
 */
export function run(words, { input, folder, env } = {}) {
  const child = begin(words, { cwd: folder?.path, env: { ...process.env, ...env } })
  const ended = endOf(child)
  child.stdin?.on('error', () => {}) // it may be gone before it has read everything
  child.stdin?.end(typeof input === 'string' ? Buffer.from(input, 'latin1') : input)
  return ended
}

/** The options for whole numbers from 0 to 120, which most tests use. */
export const AGE = ['--lower', '0', '--upper', '120', '--granularity', '1', '--epsilon', '1']

/** Rows until there are so many bytes: more than a block has, or several. @param {(row: number) => string} rowOf @param {number} bytes */
export function rowsOf(rowOf, bytes) {
  let text = ''
  for (let row = 0; text.length < bytes; ++row) text += rowOf(row)
  return text
}
