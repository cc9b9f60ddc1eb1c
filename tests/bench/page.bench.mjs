// How fast the page answers: from a change of a setting to the picture that shows it, on Explore, by its own measure 'redraw'.

import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { buildPage } from '../../tools/build.mjs'
import { serve } from '../../tools/serve.mjs'
import { findChromium } from '../../tools/setup.mjs'
import { median } from './measure.mjs'
import { formatSeconds, under } from './rows.mjs'

const page = fileURLToPath(new URL('../../build/page', import.meta.url))
const rounds = 5
const changes = 40

export async function rows() {
  await buildPage()
  const server = await serve(page, { port: 0 })
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const context = await browser.newContext({ reducedMotion: 'reduce', serviceWorkers: 'block' })
    const tab = await context.newPage()
    await tab.goto(server.url)
    await tab.waitForFunction(() => performance.getEntriesByName('redraw').length > 0)
    const times = []
    for (let round = 0; round < rounds; ++round) times.push(await redrawsOf(tab))
    const middle = median(times.map(median))
    const slow = median(times.map((list) => quantile(list, 0.95)))
    return [
      { what: `redraw of Explore, median of ${changes} changes`, value: formatSeconds(middle), ratio: 1 },
      { what: '... 95 of 100', ratio: slow / middle, ...under(slow, 0.05) }
    ]
  } finally {
    await browser.close()
    await server.close()
  }
}

/** In seconds. Sliders are moved by the keyboard, one step after the other has been drawn. */
async function redrawsOf(tab) {
  await tab.evaluate(() => performance.clearMeasures('redraw'))
  for (let at = 0; at < changes; ++at) {
    await tab.locator(at % 2 === 0 ? '#truth-slider' : '#epsilon-slider').press(at % 4 < 2 ? 'ArrowRight' : 'ArrowLeft')
    await tab.waitForFunction((count) => performance.getEntriesByName('redraw').length > count, at)
  }
  return tab.evaluate(() => performance.getEntriesByName('redraw').map(({ duration }) => duration / 1000))
}

/** @param {readonly number[]} list @param {number} share */
function quantile(list, share) {
  const sorted = [...list].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
}
