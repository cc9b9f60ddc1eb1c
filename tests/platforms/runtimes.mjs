// The programs that run JavaScript without a browser. For Linux on x64 they are npm packages, of the versions that
// package.json names; elsewhere somebody has to say where they are.

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { patience } from '../patience.mjs'

const programs = {
  'Node 22': { variable: 'NODE_22', file: 'node-22/bin/node' },
  'Node 24': { variable: 'NODE_24', file: 'node-24/bin/node' },
  Bun: { variable: 'BUN', file: '@oven/bun-linux-x64-baseline/bin/bun' },
  Deno: { variable: 'DENO', file: '@deno/linux-x64-glibc/deno' }
}
const ownNode = `Node ${process.versions.node}`

export const nodes = [ownNode, 'Node 22', 'Node 24']

/** The path of a runtime. @param {string} name */
export function runtime(name) {
  if (name === ownNode) return process.execPath
  const { variable, file } = programs[name]
  const found = process.env[variable] ?? fileURLToPath(new URL(`./node_modules/${file}`, import.meta.url))
  if (existsSync(found)) return found
  throw new Error(
    `${name} is not at ${found}. npm test installs it on Linux for x64; elsewhere, install it and put its path in ${variable}.`
  )
}

/**
 * What a program of a folder prints.
 * @param {string} name of the runtime
 * @param {string} folder
 * @param {string[]} args
 */
export async function outputOf(name, folder, args) {
  const env = { ...process.env, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' }
  return (await promisify(execFile)(runtime(name), args, { cwd: folder, env, timeout: patience })).stdout
}

/** The same, read as JSON. @param {string} name @param {string} folder @param {string[]} args */
export async function jsonFrom(name, folder, args) {
  return JSON.parse(await outputOf(name, folder, args))
}
