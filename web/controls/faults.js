import { element } from './elements.js'

/** Shows what is wrong beside the field that it is about. */
export function createFaults() {
  const places = new Map(
    [...document.querySelectorAll('[data-parameter]')].map((place) => [place.getAttribute('data-parameter'), place])
  )

  return {
    /** @param {{ parameter: string, message: string }} fault */
    show({ parameter, message }) {
      this.clear()
      const place = places.get(parameter)
      const words = element(place ? `${parameter}-fault` : 'other-fault')
      words.textContent = sentence(message)
      for (const control of controlsOf(place)) control.setAttribute('aria-invalid', 'true')
    },

    clear() {
      for (const words of document.querySelectorAll('.fault')) words.textContent = ''
      for (const control of document.querySelectorAll('[aria-invalid]')) control.removeAttribute('aria-invalid')
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
