// A whole browser of its own, with a profile that stays, which can be killed as by a power cut of its processes.

import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from 'playwright-core'
import { findChromium } from '../../../tools/setup.mjs'
import { SWITCHES } from './visitor.mjs'

/** A folder for a profile, until the test ends. */
export async function newProfileFolder(t) {
  const folder = await mkdtemp(join(tmpdir(), 'inbounds-profile-'))
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
  return folder
}

/**
 * Starts Chromium with a profile; `kill` ends all of its processes at once, with no chance to tidy up.
 * @param {import('node:test').TestContext} t
 * @param {string} profile
 */
export async function startOwnBrowser(t, profile) {
  const args = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, ...SWITCHES, 'about:blank']
  const child = spawn(findChromium(), args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] }) // a group of its own
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL')
    await ended
  }
  t.after(kill)
  const browser = await chromium.connectOverCDP(await debuggerOf(child))
  return { context: browser.contexts()[0], kill }
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
