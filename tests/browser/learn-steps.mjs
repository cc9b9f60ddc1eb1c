import assert from 'node:assert/strict'
import { eventually } from '../patience.mjs'
import { visit } from './visit.mjs'

export const STEPS = ['idea', 'epsilon', 'bounds', 'bias', 'trust', 'choosing', 'again']

/**
 * Opens the tour at one of its steps, and waits for its picture.
 * @param {import('node:test').TestContext} t
 * @param {string} step
 * @param {object} [visitor] options of the browser context
 * @param {(context: import('playwright-core').BrowserContext) => Promise<void>} [prepare] before the page loads
 */
export async function openStep(t, step, visitor = {}, prepare = undefined) {
  const visited = await visit(t, { at: 'learn/', hash: `#${step}`, fails: true, visitor, prepare })
  await visited.page.locator(`#${step} canvas`).first().waitFor()
  return visited
}

/** Moves a slider with the keys until it says what is wanted. @param {import('playwright-core').Page} page @param {string} id @param {string} target */
export async function turnTo(page, id, target) {
  const slider = page.locator(`#${id}`)
  await slider.focus()
  await page.keyboard.press('Home')
  await eventually(async () =>
    assert.ok(await slider.evaluate(({ value, min }) => value === min), 'it is at its start')
  )
  for (;;) {
    const words = await slider.getAttribute('aria-valuetext')
    if (words === target) return
    const isAtEnd = await slider.evaluate(({ value, max }) => value === max)
    if (isAtEnd) throw new Error(`#${id} never says ${target}`)
    await page.keyboard.press('ArrowRight')
    await eventually(async () => assert.notEqual(await slider.getAttribute('aria-valuetext'), words))
  }
}
