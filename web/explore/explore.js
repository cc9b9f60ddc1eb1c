import { load, ParameterError } from 'inbounds'
import { afterPause } from '../controls/after-pause.js'
import { createCopyButton } from '../controls/copy.js'
import { element } from '../controls/elements.js'
import { createFaults } from '../controls/faults.js'
import { announce, notice, startView } from '../site/start.js'
import { readAddress, writeAddress } from './address.js'
import { createBarTable } from './bar-table.js'
import { createLawChart } from './law-chart.js'
import { betterGuess, DRAWS, drawFor, modelOf } from './model.js'
import { markCurrent, showDrawn, showGuess, showModel } from './results.js'
import { createSettings } from './settings.js'
import { snippetOf } from './snippet.js'
import { announcement } from './wording.js'

// One way through the page: the fields give settings, the library makes a model of them, and everything shows the model.

/** @param {import('inbounds').Inbounds} inbounds */
function start(inbounds) {
  const settings = createSettings()
  const faults = createFaults()
  const table = createBarTable()
  const chart = createLawChart(element('chart'), settings.moveTruth, alignTruthSlider)
  /** @type {import('./model.js').Model | undefined} */
  let model
  let compared = '' // the settings that the guess on the page is about

  function update() {
    const since = performance.now()
    try {
      const { options, truth } = settings.read()
      model = modelOf(inbounds, options, truth)
    } catch (error) {
      if (error instanceof ParameterError) return refuse(error)
      return notice('This could not be computed', error)
    }
    showFault.cancel()
    faults.clear()
    settings.follow(model.options)
    markCurrent(true)
    showModel(model)
    showDrawn(model, undefined)
    if (compared !== JSON.stringify(model.options)) forgetGuess(model)
    chart.show(model, undefined, since)
    element('snippet').textContent = snippetOf(model)
    compareAndDrawSoon()
    announceSoon(announcement(model))
    writeAddressSoon(model.options)
  }

  /** The true value, which is what is moved most, has no part in this. */
  function compare() {
    if (!model || compared === JSON.stringify(model.options)) return
    showGuess(model, betterGuess(inbounds, model.options))
    compared = JSON.stringify(model.options)
  }

  /** @param {import('./model.js').Model} model */
  function forgetGuess(model) {
    showGuess(model, undefined)
    compared = ''
  }

  function draw() {
    if (!model) return
    const since = performance.now()
    let drawn
    try {
      drawn = drawFor(model)
    } catch (error) {
      return notice('No values were drawn', error) // no random bits to be had
    }
    performance.measure('draw', { start: since })
    showDrawn(model, drawn)
    table.show(model, drawn)
    chart.show(model, drawn, since)
  }

  /** @param {ParameterError} error */
  function refuse(error) {
    writeAddressSoon.cancel()
    markCurrent(false)
    showFault(error)
    announceSoon(error.message)
  }

  const compareAndDrawSoon = afterPause(120, () => {
    compare()
    draw()
  })
  const showFault = afterPause(300, faults.show.bind(faults)) // not while somebody is half-way through a number
  const announceSoon = afterPause(1000, announce)
  const writeAddressSoon = afterPause(400, writeAddress)

  function fromAddress() {
    settings.fill(readAddress())
    update()
  }

  settings.onChange(update)
  element('draw-again').addEventListener('click', () => {
    draw()
    announceSoon(`${DRAWS.toLocaleString('en-GB')} new private values drawn.`)
  })
  createCopyButton(element('copy'), element('snippet'), announce)
  addEventListener('hashchange', fromAddress)
  settings.fill({})
  update() // so that there is a picture even if the address asks for something impossible
  if (location.hash) fromAddress()
  // Nobody has changed anything yet.
  announceSoon.cancel()
  writeAddressSoon.cancel()
}

/** The slider lies under the chart, so its thumb should be under the line. @param {{ from: number, to: number }} chart */
function alignTruthSlider({ from, to }) {
  const { style } = element('truth-slider')
  style.setProperty('--from', `${from}px`)
  style.setProperty('--to', `${to}px`)
}

await startView(load, start)
