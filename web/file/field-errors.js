import { element } from '../controls/elements.js'

/** What is wrong, beside the fields that it is about. @param {ParentNode} form */
export function createFieldErrors(form) {
  return {
    /**
     * @param {readonly import('./settings.js').FieldError[]} errors
     * @param {boolean} wasTried whether the visitor wants to go on: until then, empty fields are not yet filled in
     */
    show(errors, wasTried) {
      const shown = new Map()
      for (const { field, message, isEmpty } of errors) {
        if ((wasTried || !isEmpty) && !shown.has(field)) shown.set(field, sentence(message))
      }
      for (const place of /** @type {NodeListOf<HTMLElement>} */ (
        form.querySelectorAll('#noise-panel .error[id$=-error]')
      )) {
        const field = place.id.replace(/-error$/, '')
        const words = shown.get(field) ?? ''
        if (place.textContent !== words) place.textContent = words
        if (words === '') element(field).removeAttribute('aria-invalid')
        else element(field).setAttribute('aria-invalid', 'true')
      }
    },

    /** @param {readonly import('./settings.js').FieldError[]} errors */
    focusFirst(errors) {
      const fields = new Set(errors.map(({ field }) => field))
      for (const control of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('input, select'))) {
        if (!fields.has(control.id)) continue
        control.focus()
        return
      }
    }
  }
}

/** @param {string} message */
export function sentence(message) {
  return `${message[0]?.toUpperCase()}${message.slice(1)}${/[.?!]$/.test(message) ? '' : '.'}`
}
