// What a page is to show, waited for: pages work in their own time, and a look too early is no finding.

import assert from 'node:assert/strict'
import { eventually } from '../patience.mjs'
import { datum } from './visit.mjs'

/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {string | RegExp} Expected */

/** An element has this text. @param {Locator} element @param {Expected} expected @param {string} [why] */
export function says(element, expected, why) {
  return eventually(async () => compare(await element.textContent(), expected, why))
}

/** A field has this in it. @param {Locator} field @param {Expected} expected @param {string} [why] */
export function holds(field, expected, why) {
  return eventually(async () => compare(await field.inputValue(), expected, why))
}

/** @param {Locator} element @param {string} attribute @param {Expected | null} expected null: it has none @param {string} [why] */
export function has(element, attribute, expected, why) {
  return eventually(async () => compare(await element.getAttribute(attribute), expected, why))
}

/** The numbers that an element carries are these. @param {import('playwright-core').Page} page @param {string} id @param {number[]} numbers */
export function carries(page, id, numbers) {
  return eventually(async () => assert.deepEqual(await datum(page, id), numbers, `#${id}`))
}

/** There are so many. @param {Locator} elements @param {number} count @param {string} [why] */
export function counts(elements, count, why) {
  return eventually(async () => assert.equal(await elements.count(), count, why))
}

/** @param {Locator} element */
export const isShown = (element) => element.waitFor({ state: 'visible' })

/** It cannot be seen, or is not there. @param {Locator} element */
export const isHidden = (element) => element.waitFor({ state: 'hidden' })

/** @param {Locator} field @param {string} [why] */
export function isChecked(field, why = 'it is checked') {
  return eventually(async () => assert.ok(await field.isChecked(), why))
}

/** @param {Locator} control @param {string} [why] */
export function isDisabled(control, why = 'it is disabled') {
  return eventually(async () => assert.ok(await control.isDisabled(), why))
}

/** @param {Locator} control @param {string} [why] */
export function isEnabled(control, why = 'it is enabled') {
  return eventually(async () => assert.ok(await control.isEnabled(), why))
}

/** The element with this id has the focus. @param {import('playwright-core').Page} page @param {string} id @param {string} [why] */
export function isFocused(page, id, why) {
  return eventually(async () => assert.equal(await page.evaluate(() => document.activeElement.id), id, why))
}

/** @param {string | null} found @param {Expected | null} expected @param {string} [why] */
function compare(found, expected, why) {
  if (expected instanceof RegExp) assert.match(found ?? '', expected, why)
  else assert.equal(found, expected, why)
}
