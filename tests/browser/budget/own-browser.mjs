// A whole browser of its own, with a profile that stays, which can be killed as by a power cut of its processes.

import { spawn } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from 'playwright-core'
import { patience, removeFolder } from '../../patience.mjs'
import { programFor, SWITCHES } from '../chromium.mjs'

/**
 * A profile, until the test ends. Its `start` begins Chromium with it; `kill` of that ends all of its processes at once, with no
 * chance to tidy up.
 * @param {import('node:test').TestContext} t
 */
export async function newProfile(t) {
  const folder = await mkdtemp(join(tmpdir(), 'inbounds-profile-'))
  const kills = []
  t.after(async () => {
    await Promise.all(kills.map((kill) => kill()))
    await removeFolder(folder)
  })

  async function start() {
    const args = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${folder}`, ...SWITCHES, 'about:blank']
    const child = spawn(programFor(true), args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] }) // a group of its own
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const kill = async () => {
      if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL')
      await ended
    }
    kills.push(kill)
    const browser = await chromium.connectOverCDP(await debuggerOf(child), { timeout: patience })
    const [context] = browser.contexts()
    context.setDefaultTimeout(patience)
    return { context, kill }
  }

  return { start }
}

/** Where it can be driven from, as it says itself. */
async function debuggerOf(child) {
  const said = []
  for await (const line of createInterface({ input: child.stderr })) {
    const [, address] = /DevTools listening on (ws:\S+)/.exec(line) ?? []
    if (address) {
      child.stderr.resume() // what else it says must not fill the pipe
      return address
    }
    said.push(line)
  }
  throw new Error(`Chromium has ended: ${said.join('\n')}`)
}
