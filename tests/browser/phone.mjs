import assert from 'node:assert/strict'
import { eventually } from '../patience.mjs'

/** A visitor with a small phone. */
export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

/**
 * Nothing is wider than the window, but for what scrolls in a box of its own. Charts take a moment to follow the window.
 * @param {import('playwright-core').Page} page
 * @param {string} [state] what was done before
 */
export function assertFits(page, state = '') {
  const { width } = page.viewportSize()
  return eventually(async () => {
    const found = await page.evaluate(whatIsWide, width)
    assert.deepEqual({ state, ...found }, { state, width, wide: [] })
  })
}

/** In the page. */
function whatIsWide(max) {
  const boxes = '.scroll, .table-box'
  const isWide = (one) => one.getBoundingClientRect().right > max + 0.5 && !one.parentElement.closest(boxes)
  const wide = [...document.querySelectorAll('body *')].filter(isWide)
  return { width: document.documentElement.scrollWidth, wide: wide.map(nameOf) }

  function nameOf(one) {
    const within = one.closest('[id]')?.id ?? ''
    return `${within} ${one.tagName}.${one.className} ${one.textContent.slice(0, 40)}`
  }
}
