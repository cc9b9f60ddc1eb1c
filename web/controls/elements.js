/**
 * The element of this page with this id.
 * @template {HTMLElement} [Kind=HTMLElement]
 * @param {string} id
 * @returns {Kind}
 */
export function element(id) {
  const found = document.getElementById(id)
  if (!found) throw new Error(`this page has no element with the id '${id}'`)
  return /** @type {Kind} */ (found)
}

/** @param {string} id */
export function input(id) {
  return /** @type {HTMLInputElement} */ (element(id))
}

/**
 * A number to read, with the number itself for whoever reads the page by program.
 * @param {string} id of a `<data>` element
 * @param {number | string} value
 * @param {string} words
 */
export function datum(id, value, words) {
  const place = /** @type {HTMLDataElement} */ (element(id))
  place.value = String(value)
  place.textContent = words
}
