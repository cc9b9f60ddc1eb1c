import { element } from './elements.js'

/**
 * Shows what is wrong beside the field that it is about.
 * @param {Document | HTMLElement} [root] where the fields are
 * @param {string} [prefix] of the ids of the words: where a page has several forms
 */
export function createErrors(root = document, prefix = '') {
  const places = new Map(
    [...root.querySelectorAll('[data-parameter]')].map((place) => [place.getAttribute('data-parameter'), place])
  )

  return {
    /** @param {{ parameter: string, message: string }} error */
    show({ parameter, message }) {
      this.clear()
      const field = parameter.replace(/\[.*$/, '') // lower[1] is about lower
      const place = places.get(field)
      const words = element(`${prefix}${place ? field : 'other'}-error`)
      words.textContent = sentence(message)
      for (const control of controlsOf(place)) control.setAttribute('aria-invalid', 'true')
    },

    clear() {
      for (const words of root.querySelectorAll('.error')) words.textContent = ''
      for (const control of root.querySelectorAll('[aria-invalid]')) control.removeAttribute('aria-invalid')
    }
  }
}

/**
 * The controls that hold the refused value: the field, or the whole choice where nothing was typed.
 * @param {Element | undefined} place
 */
function controlsOf(place) {
  if (!place) return []
  if (place.getAttribute('role') !== 'radiogroup') return place.querySelectorAll('input:not([type=range]), select')
  const own = place.querySelector('input[type=radio][value=own]:checked')
  return own ? place.querySelectorAll('input:not([type=radio], [type=range])') : [place]
}

/** @param {string} message */
function sentence(message) {
  return `${message[0]?.toUpperCase()}${message.slice(1)}.`
}
