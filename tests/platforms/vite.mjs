// Vite as its users start it, by its own command in their folder.

import { execFile, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { patience } from '../patience.mjs'

// Whatever is set here: a customer has said nothing of the kind, and Vite would obey it.
const { NODE_ENV: _, ...env } = { ...process.env, NO_COLOR: '1' }

/** @param {'vite' | 'vite-7'} name as in package.json */
const command = (name) => fileURLToPath(new URL(`./node_modules/${name}/bin/vite.js`, import.meta.url))

/** Builds the app of a folder; gives the folder of what was made. */
export async function viteBuild(name, folder) {
  await promisify(execFile)(process.execPath, [command(name), 'build'], { cwd: folder, env })
  return join(folder, 'dist')
}

/**
 * Starts the development server of a folder until the test ends; gives its address. Left to itself, Vite takes port 5173 of
 * `localhost`, and a browser may find somebody else's server there, at the other of the two addresses that this name has.
 */
export async function viteServer(t, name, folder) {
  for (;;) {
    const { address, isTaken, said } = await startVite(t, name, folder, await freePort())
    if (address) return address
    if (!isTaken) throw new Error(`${name} did not start: ${said}`) // otherwise somebody was quicker: there are more ports
  }
}

async function startVite(t, name, folder, port) {
  const address = `http://127.0.0.1:${port}/`
  const args = ['--host', '127.0.0.1', '--port', String(port), '--strictPort']
  const server = spawn(process.execPath, [command(name), ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const ended = new Promise((resolve) => server.once('close', resolve))
  t.after(async () => {
    server.kill()
    await ended
  })
  return new Promise((resolve) => {
    let said = ''
    const end = (found) => {
      clearTimeout(timer)
      resolve(found)
    }
    const fail = () => end({ said, isTaken: said.includes('already in use') })
    const timer = setTimeout(fail, patience)
    ended.then(fail)
    for (const stream of [server.stdout, server.stderr]) {
      stream.on('data', (chunk) => {
        said += chunk
        if (said.includes(address)) end({ address })
      })
    }
  })
}

/** Vite 7 takes 0 for its usual port. */
async function freePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}
