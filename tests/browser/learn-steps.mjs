import { visit } from './visit.mjs'

export const STEPS = ['idea', 'epsilon', 'bounds', 'bias', 'trust', 'choosing', 'again']

/**
 * Opens the tour at one of its steps, and waits for its picture.
 * @param {import('node:test').TestContext} t
 * @param {string} step
 * @param {object} [visitor] options of the browser context
 */
export async function openStep(t, step, visitor = {}) {
  const visited = await visit(t, { at: 'learn/', hash: `#${step}`, fails: true, visitor })
  await visited.page.locator(`#${step} canvas`).first().waitFor()
  return visited
}

/** Moves a slider with the keys until it says what is wanted. @param {import('playwright-core').Page} page @param {string} id @param {string} wanted */
export async function turnTo(page, id, wanted) {
  const slider = page.locator(`#${id}`)
  await slider.focus()
  await page.keyboard.press('Home')
  for (let press = 0; press < 130; ++press) {
    if ((await slider.getAttribute('aria-valuetext')) === wanted) return
    await page.keyboard.press('ArrowRight')
  }
  throw new Error(`#${id} never says ${wanted}`)
}
