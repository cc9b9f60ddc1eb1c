import { ParameterError } from 'inbounds'
import { afterPause } from '../../controls/after-pause.js'
import { createCopyButton } from '../../controls/copy.js'
import { element, input } from '../../controls/elements.js'
import { createErrors } from '../../controls/errors.js'
import { announce, notice } from '../../site/start.js'
import { whole } from '../../wording/figures.js'
import { choiceFrom, entriesOf } from './address.js'
import { createAxisEnds } from './axis-ends.js'
import { createBarTable } from './bar-table.js'
import { createComparison } from './comparison.js'
import { createDraws } from './draws.js'
import { createErrorChart } from './error-chart.js'
import { freePlace } from './free-place.js'
import { createLawChart } from './law-chart.js'
import { createLossChart } from './loss-chart.js'
import { betterGuess, DRAWS, modelOf } from './model.js'
import { markCurrent, showDrawn, showGuess, showModel } from './results.js'
import { createSettings } from './settings.js'
import { snippetOf } from './snippet.js'
import { announcement } from './wording.js'

// One way through the page: the fields give settings, the library makes a model of them, and everything shows the model.

/**
 * A private number, with every mechanism for numbers and every option.
 * @param {import('inbounds').Inbounds} inbounds
 * @param {import('../kinds.js').Host} host
 * @returns {import('../kinds.js').Kind}
 */
export function createNumberKind(inbounds, host) {
  const settings = createSettings()
  const errors = createErrors(element('kind-number'))
  const table = createBarTable()
  const draws = createDraws(showDraws, (error) => notice('No values were drawn', error))
  const chart = createLawChart(element('chart'), settings.moveTruth, layOut)
  const lossChart = createLossChart()
  const errorChart = createErrorChart(settings.moveTruth)
  const comparison = createComparison(inbounds, settings.use)
  const ends = createAxisEnds({
    moveBound(side, value) {
      const field = input(side)
      field.value = String(value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    },
    moveGap: settings.gaps.move,
    removeGap: settings.gaps.remove,
    hold: chart.hold
  })
  /** @type {import('./model.js').Model | undefined} */
  let model
  let compared = '' // the settings that the guess on the page is about

  function update() {
    const since = performance.now()
    try {
      const { mechanism, options, truth } = settings.read()
      model = modelOf(inbounds, mechanism, options, truth)
    } catch (error) {
      if (error instanceof ParameterError) return refuse(error)
      return notice('This could not be computed', error)
    }
    draws.stop()
    showError.cancel()
    errors.clear()
    settings.follow(model)
    markCurrent(true)
    showModel(model)
    showDrawn(model, undefined)
    if (compared !== settingsOf(model)) forgetGuess(model)
    chart.show(model, undefined, since)
    lossChart.show(model)
    errorChart.show(model)
    element('snippet').textContent = snippetOf(model)
    compareAndDrawSoon()
    announceSoon(announcement(model))
    host.write(entriesOf({ mechanism: model.name, options: model.options }))
  }

  /** The true value, which is what is moved most, has no part in this. */
  function compare() {
    if (!model || compared === settingsOf(model)) return
    showGuess(model, betterGuess(comparison.show(model), model.name))
    compared = settingsOf(model)
  }

  /** @param {import('./model.js').Model} model */
  function forgetGuess(model) {
    showGuess(model, undefined)
    compared = ''
  }

  function draw() {
    if (model) draws.start(model)
  }

  /** @param {import('./draws.js').Drawn} drawn */
  function showDraws(drawn) {
    if (!model) return
    const since = performance.now()
    showDrawn(model, drawn)
    if (drawn.total === DRAWS) table.show(model, drawn)
    chart.show(model, drawn, since)
  }

  /** @param {ParameterError} error */
  function refuse(error) {
    host.forget()
    draws.stop()
    markCurrent(false)
    showError(error)
    announceSoon(error.message)
  }

  const compareAndDrawSoon = afterPause(120, () => {
    compare()
    draw()
  })
  const showError = afterPause(300, errors.show.bind(errors)) // not while somebody is half-way through a number
  const announceSoon = afterPause(1000, announce)

  /** The slider lies under the chart, so its thumb should be under the line. @type {(positionOf: (value: number) => number, model: import('./model.js').Model) => void} */
  function layOut(positionOf, shown) {
    const { style } = element('truth-slider')
    style.setProperty('--from', `${positionOf(shown.lower)}px`)
    style.setProperty('--to', `${positionOf(shown.upper)}px`)
    ends.show(positionOf, shown)
  }

  settings.onChange(update)
  settings.gaps.onAdd(() => {
    if (model) settings.gaps.add(freePlace(model))
  })
  element('draw-again').addEventListener('click', () => {
    draw()
    announceSoon(`${whole(DRAWS)} new private values drawn.`)
  })
  draws.pausedBy(element('pause'))
  createCopyButton(element('copy'), element('snippet'), announce)
  settings.fill({ options: {} })

  return {
    show(given) {
      // So that there is a picture even if the address asks for something impossible.
      if (!model) update()
      if (given.size > 0) {
        settings.fill(choiceFrom(given))
        update()
      }
      if ([...given].some(([name, value]) => FURTHER.has(name) || value.endsWith('Infinity'))) {
        const more = /** @type {HTMLDetailsElement} */ (element('more'))
        more.open = true
      }
      announceSoon.cancel() // nobody has changed anything yet
    },
    hide() {
      draws.stop()
      announceSoon.cancel()
    }
  }
}

/** Settings that are collapsed until somebody wants them. */
const FURTHER = new Set(['mechanism', 'scale', 'delta', 'guarantee', 'calibration', 'outside', 'gaps'])

/** @param {import('./model.js').Model} model */
function settingsOf({ name, options }) {
  return JSON.stringify([name, options, [options.lower, options.upper].map(String)])
}
