// What is done or noticed in the page itself, at the very moment: a machine with much to do would come too late from here.

import assert from 'node:assert/strict'
import { eventually } from '../patience.mjs'

/** @typedef {import('playwright-core').Page} Page */

/**
 * Clicks something as soon as something else says so, once.
 * @param {Page | import('playwright-core').BrowserContext} place of a context, each of its pages that is opened from now on
 * @param {{ watched: string, says: RegExp, click: string }} wishes watched and click: selectors
 */
export function clickWhen(place, { watched, says, click }) {
  const given = { watched, pattern: says.source, click }
  return 'evaluate' in place ? place.evaluate(clickOnce, given) : place.addInitScript(clickOnce, given)
}

function clickOnce({ watched, pattern, click }) {
  const look = () => {
    if (!new RegExp(pattern).test(document.querySelector(watched)?.textContent)) return
    observer.disconnect()
    document.querySelector(click).click()
  }
  const observer = new MutationObserver(look)
  observer.observe(document, { childList: true, characterData: true, subtree: true })
}

/**
 * Writes down what an element says from now on.
 * @param {Page} page
 * @param {string} selector
 * @returns {Promise<() => Promise<string[]>>} all of it so far
 */
export async function listenTo(page, selector) {
  const said = await page.evaluateHandle((place) => {
    const element = document.querySelector(place)
    const texts = []
    const listen = () => texts.push(element.textContent)
    new MutationObserver(listen).observe(element, { childList: true, characterData: true, subtree: true })
    return texts
  }, selector)
  return () => said.jsonValue()
}

/**
 * Presses Tab, and waits until something else has the focus.
 * @template Told
 * @param {Page} page
 * @param {() => Told} tell runs in the page: what is told of the element that has it now
 * @returns {Promise<Told>}
 */
export async function tab(page, tell) {
  const before = await page.evaluateHandle(() => document.activeElement)
  await page.keyboard.press('Tab')
  await page.waitForFunction((element) => document.activeElement !== element, before)
  return page.evaluate(tell)
}

/**
 * Presses a button that copies something, and gives it once the button says so: that passes by, too.
 * @param {Page} page
 * @param {string} selector
 */
export async function copyWith(page, selector) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await pressUntilItSays(page, selector, 'Copied')
  return page.evaluate(() => navigator.clipboard.readText())
}

/** @param {Page} page @param {string} selector of a button @param {string} words that it says then */
export async function pressUntilItSays(page, selector, words) {
  const said = await listenTo(page, selector)
  await page.click(selector)
  await eventually(async () => assert.equal((await said())[0], words))
}
