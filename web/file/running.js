import { element } from '../controls/elements.js'
import { pluralise, size, timeLeft } from './wording.js'

/** How far it is, and the buttons that go with it. */
export function createRunning() {
  const bar = /** @type {HTMLProgressElement} */ (element('progress'))
  const [box, run, cancel] = [element('progress-box'), element('run'), element('cancel')]
  let began = 0
  let total = 0

  return {
    /** @param {number} bytes of the file */
    start(bytes) {
      began = performance.now()
      total = bytes
      bar.value = 0
      element('progress-words').textContent = 'Starting…'
      element('run-message').textContent = ''
      element('run-error').textContent = ''
      box.hidden = false
      cancel.hidden = false
      run.hidden = true
      cancel.focus()
    },

    /** @param {import('./ask-worker.js').FileProgress} progress */
    show({ bytes, rows }) {
      const seconds = (performance.now() - began) / 1000
      bar.value = bytes / total
      const left = bytes < total ? timeLeft((seconds * (total - bytes)) / bytes) : 'computing statistics'
      const parts = [`${size(bytes)} of ${size(total)}`, pluralise(rows, 'row'), left]
      element('progress-words').textContent = parts.filter((words) => words !== '').join(' · ')
    },

    stop() {
      const hadFocus = document.activeElement === cancel
      box.hidden = true
      cancel.hidden = true
      run.hidden = false
      if (hadFocus) run.focus()
    }
  }
}
