import { input } from '../controls/elements.js'

/**
 * Fills fields that are named in the address, as far as they hold something that a field can.
 * @param {string} kind the prefix of their ids
 * @param {ReadonlyMap<string, string>} given
 * @param {readonly string[]} names
 */
export function fillNumbers(kind, given, names) {
  for (const name of names) {
    const text = given.get(name)
    if (text !== undefined && text !== '' && Number.isFinite(Number(text))) input(`${kind}-${name}`).value = text
  }
}

/**
 * The choice of a group of radio buttons, or of a list.
 * @param {string} kind
 * @param {string} name
 */
export function choice(kind, name) {
  const found = /** @type {HTMLInputElement | HTMLSelectElement | null} */ (
    document.querySelector(`input[name="${kind}-${name}"]:checked, select#${kind}-${name}`)
  )
  return found?.value ?? ''
}

/**
 * @param {string} kind
 * @param {string} name
 * @param {string | undefined} value nothing changes for what is no choice
 */
export function choose(kind, name, value) {
  for (const one of document.querySelectorAll(`input[name="${kind}-${name}"]`)) {
    if (one instanceof HTMLInputElement && one.value === value) one.checked = true
  }
  const list = document.querySelector(`select#${kind}-${name}`)
  if (list instanceof HTMLSelectElement && [...list.options].some((option) => option.value === value)) {
    list.value = value ?? ''
  }
}
