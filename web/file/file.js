import { load } from 'inbounds/collector'
import { afterPause } from '../controls/after-pause.js'
import { element, input } from '../controls/elements.js'
import { pairSlider } from '../controls/slider.js'
import { logarithmicTrack } from '../controls/tracks.js'
import { announce, startView } from '../site/start.js'
import { askWorker, Cancelled } from './ask-worker.js'
import { createChooser } from './chooser.js'
import { createCards } from './column-cards.js'
import { exampleFile } from './example.js'
import { createFieldErrors, sentence } from './field-errors.js'
import { createFirstRowsTable } from './first-rows-table.js'
import { letScroll } from './make-elements.js'
import { createOutcome } from './outcome.js'
import { showPreview } from './preview.js'
import { createRunning } from './running.js'
import { budgetWay, missingWords, readSettings } from './settings.js'
import { epsilonAtMost, oddsNote, pluralise, size, spentNote } from './wording.js'

// One way through the page: a file is looked at, columns are chosen, fields say what is possible, and a worker does the rest.

/** @typedef {import('./first-rows.js').Look} Look */

/** @param {import('inbounds/collector').Collector} inbounds */
function start(inbounds) {
  const form = /** @type {HTMLFormElement} */ (element('workbench'))
  const [cards, errors, outcome, running] = [createCards(), createFieldErrors(form), createOutcome(), createRunning()]
  const table = createFirstRowsTable(chooseColumns)
  pairSlider(input('total-slider'), input('total'), logarithmicTrack(-2, 1))
  /** @type {File | undefined} */ let file
  /** @type {Look | undefined} */ let look
  /** @type {import('./column-cards.js').Column[]} */ let columns = []
  /** @type {ReturnType<typeof readSettings> | undefined} */ let settings
  /** @type {{ cancel: () => void } | undefined} */ let looking
  /** @type {{ cancel: () => void } | undefined} */ let working
  let wasTried = false
  let wasMade = false

  /** @param {File} next */
  async function take(next) {
    working?.cancel()
    file = next
    wasMade = false
    wasTried = false
    input('has-header').checked = true
    say('file-error', '')
    cards.clear()
    columns = []
    await lookAt(undefined, [])
    if (look)
      announce(`${next.name} was read: ${pluralise(look.columns.length, 'column')}. Choose those that get noise.`)
  }

  /** @param {string | undefined} delimiter found out, if it is left out @param {readonly number[]} ticked */
  async function lookAt(delimiter, ticked) {
    if (!file) return
    looking?.cancel()
    const reading = { hasHeader: input('has-header').checked, ...(delimiter !== undefined && { delimiter }) }
    const question = askWorker({ kind: 'look', file, reading })
    looking = question
    look = undefined
    try {
      look = /** @type {Look} */ (await question.answer)
    } catch (error) {
      if (error instanceof Cancelled) return
      return refuseFile(/** @type {Error} */ (error).message)
    }
    say('file-error', '')
    say('reading-error', look.error === '' ? '' : `${sentence(look.error)} Is it separated by something else?`)
    const known = /** @type {HTMLSelectElement} */ (element('delimiter'))
    known.value = look.delimiter
    say('file-facts', `${file.name}, ${size(file.size)}, ${pluralise(look.columns.length, 'column')}. The first rows:`)
    table.show(look, ticked)
    element('content-panel').hidden = false
    chooseColumns(table.chosen())
  }

  /** @param {string} message */
  function refuseFile(message) {
    look = undefined
    for (const panel of ['content', 'noise', 'preview', 'run']) element(`${panel}-panel`).hidden = true
    outcome.clear()
    say('file-error', `${file?.name ?? 'The file'}: ${message}.`)
  }

  /** @param {readonly number[]} places */
  function chooseColumns(places) {
    columns = places.map((place) => ({ place, name: look?.columns[place]?.name ?? '' }))
    cards.show(columns)
    for (const panel of ['noise', 'run']) element(`${panel}-panel`).hidden = columns.length === 0
    if (columns.length === 0) element('preview-panel').hidden = true
    update()
  }

  /** The fields have changed: all that was shown for what they said before goes. */
  function update() {
    if (!look || columns.length === 0) return outcome.clear()
    const isOnly = columns.length === 1
    element('budget-choices').hidden = isOnly
    cards.setBudget(budgetWay(), isOnly)
    element('total-setting').hidden = budgetWay() === 'each'
    settings = readSettings(inbounds, columns)
    const { errors: found, epsilon, total } = settings
    const isWhole = found.length === 0
    for (const { place, mechanism } of settings.columns)
      cards.showEpsilon(place, `ε ${epsilonAtMost(mechanism.epsilon)}`)
    say('total-note', total !== undefined && total > 0 ? oddsNote(total) : '')
    const spent = /** @type {HTMLDataElement} */ (element('spent'))
    spent.value = isWhole ? String(epsilon) : ''
    spent.textContent = isWhole ? epsilonAtMost(epsilon) : '–'
    say(
      'spent-note',
      isWhole ? spentNote(epsilon, columns.length) : 'Known when all columns have bounds and an epsilon.'
    )
    say('run-error', '')
    say('run-message', '')
    outcome.clear()
    element('again-note').hidden = !wasMade
    if (isWhole) errors.show([], wasTried)
    if (settings.columns.length === 0) element('preview-panel').hidden = true
    showSoon()
  }

  // Not while somebody is half-way through a number.
  const showSoon = afterPause(300, () => {
    if (!look || !settings) return
    errors.show(settings.errors, wasTried)
    previewAgain()
  })

  function previewAgain() {
    if (look && settings) showPreview(look, settings.columns, missingWords())
    element('preview-panel').hidden = !settings || settings.columns.length === 0
  }

  async function run() {
    if (!file || !look || working || columns.length === 0) return
    showSoon.cancel()
    wasTried = true
    settings = readSettings(inbounds, columns)
    errors.show(settings.errors, wasTried)
    if (settings.errors.length > 0) {
      say('run-error', 'Something is missing or impossible above; it is marked there.')
      return errors.focusFirst(settings.errors)
    }
    outcome.clear()
    const { columns: chosen, total, epsilon } = settings
    const reading = { hasHeader: input('has-header').checked, delimiter: look.delimiter }
    const done = { fileName: file.name, columns: chosen, total, epsilon, reading, missing: missingWords() }
    const task = {
      kind: 'release',
      file,
      reading,
      places: chosen.map(({ place }) => place),
      mechanisms: chosen.map(({ mechanism }) => mechanism.toJSON()),
      missing: done.missing
    }
    const question = askWorker(task, running.show)
    working = question
    running.start(file.size)
    lock(true)
    try {
      const released = /** @type {import('./release.js').Released} */ (await question.answer)
      finish()
      wasMade = true
      outcome.show(done, released)
      say('run-message', 'Done: the private file is below.')
      element('download-title').focus()
    } catch (error) {
      finish()
      if (error instanceof Cancelled) say('run-message', 'Cancelled. Nothing was made, and nothing was kept.')
      else say('run-error', `Nothing was made. ${file.name}: ${sentence(/** @type {Error} */ (error).message)}`)
    }
  }

  function finish() {
    working = undefined
    lock(false)
    running.stop()
  }

  /** While a file is made, its settings stay what they are. @param {boolean} isLocked */
  function lock(isLocked) {
    for (const panel of ['content-panel', 'noise-panel', 'preview-panel']) element(panel).inert = isLocked
  }

  for (const table of form.querySelectorAll('.scroll')) letScroll(table)
  createChooser(take, (message) => say('file-error', sentence(message)))
  element('example').addEventListener('click', () => take(exampleFile()))
  element('has-header').addEventListener('change', () => lookAt(look?.delimiter, table.chosen()))
  element('delimiter').addEventListener('change', () => lookAt(input('delimiter').value, []))
  element('missing').addEventListener('input', update)
  for (const panel of ['cards', 'budget']) element(panel).addEventListener('input', update)
  element('preview-again').addEventListener('click', previewAgain)
  element('cancel').addEventListener('click', () => working?.cancel())
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    run()
  })
}

/** @param {string} id @param {string} words */
function say(id, words) {
  const place = element(id)
  if (place.textContent !== words) place.textContent = words
}

await startView(load, start)
