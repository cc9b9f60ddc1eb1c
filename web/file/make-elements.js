/**
 * A new element with text in it; everything from a file gets into the page this way, and never as HTML.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string | readonly (Node | string)[]} [content]
 * @param {Record<string, string>} [attributes]
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function createElement(tag, content = [], attributes = {}) {
  const one = document.createElement(tag)
  one.append(...(typeof content === 'string' ? [content] : content))
  for (const [name, value] of Object.entries(attributes)) one.setAttribute(name, value)
  return one
}

/** @param {string} id of a template with one element in it @returns {HTMLElement} */
export function copyOf(id) {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById(id))
  const copy = /** @type {DocumentFragment} */ (template.content.cloneNode(true))
  return /** @type {HTMLElement} */ (copy.firstElementChild)
}

/** @param {ParentNode} within @param {string} selector @returns {HTMLElement} */
export function part(within, selector) {
  const found = within.querySelector(selector)
  if (!found) throw new Error(`there is no '${selector}' here`)
  return /** @type {HTMLElement} */ (found)
}

/** What is wider than the screen can be scrolled with the keyboard, too. @param {Element} place */
export function letScroll(place) {
  place.setAttribute('tabindex', '0')
}
