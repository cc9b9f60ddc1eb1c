import { createCopyButton } from '../../controls/copy.js'

/** A button on every block of code: made here, since without a script it would do nothing. */
export function addCopyButtons() {
  const announcer = document.createElement('p')
  announcer.className = 'visually-hidden'
  announcer.setAttribute('role', 'status')
  document.body.append(announcer)

  for (const figure of document.querySelectorAll('figure.code')) {
    const code = /** @type {HTMLElement} */ (figure.querySelector('code'))
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    figure.prepend(button)
    createCopyButton(button, code, (words) => {
      announcer.textContent = words
    })
  }
}
