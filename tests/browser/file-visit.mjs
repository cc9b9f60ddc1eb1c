// A visitor with a file: what several tests of the File view do.

import { readFile } from 'node:fs/promises'
import { visit } from './visit.mjs'

/** @param {import('node:test').TestContext} t @param {object} [wishes] */
export function visitWithFile(t, wishes = {}) {
  return visit(t, { at: 'file/', fails: true, ...wishes })
}

/** Chooses a file, as with the dialogue of the browser. @param {import('playwright-core').Page} page @param {string | Uint8Array} content as bytes */
export async function choose(page, content, name = 'people.csv') {
  const buffer = typeof content === 'string' ? Buffer.from(content, 'latin1') : Buffer.from(content)
  await page.setInputFiles('#file', { name, mimeType: 'text/csv', buffer })
  await page
    .locator('#file-facts')
    .filter({ hasText: `${name},` })
    .waitFor()
}

/** Ticks a column, and says what is possible. */
export async function tick(page, place, { lower, upper, granularity = '' }) {
  await page.check(`#column-${place}`)
  await page.fill(`#lower-${place}`, String(lower))
  await page.fill(`#upper-${place}`, String(upper))
  await page.fill(`#granularity-${place}`, String(granularity))
}

export async function run(page) {
  await page.click('#run')
  await page.locator('#outcome').waitFor({ state: 'visible' })
}

/** What a link of the outcome gives, as bytes. */
export async function download(page, id = 'download') {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click(`#${id}`)])
  return { name: download.suggestedFilename(), bytes: (await readFile(await download.path())).toString('latin1') }
}

export const AGES = { lower: 0, upper: 120, granularity: 1 }
