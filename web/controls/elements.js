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
