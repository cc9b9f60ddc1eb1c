// Browsers without a window. Each page is opened with nothing stored, in a context or a profile of its own. What its console
// says is kept for whoever has to find out what went wrong.

import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium, findFirefox } from '../../tools/setup.mjs'

/**
 * @typedef {object} Browser
 * @property {(address: string) => Promise<{ complaints: () => string, close: () => Promise<void> }>} open
 * @property {() => Promise<void>} leave
 */

/** @type {Record<'Chromium' | 'Firefox', () => Promise<Browser>>} */
export const browsers = { Chromium: startChromium, Firefox: prepareFirefox }

async function startChromium() {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update']
  const browser = await chromium.launch({ executablePath: wanted(findChromium(), 'Chromium'), headless: true, args })

  async function open(address) {
    const context = await browser.newContext()
    const page = await context.newPage()
    const lines = []
    page.on('console', (message) => lines.push(`${message.text()} (${message.location().url})`))
    page.on('pageerror', (error) => lines.push(String(error)))
    page.on('crash', () => lines.push('The page has crashed.'))
    // Where it goes from there is not for this call to say.
    page.goto(address, { timeout: 0 }).catch(() => {})
    return { complaints: () => lines.join('\n'), close: () => context.close() }
  }

  return { open, leave: () => browser.close() }
}

// Nothing that asks, updates or phones home; what a page's console says goes to the output.
const preferences = {
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'devtools.console.stdout.content': true,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false
}

// Debian has no driver for Firefox, and none is needed: it takes an address, and pages report by themselves.
async function prepareFirefox() {
  const program = wanted(findFirefox(), 'Firefox')

  async function open(address) {
    const profile = await mkdtemp(join(tmpdir(), 'inbounds-firefox-'))
    const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)})\n`)
    await writeFile(join(profile, 'user.js'), lines.join(''))

    const args = ['--headless', '--no-remote', '--profile', profile, address]
    const firefox = spawn(program, args, { env: { ...process.env, HOME: profile }, stdio: ['ignore', 'pipe', 'pipe'] })
    const said = []
    for (const stream of [firefox.stdout, firefox.stderr]) stream.on('data', (chunk) => said.push(chunk))
    const ended = new Promise((resolve) => {
      firefox.on('error', (error) => resolve(said.push(String(error))))
      firefox.on('close', (code, signal) => resolve(said.push(`\nIt ended with ${signal ?? code}.`)))
    })
    const close = async () => {
      firefox.kill()
      const insist = setTimeout(() => firefox.kill('SIGKILL'), 5000)
      await ended
      clearTimeout(insist)
      // Its last process may still be writing.
      await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    }
    return { complaints: () => said.join(''), close }
  }

  return { open, leave: async () => {} }
}

function wanted(program, name) {
  if (program) return program
  throw new Error(
    `${name} is not here; npm test installs it on Debian, and its path may be given in ${name.toUpperCase()}`
  )
}
