// Browsers without a window. Each page is opened with nothing stored, in a context or a profile of its own. What its console
// says is kept for whoever has to find out what went wrong. There is one place to go to: 127.0.0.1.

import { spawn } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFirefox } from '../../tools/setup.mjs'
import { foreignAmong, newContext, requestsOf, startChromium } from '../browser/chromium.mjs'
import { removeFolder } from '../patience.mjs'
import { startRefusingProxy } from './refusing-proxy.mjs'

/**
 * A page that was opened.
 * @typedef {object} Opened
 * @property {() => string} complaints
 * @property {() => Promise<string[]>} foreign what it has asked others for
 * @property {Promise<void>} ended settles when it cannot report any more
 * @property {() => Promise<void>} close
 */

/**
 * @typedef {object} Browser
 * @property {(address: string, hosts: string[]) => Promise<Opened>} open hosts: where a page may ask for something, itself included
 * @property {() => Promise<void>} leave
 */

/** @type {Record<'Chromium' | 'Firefox', () => Promise<Browser>>} */
export const browsers = { Chromium: chromiumForPages, Firefox: firefoxForPages }

async function chromiumForPages() {
  const browser = await startChromium({ isWhole: true })

  async function open(address, hosts) {
    const context = await newContext(browser)
    const requests = requestsOf(context)
    const page = await context.newPage()
    const lines = []
    page.on('console', (message) => lines.push(`${message.text()} (${message.location().url})`))
    page.on('pageerror', (error) => lines.push(String(error)))
    const ended = new Promise((resolve) => {
      page.on('crash', () => resolve(void lines.push('The page has crashed.')))
      page.on('close', () => resolve(void lines.push('The page was closed.')))
    })
    // Where it goes from there is not for this call to say.
    page.goto(address, { timeout: 0 }).catch((error) => lines.push(String(error)))
    /** When the page and its workers have answered, all that they have asked for before is known. */
    async function foreign() {
      await Promise.allSettled([page, ...page.workers()].map((one) => one.evaluate(() => {})))
      return foreignAmong(requests, hosts)
    }
    return { complaints: () => lines.join('\n'), foreign, ended, close: () => context.close() }
  }

  return { open, leave: () => browser.close() }
}

// Nothing that asks, updates or phones home; what a page's console says goes to the output. Whatever is not meant to be asked
// goes to a proxy that refuses it: `localhost`, too, which Firefox would not give to any proxy by itself.
const preferences = {
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'devtools.console.stdout.content': true,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.proxy.allow_hijacking_localhost': true,
  'network.proxy.type': 1,
  'toolkit.telemetry.reportingpolicy.firstRun': false
}

/** As a profile has them. Firefox passes over all of them if one is written in another way. */
function writePreferences(preferences) {
  const line = ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`
  return Object.entries(preferences).map(line).join('')
}

// Debian has no driver for Firefox, and none is needed: it takes an address, and pages report by themselves.
async function firefoxForPages() {
  const program = findFirefox()
  if (!program)
    throw new Error('Firefox is not here; npm test installs it on Debian, and its path may be given in FIREFOX')

  async function open(address, hosts) {
    const profile = await mkdtemp(join(tmpdir(), 'inbounds-firefox-'))
    const proxy = await startRefusingProxy()
    const ways = ['http', 'ssl'].flatMap((way) => [
      [`network.proxy.${way}`, '127.0.0.1'],
      [`network.proxy.${way}_port`, proxy.port]
    ])
    const own = { ...preferences, ...Object.fromEntries(ways), 'network.proxy.no_proxies_on': hosts.join() }
    await writeFile(join(profile, 'user.js'), writePreferences(own))

    const args = ['--headless', '--no-remote', '--profile', profile, address]
    const env = { ...process.env, HOME: profile }
    const firefox = spawn(program, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] }) // a group of its own
    const said = []
    for (const stream of [firefox.stdout, firefox.stderr]) stream.on('data', (chunk) => said.push(chunk))
    const ended = new Promise((resolve) => {
      firefox.on('error', (error) => resolve(void said.push(String(error))))
      firefox.on('close', (code, signal) => resolve(void said.push(`\nIt ended with ${signal ?? code}.`)))
    })
    const close = async () => {
      // All of its processes at once: there is nothing to tidy up but the profile, and that goes with them.
      if (firefox.exitCode === null && firefox.signalCode === null && firefox.pid) process.kill(-firefox.pid, 'SIGKILL')
      await ended
      proxy.close()
      await removeFolder(profile)
    }
    return { complaints: () => said.join(''), foreign: async () => proxy.listRefused(), ended, close }
  }

  return { open, leave: async () => {} }
}
