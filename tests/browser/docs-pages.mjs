// Every page of the documentation, and a look at each of them.

import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { hasStarted } from './chromium.mjs'
import { builtPage, visit } from './visit.mjs'

/** Where all the pages are, from the root of the site. */
export const addresses = readdirSync(join(builtPage, 'docs'), { recursive: true })
  .filter((name) => name.endsWith('.html'))
  .map((name) => `docs/${name}`)
export const api = 'docs/reference/reflected-laplace.html'
export const proof = 'docs/proofs/reflected-laplace.html'

/**
 * Opens all pages in windows of one visitor, some at a time, and looks at each.
 * @template Look
 * @param {import('node:test').TestContext} t
 * @param {object} visitor options of the browser context
 * @param {(page: import('playwright-core').Page, address: string) => Promise<Look>} look
 * @returns {Promise<(Look & { address: string, complaints: string[] })[]>} in the order of `addresses`
 */
export async function lookAtEveryPage(t, visitor, look) {
  const { context, page: first, origin } = await visit(t, { fails: true, at: addresses[0], visitor })
  const waiting = [...addresses.entries()]
  const looks = []

  async function lookFrom(page) {
    let complaints = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, address] = next
      complaints = []
      await page.goto(`${origin}/${address}`)
      await hasStarted(page)
      looks[at] = { address, ...(await look(page, address)), complaints }
    }
  }

  const more = Array.from({ length: Math.min(availableParallelism(), 4) - 1 }, () => context.newPage())
  await Promise.all([first, ...(await Promise.all(more))].map(lookFrom))
  return looks
}
