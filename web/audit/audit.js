import { load, ParameterError } from 'inbounds'
import { afterPause } from '../controls/after-pause.js'
import { input } from '../controls/elements.js'
import { createErrors } from '../controls/errors.js'
import { pairSlider } from '../controls/slider.js'
import { logarithmicTrack } from '../controls/tracks.js'
import { readFragment, writeFragment } from '../site/fragment.js'
import { announce, notice, startView } from '../site/start.js'
import { findingsOf } from './findings.js'
import { DEFAULTS, relevant } from './options.js'
import { createPosition } from './position.js'
import { createPrecision } from './precision.js'
import { createResults } from './results.js'
import { createSettings } from './settings.js'
import { createUnadjusted } from './unadjusted.js'
import { announcement } from './wording.js'

const PROMISED = '1'
const MIN_PROMISED = 0.01
const MAX_PROMISED = 20

/** What the library calls differently from the fields. @type {Record<string, string>} */
const FIELD_OF = { temperature: 'scale', spans: 'gaps' }

/** @param {import('inbounds').Inbounds} inbounds */
function start(inbounds) {
  const settings = createSettings()
  const errors = createErrors()
  const results = createResults()
  const promisedSlider = pairSlider(input('promised-slider'), input('promised'), logarithmicTrack(-1, 1))
  const mistakes = [createUnadjusted(inbounds), createPosition(inbounds)]
  createPrecision(inbounds, readPromise, () => writeSoon())

  function update() {
    let findings
    try {
      findings = findingsOf(inbounds, settings.read())
    } catch (error) {
      if (error instanceof ParameterError) return refuse(error)
      return notice('This could not be audited', error)
    }
    showError.cancel()
    errors.clear()
    results.mark(true)
    results.show(findings)
    announceSoon(announcement(findings))
    writeSoon()
  }

  /** @param {ParameterError} error */
  function refuse({ parameter, message }) {
    results.mark(false)
    writeSoon.cancel()
    showError({ parameter: FIELD_OF[parameter] ?? parameter, message })
    announceSoon(message)
  }

  /** The promise of the second half of the page; NaN if it is none. */
  function readPromise() {
    const epsilon = input('promised').valueAsNumber
    return epsilon >= MIN_PROMISED && epsilon <= MAX_PROMISED ? epsilon : Number.NaN
  }

  function updateMistakes() {
    const epsilon = readPromise()
    if (Number.isNaN(epsilon)) {
      const message = `promised epsilon must be a number from ${MIN_PROMISED} to ${MAX_PROMISED} here, got ${input('promised').value || 'nothing'}`
      return showError({ parameter: 'promised', message })
    }
    showError.cancel()
    errors.clear()
    for (const mistake of mistakes) mistake.show(epsilon)
    writeSoon()
  }

  const showError = afterPause(300, errors.show.bind(errors)) // not while somebody is half-way through a number
  const announceSoon = afterPause(1000, announce)
  const writeSoon = afterPause(400, () => {
    const fields = settings.read()
    const own = relevant(fields).filter((name) => fields[name] !== '')
    writeFragment([
      ...own.map((name) => /** @type {[string, unknown]} */ ([name, fields[name]])),
      ['promised', input('promised').value],
      ['ends', input('ends').value]
    ])
  })

  function fromAddress() {
    const given = Object.fromEntries(readFragment())
    // Fields that a link leaves out are empty where that means something, and as on a first visit otherwise.
    /** @type {import('./options.js').Fields} */
    const empty = given.mechanism ? { gaps: '', sensitivity: '', granularity: '', smoothing: '' } : {}
    settings.fill({ ...DEFAULTS, ...empty, ...given })
    input('promised').value = given.promised ?? PROMISED
    if (given.ends) input('ends').value = given.ends
    if (!input('ends').value) input('ends').value = 'redrawn'
    promisedSlider.follow()
    update()
    updateMistakes()
  }

  settings.onChange(update)
  input('promised').addEventListener('input', updateMistakes)
  addEventListener('hashchange', fromAddress)
  settings.fill({})
  update() // so that there is a picture even if the address asks for something impossible
  fromAddress()
  // Nobody has changed anything yet.
  announceSoon.cancel()
  writeSoon.cancel()
}

await startView(load, start)
