import { ParameterError } from 'inbounds'
import { afterPause } from '../controls/after-pause.js'
import { createCopyButton } from '../controls/copy.js'
import { element } from '../controls/elements.js'
import { createErrors } from '../controls/errors.js'
import { announce, notice } from '../site/start.js'

// What the kinds of releases do alike: the fields give settings, the library answers, and everything shows the answer; or what
// is wrong is said beside its field, and the last picture is marked.

/**
 * @template Answer
 * @typedef {object} Bench
 * @property {(given: ReadonlyMap<string, string>) => void} fill the fields, from the address
 * @property {() => Answer | Promise<Answer>} answer what the fields ask for; throws ParameterErrors
 * @property {(answer: Answer, since: number) => void} show
 * @property {(answer: Answer) => [string, unknown][]} entries for the address
 * @property {(answer: Answer) => string} snippet
 * @property {(answer: Answer) => string} inWords for the live region
 * @property {() => void} hide
 */

/**
 * @template Answer
 * @param {import('./kinds.js').KindName} kind also the prefix of its ids
 * @param {import('./kinds.js').Host} host
 * @param {Bench<Answer>} bench
 * @returns {import('./kinds.js').Kind}
 */
export function createBench(kind, host, { fill, answer, show, entries, snippet, inWords, hide }) {
  const root = element(`kind-${kind}`)
  const errors = createErrors(root, `${kind}-`)
  const showError = afterPause(300, errors.show.bind(errors))
  const announceSoon = afterPause(1000, announce)
  let turns = 0

  async function update() {
    const since = performance.now()
    const turn = ++turns
    try {
      const asking = answer()
      // Without a detour where there is none to take: the picture follows the hand at once.
      const found = asking instanceof Promise ? await asking : asking
      if (turn !== turns) return // something newer was asked for
      showError.cancel()
      errors.clear()
      mark(true)
      show(found, since)
      element(`${kind}-snippet`).textContent = snippet(found)
      announceSoon(inWords(found))
      host.write(entries(found))
    } catch (error) {
      if (turn !== turns) return
      if (!(error instanceof ParameterError)) return notice('This could not be computed', error)
      host.forget()
      mark(false)
      showError(error)
      announceSoon(error.message)
    }
  }

  /** Whether what is shown belongs to what the fields say. @param {boolean} current */
  function mark(current) {
    element(`${kind}-stale`).hidden = current
    root.classList.toggle('stale', !current)
  }

  const form = /** @type {HTMLFormElement} */ (element(`${kind}-form`))
  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('input', update)
  createCopyButton(element(`${kind}-copy`), element(`${kind}-snippet`), announce)

  return {
    show(given) {
      fill(given)
      update()
    },
    hide() {
      ++turns
      announceSoon.cancel()
      hide()
    }
  }
}
