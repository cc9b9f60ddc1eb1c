import { make } from './markup.js'

const MAX = 20_000

/**
 * For experiments with chance: as many runs as somebody likes, with a button that begins and one that ends them.
 * @param {import('./entry-panel.js').EntryPanel} panel
 * @param {(runs: number, signal: AbortSignal) => Promise<void>} run
 */
export function offerRuns({ entry, controls }, run) {
  const id = `${entry.id}-runs`
  const field = /** @type {HTMLInputElement} */ (
    make('input', { type: 'number', id, min: '1', max: String(MAX), step: '1', 'aria-describedby': `${id}-error` })
  )
  field.value = String(entry.runs)
  const button = /** @type {HTMLButtonElement} */ (make('button', { type: 'button' }, 'Run again'))
  const cancel = /** @type {HTMLButtonElement} */ (make('button', { type: 'button' }, 'Cancel'))
  const error = make('p', { class: 'error', id: `${id}-error` })
  cancel.disabled = true
  controls.append(make('label', { for: id }, 'Runs for each ε'), field, button, cancel, error)
  /** @type {AbortController | undefined} */
  let controller

  async function start() {
    const runs = field.valueAsNumber
    const isPossible = Number.isInteger(runs) && runs >= 1 && runs <= MAX
    error.textContent = isPossible
      ? ''
      : `Runs must be a whole number from 1 to ${MAX}, got ${field.value || 'nothing'}.`
    field.toggleAttribute('aria-invalid', !isPossible)
    if (!isPossible) return field.setAttribute('aria-invalid', 'true')
    controller = new AbortController()
    button.disabled = true
    cancel.disabled = false
    await run(runs, controller.signal)
    button.disabled = false
    const hadFocus = document.activeElement === cancel
    cancel.disabled = true
    if (hadFocus) button.focus()
  }

  button.addEventListener('click', start)
  cancel.addEventListener('click', () => controller?.abort())
}
